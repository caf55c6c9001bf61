// What a move of the annealing is. A new one is a file, and a line in default-params.ts.
import { uniform } from './random.ts'

/** A small change of one or two routes, tried many times between two ruins. */
export interface Move {
  name: string
  /** Whether it can help at all with the problem in the arena. */
  applies(): boolean
  /**
   * Draws one change and makes it if the annealing accepts what it costs at this temperature; says whether it did.
   * Routes stay feasible, `total` in cost.ts true.
   */
  attempt(temperature: number): boolean
}

/** How often a move is tried after each ruin and recreate; `generalTries` where a try needs whole timelines. */
export interface MoveTries {
  move: Move
  tries: number
  generalTries: number
}

/** What a change may cost more than before, drawn for each try: the criterion of simulated annealing. */
export function drawThreshold(temperature: number): number {
  return -temperature * Math.log(1 - uniform())
}
