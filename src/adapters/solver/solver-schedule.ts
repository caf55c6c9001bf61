// Which solve runs next. Owners share the threads round robin, in time slices; of one owner's solves the shortest goes
// first, with aging, so that long ones get done. Pure: the clock is an argument, in seconds.

import type { Problem } from '../../engine/problem.ts'

/** A solve as the schedule sees it. */
export interface Job {
  readonly owner: string
  /** It has begun: while it is preempted it holds on to its thread. */
  readonly started: boolean
  readonly askedAt: number
  /** When its slice began, while it runs. */
  readonly since: number
  /** How long it is expected to search still. */
  left(): number
}

/** How long a solve runs before another may have its turn. */
export const SLICE_SECONDS = 0.5
/** Plans of some fifty stops: begun at once, and not preempted. */
const SHORT_SECONDS = 1

export const isShort = (job: Job): boolean => job.left() <= SHORT_SECONDS

/** A thread holds distances and times both ways of each pair of stops; a team's threads at most so much together. */
const TABLE_BYTES_A_PAIR = 16
const TEAM_BYTES = 600e6

/** How many threads one solve may have at most: fewer, the larger its tables are. */
export function mostMembers({ stops, otherRoads = [] }: Pick<Problem, 'stops' | 'otherRoads'>): number {
  const each = TABLE_BYTES_A_PAIR * stops.length ** 2 * (1 + otherRoads.length)
  return Math.max(1, Math.floor(TEAM_BYTES / Math.max(1, each)))
}

/** First those of the owners with the fewest running; of these, of the owner whose last turn is longest ago. */
export function inTurn<J extends Job>(
  ready: readonly J[],
  running: readonly J[],
  lastTurn: (owner: string) => number,
): J[] {
  const length = (job: J): number => (job.started ? Math.min(SHORT_SECONDS, job.left()) : job.left())
  return ranked(ready, (job) => [runningOf(running, job.owner), lastTurn(job.owner), job.askedAt + length(job)])
}

/**
 * The running one that makes way for `next` once its slice is over: of an owner who has more threads than next's, or
 * any where next's has none; or a long one of the same owner, for a short one.
 */
export function preemptedBy<J extends Job>(next: J, running: readonly J[]): J | null {
  const own = runningOf(running, next.owner)
  const candidates = running.filter((job) => {
    if (isShort(job)) return false
    if (job.owner === next.owner) return isShort(next)
    return own === 0 || runningOf(running, job.owner) > own
  })
  return ranked(candidates, (job) => [-runningOf(running, job.owner), job.since])[0] ?? null
}

const runningOf = (running: readonly Job[], owner: string): number =>
  running.filter((job) => job.owner === owner).length

/** Least rank first, compared number by number. */
function ranked<J>(jobs: readonly J[], rankOf: (job: J) => number[]): J[] {
  const all = jobs.map((job) => ({ job, rank: rankOf(job) }))
  return all.sort((a, b) => compare(a.rank, b.rank)).map(({ job }) => job)
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((value, i) => value !== b[i])
  return differing < 0 ? 0 : a[differing]! - b[differing]!
}
