// Solves a problem on the calling thread.
import type { SearchTrace } from './search-trace.ts'
import type { Plan, Problem } from './problem.ts'
import { openSession } from './session.ts'
import type { Solution } from './solution.ts'

export interface SolveOptions {
  /** Longest search time. Absent: it depends on the number of stops, or is unlimited if `iterations` is set. */
  seconds?: number
  /** Number of search steps. The same steps and seed give the same solution. */
  iterations?: number
  seed?: number
  /** Called often. If it returns true, the search ends with the best plan so far. */
  stop?: () => boolean
  onProgress?: (progress: Progress) => void
  /** Returns seconds of the clock that measures the budget. */
  now?: () => number
}

export interface Progress {
  seconds: number
  iterations: number
  /** Cost of the best plan so far. */
  cost: number
  plan: () => Plan
}

/** Returns the default search time in seconds: 1 up to 50 stops, 3 for 300, 8 for 1,000, then proportional. */
export function defaultSeconds(stopCount: number): number {
  if (stopCount <= 50) return 1
  if (stopCount <= 300) return 1 + (2 * (stopCount - 50)) / 250
  if (stopCount <= 1000) return 3 + (5 * (stopCount - 300)) / 700
  return 8 * (stopCount / 1000)
}

/** Limits of a search: time, steps, or the course of a previous search. */
export type SearchLimits = Pick<SolveOptions, 'seconds' | 'iterations'> & { course?: SearchTrace }

/** Minimum speeds, only used to tell short solves from long ones if the budget is a number of steps. */
const STEPS_A_SECOND = 20_000
const STOPS_A_SECOND = 1_000

/** Returns the seconds that a solve with `stopCount` stops may search. Infinity if its budget is a number of steps. */
export function budgetSeconds(stopCount: number, { seconds, iterations = Infinity, course }: SearchLimits): number {
  const bySteps = iterations < Infinity || course !== undefined
  return seconds ?? (bySteps ? Infinity : defaultSeconds(stopCount))
}

/** Returns the expected seconds of search. */
export function expectedSeconds(stopCount: number, limits: SearchLimits): number {
  const { iterations = Infinity, course } = limits
  const taken = course?.rounds.reduce((sum, round) => sum + Math.min(round.seconds, 30), 0)
  const expected = taken ?? iterations / STEPS_A_SECOND + stopCount / STOPS_A_SECOND
  return Math.min(budgetSeconds(stopCount, limits), expected)
}

/**
 * Solves the problem on the calling thread. Never breaks a hard constraint. Minimizes the unassigned stops by priority,
 * then uses every vehicle if the objective requires it, then minimizes cost. Throws `InvalidProblem` if the problem
 * contradicts itself.
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
