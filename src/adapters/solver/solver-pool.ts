// Solves on worker threads, off the event loop. Owners share the threads in time slices, idle threads join a large
// solve, and a thread that dies fails only its own solve.
import { availableParallelism } from 'node:os'
import { SolverBusy } from '../../app/ports/solver.ts'
import type { Problem } from '../../engine/problem.ts'
import type { Solution } from '../../engine/solution.ts'
import { secondsNow, type SolveCall, SolverJob } from './solver-job.ts'
import { inFairOrder, isShort, mostMembers, preemptedBy, SLICE_SECONDS } from './solver-schedule.ts'
import { type Member, membersOf, replaySearch, solveAsTeam } from './solver-team.ts'
import { SolverThread } from './solver-thread.ts'

export interface SolverPool {
  /**
   * Solves for `owner`. Rejects with `InvalidProblem` if the problem contradicts itself, with `SolverBusy` if too many
   * solves wait (in total or of this owner), and with the signal's reason if aborted.
   */
  solve(owner: string, problem: Problem, options?: SolveCall): Promise<Solution>
  /** Ends every thread. Rejects all running and waiting solves. */
  close(): Promise<void>
}

export interface PoolOptions {
  /** Number of threads that search at the same time, one core each. Default: the number of cores. */
  threads?: number
  /** Maximum number of waiting solves, in total and per owner, so that no owner fills the queue. */
  maxWaiting?: number
  maxWaitingEach?: number
  /**
   * Whether budgets are processor seconds of each thread instead of clock time. Useful if a single solve runs on a busy
   * machine.
   */
  cpuTime?: boolean
  /** Called after every solve that ran, with the seconds it waited and ran. */
  onRun?: (outcome: 'solved' | 'failed', waitedSeconds: number, seconds: number) => void
}

/** Minimum number of stops from which idle threads join a solve. */
const TEAM_STOPS = 100
/**
 * Maximum number of long solves that are paused in favor of others. A paused solve keeps its thread and the memory of
 * that thread.
 */
const MAX_PREEMPTED = 4
const REMEMBERED_OWNERS = 1000

/** Creates a pool. Its threads start when they are first needed. */
export const createSolverPool = (options: PoolOptions = {}): SolverPool => new Pool(options)

/** The threads: idle, busy, and returning from a team. */
class Threads {
  readonly #idle: SolverThread[] = []
  readonly #busy = new Set<SolverThread>()
  readonly #returning = new Set<SolverThread>()
  readonly #most: number
  readonly #cpuTime: boolean
  #closed = false

  constructor(most: number, cpuTime: boolean) {
    this.#most = most
    this.#cpuTime = cpuTime
  }

  get returning(): number {
    return this.#returning.size
  }

  take(): SolverThread {
    const thread = this.#idle.pop() ?? new SolverThread(this.#cpuTime)
    this.#busy.add(thread)
    thread.go()
    return thread
  }

