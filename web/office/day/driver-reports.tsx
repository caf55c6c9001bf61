// What the driver of a route under way has reported about the day, apart from its stops.
import type { DayRoute } from '../../../src/contract/day.ts'
import { timeOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'

/** Whether `DriverReports` has anything to show. */
export const hasReports = (route: DayRoute): boolean => route.held_until !== null

export function DriverReports({ route }: { route: DayRoute }) {
  const zone = useSession().business.time_zone
  return route.held_until ? <span>{words.day.heldUntil(timeOf(route.held_until, zone))}</span> : null
}
