// How a simulated driver fares at a stop, as far as chance decides it.
import { chance } from './chance.ts'

/** The share of stops, from 0 to 1, where it goes so. */
export interface Shares {
  failedShare: number
  /** Something holds the driver up before. */
  lateShare: number
  /** There is no reception: what is tapped is sent minutes later. */
  offlineShare: number
  /** The driver taps the wrong outcome first, and takes it back. */
  undoneShare: number
}

export interface StopVisit {
  /** Of the time planned for driving there, and for being there. */
  driveFactor: number
  serviceFactor: number
  /** Seconds that the driver is held up for on the way. */
  heldUp: number
  outcome: 'DELIVERED' | 'FAILED'
  /** Why it failed: a number from 0 up to 1, for one of the reasons of the business. */
  reason: number
  /** Seconds between the wrong tap and its undo, and from there to the right one; null where none is wrong. */
  misTap: { undoneAfter: number; rightAfter: number } | null
  /** Seconds from the outcome until there is reception again; null where there is some all the time. */
  offline: number | null
}

/** Every number is drawn whether or not it counts: a share that changes leaves the rest of the day as it is. */
export function stopVisit(name: string, shares: Shares): StopVisit {
  const next = chance(name)
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
