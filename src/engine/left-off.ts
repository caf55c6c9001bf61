// What plans leave off, compared strictly by priority.
import type { Stop } from './problem.ts'

/**
 * How many stops a plan leaves off of each rank, the highest rank first. Locked stops rank above all others, and then
 * stops of higher priority above those of lower priority.
 */
export type LeftOff = ArrayLike<number>

/** Returns the rank of each stop, 0 for the highest, and how many ranks there are. */
export function ranksOf(stops: readonly Pick<Stop, 'lock' | 'priority'>[]): { ranks: Int32Array; rankCount: number } {
  const highest = stops.reduce((most, { priority }) => Math.max(most, priority), 0)
  const keyOf = ({ lock, priority }: Pick<Stop, 'lock' | 'priority'>): number =>
    priority + (lock === null ? 0 : highest + 1)
  const keys = [...new Set(stops.map(keyOf))].sort((a, b) => b - a)
  const rankOf = new Map(keys.map((key, rank) => [key, rank]))
  return { ranks: Int32Array.from(stops, (stop) => rankOf.get(keyOf(stop))!), rankCount: keys.length }
}

/** Counts the stops with these indexes by rank. */
export function leftOffOf(stops: readonly Stop[], unassigned: Iterable<number>): number[] {
  const { ranks, rankCount } = ranksOf(stops)
  const counts = Array.from({ length: rankCount }, () => 0)
  for (const stop of unassigned) counts[ranks[stop]!]!++
  return counts
}

/**
 * Compares two plans of one problem: below zero if the first leaves off fewer stops of the highest rank in which they
 * differ, whatever it leaves off below; zero if they leave off as many of every rank.
 */
export function compareLeftOff(a: LeftOff, b: LeftOff): number {
  for (let rank = 0; rank < a.length; rank++) if (a[rank] !== b[rank]) return a[rank]! - b[rank]!
  return 0
}
