// Solves on worker threads, off the event loop: owners share them in time slices, idle threads join a large solve, and
// a thread that dies fails only its own solve.
import { availableParallelism } from 'node:os'
import { SolverBusy } from '../../app/ports/solver.ts'
import type { Problem } from '../../engine/problem.ts'
import type { Solution } from '../../engine/solution.ts'
import { secondsNow, type SolveCall, SolverJob } from './solver-job.ts'
import { inTurn, isShort, mostMembers, preemptedBy, SLICE_SECONDS } from './solver-schedule.ts'
import { type Member, membersOf, retrace, solveAsTeam } from './solver-team.ts'
import { SolverThread } from './solver-thread.ts'

export interface SolverPool {
  /**
   * Solves for `owner`. Rejects with `InvalidProblem` for a problem that contradicts itself, with `SolverBusy` when too
   * many wait, of all or of this owner, with the signal's reason when aborted.
   */
  solve(owner: string, problem: Problem, options?: SolveCall): Promise<Solution>
  /** Ends every thread; what still runs or waits is rejected. */
  close(): Promise<void>
}

export interface PoolOptions {
  /** Threads that search at a time, one core each; as many as there are cores when absent. */
  threads?: number
  /** Solves that may wait, and of one owner: nobody fills the queue for the others. */
  maxWaiting?: number
  maxWaitingEach?: number
  /** Budgets in processor seconds of each thread instead of the clock's: for one solve at a time on a busy machine. */
  cpuTime?: boolean
  /** Told of every solve that ran. */
  onRun?: (outcome: 'solved' | 'failed', waitedSeconds: number, seconds: number) => void
}

/** From so many stops on, threads that are idle join a solve. */
const TEAM_STOPS = 100
/** Long solves begun beyond those that run: each holds on to its thread, and the thread to its memory. */
const MOST_PREEMPTED = 4
const REMEMBERED_OWNERS = 1000

