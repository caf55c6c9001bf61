// Stores the route and all unsent taps and pictures on the phone. Taps belong to their route, not to the link that made them,
// because a link can end before they are sent. Every page sends all stored taps. If the phone has no space or refuses, the
// page holds them in memory while it is open, and shows that.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { DriverRoute } from '../../src/contract/driver.ts'
import type { Change } from './changes.ts'
import type { PendingAction, QueuedAction } from './doing.ts'

export interface StoredRoute {
  run: DriverRoute
  /** The server's clock minus the phone's clock, in milliseconds. */
  skewMs: number
  /** Changes that the driver has not seen yet. Absent if an older page stored the route. */
  changes?: Change[]
}

/** An action in the stored format of this or an older page. */
type Stored = PendingAction &
  Omit<QueuedAction, 'route' | 'line1' | 'tap' | 'proof'> &
  Partial<Pick<QueuedAction, 'route' | 'line1'>>

interface DriverDatabase extends DBSchema {
  runs: { key: string; value: StoredRoute }
  outbox: { key: number; value: Stored; indexes: { token: string } }
}

export interface Outbox {
  /** Returns false while the page's memory holds actions that are not in the phone's storage. */
  isKept(): boolean
  run(): StoredRoute | null
  keepRun(run: StoredRoute | null): Promise<void>
  /** All actions on the phone, of any route, in the order of their creation. */
  waiting(): Promise<QueuedAction[]>
  add(waiting: QueuedAction): Promise<void>
  refuse(waiting: QueuedAction, why: string): Promise<void>
  remove(waiting: QueuedAction): Promise<void>
  /**
   * Removes an action that the server recorded and stores the new route, atomically, because the page may be closed at any
   * time.
   */
  taken(waiting: QueuedAction, run: StoredRoute): Promise<void>
  /** Like `taken`, for an action of another link, whose route this page doesn't show. */
  takenElsewhere(waiting: QueuedAction, run: DriverRoute): Promise<void>
  /**
   * Assigns the unsent actions of other links of the route to this working link, including those that an ended link could not
   * send.
   */
  adopt(route: string): Promise<void>
  /** Removes the route of an ended link from the phone. Unsent actions stay. */
  forget(token: string): Promise<void>
}

/** Opens the database. Returns null if the browser refuses, which some browsers do by throwing. */
async function openStorage(): Promise<IDBPDatabase<DriverDatabase> | null> {
  try {
    return await openDB<DriverDatabase>('roundsman-driver', 1, {
      upgrade: (db) => {
        db.createObjectStore('runs')
        db.createObjectStore('outbox', { keyPath: 'number', autoIncrement: true }).createIndex('token', 'token')
      },
    })
  } catch {
    return null
  }
}

/** Deletes the action and stores the route of its link, atomically. */
async function replaceByRoute(
  storage: IDBPDatabase<DriverDatabase>,
  number: number,
  token: string,
  next: StoredRoute,
): Promise<void> {
  const both = storage.transaction(['outbox', 'runs'], 'readwrite')
  const [outbox, runs] = [both.objectStore('outbox'), both.objectStore('runs')]
  await Promise.all([outbox.delete(number), runs.put(next, token), both.done]).catch((error: DOMException) => {
    if (error.name !== 'QuotaExceededError') throw error
    // The phone has no space for the route. Delete only the action, because the page reads the route again from the server.
    return storage.delete('outbox', number)
  })
}

export async function openOutbox(token: string): Promise<Outbox> {
  const storage = await openStorage()
  let run = (await storage?.get('runs', token)) ?? null
  let memory: QueuedAction[] = []

  async function complete(stored: Stored): Promise<QueuedAction> {
    const { route, line1, ...rest } = stored
    if (route !== undefined && line1 !== undefined) return { ...rest, route, line1 }
    const kept = stored.token === token ? run : await storage?.get('runs', stored.token)
    return { ...rest, route: kept?.run.route.route_uuid ?? null, line1: addressOf(stored, kept?.run ?? null) }
  }
  const waiting = async (): Promise<QueuedAction[]> => [
    ...(await Promise.all(((await storage?.getAll('outbox')) ?? []).map(complete))),
    ...memory,
  ]
  async function change(before: QueuedAction, after: QueuedAction): Promise<void> {
    if (before.number !== undefined) await storage?.put('outbox', after)
    else memory = memory.map((one) => (one.key === before.key ? after : one))
  }
  async function remove({ number, key }: QueuedAction): Promise<void> {
    if (number !== undefined) await storage?.delete('outbox', number)
    else memory = memory.filter((one) => one.key !== key)
  }
  async function taken(sent: QueuedAction, next: StoredRoute): Promise<void> {
    const { number } = sent
    if (storage && number !== undefined) await replaceByRoute(storage, number, sent.token, next)
    else {
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
      // A route that could not be stored is read again from the server.
      await (next ? storage?.put('runs', next, token) : storage?.delete('runs', token))?.catch(() => {})
    },
    waiting,
    add: async (doing) => {
      // After the first action in memory, later ones go to memory too, which keeps the order.
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
          // If the phone has no space for the change, the action keeps its own link.
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

/** Code of a refusal because the link has ended. */
export const LINK_ENDED = 'LINK_ENDED'

/** Address of the action's stop, or null if the route doesn't have the stop. */
export function addressOf({ tap, proof }: PendingAction, run: DriverRoute | null): string | null {
  const id = tap ? tap.stop_uuid : proof.stop_uuid
  return run?.stops.find(({ stop_uuid }) => stop_uuid === id)?.address.line1 ?? null
}