  release(thread: SolverThread): void {
    if (!this.#busy.delete(thread) || thread.dead || this.#closed) return
    if (this.#idle.length >= this.#most) void thread.end()
    else {
      thread.rest()
      this.#idle.push(thread)
    }
  }

  /** Stops the thread's work for a team, and resolves once the thread is released. */
  async giveBack(thread: SolverThread): Promise<void> {
    this.#returning.add(thread)
    thread.stop()
    await thread.settled()
    this.#returning.delete(thread)
    this.release(thread)
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#idle, ...this.#busy].map((thread) => thread.end()))
  }
}

class Pool implements SolverPool {
  readonly #options: Required<Omit<PoolOptions, 'onRun'>> & Pick<PoolOptions, 'onRun'>
  readonly #threads: Threads
  /** Solves that haven't begun or are preempted. */
  readonly #ready = new Set<SolverJob>()
  readonly #running = new Set<SolverJob>()
  readonly #lastTurn = new Map<string, number>()
  #turns = 0
  #sliceEnd: NodeJS.Timeout | undefined
  #closed = false

  constructor({
    threads = availableParallelism(),
    maxWaiting = 200,
    maxWaitingEach = 20,
    cpuTime = false,
    onRun,
  }: PoolOptions) {
    this.#options = { threads, maxWaiting, maxWaitingEach, cpuTime, onRun }
    this.#threads = new Threads(threads, cpuTime)
  }

  solve(owner: string, problem: Problem, call: SolveCall = {}): Promise<Solution> {
    const { maxWaiting, maxWaitingEach } = this.#options
    const { promise, resolve, reject } = Promise.withResolvers<Solution>()
    const { signal, stop } = call
    if (this.#closed) return Promise.reject(new Error('the solver pool is closed'))
    if (signal?.aborted) return Promise.reject(abortError(signal))
    const own = [...this.#ready].filter((job) => job.owner === owner)
    if (own.length >= maxWaitingEach || this.#ready.size >= maxWaiting)
      return Promise.reject(new SolverBusy('too many solves are waiting'))
    const settle = (outcome: Solution | Error): void => {
      signal?.removeEventListener('abort', abort)
      stop?.removeEventListener('abort', stopSearch)
      if (signal?.aborted) reject(abortError(signal))
      else if (outcome instanceof Error) reject(outcome)
      else resolve(outcome)
    }
    const job = new SolverJob(owner, problem, call, settle)
    const abort = (): void => this.#cancel(job, abortError(signal!))
    const stopSearch = (): void => this.#stop(job)
    signal?.addEventListener('abort', abort)
    stop?.addEventListener('abort', stopSearch)
    if (stop?.aborted) job.stop()
    this.#ready.add(job)
    this.#dispatch()
    return promise
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#sliceEnd)
    for (const job of this.#ready) if (!job.started) job.settle(new Error('the solver pool is closed'))
    this.#ready.clear()
    await this.#threads.close()
  }

  #searching(): number {
    return this.#threads.returning + [...this.#running].reduce((sum, { team }) => sum + team.length, 0)
  }

  /**
   * Waiting solves that have begun or may begin. Long solves leave room for short ones, and an owner for other owners.
   */
  #eligible(): SolverJob[] {
    const { threads } = this.#options
    const begun = [...this.#ready, ...this.#running].filter(({ started }) => started)
    const longRoom = threads + MAX_PREEMPTED - begun.filter((job) => !isShort(job)).length
    const room = 2 * threads + MAX_PREEMPTED - begun.length
    const ownRoom = (owner: string): number => 2 * threads - begun.filter((job) => job.owner === owner).length
    const mayBegin = (job: SolverJob): boolean => Math.min(room, ownRoom(job.owner), isShort(job) ? room : longRoom) > 0
    return [...this.#ready].filter((job) => job.started || mayBegin(job))
  }

  #dispatch(): void {
    clearTimeout(this.#sliceEnd)
    if (this.#closed) return
    let soonest = Infinity
    for (const job of inFairOrder(this.#eligible(), [...this.#running], (owner) => this.#lastTurn.get(owner) ?? 0)) {
      const seconds = this.#makeRoom(job)
      if (seconds <= 0) {
        this.#start(job)
        return this.#dispatch()
      }
      soonest = Math.min(soonest, seconds)
    }
    if (soonest < Infinity) this.#sliceEnd = setTimeout(() => this.#dispatch(), soonest * 1000)
  }

  #start(job: SolverJob): void {
    if (this.#lastTurn.size > REMEMBERED_OWNERS) this.#lastTurn.clear()
    this.#lastTurn.set(job.owner, ++this.#turns)
    this.#ready.delete(job)
    this.#running.add(job)
    if (job.started) job.resume()
    else void this.#run(job)
  }

  /**
   * Returns the seconds until a thread is free for the solve: 0 if one is, Infinity until another solve or a helper
   * ends.
   */
  #makeRoom(next: SolverJob): number {
    if (this.#searching() < this.#options.threads) return 0
    if (this.#threads.returning > 0 || [...this.#running].some((job) => this.#giveBackHelp(job))) return Infinity
    const job = preemptedBy(next, [...this.#running])
    if (job === null) return Infinity
    const left = job.since + SLICE_SECONDS - secondsNow()
    if (left > 0) return left
    job.preempt()
    this.#running.delete(job)
    this.#ready.add(job)
    return 0
  }

  /**
   * Takes the helpers back, so that the team continues with its first thread. The results of the helpers so far still
   * count.
   */
  #giveBackHelp({ team, call }: SolverJob): boolean {
    if (call.course) return false
    const helpers = team.splice(1)
    for (const thread of helpers) void this.#threads.giveBack(thread).then(() => this.#dispatch())
    return helpers.length > 0
  }

  async #run(job: SolverJob): Promise<void> {
    this.#gather(job)
    job.start()
    const outcome = await this.#search(job).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    )
    job.end()
    // Results of helpers that still run are not needed any more.
    job.stop()
    await Promise.all(job.team.map((thread) => thread.settled()))
    this.#running.delete(job)
    this.#ready.delete(job)
    for (const thread of job.team) this.#threads.release(thread)
    const failed = outcome instanceof Error
    this.#options.onRun?.(failed ? 'failed' : 'solved', secondsNow() - job.askedAt - job.ran(), job.ran())
    job.settle(outcome)
    this.#dispatch()
  }

  #gather({ team, problem, call }: SolverJob): void {
    const join = (): unknown => team.push(this.#threads.take())
    join()
    if (call.course) while (team.length < membersOf(call.course).length) join()
    else if (mayUseTeam(problem, call)) {
      const most = mostMembers(problem)
      while (this.#ready.size === 0 && this.#searching() < this.#options.threads && team.length < most) join()
    }
  }

  async #search(job: SolverJob): Promise<Solution> {
    const { iterations = Infinity, seed = 1, onProgress = () => {}, course, onCourse } = job.call
    const { team } = job
    const members = (): Member[] => team.map((thread) => thread.member(onProgress))
    if (course) return replaySearch(job.problem, course, members())
    const found = await solveAsTeam({
      problem: job.problem,
      seconds: job.budget,
      iterations,
      seed,
      members,
      stopped: () => job.stopped,
      now: this.#options.cpuTime ? () => processSeconds() / team.length : () => job.now(),
      onProgress,
    })
    onCourse?.(found.course)
    return found.solution
  }

  #cancel(job: SolverJob, reason: Error): void {
    if (!job.started && this.#ready.delete(job)) job.settle(reason)
    else this.#stop(job)
  }

  /** Ends the search of a solve. A preempted solve resumes for it, and a waiting one counts as short from now on. */
  #stop(job: SolverJob): void {
    job.stop()
    if (!job.started) return this.#dispatch()
    if (!this.#ready.delete(job)) return
    this.#running.add(job)
    job.resume()
  }
}

function processSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/**
 * Returns whether several threads may solve it: it is large, and its budget is time. A fixed number of steps must give
 * one result.
 */
function mayUseTeam(problem: Problem, call: SolveCall): boolean {
  return problem.stops.length >= TEAM_STOPS && call.iterations === undefined
}

function abortError(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('the solve was canceled')
}
