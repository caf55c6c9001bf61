// Solves on worker threads, off the event loop: owners take turns, idle threads join a large solve, and a thread that
// dies fails only its own solve.
import { availableParallelism } from 'node:os'
import { SolverBusy } from '../app/ports.ts'
import type { Problem } from '../engine/problem.ts'
import type { Solution } from '../engine/solution.ts'
import { defaultSeconds } from '../engine/solve.ts'
import type { PoolProgress, PoolSolveOptions } from './solver-messages.ts'
import { type Member, solveAsTeam } from './solver-team.ts'
import { SolverThread } from './solver-thread.ts'

export interface SolverPool {
  /**
   * Solves for `owner`; owners with solves waiting take turns. Rejects with `InvalidProblem` for a problem that
   * contradicts itself, with `SolverBusy` when too many wait, of all or of this owner, with the signal's reason when
   * aborted.
   */
  solve(owner: string, problem: Problem, options?: SolveCall): Promise<Solution>
  /** Ends every thread; what still runs or waits is rejected. */
  close(): Promise<void>
}

export interface SolveCall extends PoolSolveOptions {
  signal?: AbortSignal
  onProgress?: (progress: PoolProgress) => void
}

export interface PoolOptions {
  /** Threads, one core each; as many as there are cores when absent. */
  threads?: number
  /** Solves that may wait, and of one owner: nobody fills the queue for the others. */
  maxWaiting?: number
  maxWaitingEach?: number
  /** Budgets in processor seconds of each thread instead of the clock's: for one solve at a time on a busy machine. */
  cpuTime?: boolean
  /** Told of every solve that ran. */
  onRun?: (outcome: 'solved' | 'failed', waitedSeconds: number, seconds: number) => void
}

interface Job {
  id: number
  owner: string
  problem: Problem
  call: SolveCall
  cancelled: SharedArrayBuffer
  settle: (outcome: Solution | Error) => void
  askedAt: number
}

