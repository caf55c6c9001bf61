// What the solver pool and its threads say to each other. Every message belongs to one job, a solve.
import type { PlanFigures } from '../engine/figures.ts'
import type { Problem } from '../engine/problem.ts'
import type { Part, Ran } from '../engine/session.ts'
import type { Solution } from '../engine/solution.ts'

export interface PoolSolveOptions {
  /** Longest time to search; absent: by the number of stops. */
  seconds?: number
  /** A fixed number of search steps instead: the same steps and seed give the same answer. */
  iterations?: number
  seed?: number
}

export interface PoolProgress extends PlanFigures {
  seconds: number
  iterations: number
  cost: number
}

export type ToWorker =
  | { type: 'open'; job: number; problem: Problem; seed: number; cancelled: SharedArrayBuffer }
  | { type: 'run'; job: number; part: Part | null; from: number; to: number; seconds: number; iterations: number }
  | { type: 'answer'; job: number; routes: number[][]; iterations: number }

export type FromWorker =
  | { type: 'opened'; job: number }
  | { type: 'progress'; job: number; progress: PoolProgress }
  | { type: 'ran'; job: number; ran: Ran }
  | { type: 'solved'; job: number; solution: Solution }
  | { type: 'failed'; job: number; message: string; fields: readonly string[] | null }
