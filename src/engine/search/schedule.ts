// Cooling schedule of the search: from hot to cold, then again from warm while that improves the plan.
import type { SearchParams } from './params.ts'

export interface Allowance {
  seconds: number
  iterations: number
  /** Section of the whole cooling that this search covers, from 0 (hot) to 1 (cold). */
  from: number
  to: number
}

export interface Schedule {
  /**
   * Returns the position between hot (0) and cold (1) after `spent` seconds and `iterations` steps. 1 or more: this
   * cooling is over.
   */
  at(spent: number, iterations: number): number
  /** Begins another cooling from warm. */
  again(spent: number, iterations: number): void
}

/**
 * Creates the schedule of a search with `stops` stops. If the budget is a number of steps, time counts only in the
 * second half of its time limit. Searches that end earlier are therefore the same on every machine.
 */
export function createSchedule(allowance: Allowance, stops: number, params: SearchParams): Schedule {
  const { seconds, to } = allowance
  const stepsCount = Number.isFinite(allowance.iterations)
  let { from } = allowance
  let steps = params.leastSteps + params.stepsPerPair * stops * stops
  let begun = 0
  let begunAt = 0
  return {
    at(spent, iterations) {
      const most = Math.min(allowance.iterations - begun, steps)
      const time = (spent - begunAt) / (seconds - begunAt)
      const part = Math.max(stepsCount ? 2 * time - 1 : time, (iterations - begun) / most)
      return part >= 1 ? 1 : from + (to - from) * part
    },
    again(spent, iterations) {
      if (begun === 0) steps = Math.ceil(steps * params.laterSteps)
      from = params.warm
      begun = iterations
      begunAt = spent
    },
  }
}

/**
 * Returns a function that is called after each cooling with whether it improved the best plan, and with the seconds
 * spent. It returns true if the search is in vain: `patience` coolings without improvement that took the share
 * `patienceOfTime` of the budget, or `mostPatience` coolings without improvement. If the budget is a number of steps,
 * `patience` coolings suffice.
 */
export function createPatience(
  allowance: Allowance,
  params: SearchParams,
): (gained: boolean, spent: number) => boolean {
  const share = Number.isFinite(allowance.iterations) ? 0 : params.patienceOfTime * allowance.seconds
  let fruitless = 0
  let gainedAt = 0
  return (gained, spent) => {
    fruitless = gained ? 0 : fruitless + 1
    if (gained) gainedAt = spent
    return fruitless >= (spent - gainedAt >= share ? params.patience : params.mostPatience)
  }
}
