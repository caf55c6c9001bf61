// A phone without reception, or with its page closed, holds what its driver has done: the office does not know of it yet.
import type { Warning } from './by-hand.ts'
import { text } from '../../texts/text.ts'
import { isRunning } from './route.ts'
import type { RouteStatus } from './route-status.ts'
import { FINISHED_STOP, type StopStatus } from './stop.ts'

/** A drive from one stop to the next is often this long; longer, nobody knows what is done. */
const SILENT_MS = 15 * 60_000

export interface Heard {
  status: RouteStatus
  plannedStart: Date | null
  /** When the phone was last heard of; null if its page was never opened, so that it can hold nothing. */
  phoneAt: Date | null
}

/** Returns since when the phone of a route under way has been silent, if that is long; else null. */
export function silentSince({ status, plannedStart, phoneAt }: Heard, now: Date): Date | null {
  if (!phoneAt || !isRunning(status)) return null
  // The start itself may be among what is not heard.
  const mayHaveStarted = status === 'IN_PROGRESS' || (plannedStart !== null && plannedStart <= now)
  return mayHaveStarted && now.getTime() - phoneAt.getTime() > SILENT_MS ? phoneAt : null
}

interface Stop {
  externalRef: string
  status: StopStatus
}

/** Returns the warning that stops which are taken off the route, or its driver, may be done already. */
export function silenceWarnings(route: Heard, taken: readonly Stop[], now: Date): Warning[] {
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
