// Reads the clock of a search's budget, only once in several steps.
import * as arena from './arena.ts'
import type { SearchParams } from './params.ts'

interface Clock {
  seconds: number
  iterations: number
  now: () => number
  stop: () => boolean
}

export class Stopwatch {
  /** Seconds from the beginning to the last reading. */
  spent = 0
  /** Whether the last call of `isOver` read the clock. It reads the clock only once in several steps. */
  wasRead = false
  readonly #clock: Clock
  readonly #walk: { readonly steps: number }
  readonly #every: number
  readonly #started: number

  constructor(clock: Clock, walk: { readonly steps: number }, params: SearchParams) {
    this.#clock = clock
    this.#walk = walk
    // A step that times whole routes is slow.
    this.#every = arena.usesTimeline ? 1 : params.clockEvery
    this.#started = clock.now()
  }

  /** Returns whether the budget is spent or the search was stopped. Called before each step. */
  isOver(): boolean {
    const { iterations, seconds, now, stop } = this.#clock
    const { steps } = this.#walk
    this.wasRead = false
    if (steps >= iterations) return true
    if (steps % this.#every !== 0) return false
    this.wasRead = true
    this.spent = now() - this.#started
    return this.spent >= seconds || stop()
  }

  /** Share of the time that is spent. If the budget is a number of steps, time counts only in its second half. */
  share(): number {
    const part = this.spent / this.#clock.seconds
    return Number.isFinite(this.#clock.iterations) ? Math.max(0, 2 * part - 1) : part
  }
}
