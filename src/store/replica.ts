// Serves reads that may be some seconds old from a replica (streaming replication). A read uses the replica only while
// it is known to contain every commit up to the allowed age. Otherwise, or if the replica fails, the read uses the
// primary.
import pg from 'pg'
import { STALENESS } from '../domain/staleness.ts'
import { type Database, isUnreachable } from './database.ts'

const EVERY_MS = 1_000
/** Milliseconds without a response after which the replica counts as unavailable. */
const AWAY_MS = 5_000
/** Number of stored positions. If the replica is behind the oldest of them, its delay counts as infinite. */
const REMEMBERED = 600

/** Position in the primary's log that includes every commit acknowledged before `at` (milliseconds). */
interface Position {
  at: number
  log: bigint
}

export interface Replica {
  /** The database, in which the replica serves `asReader` if it is fresh enough. `close` closes both. */
  database: Database
  /**
   * Returns the maximum age, in seconds, of the commits that the replica lacks. Infinity while it is unavailable or
   * doesn't follow this database.
   */
  secondsBehind: () => number
}

export function openReplica(
  replica: Database,
  database: Database,
  /** `onError` gets the error of a failed position query, once per outage of the replica. */
  { now = () => performance.now(), onError }: { now?: () => number; onError: (error: unknown) => void },
): Replica {
  const following = followReplica(replica, database, now, onError)
  const { secondsBehind } = following
  /** Callbacks of the reads that run on the replica. Each is called when the replica is unavailable. */
  const readers = new Set<() => void>()
  const timer = setInterval(() => {
    void following.ask()
    if (following.isAway()) for (const leave of readers) leave()
  }, EVERY_MS)
  timer.unref()
  void following.ask()

  /** Rejects as soon as the replica is unavailable, even if its response is still missing. */
  const unlessAway = <T>(work: Promise<T>): Promise<T> => {
    const { promise, reject } = Promise.withResolvers<never>()
    const leave = () => reject(new ReplicaUnavailable())
    readers.add(leave)
    return Promise.race([work, promise]).finally(() => readers.delete(leave))
  }

  return {
    secondsBehind,
    database: {
      ...database,
      asReader: async (scope, atMostSeconds, work) => {
        if (secondsBehind() > atMostSeconds) return database.asBusiness(scope, work)
        const server = replica.server().current
        try {
          const result = await unlessAway(replica.asBusiness(scope, work))
          if (replica.server().current === server) return result
          // The result may come from a new server whose position is not known yet.
          return database.asBusiness(scope, work)
        } catch (error) {
          if (!(error instanceof ReplicaUnavailable) && !isUnreachable(error) && !isCutShort(error)) throw error
          return database.asBusiness(scope, work)
        }
      },
      close: async () => {
        clearInterval(timer)
        await replica.close()
        await database.close()
      },
    },
  }
}

/** Measures by queries of both servers how far the replica is behind. */
function followReplica(replica: Database, database: Database, now: () => number, onError: (error: unknown) => void) {
  let positions: Position[] = []
  let held: Position | null = null
  /** Index of the server that `held` refers to, if the address names several. */
  let holder = 0
  let answeredAt = -Infinity
  let [asking, failed] = [false, false]
  const isAway = (): boolean => now() - answeredAt > AWAY_MS
  return {
    isAway,
    secondsBehind: (): number =>
      held && holder === replica.server().current && !isAway() ? (now() - held.at) / 1000 : Infinity,
    ask: async (): Promise<void> => {
      if (asking) return
      asking = true
      try {
        const at = now()
        const server = replica.server().current
        const [here] = await database.query<{ log: string; system: string }>(POSITION, [])
        if (!here) return
        positions = [{ at, log: BigInt(here.log) }, ...positions.slice(0, REMEMBERED)]
        const [there] = await replica.query<{ log: string | null; system: string; follows: boolean }>(REPLAYED, [])
        const follows = there?.follows === true && there.system === here.system
        const replayed = follows && there.log !== null ? BigInt(there.log) : null
        const isSame = replica.server().current === server
        holder = server
        held = (isSame && replayed !== null && positions.find(({ log }) => log <= replayed)) || null
        answeredAt = now()
        failed = false
      } catch (error) {
        // The last known position isn't reset. It ages until it is too old.
        if (!failed) onError(error)
        failed = true
      } finally {
        asking = false
      }
    },
  }
}

class ReplicaUnavailable extends Error {}

const SYSTEM = '(select system_identifier::text from pg_control_system()) as system'
/** The log up to this position contains every acknowledged commit. */
const POSITION = `select (pg_current_wal_flush_lsn() - '0/0')::text as log, ${SYSTEM}`
const REPLAYED = `select (pg_last_wal_replay_lsn() - '0/0')::text as log, ${SYSTEM}, pg_is_in_recovery() as follows`

/** Returns whether the replica canceled the statement because of a conflict with recovery. */
const isCutShort = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '40001'

/** Returns the problem of a replica with this delay, as a sentence. Null if there is none. */
export function replicaFault(secondsBehind: number): string | null {
  if (secondsBehind === Infinity) return "It is unavailable, or doesn't follow this database."
  return secondsBehind > STALENESS.minute ? `It is ${Math.round(secondsBehind)} seconds behind.` : null
}