export function createSolverPool({
  threads = availableParallelism(),
  maxWaiting = 200,
  maxWaitingEach = 20,
  cpuTime = false,
  onRun,
}: PoolOptions = {}): SolverPool {
  const idle: SolverThread[] = []
  const busy = new Set<SolverThread>()
  /** Not begun, or preempted. */
  const ready = new Set<SolverJob>()
  const running = new Set<SolverJob>()
  /** Threads on their way back from a team. */
  const returning = new Set<SolverThread>()
  const lastTurn = new Map<string, number>()
  let turns = 0
  let sliceEnd: NodeJS.Timeout | undefined
  let closed = false

  const searching = (): number => returning.size + [...running].reduce((sum, { team }) => sum + team.length, 0)

  const take = (): SolverThread => {
    const thread = idle.pop() ?? new SolverThread(cpuTime)
    busy.add(thread)
    thread.go()
    return thread
  }

  const release = (thread: SolverThread): void => {
    if (!busy.delete(thread) || thread.dead || closed) return
    if (idle.length >= threads) void thread.end()
    else {
      thread.rest()
      idle.push(thread)
    }
  }

  /** Those begun, and those that may begin: long ones leave room for short ones, and an owner for the others. */
  const eligible = (): SolverJob[] => {
    const begun = [...ready, ...running].filter(({ started }) => started)
    const longRoom = threads + MOST_PREEMPTED - begun.filter((job) => !isShort(job)).length
    const room = 2 * threads + MOST_PREEMPTED - begun.length
    const ownRoom = (owner: string): number => 2 * threads - begun.filter((job) => job.owner === owner).length
    const mayBegin = (job: SolverJob): boolean => Math.min(room, ownRoom(job.owner), isShort(job) ? room : longRoom) > 0
    return [...ready].filter((job) => job.started || mayBegin(job))
  }

  const dispatch = (): void => {
    clearTimeout(sliceEnd)
    if (closed) return
    let soonest = Infinity
    for (const job of inTurn(eligible(), [...running], (owner) => lastTurn.get(owner) ?? 0)) {
      const seconds = makeRoom(job)
      if (seconds <= 0) {
        start(job)
        return dispatch()
      }
      soonest = Math.min(soonest, seconds)
    }
    if (soonest < Infinity) sliceEnd = setTimeout(dispatch, soonest * 1000)
  }

  const start = (job: SolverJob): void => {
    if (lastTurn.size > REMEMBERED_OWNERS) lastTurn.clear()
    lastTurn.set(job.owner, ++turns)
    ready.delete(job)
    running.add(job)
    if (job.started) job.resume()
    else void run(job)
  }

  /** Seconds until there is a thread for it: none once there is, Infinity until some solve or some helper is done. */
  const makeRoom = (next: SolverJob): number => {
    if (searching() < threads) return 0
    if (returning.size > 0 || [...running].some(giveBackHelp)) return Infinity
    const job = preemptedBy(next, [...running])
    if (job === null) return Infinity
    const left = job.since + SLICE_SECONDS - secondsNow()
    if (left > 0) return left
    job.preempt()
    running.delete(job)
    ready.add(job)
    return 0
  }

  /** A team goes on with its first thread alone; what the others found until now still counts. */
  const giveBackHelp = ({ team, call }: SolverJob): boolean => {
    if (call.course) return false
    const helpers = team.splice(1)
    for (const thread of helpers) {
      returning.add(thread)
      thread.stop()
      void thread.settled().then(() => {
        returning.delete(thread)
        release(thread)
        dispatch()
      })
    }
    return helpers.length > 0
  }

  const run = async (job: SolverJob): Promise<void> => {
    const { iterations = Infinity, seed = 1, onProgress = () => {}, course, onCourse } = job.call
    const { team } = job
    team.push(take())
    if (course) while (team.length < membersOf(course).length) team.push(take())
    else if (joins(job)) {
      const most = mostMembers(job.problem)
      while (ready.size === 0 && searching() < threads && team.length < most) team.push(take())
    }
    job.start()
    const members = (): Member[] => team.map((thread) => thread.member(onProgress))
    const search = async (): Promise<Solution> => {
      if (course) return retrace(job.problem, course, members())
      const found = await solveAsTeam({
        problem: job.problem,
        seconds: job.budget,
        iterations,
        seed,
        members,
        cancelled: () => job.cancelled,
        now: cpuTime ? () => processSeconds() / team.length : () => job.now(),
        onProgress,
      })
      onCourse?.(found.course)
      return found.solution
    }
    const outcome = await search().catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    )
    job.end()
    // Whatever a helper still runs is worth nothing now.
    job.stop()
    await Promise.all(team.map((thread) => thread.settled()))
    running.delete(job)
    ready.delete(job)
    for (const thread of team) release(thread)
    onRun?.(outcome instanceof Error ? 'failed' : 'solved', secondsNow() - job.askedAt - job.ran(), job.ran())
    job.settle(outcome)
    dispatch()
  }

  const cancel = (job: SolverJob, reason: Error): void => {
    job.cancelled = true
    const waited = ready.delete(job)
    if (waited && !job.started) return job.settle(reason)
    if (waited) {
      running.add(job)
      job.resume()
    }
    job.stop()
  }

  return {
    solve(owner, problem, call = {}) {
      const { promise, resolve, reject } = Promise.withResolvers<Solution>()
      const { signal } = call
      if (closed) return Promise.reject(new Error('the solver pool is closed'))
      if (signal?.aborted) return Promise.reject(abortError(signal))
      const own = [...ready].filter((job) => job.owner === owner)
      if (own.length >= maxWaitingEach || ready.size >= maxWaiting)
        return Promise.reject(new SolverBusy('too many solves are waiting'))
      const settle = (outcome: Solution | Error): void => {
        signal?.removeEventListener('abort', abort)
        if (signal?.aborted) reject(abortError(signal))
        else if (outcome instanceof Error) reject(outcome)
        else resolve(outcome)
      }
      const job = new SolverJob(owner, problem, call, settle)
      const abort = (): void => cancel(job, abortError(signal!))
      signal?.addEventListener('abort', abort)
      ready.add(job)
      dispatch()
      return promise
    },
    async close() {
      closed = true
      clearTimeout(sliceEnd)
      for (const job of ready) if (!job.started) job.settle(new Error('the solver pool is closed'))
      ready.clear()
      await Promise.all([...idle, ...busy].map((thread) => thread.end()))
    },
  }
}

function processSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** A solve worth several threads: large, and on a budget of time (a fixed number of steps must give one answer). */
function joins({ problem, call }: SolverJob): boolean {
  return problem.stops.length >= TEAM_STOPS && call.iterations === undefined
}

function abortError(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('the solve was cancelled')
}
