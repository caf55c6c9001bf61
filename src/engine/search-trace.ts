// Recorded course of a search whose result depended on several threads or on the clock. A search that gets its clock
// readings from the record repeats the same steps, so the problem and the record determine the result.

/**
 * Clock readings of a search, run-length encoded: pairs of milliseconds since the previous value and number of equal
 * readings.
 */
export interface ClockReadings {
  pairs: Uint32Array
  /** Number of readings after which the search was stopped. Null if it was not. The search may read the clock again. */
  stoppedAfter: number | null
}

/** One run of one thread in a round. */
export interface CourseRun {
  /** Index of the thread in the solve, from 0. */
  member: number
  readings: ClockReadings
}

/** A round of a solve: a search on all its threads at the same time. */
export interface Round {
  /**
   * 'whole': the whole plan, from scratch or from `problem.initial`. 'parts': the routes are divided among the threads.
   * 'last': the whole plan, continued from the best one.
   */
  stage: 'whole' | 'parts' | 'last'
  from: number
  to: number
  seconds: number
  iterations: number
}

export interface SearchTrace {
  seed: number
  rounds: readonly (Round & { runs: readonly CourseRun[] })[]
}

/** Clock of a search. The search calls `stop` after `now` to learn whether it must end. */
export interface SearchClock {
  now: () => number
  stop: () => boolean
}

/**
 * Wraps a clock and records its readings, rounded down to milliseconds so that they compress well. `now` returns
 * seconds.
 */
export function recordClock({ now, stop }: SearchClock): SearchClock & { readings: () => ClockReadings } {
  const pairs: number[] = []
  let origin: number | null = null
  let tick = 0
  let taken = 0
  let stoppedAfter: number | null = null
  return {
    now() {
      const at = now()
      taken++
      origin ??= at
      const passed = Math.floor((at - origin) * 1000)
      if (pairs.length > 0 && passed <= tick) pairs[pairs.length - 1]!++
      else {
        pairs.push(passed - tick, 1)
        tick = passed
      }
      return tick / 1000
    },
    stop() {
      if (stop()) stoppedAfter ??= taken
      return stoppedAfter !== null
    },
    readings: () => ({ pairs: Uint32Array.from(pairs), stoppedAfter }),
  }
}

/**
 * Returns a clock that repeats recorded readings, in seconds. Throws if the search reads the clock more often than the
 * recorded search, because it then took other steps. Throws also if `calledOff` returns true.
 */
export function replayClock({ pairs, stoppedAfter }: ClockReadings, calledOff: () => boolean): SearchClock {
  let pair = 0
  let told = 0
  let taken = 0
  let tick = pairs[0] ?? 0
  return {
    now() {
      if (told === pairs[pair + 1]) {
        pair += 2
        told = 0
        tick += pairs[pair] ?? 0
      }
      if (pair >= pairs.length) throw new Error('the search takes another course than it did')
      told++
      taken++
      return tick / 1000
    },
    stop() {
      if (calledOff()) throw new Error('the search was called off')
      return stoppedAfter !== null && taken >= stoppedAfter
    },
  }
}
