// Decides which solve runs next. Owners share the threads round robin, in time slices. Within one owner the shortest
// solve runs first, with aging so that long solves aren't starved. Pure: the clock is an argument, in seconds.

import type { Problem } from '../../engine/problem.ts'

/** A solve, as far as the schedule needs it. */
export interface Job {
  readonly owner: string
  /** The solve has begun. It keeps its thread while it is preempted. */
  readonly started: boolean
  readonly askedAt: number
  /** Start of its current slice. Only valid while it runs. */
  readonly since: number
  /** Expected remaining seconds of its search. */
  left(): number
}

/** Seconds that a solve runs before another solve may preempt it. */
export const SLICE_SECONDS = 0.5
/** Expected seconds of a plan with about 50 stops. Solves up to this length begin at once and aren't preempted. */
const SHORT_SECONDS = 1

export const isShort = (job: Job): boolean => job.left() <= SHORT_SECONDS

/**
 * Bytes per pair of stops in a thread (distances and times in both directions), and the limit for all threads of a
 * team.
 */
const TABLE_BYTES_A_PAIR = 16
const TEAM_BYTES = 600e6

/** Returns the maximum number of threads of one solve. The larger its matrices, the fewer. */
export function mostMembers({ stops, otherRoads = [] }: Pick<Problem, 'stops' | 'otherRoads'>): number {
  const each = TABLE_BYTES_A_PAIR * stops.length ** 2 * (1 + otherRoads.length)
  return Math.max(1, Math.floor(TEAM_BYTES / Math.max(1, each)))
}

/**
 * Sorts solves by the number of running solves of their owner, then by the owner's last turn, oldest first, then by age
 * and length.
 */
export function inFairOrder<J extends Job>(
  ready: readonly J[],
  running: readonly J[],
  lastTurn: (owner: string) => number,
): J[] {
  const length = (job: J): number => (job.started ? Math.min(SHORT_SECONDS, job.left()) : job.left())
  return sortedByRank(ready, (job) => [runningOf(running, job.owner), lastTurn(job.owner), job.askedAt + length(job)])
}

/**
 * Returns the running solve that `next` preempts once its slice ends, or null. Candidates are long solves: of an owner
 * with more threads than next's owner, of any owner if next's owner has none, or of the same owner if `next` is short.
 */
export function preemptedBy<J extends Job>(next: J, running: readonly J[]): J | null {
  const own = runningOf(running, next.owner)
  const candidates = running.filter((job) => {
    if (isShort(job)) return false
    if (job.owner === next.owner) return isShort(next)
    return own === 0 || runningOf(running, job.owner) > own
  })
  return sortedByRank(candidates, (job) => [-runningOf(running, job.owner), job.since])[0] ?? null
}

const runningOf = (running: readonly Job[], owner: string): number =>
  running.filter((job) => job.owner === owner).length

/** Sorts by rank, compared number by number, lowest first. */
function sortedByRank<J>(jobs: readonly J[], rankOf: (job: J) => number[]): J[] {
  const all = jobs.map((job) => ({ job, rank: rankOf(job) }))
  return all.sort((a, b) => compare(a.rank, b.rank)).map(({ job }) => job)
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((value, i) => value !== b[i])
  return differing < 0 ? 0 : a[differing]! - b[differing]!
}
