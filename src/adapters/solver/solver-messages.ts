// Messages between the solver pool and its threads. A thread has one solve at a time.
import type { ClockReadings, SearchTrace } from '../../engine/search-trace.ts'
import type { PlanFigures } from '../../engine/figures.ts'
import type { Problem } from '../../engine/problem.ts'
import type { Part, RunResult } from '../../engine/session.ts'
import type { Solution } from '../../engine/solution.ts'

export interface PoolSolveOptions {
  /** Longest search time in seconds. Absent: it depends on the number of stops. */
  seconds?: number
  /** A fixed number of search steps instead. The same steps and seed give the same solution. */
  iterations?: number
  seed?: number
  /** Repeats the course of an earlier solve of the same problem instead of a new search. */
  course?: SearchTrace
}

export interface PoolProgress extends PlanFigures {
  seconds: number
  iterations: number
  cost: number
}

/** States that the thread reads between two steps of its search. */
export const CONTROL = { go: 0, pause: 1, stop: 2 } as const

export interface SolverThreadData {
  cpuTime: boolean
  /** One of `CONTROL`, in shared memory, because a search reads no messages. */
  control: Int32Array
}

/**
 * Part of the plan to search, and limits. If `readings` is set, the search gets these clock readings instead of the
 * time, so that it repeats an earlier search exactly.
 */
export interface MemberRun {
  part: Part | null
  from: number
  to: number
  seconds: number
  iterations: number
  readings: ClockReadings | null
}

export type ToWorker =
  | { type: 'open'; problem: Problem; seed: number }
  | ({ type: 'run' } & MemberRun)
  | { type: 'answer'; routes: number[][]; iterations: number }

export type FromWorker =
  | { type: 'opened' }
  | { type: 'progress'; progress: PoolProgress }
  | { type: 'ran'; ran: RunResult; readings: ClockReadings }
  | { type: 'solved'; solution: Solution }
  | { type: 'failed'; message: string; fields: readonly string[] | null }
