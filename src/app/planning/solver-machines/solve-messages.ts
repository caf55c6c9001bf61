// Data exchanged between the process that requests a solve and the process that solves it.
import { timeoutLongerThan } from '../../../domain/outlasting.ts'
import type { SearchTrace } from '../../../engine/search-trace.ts'
import type { Problem } from '../../../engine/problem.ts'
import type { Solution } from '../../../engine/solution.ts'
import { InvalidProblem } from '../../../engine/validate.ts'
import { type SolveOptions, SolverBusy, SolverLost } from '../../ports/solver.ts'

export interface RemoteSolveRequest extends Pick<SolveOptions, 'seconds' | 'iterations' | 'seed' | 'course'> {
  problem: Problem
}

export type SolveAnswer = { solution: Solution; course: SearchTrace | null } | { failed: SolveFailure }

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

/** Rebuilds the error that the solver process returned. */
export function errorOf({ kind, message, fields }: SolveFailure): Error {
  if (kind === 'invalid') return new InvalidProblem(message, fields)
  if (kind === 'busy') return new SolverBusy(message)
  return kind === 'lost' ? new SolverLost(message) : new Error(message)
}

/** Time limits, in seconds. */
export interface SolveTimeouts {
  /** Time without a heartbeat after which other solver processes may take over the solves of a solver process. */
  lease: number
  /** Time after which a solve is not needed any more if the process that requested it has not renewed its request. */
  requestLease: number
  /** Interval at which processes poll the database. */
  poll: number
  /** Interval of a solver process's heartbeats. */
  heartbeat: number
  /** Maximum time that a solve waits for a solver process. After that, it fails. */
  maxWait: number
}

/**
 * Default time limits. Other processes take over the solves of a dead process within 6 seconds: the lease and one
 * polling interval.
 */
export const SOLVE_TIMES: SolveTimeouts = { lease: 5, requestLease: 10, poll: 0.1, heartbeat: 1.5, maxWait: 60 }

// Check that each time limit tolerates one lost message.
const { lease, requestLease, poll, heartbeat, maxWait } = SOLVE_TIMES
timeoutLongerThan(lease, 2 * heartbeat + poll, 'the lease of a solve')
timeoutLongerThan(requestLease, 2 * heartbeat + poll, 'the wait for a solve')
timeoutLongerThan(maxWait, lease + poll, 'the wait for a solver')
