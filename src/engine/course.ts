// The course of a search that several threads or the clock had a part in: with the problem, all that its answer rests
// on. A search that reads its clock from a course takes the same steps again, to the bit.

/** What a search read of its clock: pairs of the milliseconds that passed and how many readings gave the same. */
export interface ClockReadings {
  pairs: Uint32Array
  /** It was told to end after the last reading. */
  stopped: boolean
}

/** One run of one thread. */
export interface CourseRun {
  /** Which of the solve's threads, from 0. */
  member: number
  readings: ClockReadings
}

/** A round of a solve: what its threads searched at the same time. */
export interface Round {
  /** The whole plan from the start; its routes shared out between the threads; or the whole of the best so far. */
  stage: 'whole' | 'parts' | 'last'
  from: number
  to: number
  seconds: number
  iterations: number
}

export interface Course {
  seed: number
  rounds: readonly (Round & { runs: readonly CourseRun[] })[]
}

/** A search reads this clock, and asks whether to stop after a reading. */
export interface SearchClock {
  now: () => number
  stop: () => boolean
}

/** A clock that tells milliseconds, so that what it told fits into few numbers. */
export function recordClock({ now, stop }: SearchClock): SearchClock & { readings: () => ClockReadings } {
  const pairs: number[] = []
  let origin: number | null = null
  let tick = 0
  let stopped = false
  return {
    now() {
      const at = now()
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
      stopped = stop()
      return stopped
    },
    readings: () => ({ pairs: Uint32Array.from(pairs), stopped }),
  }
}

/** Tells what was read before. Throws where the search asks for more: then it takes another course. */
export function replayClock({ pairs, stopped }: ClockReadings, calledOff: () => boolean): SearchClock {
  let pair = 0
  let told = 0
  let tick = pairs[0] ?? 0
  const atEnd = (): boolean => pair + 2 >= pairs.length && told === pairs[pair + 1]
  return {
    now() {
      if (told === pairs[pair + 1]) {
        pair += 2
        told = 0
        tick += pairs[pair] ?? 0
      }
      if (pair >= pairs.length) throw new Error('the search takes another course than it did')
      told++
      return tick / 1000
    },
    stop() {
      if (calledOff()) throw new Error('the search was called off')
      return stopped && atEnd()
    },
  }
}
