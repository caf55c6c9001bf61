// What the phone keeps: the route as last known, and every tap and picture until the server has taken it. Taps belong to
// their route, not to the link by which they were made: a link can end before they are sent, and every page sends whatever
// the phone still has. Where the phone has no room, or refuses, the page keeps it as long as it is open, and says so.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Run } from '../../src/contract/driver.ts'
import type { Change } from './changes.ts'
import type { Doing, Waiting } from './doing.ts'

export interface KeptRun {
  run: Run
  /** The server's clock less the phone's. */
  skewMs: number
  /** Those the driver has not seen yet; absent in what an older page kept. */
  changes?: Change[]
}

/** As it is stored, by this page or an older one. */
type Stored = Doing & Omit<Waiting, 'route' | 'line1' | 'tap' | 'proof'> & Partial<Pick<Waiting, 'route' | 'line1'>>

interface Kept extends DBSchema {
  runs: { key: string; value: KeptRun }
  outbox: { key: number; value: Stored; indexes: { token: string } }
}

export interface Outbox {
  /** False while something is in the page's memory alone. */
  isKept(): boolean
  run(): KeptRun | null
  keepRun(run: KeptRun | null): Promise<void>
  /** Everything on the phone, of whichever route, in the order in which it was done. */
  waiting(): Promise<Waiting[]>
  add(waiting: Waiting): Promise<void>
  refuse(waiting: Waiting, why: string): Promise<void>
  remove(waiting: Waiting): Promise<void>
  /** The server has taken it, and the route is so since: both or neither, should the page be left meanwhile. */
  taken(waiting: Waiting, run: KeptRun): Promise<void>
  /** As `taken`, of another link, whose route this page does not show. */
  takenElsewhere(waiting: Waiting, run: Run): Promise<void>
  /** What other links of the route left is sent by this one, which works, from now on; also what an ended one could not. */
  adopt(route: string): Promise<void>
  /** Of a link that has ended nothing stays on the phone, but for what was not taken. */
  forget(token: string): Promise<void>
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

  async function complete(stored: Stored): Promise<Waiting> {
    const { route, line1, ...rest } = stored
    if (route !== undefined && line1 !== undefined) return { ...rest, route, line1 }
    const kept = stored.token === token ? run : await storage?.get('runs', stored.token)
    return { ...rest, route: kept?.run.route.route_uuid ?? null, line1: addressOf(stored, kept?.run ?? null) }
  }
  const waiting = async (): Promise<Waiting[]> => [
    ...(await Promise.all(((await storage?.getAll('outbox')) ?? []).map(complete))),
    ...memory,
  ]
  async function change(before: Waiting, after: Waiting): Promise<void> {
    if (before.number !== undefined) await storage?.put('outbox', after)
    else memory = memory.map((one) => (one.key === before.key ? after : one))
  }
  async function remove({ number, key }: Waiting): Promise<void> {
    if (number !== undefined) await storage?.delete('outbox', number)
    else memory = memory.filter((one) => one.key !== key)
  }
  async function taken(sent: Waiting, next: KeptRun): Promise<void> {
    const { number } = sent
    if (storage && number !== undefined) {
      const both = storage.transaction(['outbox', 'runs'], 'readwrite')
      const [outbox, runs] = [both.objectStore('outbox'), both.objectStore('runs')]
      await Promise.all([outbox.delete(number), runs.put(next, sent.token), both.done]).catch((error: DOMException) => {
        if (error.name !== 'QuotaExceededError') throw error
        // A route for which there is no room is read again.
        return storage.delete('outbox', number)
      })
    } else {
      await remove(sent)
      await storage?.put('runs', next, sent.token).catch(() => {})
    }
    if (sent.token === token) run = next
  }

  return {
    isKept: () => storage !== null && memory.length === 0,
    run: () => run,
    keepRun: async (next) => {
      run = next
      // A route that could not be kept is read again.
      await (next ? storage?.put('runs', next, token) : storage?.delete('runs', token))?.catch(() => {})
    },
    waiting,
    add: async (doing) => {
      // Once one is in memory, those after it are, too: so they stay in order.
      const number = memory.length > 0 ? null : await storage?.add('outbox', doing).catch(() => null)
      if (typeof number !== 'number') memory = [...memory, doing]
    },
    refuse: (sent, why) => change(sent, { ...sent, refused: why }),
    remove,
    taken,
    takenElsewhere: async (sent, next) => {
      const kept = await storage?.get('runs', sent.token)
      await (kept ? taken(sent, { ...kept, run: next }) : remove(sent))
    },
    adopt: async (route) => {
      for (const left of await waiting())
        if (left.route === route && left.token !== token)
          // For what there is no room to change, its own link is good enough.
          await change(left, { ...left, token, refused: left.refused === LINK_ENDED ? null : left.refused }).catch(
            () => {},
          )
    },
    forget: async (ended) => {
      await storage?.delete('runs', ended)
      if (ended === token) run = null
    },
  }
}

/** The code of a refusal by a link that has ended. */
export const LINK_ENDED = 'LINK_ENDED'

/** The address of the stop that it is about, as far as the route has it. */
export function addressOf({ tap, proof }: Doing, run: Run | null): string | null {
  const id = tap ? tap.stop_uuid : proof.stop_uuid
  return run?.stops.find(({ stop_uuid }) => stop_uuid === id)?.address.line1 ?? null
}
