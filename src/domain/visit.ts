// What deliveries to a place teach of it: how long one takes there.
import type { StopStatus } from './stop.ts'

/** As many of the last visits to a place count: older ones say little of it today. */
export const VISITS_KEPT = 10

/** Fewer say too little. */
export const FEWEST_VISITS = 3

/** Less, and arrival and outcome were tapped together; more, and one of the two was forgotten. */
const SHORTEST_MINUTES = 0.5
const LONGEST_MINUTES = 120

interface Visit {
  status: StopStatus
  arrivedAt: Date | null
  finishedAt: Date | null
}

/** Minutes that a delivery took, from arrival to outcome; null where nobody can tell. */
export function visitMinutes({ status, arrivedAt, finishedAt }: Visit): number | null {
  if (status !== 'DELIVERED' || !arrivedAt || !finishedAt) return null
  const minutes = (finishedAt.getTime() - arrivedAt.getTime()) / 60_000
  return minutes >= SHORTEST_MINUTES && minutes <= LONGEST_MINUTES ? minutes : null
}

/** The median in whole minutes, at least 1; null with too few visits. */
export function usualMinutes(minutes: readonly number[]): number | null {
  if (minutes.length < FEWEST_VISITS) return null
  const sorted = minutes.toSorted((a, b) => a - b)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return Math.max(1, Math.round(middle.reduce((sum, one) => sum + one, 0) / middle.length))
}
