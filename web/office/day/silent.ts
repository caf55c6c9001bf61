// Asks before stops are removed from a route whose driver's phone is silent, because the office doesn't know which stops are
// already done.
import type { DayOut } from '../../../src/contract/day.ts'
import type { Question } from '../../ui/confirm.tsx'
import { timeOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { findStopInDay } from './day-data.ts'
import type { Move } from './moves.ts'

/** Returns a warning about deliveries that may already be done, or null if there are none. */
export function silentDriverWarning(day: DayOut, orderIds: readonly string[], zone: string): string | null {
  const said = new Set<string>()
  for (const orderId of orderIds) {
    const { route, stop } = findStopInDay(day, orderId) ?? {}
    if (route?.silent_since && !stop?.finished_at)
      said.add(words.day.silent(route.name, timeOf(route.silent_since, zone)))
  }
  return said.size > 0 ? [...said, words.day.maybeDone].join(' ') : null
}

/** Deliveries that are assigned to another route, or to no route. */
export const ordersChangingRoute = (day: DayOut, moves: readonly Move[]): string[] =>
  moves.flatMap(({ order_uuids, to }) =>
    order_uuids.filter((id) => findStopInDay(day, id)?.route?.route_uuid !== to?.route_uuid),
  )

export const silentQuestion = (count: number, text: string, onYes: () => void): Question => ({
  title: words.day.takeOffAsk(count),
  text,
  yes: words.day.takeOffYes(count),
  danger: true,
  onYes,
})
