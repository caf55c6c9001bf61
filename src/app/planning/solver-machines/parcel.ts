// What goes between the process that wants a solve and the one that solves it.
import { outlasting } from '../../../domain/outlasting.ts'
import type { Course } from '../../../engine/course.ts'
import type { Problem } from '../../../engine/problem.ts'
import type { Solution } from '../../../engine/solution.ts'
import { InvalidProblem } from '../../../engine/validate.ts'
import { type SolveOptions, SolverBusy, SolverLost } from '../../ports/solver.ts'

export interface SolveParcel extends Pick<SolveOptions, 'seconds' | 'iterations' | 'seed' | 'course'> {
  problem: Problem
}

export type SolveAnswer = { solution: Solution; course: Course | null } | { failed: SolveFailure }

interface SolveFailure {
  kind: 'invalid' | 'busy' | 'lost' | 'other'
  message: string
  fields: readonly string[]
}

export function failureOf(error: unknown): SolveFailure {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof InvalidProblem) return { kind: 'invalid', message, fields: error.fields }
  if (error instanceof SolverBusy) return { kind: 'busy', message, fields: [] }
  return { kind: error instanceof SolverLost ? 'lost' : 'other', message, fields: [] }
}

/** The error that it was. */
export function errorOf({ kind, message, fields }: SolveFailure): Error {
  if (kind === 'invalid') return new InvalidProblem(message, fields)
  if (kind === 'busy') return new SolverBusy(message)
  return kind === 'lost' ? new SolverLost(message) : new Error(message)
}

/** How long things hold, in seconds. */
export interface SolveTimes {
  /** A solver that is silent for so long has lost its solves to the others. */
  lease: number
  /** A process that has not said for so long that it waits has no use for the answer. */
  wanted: number
  /** Between two looks. */
  look: number
  /** Between two messages that one is still there. */
  keep: number
  /** Without anybody to take it, a solve is given up. */
  untaken: number
}

/** With one look more, a solver's solves are taken over within 6 seconds. */
export const SOLVE_TIMES: SolveTimes = { lease: 5, wanted: 10, look: 0.1, keep: 1.5, untaken: 60 }

// One message that is lost ends nothing.
const { lease, wanted, look, keep, untaken } = SOLVE_TIMES
outlasting(lease, 2 * keep + look, 'the lease of a solve')
outlasting(wanted, 2 * keep + look, 'the wait for a solve')
outlasting(untaken, lease + look, 'the wait for a solver')
