// Random parts of a simulated driver's visit to a stop.
import { namedRandom } from './named-random.ts'

/** Shares of stops, from 0 to 1. */
export interface Shares {
  failedShare: number
  /** The driver is held up on the way. */
  lateShare: number
  /** The phone has no reception, so that taps are sent minutes later. */
  offlineShare: number
  /** The driver first taps the wrong outcome, and then undoes it. */
  undoneShare: number
}

export interface StopVisit {
  /** Factors for the planned driving time and service time. */
  driveFactor: number
  serviceFactor: number
  /** Seconds for which the driver is held up on the way. */
  heldUp: number
  outcome: 'DELIVERED' | 'FAILED'
  /** Reason for a failure, as a number in [0, 1) that selects one of the reasons of the business. */
  reason: number
  /** Seconds from the wrong tap to its undo, and from the undo to the right tap. Null if no tap is wrong. */
  misTap: { undoneAfter: number; rightAfter: number } | null
  /** Seconds from the outcome until the phone has reception. Null if it always has reception. */
  offline: number | null
}

/** Draws every number, even if it isn't used, so that changing one share doesn't change the rest of the day. */
export function stopVisit(name: string, shares: Shares): StopVisit {
  const next = namedRandom(name)
  const between = (least: number, most: number): number => Math.round(least + next() * (most - least))
  const driveFactor = 0.85 + next() * 0.3
  const serviceFactor = 0.6 + next() * 0.8
  const [late, heldUp] = [next() < shares.lateShare, between(300, 1_500)]
  const [failed, reason] = [next() < shares.failedShare, next()]
  const [undone, undoneAfter, rightAfter] = [next() < shares.undoneShare, between(8, 60), between(4, 20)]
  const [away, offline] = [next() < shares.offlineShare, between(120, 600)]
  return {
    driveFactor,
    serviceFactor,
    heldUp: late ? heldUp : 0,
    outcome: failed ? 'FAILED' : 'DELIVERED',
    reason,
    misTap: undone ? { undoneAfter, rightAfter } : null,
    offline: away ? offline : null,
  }
}
