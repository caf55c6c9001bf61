// Solves on worker threads, off the event loop: owners take turns, and a thread that dies fails only its own solve.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { SolverBusy } from '../app/ports.ts'
import type { Problem } from '../engine/problem.ts'
import type { Solution } from '../engine/solution.ts'
import { defaultSeconds } from '../engine/solve.ts'
import { InvalidProblem } from '../engine/validate.ts'
import type { FromWorker, PoolProgress, PoolSolveOptions, ToWorker } from './solver-messages.ts'

export interface SolverPool {
  /**
   * Solves for `owner`; owners with solves waiting take turns. Rejects with `InvalidProblem` for a problem that
   * contradicts itself, with `SolverBusy` when too many wait, with the signal's reason when aborted.
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
  /** Solves that may wait. */
  maxWaiting?: number
}

interface Job {
  id: number
  owner: string
  problem: Problem
  call: SolveCall
  cancelled: SharedArrayBuffer
  settle: (outcome: Solution | Error) => void
}

interface Thread {
  worker: Worker
  job: Job | null
  overdue: NodeJS.Timeout | null
}

/** Beyond its budget a solve may take this long to write its answer before its thread is taken for stuck. */
const GRACE_SECONDS = 20
const HEAP_MB = 1024
const REMEMBERED_OWNERS = 1000

export function createSolverPool({ threads = availableParallelism(), maxWaiting = 200 }: PoolOptions = {}): SolverPool {
  const pool: Thread[] = []
  const waiting = new Map<string, Job[]>()
  const lastTurn = new Map<string, number>()
  let nextId = 1
  let closed = false

  const start = (): Thread => {
    const worker = new Worker(new URL('solver-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    worker.unref()
    const thread: Thread = { worker, job: null, overdue: null }
    worker.on('message', (message: FromWorker) => receive(thread, message))
    worker.on('error', (error) => lose(thread, error))
    worker.on('exit', () => lose(thread, new Error('the solver thread ended')))
    pool.push(thread)
    return thread
  }

  const receive = (thread: Thread, message: FromWorker) => {
    const { job } = thread
    if (job === null || message.job !== job.id) return
    if (message.type === 'progress') {
      job.call.onProgress?.(message.progress)
      return
    }
    finish(thread, message.type === 'solved' ? message.solution : failure(message.message, message.fields))
    dispatch()
  }

  const lose = (thread: Thread, error: Error) => {
    const at = pool.indexOf(thread)
    if (at < 0) return
    pool.splice(at, 1)
    finish(thread, error)
    if (!closed) dispatch()
  }

  const dispatch = () => {
    while (waiting.size > 0) {
      const idle = pool.find((thread) => thread.job === null) ?? (pool.length < threads ? start() : null)
      if (idle === null) return
      run(idle, takeTurn(waiting, lastTurn))
    }
  }

  const run = (thread: Thread, job: Job) => {
    const { seconds, iterations, seed } = job.call
    thread.job = job
    thread.worker.ref()
    const options: PoolSolveOptions = { seconds, iterations, seed }
    thread.worker.postMessage(
      {
        job: job.id,
        problem: job.problem,
        options,
        cancelled: job.cancelled,
      } satisfies ToWorker,
      [],
    )
    if (seconds === undefined && iterations !== undefined) return
    const budget = seconds ?? defaultSeconds(job.problem.stops.length)
    thread.overdue = setTimeout(() => void thread.worker.terminate(), (budget + GRACE_SECONDS) * 1000)
  }

  return {
    solve(owner, problem, call = {}) {
      const { promise, resolve, reject } = Promise.withResolvers<Solution>()
      const { signal } = call
      if (closed) return Promise.reject(new Error('the solver pool is closed'))
      if (signal?.aborted) return Promise.reject(abortError(signal))
      if ([...waiting.values()].reduce((sum, jobs) => sum + jobs.length, 0) >= maxWaiting) {
        return Promise.reject(new SolverBusy('too many solves are waiting'))
      }
      const cancelled = new SharedArrayBuffer(4)
      const settle = (outcome: Solution | Error) => {
        signal?.removeEventListener('abort', abort)
        if (signal?.aborted) reject(abortError(signal))
        else if (outcome instanceof Error) reject(outcome)
        else resolve(outcome)
      }
      const job: Job = { id: nextId++, owner, problem, call, cancelled, settle }
      const abort = () => {
        Atomics.store(new Int32Array(cancelled), 0, 1)
        if (drop(waiting, job)) settle(abortError(signal!))
      }
      signal?.addEventListener('abort', abort)
      waiting.set(owner, [...(waiting.get(owner) ?? []), job])
      dispatch()
      return promise
    },
    async close() {
      closed = true
      const left = [...waiting.values()].flat()
      waiting.clear()
      for (const job of left) job.settle(new Error('the solver pool is closed'))
      await Promise.all(pool.map((thread) => thread.worker.terminate()))
    },
  }
}

function finish(thread: Thread, outcome: Solution | Error): void {
  if (thread.overdue !== null) clearTimeout(thread.overdue)
  thread.worker.unref()
  const { job } = thread
  thread.job = null
  job?.settle(outcome)
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

function failure(message: string, fields: readonly string[] | null): Error {
  return fields === null ? new Error(message) : new InvalidProblem(message, fields)
}
