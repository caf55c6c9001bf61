// One solve in the pool: waiting, running on its threads, or preempted, which pauses its clock with it.
import type { Course } from '../../engine/course.ts'
import type { Problem } from '../../engine/problem.ts'
import type { Solution } from '../../engine/solution.ts'
import { budgetSeconds, expectedSeconds } from '../../engine/solve.ts'
import type { PoolProgress, PoolSolveOptions } from './solver-messages.ts'
import type { Job } from './solver-schedule.ts'
import type { SolverThread } from './solver-thread.ts'

export interface SolveCall extends PoolSolveOptions {
  signal?: AbortSignal
  onProgress?: (progress: PoolProgress) => void
  /** Hears on which course the answer was found. */
  onCourse?: (course: Course) => void
}

/**
 * Beyond its budget a solve may take this long to begin and to write its answer before its thread is taken for stuck: on a
 * machine with far more to do than it has cores, a large one takes tens of seconds.
 */
const GRACE_SECONDS = 60

export const secondsNow = (): number => performance.now() / 1000

export class SolverJob implements Job {
  readonly askedAt = secondsNow()
  /** Seconds it may search; Infinity where steps are its budget. */
  readonly budget: number
  since = this.askedAt
  startedAt: number | null = null
  cancelled = false
  /** The first leads; the others joined it while they were idle. */
  readonly team: SolverThread[] = []
  readonly owner: string
  readonly problem: Problem
  readonly call: SolveCall
  readonly settle: (outcome: Solution | Error) => void
  readonly #expected: number
  #pausedAt: number | null = null
  #pausedFor = 0
  #stuck: NodeJS.Timeout | undefined

  constructor(owner: string, problem: Problem, call: SolveCall, settle: (outcome: Solution | Error) => void) {
    this.owner = owner
    this.problem = problem
    this.call = call
    this.settle = settle
    this.budget = budgetSeconds(problem.stops.length, call)
    this.#expected = expectedSeconds(problem.stops.length, call)
  }

  get started(): boolean {
    return this.startedAt !== null
  }

  /** A clock that stands still while the solve does. */
  now(): number {
    return (this.#pausedAt ?? secondsNow()) - this.#pausedFor
  }

  ran(): number {
    return this.startedAt === null ? 0 : this.now() - this.startedAt
  }

  /** One that takes more time for its steps than expected is taken to need as long again. */
  left(): number {
    const ran = this.ran()
    if (ran < this.#expected) return this.#expected - ran
    return Math.max(0, Math.min(ran, this.budget - ran))
  }

  start(): void {
    this.startedAt = this.since = secondsNow()
    this.#watch()
  }

  preempt(): void {
    clearTimeout(this.#stuck)
    this.#pausedAt = secondsNow()
    for (const thread of this.team) thread.pause()
  }

  resume(): void {
    const now = secondsNow()
    this.#pausedFor += now - (this.#pausedAt ?? now)
    this.#pausedAt = null
    this.since = now
    for (const thread of this.team) thread.go()
    this.#watch()
  }

  /** What it found until now is its answer. */
  stop(): void {
    for (const thread of this.team) thread.stop()
  }

  end(): void {
    clearTimeout(this.#stuck)
  }

  /** A thread that never answers is ended, and the solve with it. */
  #watch(): void {
    clearTimeout(this.#stuck)
    const seconds = this.budget + GRACE_SECONDS - this.ran()
    if (seconds < Infinity) this.#stuck = setTimeout(() => this.team.forEach((each) => void each.end()), seconds * 1000)
  }
}
