// Searches for a plan off the event loop.
import type { SearchTrace } from '../../engine/search-trace.ts'
import type { PlanFigures } from '../../engine/figures.ts'
import type { Problem } from '../../engine/problem.ts'
import type { Solution } from '../../engine/solution.ts'

/** Thrown if the solver's queue is full. */
export class SolverBusy extends Error {
  override name = 'SolverBusy'
}

/** Thrown if the solver ended without a result: it took far too long, ran out of memory, or the process stops. */
export class SolverLost extends Error {
  override name = 'SolverLost'
}

/** State of a search: seconds since its start, iterations, and the best plan so far. */
export interface SolveProgress extends PlanFigures {
  seconds: number
  iterations: number
  cost: number
}

export interface SolveOptions {
  seconds?: number
  iterations?: number
  seed?: number
  /** Cancels the solve. */
  signal?: AbortSignal
  /** Ends the search early. The best plan so far becomes the solution. */
  stop?: AbortSignal
  onProgress?: (progress: SolveProgress) => void
  /**
   * Trace of an earlier solve of the same problem. The solver repeats the recorded search, which gives the same result,
   * and ignores the other options.
   */
  course?: SearchTrace
  /** Receives the trace of the search that led to the result. */
  onCourse?: (course: SearchTrace) => void
}

export interface Solver {
  /**
   * Solves the problem off the event loop. The owners share the threads fairly. Rejects with `SolverBusy` if the queue
   * is full.
   */
  solve(owner: string, problem: Problem, options: SolveOptions): Promise<Solution>
}
