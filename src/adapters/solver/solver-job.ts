// One solve in the pool: waiting, running on its threads, or preempted. Its clock stops while it is preempted.
import type { SearchTrace } from '../../engine/search-trace.ts'
import type { Problem } from '../../engine/problem.ts'
import type { Solution } from '../../engine/solution.ts'
import { budgetSeconds, expectedSeconds } from '../../engine/solve.ts'
import type { PoolProgress, PoolSolveOptions } from './solver-messages.ts'
import type { Job } from './solver-schedule.ts'
import type { SolverThread } from './solver-thread.ts'

export interface SolveCall extends PoolSolveOptions {
  signal?: AbortSignal
  stop?: AbortSignal
  onProgress?: (progress: PoolProgress) => void
  /** Receives the course that led to the solution. */
  onCourse?: (course: SearchTrace) => void
}

/**
 * Seconds beyond its budget that a solve may take to begin and to write its solution before its thread counts as stuck.
 * On an overloaded machine, a large solve takes tens of seconds for it.
 */
const GRACE_SECONDS = 60

export const secondsNow = (): number => performance.now() / 1000

export class SolverJob implements Job {
  readonly askedAt = secondsNow()
  /** Maximum seconds of search. Infinity if the budget is a number of steps. */
  readonly budget: number
  since = this.askedAt
  startedAt: number | null = null
  /** Whether the search has to end. */
  stopped = false
  /** The first thread leads. The other threads joined while they were idle. */
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

  /** Clock in seconds that stops while the solve is preempted. */
  now(): number {
    return (this.#pausedAt ?? secondsNow()) - this.#pausedFor
  }

  ran(): number {
    return this.startedAt === null ? 0 : this.now() - this.startedAt
  }

  /** Expected remaining seconds. A solve that exceeds its expected time is expected to need the same time again. */
  left(): number {
    if (this.stopped) return 0
    const ran = this.ran()
    if (ran < this.#expected) return this.#expected - ran
    return Math.max(0, Math.min(ran, this.budget - ran))
  }

  start(): void {
    this.startedAt = this.since = secondsNow()
    if (this.stopped) this.stop()
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
    if (this.stopped) this.stop()
    else for (const thread of this.team) thread.go()
    this.#watch()
  }

  /**
   * Ends the search. The best plan so far becomes the solution. A search that has not begun ends with its first plan.
   */
  stop(): void {
    this.stopped = true
    for (const thread of this.team) thread.stop()
  }

  end(): void {
    clearTimeout(this.#stuck)
  }

  /** Ends the threads, and thereby the solve, if the solve doesn't finish within its budget and the grace period. */
  #watch(): void {
    clearTimeout(this.#stuck)
    const seconds = this.budget + GRACE_SECONDS - this.ran()
    if (seconds < Infinity) this.#stuck = setTimeout(() => this.team.forEach((each) => void each.end()), seconds * 1000)
  }
}
