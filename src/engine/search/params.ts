// What the search is tuned by.
import type { MoveTries } from './move.ts'

export interface SearchParams {
  /** First and last temperature, in mean costs of a near leg. */
  hot: number
  cold: number
  /** How many times as hot where time costs: what a change does to waiting is no leg. */
  timedHeat: number
  /** Steps of a first cooling where the budget leaves more: so many, and so many for each pair of stops. */
  leastSteps: number
  stepsPerPair: number
  /** What a later cooling takes of the first one's steps, and where between hot (0) and cold (1) it begins. */
  laterSteps: number
  warm: number
  /** The search ends when so many coolings in a row and so much of its time brought nothing, or `mostPatience` coolings. */
  patience: number
  patienceOfTime: number
  mostPatience: number
  /** Steps between two looks at the clock; every step where one needs whole timelines. */
  clockEvery: number
  /** Candidates a stop is inserted beside. */
  neighbours: number
  /** With more than `wholeStops`, those that steps begin at are drawn from so many near one another, for so many steps. */
  wholeStops: number
  partSize: number
  partSteps: number
  /** Unserved stops tried again in one step. */
  retried: number
  /** Ruin: mean number of stops taken out, the longest string, chance of a split string and of keeping one more in it. */
  meanRemoved: number
  longestString: number
  splitChance: number
  keepMoreChance: number
  /** Recreate: chance of passing a position over. */
  blinkChance: number
  /** Recreate: the scan ends where this share of a candidate's leg costs as much as the best position so far. */
  farLeg: number
  /** Recreate: places that are timed by their whole route, where routes need that. */
  timedPlaces: number
  /** Tried after each ruin and recreate, in this order. */
  moves: readonly MoveTries[]
}