/** From so many stops on, threads that are idle join a solve. */
const TEAM_STOPS = 100
/** Beyond its budget a solve may take this long to write its answer before its thread is taken for stuck. */
const GRACE_SECONDS = 20
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
  const waiting = new Map<string, Job[]>()
  const lastTurn = new Map<string, number>()
  let nextId = 1
  let closed = false

  const take = (): SolverThread | null => {
    const thread = idle.pop() ?? (busy.size < threads ? new SolverThread(cpuTime) : null)
    if (thread !== null) busy.add(thread)
    return thread
  }

  const release = (thread: SolverThread) => {
    if (!busy.delete(thread)) return
    if (thread.dead || closed) return
    thread.rest()
    idle.push(thread)
  }

  const dispatch = () => {
    while (waiting.size > 0 && !closed) {
      const lead = take()
      if (lead === null) return
      const job = takeTurn(waiting, lastTurn)
      const team = [lead]
      if (joins(job)) {
        while (waiting.size === 0) {
          const more = take()
          if (more === null) break
          team.push(more)
        }
      }
      void run(job, team)
    }
  }

  const run = async (job: Job, team: SolverThread[]) => {
    const { seconds, iterations = Infinity, seed = 1 } = job.call
    const budget = seconds ?? (iterations < Infinity ? Infinity : defaultSeconds(job.problem.stops.length))
    const flag = new Int32Array(job.cancelled)
    const startedAt = performance.now()
    const ran = (outcome: 'solved' | 'failed') =>
      onRun?.(outcome, (startedAt - job.askedAt) / 1000, (performance.now() - startedAt) / 1000)
    const endAll = () => void Promise.all(team.map((each) => each.end()))
    const stuck = budget < Infinity && !cpuTime ? setTimeout(endAll, (budget + GRACE_SECONDS) * 1000) : null
    try {
      const members = team.map((thread) =>
        thread.member(job.id, job.cancelled, (progress) => job.call.onProgress?.(progress)),
      )
      const solution = await solveAsTeam({
        problem: job.problem,
        seconds: budget,
        iterations,
        seed,
        members: () => giveBack(team, members, waiting.size > 0, release, dispatch),
        cancelled: () => Atomics.load(flag, 0) !== 0,
        now: cpuTime ? () => processSeconds() / team.length : () => performance.now() / 1000,
        onProgress: (progress) => job.call.onProgress?.(progress),
      })
      ran('solved')
      job.settle(solution)
    } catch (error) {
      // Whatever a sibling still runs is worth nothing now.
      Atomics.store(flag, 0, 1)
      ran('failed')
      job.settle(error instanceof Error ? error : new Error(String(error)))
    } finally {
      if (stuck !== null) clearTimeout(stuck)
      await Promise.all(team.map((thread) => thread.settled()))
      for (const thread of team) release(thread)
      dispatch()
    }
  }

  return {
    solve(owner, problem, call = {}) {
      const { promise, resolve, reject } = Promise.withResolvers<Solution>()
      const { signal } = call
      if (closed) return Promise.reject(new Error('the solver pool is closed'))
      if (signal?.aborted) return Promise.reject(abortError(signal))
      const own = waiting.get(owner) ?? []
      const all = [...waiting.values()].reduce((sum, jobs) => sum + jobs.length, 0)
      if (own.length >= maxWaitingEach || all >= maxWaiting)
        return Promise.reject(new SolverBusy('too many solves are waiting'))
      const cancelled = new SharedArrayBuffer(4)
      const settle = (outcome: Solution | Error) => {
        signal?.removeEventListener('abort', abort)
        if (signal?.aborted) reject(abortError(signal))
        else if (outcome instanceof Error) reject(outcome)
        else resolve(outcome)
      }
      const job: Job = { id: nextId++, owner, problem, call, cancelled, settle, askedAt: performance.now() }
      const abort = () => {
        Atomics.store(new Int32Array(cancelled), 0, 1)
        if (drop(waiting, job)) settle(abortError(signal!))
      }
      signal?.addEventListener('abort', abort)
      waiting.set(owner, [...own, job])
      dispatch()
      return promise
    },
    async close() {
      closed = true
      const left = [...waiting.values()].flat()
      waiting.clear()
      for (const job of left) job.settle(new Error('the solver pool is closed'))
      await Promise.all([...idle, ...busy].map((thread) => thread.end()))
    },
  }
}

function processSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** A solve worth several threads: large, and on a budget of time (a fixed number of steps must give one answer). */
function joins({ problem, call }: Job): boolean {
  return problem.stops.length >= TEAM_STOPS && call.iterations === undefined
}

/** When other solves wait, a team goes on with its first thread alone. */
function giveBack(
  team: SolverThread[],
  members: Member[],
  wanted: boolean,
  release: (thread: SolverThread) => void,
  dispatch: () => void,
): readonly Member[] {
  if (!wanted || team.length === 1) return members
  members.length = 1
  for (const thread of team.splice(1)) release(thread)
  dispatch()
  return members
}

/** The oldest solve of the owner whose last turn is longest ago. */
function takeTurn(waiting: Map<string, Job[]>, lastTurn: Map<string, number>): Job {
  const owners = [...waiting.keys()]
  const owner = owners.reduce((a, b) => ((lastTurn.get(b) ?? 0) < (lastTurn.get(a) ?? 0) ? b : a))
  const [job, ...rest] = waiting.get(owner)!
  if (rest.length > 0) waiting.set(owner, rest)
  else waiting.delete(owner)
  if (lastTurn.size > REMEMBERED_OWNERS) lastTurn.clear()
  lastTurn.set(owner, job!.id)
  return job!
}

function drop(waiting: Map<string, Job[]>, job: Job): boolean {
  const jobs = waiting.get(job.owner)
  if (jobs === undefined || !jobs.includes(job)) return false
  const rest = jobs.filter((each) => each !== job)
  if (rest.length > 0) waiting.set(job.owner, rest)
  else waiting.delete(job.owner)
  return true
}

function abortError(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('the solve was cancelled')
}
