// Tuning parameters of the search.
import type { MoveTries } from './move.ts'

export interface SearchParams {
  /** First and last temperature, in units of the mean cost of a leg to a neighbor. */
  hot: number
  cold: number
  /** Factor of the temperature if time has a cost, because changes of waiting time are larger than a leg. */
  timedHeat: number
  /** Maximum steps of the first cooling: `leastSteps` plus `stepsPerPair` times the squared number of stops. */
  leastSteps: number
  stepsPerPair: number
  /** Steps of a later cooling as a share of the first, and where it begins between hot (0) and cold (1). */
  laterSteps: number
  warm: number
  /**
   * The search ends after `patience` coolings without improvement if these took the share `patienceOfTime` of the
   * budget, or after `mostPatience` coolings without improvement.
   */
  patience: number
  patienceOfTime: number
  mostPatience: number
  /**
   * The search uses a population of plans if the problem has fewer than `evolveBelow` stops and the budget at least
   * `evolveFrom` steps for each stop.
   */
  evolveBelow: number
  evolveFrom: number
  /**
   * Number of plans that a population begins with, and the steps of each: `founderSteps` for each stop, at most the
   * share `founderShare` of the budget.
   */
  founders: number
  founderSteps: number
  founderShare: number
  /**
   * A child takes over at most the share `exchanged` of the routes of its second parent. It cools for `childSteps` steps
   * for each stop of its new routes, from `childWarm` between hot (0) and cold (1).
   */
  exchanged: number
  childSteps: number
  childWarm: number
  /** Maximum number of plans in the population, which ends after `barren` children in a row that did not enter it. */
  population: number
  barren: number
  /** The search ends when this many populations ended with its best plan. */
  agreeing: number
  /** Steps between two clock readings. Every step reads the clock if the problem needs whole timelines. */
  clockEvery: number
  /** Length of a stop's candidate lists for insertion. */
  neighbors: number
  /** Above `wholeStops` stops, seeds are drawn from `partSize` adjacent stops for `partSteps` steps. */
  wholeStops: number
  partSize: number
  partSteps: number
  /** Maximum number of unassigned stops that are tried again in one step. */
  retried: number
  /**
   * Ruin (SISR): mean number of stops removed, longest string, probability of a split string, and of preserving one
   * more stop in it.
   */
  meanRemoved: number
  longestString: number
  splitChance: number
  keepMoreChance: number
  /**
   * Ruin of routes with several trips: share of the ruins that take strings out of trips instead of routes, and
   * probability that trips are joined.
   */
  tripRuins: number
  tripJoins: number
  /** Recreate: probability of a blink, which skips a position. */
  blinkChance: number
  /**
   * Recreate: the scan of a stop's candidates ends at a candidate whose leg, multiplied by this share, costs as much as
   * the best position so far.
   */
  farLeg: number
  /** Recreate: number of positions that are timed with the whole route, if routes need that. */
  timedPlaces: number
  /** Moves tried after each ruin and recreate, in this order. */
  moves: readonly MoveTries[]
}
