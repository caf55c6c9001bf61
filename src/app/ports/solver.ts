// The solver.
import type { Course } from '../../engine/course.ts'
import type { PlanFigures } from '../../engine/figures.ts'
import type { Problem } from '../../engine/problem.ts'
import type { Solution } from '../../engine/solution.ts'

/** More solves wait than the solver takes. */
export class SolverBusy extends Error {
  override name = 'SolverBusy'
}

/** The solver was ended before it had an answer: it took far too long, had no memory left, or the process ends. */
export class SolverLost extends Error {
  override name = 'SolverLost'
}

/** How a search stands: seconds since it began, steps tried, and the best plan so far. */
export interface SolveProgress extends PlanFigures {
  seconds: number
  iterations: number
  cost: number
}

export interface SolveOptions {
  seconds?: number
  iterations?: number
  seed?: number
  /** Ends the search early. */
  signal?: AbortSignal
  onProgress?: (progress: SolveProgress) => void
  /** Takes this course again, of a solve of the same problem: the same answer, whatever the rest says. */
  course?: Course
  /** Hears on which course the answer was found. */
  onCourse?: (course: Course) => void
}

export interface Solver {
  /** Solves off the event loop; `owner` shares the pool fairly with the others. Rejects with `SolverBusy` when full. */
  solve(owner: string, problem: Problem, options: SolveOptions): Promise<Solution>
}
