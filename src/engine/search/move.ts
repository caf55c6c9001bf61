// Interface of the annealing's moves. A new move is a file and a line in default-params.ts.
import { randomUniform } from './random.ts'

/** A small change of one or two routes, tried many times between two ruins. */
export interface Move {
  name: string
  /** Returns whether the move can improve plans of the problem in the arena. */
  applies(): boolean
  /**
   * Draws one change and applies it if the annealing accepts its cost at this temperature. Returns whether it was
   * applied. Routes stay feasible, and `total` in cost.ts stays exact.
   */
  attempt(temperature: number): boolean
}

/** Tries of a move after each ruin and recreate. `generalTries` applies if a try needs whole timelines. */
export interface MoveTries {
  move: Move
  tries: number
  generalTries: number
}

/** Draws the cost increase that is accepted in one try: the Metropolis criterion of simulated annealing. */
export function drawThreshold(temperature: number): number {
  return -temperature * Math.log(1 - randomUniform())
}
