// How hot the search is as its budget is spent: from hot to cold, and while that brings something, once more from warm.
import type { SearchParams } from './params.ts'

export interface Allowance {
  seconds: number
  iterations: number
  /** The part of the whole cooling this is, from 0 (hot) to 1 (cold). */
  from: number
  to: number
}

export interface Schedule {
  /** Where between hot (0) and cold (1) the search is after this much; 1 or more: this cooling is over. */
  at(spent: number, iterations: number): number
  /** Begins another cooling, from warm. */
  again(spent: number, iterations: number): void
}

/**
 * The schedule of a search about `stops` stops. Where steps are its budget, time counts only as it runs out, so that
 * searches that end in time are the same on every machine.
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
