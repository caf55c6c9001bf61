// What the solver pool and its threads say to each other. A thread has one solve at a time.
import type { ClockReadings, Course } from '../../engine/course.ts'
import type { PlanFigures } from '../../engine/figures.ts'
import type { Problem } from '../../engine/problem.ts'
import type { Part, Ran } from '../../engine/session.ts'
import type { Solution } from '../../engine/solution.ts'

export interface PoolSolveOptions {
  /** Longest time to search; absent: by the number of stops. */
  seconds?: number
  /** A fixed number of search steps instead: the same steps and seed give the same answer. */
  iterations?: number
  seed?: number
  /** Takes the course of a solve of the same problem again, instead of a search of its own. */
  course?: Course
}

export interface PoolProgress extends PlanFigures {
  seconds: number
  iterations: number
  cost: number
}

/** Read by the thread between two steps of its search. */
export const CONTROL = { go: 0, pause: 1, stop: 2 } as const

export interface SolverThreadData {
  cpuTime: boolean
  /** One of `CONTROL`, in shared memory: a search reads no messages. */
  control: Int32Array
}

/** What a thread is to search, and for how long; with `readings`, by the clock of a search before. */
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
  | { type: 'ran'; ran: Ran; readings: ClockReadings }
  | { type: 'solved'; solution: Solution }
  | { type: 'failed'; message: string; fields: readonly string[] | null }
