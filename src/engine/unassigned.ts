// Compares the unassigned stops of plans strictly by priority.
import type { Stop } from './problem.ts'

/**
 * Number of unassigned stops by rank, highest rank first. Locked stops rank above all other stops. Among both groups, a
 * higher priority ranks higher.
 */
export type UnassignedProfits = ArrayLike<number>

/** Returns the rank of each stop (0 is the highest) and the number of ranks. */
export function ranksOf(stops: readonly Pick<Stop, 'lock' | 'priority'>[]): { ranks: Int32Array; rankCount: number } {
  const highest = stops.reduce((most, { priority }) => Math.max(most, priority), 0)
  const keyOf = ({ lock, priority }: Pick<Stop, 'lock' | 'priority'>): number =>
    priority + (lock === null ? 0 : highest + 1)
  const keys = [...new Set(stops.map(keyOf))].sort((a, b) => b - a)
  const rankOf = new Map(keys.map((key, rank) => [key, rank]))
  return { ranks: Int32Array.from(stops, (stop) => rankOf.get(keyOf(stop))!), rankCount: keys.length }
}

/** Returns the number of these stops (indexes) by rank. */
export function unassignedCounts(stops: readonly Stop[], unassigned: Iterable<number>): number[] {
  const { ranks, rankCount } = ranksOf(stops)
  const counts = Array.from({ length: rankCount }, () => 0)
  for (const stop of unassigned) counts[ranks[stop]!]!++
  return counts
}

/**
 * Compares the unassigned stops of two plans of one problem. Negative if `a` has fewer in the highest rank in which
 * they differ, whatever the lower ranks; 0 if they are equal in every rank.
 */
export function compareUnassigned(a: UnassignedProfits, b: UnassignedProfits): number {
  for (let rank = 0; rank < a.length; rank++) if (a[rank] !== b[rank]) return a[rank]! - b[rank]!
  return 0
}
