// Detects phones that are silent. A phone without reception, or with the driver page closed, stores the driver's taps,
// so the office doesn't know of them yet.
import type { Warning } from './manual-warnings.ts'
import { text } from '../../texts/text.ts'
import { isRunning } from './route.ts'
import type { RouteStatus } from './route-status.ts'
import { FINISHED_STOP, type StopStatus } from './stop.ts'

/** A drive between two stops often takes this long. After a longer silence, the office can't know the finished stops. */
const SILENT_MS = 15 * 60_000

export interface LastContact {
  status: RouteStatus
  plannedStart: Date | null
  /**
   * Last contact with the phone. Null if the driver page was never opened, so that no taps can be stored on the phone.
   */
  phoneAt: Date | null
}

/** Returns the time of the last contact if the phone of a route under way has been silent for long, else null. */
export function silentSince({ status, plannedStart, phoneAt }: LastContact, now: Date): Date | null {
  if (!phoneAt || !isRunning(status)) return null
  // The start tap itself may be among the taps that are still on the phone.
  const mayHaveStarted = status === 'IN_PROGRESS' || (plannedStart !== null && plannedStart <= now)
  return mayHaveStarted && now.getTime() - phoneAt.getTime() > SILENT_MS ? phoneAt : null
}

interface Stop {
  externalRef: string
  status: StopStatus
}

/** Returns the warning that stops which are removed from the route or its driver may already be finished. */
export function silenceWarnings(route: LastContact, taken: readonly Stop[], now: Date): Warning[] {
  const since = silentSince(route, now)
  const open = taken.filter(({ status }) => !FINISHED_STOP[status]).map(({ externalRef }) => externalRef)
  if (!since || open.length === 0) return []
  const minutes = Math.floor((now.getTime() - since.getTime()) / 60_000)
  const message = text('The driver’s phone has been silent for {minutes} minutes; {deliveries} may be done already', {
    minutes,
    deliveries: open.join(', '),
  })
  return [{ code: 'SILENT', message }]
}
