// A thread that answers queries about roads, one after the other. It starts with the first query.
import { Worker } from 'node:worker_threads'
import type { Point } from '../../domain/orders/order.ts'
import type { Obstacle, RoadVehicle } from '../../domain/planning/road-vehicle.ts'
import { orAborted } from '../or-aborted.ts'
import type { StreetHours } from '../../domain/planning/street-hours.ts'
import type { Drive } from '../../roads/drives.ts'
import type { DriveTable } from '../../roads/ends.ts'

/** A road file in memory that all threads share. */
export interface SharedRoads {
  key: string
  buffer: SharedArrayBuffer
}

export type Question =
  | { kind: 'table'; points: readonly Point[]; vehicle: RoadVehicle }
  /** Like 'table', but reuses the rows of earlier queries with the same name. Runs between other queries. */
  | { kind: 'growing'; name: string; points: readonly Point[]; vehicle: RoadVehicle }
  /** The drive of each leg of a chain, with or without its line. */
  | { kind: 'chain'; points: readonly Point[]; lines: boolean; vehicle: RoadVehicle }
  /** The obstacles of the vehicle on the drives from one location to other locations. */
  | { kind: 'obstacles'; from: Point; to: readonly Point[]; vehicle: RoadVehicle }
  /** The hours at which the vehicle can reach each point. */
  | { kind: 'hours'; points: readonly Point[]; vehicle: RoadVehicle }
  /** The keys of the road files that contain some of the points. */
  | { kind: 'keys'; points: readonly Point[] }

export type Answer<Q extends Question> = Q extends { kind: 'table' | 'growing' }
  ? DriveTable
  : Q extends { kind: 'keys' }
    ? string[]
    : Q extends { kind: 'hours' }
      ? (StreetHours | null)[]
      : Q extends { kind: 'obstacles' }
        ? (Obstacle | null)[]
        : (Drive | null)[]

/** Message to the thread: the road files to use. Road files that were not sent before include their bytes. */
export interface WorkerRequest {
  id: number
  keys: string[]
  opening: SharedRoads[]
  question: Question
}
export type WorkerMessage =
  | { id: number; answer: DriveTable | string[] | (StreetHours | null)[] | (Obstacle | null)[] | (Drive | null)[] }
  | { id: number; fault: string }

interface Waiting {
  resolve: (answer: never) => void
  reject: (error: Error) => void
}

export class RoadThread {
  #worker: Worker | null = null
  #sent = new Set<string>()
  #waiting = new Map<number, Waiting>()
  /** All queries under way, also while their road files are being read. */
  #asked = new Set<Promise<unknown>>()
  #next = 0
  #closed: Error | null = null

  /**
   * Answers a query once the road files are read. Rejects when the signal is aborted, but the reading continues, and the thread
   * still finishes the query.
   */
  async ask<Q extends Question>(
    reading: Promise<readonly SharedRoads[]>,
    question: Q,
    signal: AbortSignal,
  ): Promise<Answer<Q>> {
    const asked = this.#answer(reading, question, signal)
    this.#asked.add(asked)
    return asked.finally(() => this.#asked.delete(asked))
  }

  async #answer<Q extends Question>(
    reading: Promise<readonly SharedRoads[]>,
    question: Q,
    signal: AbortSignal,
  ): Promise<Answer<Q>> {
    const roads = await orAborted(reading, signal)
    if (this.#closed) throw this.#closed
    const worker = (this.#worker ??= this.#start())
    const id = this.#next++
    const { promise, resolve, reject } = Promise.withResolvers<Answer<Q>>()
    this.#waiting.set(id, { resolve, reject })
    const opening = roads.filter(({ key }) => !this.#sent.has(key))
    for (const { key } of opening) this.#sent.add(key)
    const sent: WorkerRequest = { id, keys: roads.map(({ key }) => key), opening, question }
    // The thread keeps the process alive only while a query is waiting for it.
    worker.ref()
    worker.postMessage(sent, [])
    return orAborted(promise, signal).finally(() => {
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) worker.unref()
    })
  }

  /** Removes road files that no further query will use, after the queries under way, which may still use them. */
  async forget(keys: readonly string[]): Promise<void> {
    await Promise.allSettled(this.#asked)
    const known = keys.filter((key) => this.#sent.delete(key))
    if (known.length > 0) this.#worker?.postMessage({ forget: known })
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#closed = new Error('the roads are closed')
    this.#end(this.#closed)
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('./road-worker.ts', import.meta.url))
    worker.on('message', (said: WorkerMessage) => {
      const waiting = this.#waiting.get(said.id)
      if ('fault' in said) waiting?.reject(new Error(said.fault))
      else waiting?.resolve(said.answer as never)
    })
    const ended = (error: Error): void => {
      if (this.#worker === worker) this.#end(error)
    }
    worker.once('error', (error) => ended(error instanceof Error ? error : new Error(String(error))))
    worker.once('exit', () => ended(new Error('the thread of the roads ended')))
    return worker
  }

  /** Ends all waiting queries. The next query starts a new thread. */
  #end(error: Error): void {
    this.#worker = null
    this.#sent.clear()
    for (const { reject } of this.#waiting.values()) reject(error)
  }
}
