// One worker thread of the solver pool. Sends it one request at a time and detects its death.
import { Worker } from 'node:worker_threads'
import { SolverLost } from '../../app/ports/solver.ts'
import { InvalidProblem } from '../../engine/validate.ts'
import { CONTROL, type FromWorker, type PoolProgress, type SolverThreadData, type ToWorker } from './solver-messages.ts'
import type { Member } from './solver-team.ts'

/** Heap limit in MB. The matrices are outside the heap. */
const HEAP_MB = 1024

interface SolveRequest {
  resolve: (message: FromWorker) => void
  reject: (error: Error) => void
}

export class SolverThread {
  dead = false
  readonly #worker: Worker
  #asked: SolveRequest | null = null
  #onProgress: (progress: PoolProgress) => void = () => {}

  readonly #control = new Int32Array(new SharedArrayBuffer(4))

  /** `cpuTime`: budgets are seconds of the thread's own processor time. */
  constructor(cpuTime: boolean) {
    this.#worker = new Worker(new URL('solver-worker.ts', import.meta.url), {
      workerData: { cpuTime, control: this.#control } satisfies SolverThreadData,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    this.#worker.on('message', (message: FromWorker) => this.#receive(message))
    this.#worker.on('error', (error) => this.#lose(lossOf(error)))
    this.#worker.on('exit', () => this.#lose(new SolverLost('the solver thread ended')))
  }

  /** Returns this thread as a member of a solve's team. */
  member(onProgress: (progress: PoolProgress) => void): Member {
    this.#worker.ref()
    this.#onProgress = onProgress
    return {
      open: async (problem, seed) => void (await this.#ask({ type: 'open', problem, seed })),
      run: async (run) => {
        const reply = await this.#ask({ type: 'run', ...run })
        if (reply.type !== 'ran') throw new Error(`the solver thread answered ${reply.type} to run`)
        return { ...reply.ran, readings: reply.readings }
      },
      answer: async (routes, iterations) => {
        const reply = await this.#ask({ type: 'answer', routes, iterations })
        if (reply.type !== 'solved') throw new Error(`the solver thread answered ${reply.type} to answer`)
        return reply.solution
      },
    }
  }

  /** Lets the search run or continue. */
  go(): void {
    this.#tell(CONTROL.go)
  }

  /** Pauses the search, which keeps its state until `go` or `stop`. */
  pause(): void {
    this.#tell(CONTROL.pause)
  }

  /** Ends the search with its best result so far. */
  stop(): void {
    this.#tell(CONTROL.stop)
  }

  #tell(what: number): void {
    Atomics.store(this.#control, 0, what)
    Atomics.notify(this.#control, 0)
  }

  /** Resolves when no request is pending. */
  async settled(): Promise<void> {
    while (this.#asked !== null) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const asked: SolveRequest = this.#asked
      this.#asked = {
        resolve: (message) => {
          asked.resolve(message)
          resolve()
        },
        reject: (error) => {
          asked.reject(error)
          resolve()
        },
      }
      await promise
    }
  }

  /** Marks the thread as idle, so that it doesn't keep the process alive. */
  rest(): void {
    this.#onProgress = () => {}
    this.#worker.unref()
  }

  async end(): Promise<void> {
    this.stop()
    this.#worker.ref()
    await this.#worker.terminate()
  }

  #ask(message: ToWorker): Promise<FromWorker> {
    if (this.dead) return Promise.reject(new SolverLost('the solver thread ended'))
    const { promise, resolve, reject } = Promise.withResolvers<FromWorker>()
    this.#asked = { resolve, reject }
    this.#worker.postMessage(message, [])
    return promise
  }

  #receive(message: FromWorker): void {
    if (message.type === 'progress') {
      this.#onProgress(message.progress)
      return
    }
    const asked = this.#asked
    this.#asked = null
    if (message.type === 'failed') asked?.reject(failure(message.message, message.fields))
    else asked?.resolve(message)
  }

  #lose(error: Error): void {
    this.dead = true
    const asked = this.#asked
    this.#asked = null
    asked?.reject(error)
  }
}

function failure(message: string, fields: readonly string[] | null): Error {
  return fields === null ? new Error(message) : new InvalidProblem(message, fields)
}

/** Running out of memory is not a bug, so it becomes `SolverLost`. */
function lossOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  const isWant = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isWant ? new SolverLost('the solver thread ran out of memory', { cause: error }) : error
}
