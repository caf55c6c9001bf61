// Interface of a constraint: it tests whether it rules out a stop on a vehicle, and writes the message for dispatchers.
import { type Text } from '../../texts/text.ts'
import type { Problem } from '../problem.ts'
import type { ReasonCode } from '../solution.ts'

export interface Constraint {
  code: ReasonCode
  /** Returns true if the vehicle can't serve the stop even alone on an empty route. */
  blocks(problem: Problem, stop: number, vehicle: number): boolean
  /**
   * Returns the reason for the unassigned stop if this constraint blocks it on `vehicles`. The text continues a
   * sentence that begins with the stop's name.
   */
  message(problem: Problem, stop: number, vehicles: readonly number[]): Text
}
