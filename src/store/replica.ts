// A replica of the database to read from (streaming replication), for what may be some seconds old. It is asked only while it
// is known to hold all that was committed so lately: else, and where it fails, the database itself is.
import pg from 'pg'
import { STALENESS } from '../domain/staleness.ts'
import { type Database, isUnreachable } from './database.ts'

const EVERY_MS = 1_000
/** One that answers no more is away. */
const AWAY_MS = 5_000
/** A replica that is further behind than the first position remembered is behind without a figure. */
const REMEMBERED = 600

/** Where the database's log stood, with all that was acknowledged before `at` (milliseconds). */
interface Position {
  at: number
  log: bigint
}

export interface Replica {
  /** The database, with `asReader` served by the replica as far as it is fresh enough; closes both. */
  database: Database
  /** How long ago what the replica lacks was committed, at most; Infinity while it is away or doesn't follow this database. */
  secondsBehind: () => number
}

export function readingFrom(
  replica: Database,
  database: Database,
  /** `onError` is told when it could not be asked how far it is, once for each time that it is away. */
  { now = () => performance.now(), onError }: { now?: () => number; onError: (error: unknown) => void },
): Replica {
  let positions: Position[] = []
  let held: Position | null = null
  /** Which server holds it, where the address names several. */
  let holder = 0
  let answeredAt = -Infinity
  let [asking, failed] = [false, false]
  /** Of those who read from it just now: each is called when it is away. */
  const readers = new Set<() => void>()
  const isAway = (): boolean => now() - answeredAt > AWAY_MS

  const ask = async (): Promise<void> => {
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
      // What was known of it grows old by itself.
      if (!failed) onError(error)
      failed = true
    } finally {
      asking = false
    }
  }
  const timer = setInterval(() => {
    void ask()
    if (isAway()) for (const leave of readers) leave()
  }, EVERY_MS)
  timer.unref()
  void ask()

  const secondsBehind = (): number =>
    held && holder === replica.server().current && !isAway() ? (now() - held.at) / 1000 : Infinity

  /** Rejects as soon as the replica is away, whatever comes of what it was asked. */
  const unlessAway = <T>(work: Promise<T>): Promise<T> => {
    const { promise, reject } = Promise.withResolvers<never>()
    const leave = () => reject(new Away())
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
          // It may be another's, of which nothing is known yet.
          return database.asBusiness(scope, work)
        } catch (error) {
          if (!(error instanceof Away) && !isUnreachable(error) && !isCutShort(error)) throw error
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

class Away extends Error {}

const SYSTEM = '(select system_identifier::text from pg_control_system()) as system'
/** All that was acknowledged is in the log up to there. */
const POSITION = `select (pg_current_wal_flush_lsn() - '0/0')::text as log, ${SYSTEM}`
const REPLAYED = `select (pg_last_wal_replay_lsn() - '0/0')::text as log, ${SYSTEM}, pg_is_in_recovery() as follows`

/** What it read had to change, and it ended the statement (a conflict with recovery). */
const isCutShort = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '40001'

/** What is wrong with a replica that is so far behind, in a sentence; null where nothing is. */
export function replicaFault(secondsBehind: number): string | null {
  if (secondsBehind === Infinity) return 'It can not be reached, or does not follow this database.'
  return secondsBehind > STALENESS.minute ? `It is ${Math.round(secondsBehind)} seconds behind.` : null
}
