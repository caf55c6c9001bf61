// Solves a problem on the calling thread.
import type { Course } from './course.ts'
import type { Plan, Problem } from './problem.ts'
import { openSession } from './session.ts'
import type { Solution } from './solution.ts'

export interface SolveOptions {
  /** Longest time to search; absent: by the number of stops. With `iterations` alone, no limit. */
  seconds?: number
  /** Search steps: with a seed, the same steps give the same answer. */
  iterations?: number
  seed?: number
  /** Asked often; true ends the search with the best plan so far. */
  stop?: () => boolean
  onProgress?: (progress: Progress) => void
  /** Seconds of whatever clock the budget is counted on. */
  now?: () => number
}

export interface Progress {
  seconds: number
  iterations: number
  /** Of the best plan so far. */
  cost: number
  plan: () => Plan
}

/** Seconds to search when nobody says: about 1 to 50 stops, 3 to 300, 8 to 1,000 and on. */
export function defaultSeconds(stopCount: number): number {
  if (stopCount <= 50) return 1
  if (stopCount <= 300) return 1 + (2 * (stopCount - 50)) / 250
  if (stopCount <= 1000) return 3 + (5 * (stopCount - 300)) / 700
  return 8 * (stopCount / 1000)
}

/** What limits a search: time, steps, or the course of one before. */
export type SearchLimits = Pick<SolveOptions, 'seconds' | 'iterations'> & { course?: Course }

/** Where steps are the budget, what they take at least: only to tell short solves from long ones. */
const STEPS_A_SECOND = 20_000
const STOPS_A_SECOND = 1_000

/** Seconds that a solve of so many stops may search; Infinity where steps are its budget. */
export function budgetSeconds(stopCount: number, { seconds, iterations = Infinity, course }: SearchLimits): number {
  const bySteps = iterations < Infinity || course !== undefined
  return seconds ?? (bySteps ? Infinity : defaultSeconds(stopCount))
}

/** Seconds that it is expected to search. */
export function expectedSeconds(stopCount: number, limits: SearchLimits): number {
  const { iterations = Infinity, course } = limits
  const taken = course?.rounds.reduce((sum, round) => sum + Math.min(round.seconds, 30), 0)
  const expected = taken ?? iterations / STEPS_A_SECOND + stopCount / STOPS_A_SECOND
  return Math.min(budgetSeconds(stopCount, limits), expected)
}

/**
 * Plans the stops onto the vehicles: never against a hard constraint, leaving off as little (by priority) as it can,
 * then using every vehicle if asked, then at the lowest cost. Throws `InvalidProblem` for contradictions.
 */
export function solve(problem: Problem, options: SolveOptions = {}): Solution {
  const now = options.now ?? (() => performance.now() / 1000)
  const started = now()
  const session = openSession(problem, options.seed ?? 1)
  const seconds =
    options.seconds ?? (options.iterations === undefined ? defaultSeconds(problem.stops.length) : Infinity)
  const { best, iterations } = session.run({
    part: null,
    from: 0,
    to: 1,
    seconds: Math.max(0, seconds - (now() - started)),
    iterations: options.iterations ?? Infinity,
    now,
    stop: options.stop ?? (() => false),
    onBest: (cost, plan, steps) =>
      options.onProgress?.({ seconds: now() - started, iterations: steps, cost, plan: () => ({ routes: plan() }) }),
  })
  return session.answer(best, iterations)
}
