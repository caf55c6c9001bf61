// What the solver pool and its threads say to each other.
import type { Problem } from '../engine/problem.ts'
import type { Solution } from '../engine/solution.ts'

export interface PoolSolveOptions {
  /** Longest time to search; absent: by the number of stops. */
  seconds?: number
  /** A fixed number of search steps instead: the same steps and seed give the same answer. */
  iterations?: number
  seed?: number
}

export interface PoolProgress {
  seconds: number
  iterations: number
  cost: number
}

export interface ToWorker {
  job: number
  problem: Problem
  options: PoolSolveOptions
  /** One 32-bit integer; anything but 0 ends the search. */
  cancelled: SharedArrayBuffer
}

export type FromWorker =
  | { type: 'progress'; job: number; progress: PoolProgress }
  | { type: 'solved'; job: number; solution: Solution }
  | { type: 'failed'; job: number; message: string; fields: readonly string[] | null }
