// What the phone keeps: the route as last known, and every tap and picture until the server has taken it. Where the phone
// has no room, or refuses, the page keeps it as long as it is open, and says so.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Run, TapInput } from '../../src/contract/driver.ts'
import type { PhotographedItem } from '../../src/domain/routes/proof.ts'
import type { Change } from './changes.ts'

export interface ProofToSend {
  stop_uuid: string
  kind: 'PHOTO' | 'SIGNATURE'
  picture: Blob
  signed_by: string | null
  /** Of a photo: which it is of, if not the delivery. */
  item?: PhotographedItem
  at: string
  /** Absent in what an older page kept. */
  clock_skew_ms?: number
  lat: number | null
  lng: number | null
}

export type Doing = { tap: TapInput; proof?: undefined } | { proof: ProofToSend; tap?: undefined }

/** Sent in order, under `key`, however often it takes. */
export type Waiting = Doing & {
  /** Given by the phone's storage; what is only in the page's memory has none. */
  number?: number
  token: string
  key: string
  /** The code of why the server would not have it (an older page kept a text); it waits for the driver to see that. */
  refused: string | null
  /** It can be taken back until then, by the phone's clock, unless the page is left. */
  heldUntil?: number
}

export interface KeptRun {
  run: Run
  /** The server's clock less the phone's. */
  skewMs: number
  /** Those the driver has not seen yet; absent in what an older page kept. */
  changes?: Change[]
}

interface Kept extends DBSchema {
  runs: { key: string; value: KeptRun }
  outbox: { key: number; value: Waiting; indexes: { token: string } }
}

export interface Outbox {
  /** False while something is in the page's memory alone. */
  isKept(): boolean
  run(): KeptRun | null
  keepRun(run: KeptRun | null): Promise<void>
  /** In the order in which it was done. */
  waiting(): Promise<Waiting[]>
  add(waiting: Waiting): Promise<void>
  refuse(waiting: Waiting, why: string): Promise<void>
  remove(waiting: Waiting): Promise<void>
  /** The server has taken it, and the route is so since: both or neither, should the page be left meanwhile. */
  taken(waiting: Waiting, run: KeptRun): Promise<void>
}

/** Null where the browser refuses, which some do by throwing at once. */
async function openStorage(): Promise<IDBPDatabase<Kept> | null> {
  try {
    return await openDB<Kept>('roundsman-driver', 1, {
      upgrade: (db) => {
        db.createObjectStore('runs')
        db.createObjectStore('outbox', { keyPath: 'number', autoIncrement: true }).createIndex('token', 'token')
      },
    })
  } catch {
    return null
  }
}

export async function openOutbox(token: string): Promise<Outbox> {
  const storage = await openStorage()
  let run = (await storage?.get('runs', token)) ?? null
  let memory: Waiting[] = []
  return {
    isKept: () => storage !== null && memory.length === 0,
    run: () => run,
    keepRun: async (next) => {
      run = next
      // A route that could not be kept is read again.
      await (next ? storage?.put('runs', next, token) : storage?.delete('runs', token))?.catch(() => {})
    },
    waiting: async () => [...((await storage?.getAllFromIndex('outbox', 'token', token)) ?? []), ...memory],
    add: async (waiting) => {
      // Once one is in memory, those after it are, too: so they stay in order.
      const number = memory.length > 0 ? null : await storage?.add('outbox', waiting).catch(() => null)
      if (typeof number !== 'number') memory = [...memory, waiting]
    },
    refuse: async (waiting, why) => {
      const refused = { ...waiting, refused: why }
      if (waiting.number !== undefined) await storage?.put('outbox', refused)
      else memory = memory.map((one) => (one.key === waiting.key ? refused : one))
    },
    remove: async ({ number, key }) => {
      if (number !== undefined) await storage?.delete('outbox', number)
      else memory = memory.filter((one) => one.key !== key)
    },
    taken: async ({ number, key }, next) => {
      if (storage && number !== undefined) {
        const both = storage.transaction(['outbox', 'runs'], 'readwrite')
        const [outbox, runs] = [both.objectStore('outbox'), both.objectStore('runs')]
        await Promise.all([outbox.delete(number), runs.put(next, token), both.done]).catch((error: DOMException) => {
          if (error.name !== 'QuotaExceededError') throw error
          // A route for which there is no room is read again.
          return storage.delete('outbox', number)
        })
      } else {
        memory = memory.filter((one) => one.key !== key)
        await storage?.put('runs', next, token).catch(() => {})
      }
      run = next
    },
  }
}
