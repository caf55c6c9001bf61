// What every constraint offers: whether it blocks a stop for good on a vehicle, and its words for a dispatcher.
import { type Text } from '../../texts/text.ts'
import type { Problem } from '../problem.ts'
import type { ReasonCode } from '../solution.ts'

export interface Constraint {
  code: ReasonCode
  /** True when the stop cannot be served by the vehicle even alone on an empty route. */
  blocks(problem: Problem, stop: number, vehicle: number): boolean
  /** Why the stop is left off, when this is what blocks it on the vehicles given. */
  message(problem: Problem, stop: number, vehicles: readonly number[]): Text
}
