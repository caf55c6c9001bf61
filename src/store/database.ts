// Connections and the two ways into a transaction: as one business, or as the system across businesses.
import pg from 'pg'
import { camel } from '../domain/names.ts'
import { isLockTimeout, isOutOfMemory, isOutOfRoom, isUnreachable, withDisk } from './faults.ts'
import { isStalePlan, runPrepared } from './prepared.ts'
import { type Connection, connectionOf, openServers, type ServerRole, type Servers } from './servers.ts'
import { SYSTEM_ENTRY } from './moves/entry.ts'
import { type AnyTx, type Named, type Send, type SystemTx, transaction, type Tx } from './transaction.ts'

export { CommitUnanswered, isLockTimeout, isOutOfMemory, isOutOfRoom } from './faults.ts'
export { isReferenceTaken, isRetryable, isTimedOut, isUnreachable, isWalledOff, notServed } from './faults.ts'
export { type Connection, openClient } from './servers.ts'
export { type AnyTx, insert, pass, pipelined, type SystemTx, type Tx } from './transaction.ts'

// Dates and times of day stay text: a JavaScript Date would give them a time zone they do not have.
const parsers = new pg.TypeOverrides()
parsers.setTypeParser(pg.types.builtins.DATE, (text) => text)
parsers.setTypeParser(pg.types.builtins.TIME, (text) => text.slice(0, 5))
parsers.setTypeParser(pg.types.builtins.INT8, Number)

/** Builds that may run or wait for the solver at once in one process. */
const HOLDERS = 16

/** As much that holds locks is under way as one process takes, and none of it ended in time. */
export class HoldersBusy extends Error {
  override name = 'HoldersBusy'
  constructor(options: ErrorOptions) {
    super('timeout exceeded when trying to connect: all holders are busy', options)
  }
}

export interface Locks {
  /** Takes the lock if it is free now. */
  tryTake(name: string): Promise<boolean>
  /** Waits for the lock; false when it was not to be had in time. */
  take(name: string, waitMs: number): Promise<boolean>
}

/** Whose rows a transaction sees: of a business or, of that, of these depots and of none yet. */
export type Scope = string | { businessId: string; depots: readonly string[] | null }

export interface Database {
  /** Runs `work` in one transaction that sees and changes the rows of one business only. */
  asBusiness<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>
  /** As `asBusiness`, of rows that may be that many seconds old: a replica may serve them (`replica.ts`). */
  asReader<T>(scope: Scope, atMostSeconds: number, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * As `asBusiness`, holding the business's feed lock from the start: for everything that may change an order. History has
   * its changes at `now`, where that is not the time of clocks: to say it takes longer than to look.
   */
  asWriter<T>(scope: Scope, work: (tx: Tx) => Promise<T>, now?: Date): Promise<T>
  /** As `asWriter`, but always rolled back: tells what `work` would do. */
  asRehearsal<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs `work` across businesses with the few grants of the system role. */
  asSystem<T>(work: (tx: SystemTx) => Promise<T>): Promise<T>
  /**
   * Runs `work` while holding named locks across every server process; they are given up with the connection, so
   * a crash frees them. Nothing is read or written through the holding transaction itself. Rejects with `HoldersBusy`
   * when this process runs as much of that as it can.
   */
  holding<T>(work: (locks: Locks) => Promise<T>): Promise<T>
  /** Outside any transaction and any business: admission, health and operators. */
  query<T>(text: string, values: unknown[]): Promise<T[]>
  /** Whether a statement found no room on the database's disk within the last minute. */
  lacksRoom(): boolean
  /** Whether one found no memory within the last minute. */
  lacksMemory(): boolean
  /** The connections that there are, those without work, and work that waits for one. */
  connections(): { total: number; idle: number; waiting: number }
  /** Which of the address's servers connections lead to, and whether none of several could be used when last looked for. */
  server(): { current: number; isLost: boolean }
  close(): Promise<void>
}

/** A statement, and a transaction that says nothing, take no longer. */
const LONGEST_MS = 60_000

/** A server that is still silent so much later is not there any more: its connections are given up. */
const SILENT_MS = 15_000
const CONNECTING = { connectionTimeoutMillis: 5_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** So long after a statement that found no room, or no memory, it counts as lacking. */
const LACKS_MS = 60_000

export interface DatabaseOptions {
  /**
   * The database itself, where `connection` leads to a pooler that gives a connection for one transaction at a time:
   * then nothing of a session is counted on but on this one.
   */
  direct?: Connection | null
  /** Which of the address's servers is wanted: the primary unless said otherwise. */
  role?: ServerRole
  /** Told when another server than before is. */
  onMove?: (host: string) => void
  /** Of a statement, and of a transaction that says nothing; and how much longer its server may be silent. */
  longestMs?: number
  silentMs?: number
  /** Whether the disk of the database is full, where this process can see it. Asked when the database is away. */
  diskIsFull?: () => boolean
  /** Runs a statement, and may tell how long it took. */
  around?: <T>(text: string, run: () => Promise<T>) => Promise<T>
}

/**
 * Both events need a listener, or a database that goes away takes the process with it; the pool's repeats the client's,
 * with all that the connection holds hung on it.
 */
function listenTo(pool: pg.Pool, onError: (error: Error) => void): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', onError))
}

interface RowDescription {
  fields: { name: string }[]
}

/**
 * Has the columns of results the names that code calls them by. Once a result, before the first row is read: no row is
 * made twice, and what is in a column stays as it is.
 */
function nameAsCode(client: pg.PoolClient): void {
  connectionOf(client).prependListener('rowDescription', ({ fields }: RowDescription) => {
    for (const field of fields) field.name = camel(field.name)
  })
}

/** What is sent before the event loop goes on leaves in one write: the system calls cost more than what they carry. */
function flushLater(client: pg.PoolClient): void {
  const { stream } = connectionOf(client)
  stream.cork()
  process.nextTick(() => stream.uncork())
}

export function openDatabase(
  connection: Connection,
  max: number,
  onError: (error: Error) => void,
  options: DatabaseOptions = {},
): Database {
  const { direct = null, role, onMove } = options
  const telling = { ...(role && { role }), ...(onMove && { onMove }) }
  const servers = openServers(connection, { ...telling, pooled: direct !== null })
  const pool = openPool(servers, max, options)
  listenTo(pool, onError)
  pool.on('connect', nameAsCode)
  // Long holders have connections of their own: they must never starve the work that they wait for.
  const holderServers = direct ? openServers(direct, telling) : servers
  const holders = new pg.Pool({ ...CONNECTING, Client: holderServers.Client, max: HOLDERS })
  listenTo(holders, onError)
  const lacks = noteLacks(options)
  const { inTransaction, query } = statementsOn(pool, servers, lacks, options)
  return {
    asBusiness: (scope, work) => inTransaction(openAs(ofScope(scope)), ofScope(scope), work),
    asReader: (scope, _atMostSeconds, work) => inTransaction(openAs(ofScope(scope)), ofScope(scope), work),
    asWriter: (scope, work, now) => inTransaction(openAsWriter(ofScope(scope), now), ofScope(scope), work),
    asRehearsal: (scope, work) => inTransaction(openAsWriter(ofScope(scope)), ofScope(scope), work, 'rollback'),
    asSystem: (work) => inTransaction(openAsSystem, {}, work),
    holding: (work) => hold(holders, holderServers, lacks, work),
    query,
    lacksRoom: lacks.room,
    lacksMemory: lacks.memory,
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    server: () => ({ current: servers.current(), isLost: servers.isLost() }),
    close: async () => {
      servers.close()
      holderServers.close()
      await holders.end()
      await pool.end()
    },
  }
}

function openPool(
  servers: Servers,
  max: number,
  { direct = null, longestMs = LONGEST_MS, silentMs = SILENT_MS }: DatabaseOptions,
): pg.Pool {
  return new pg.Pool({
    ...CONNECTING,
    Client: servers.Client,
    max,
    types: parsers,
    // A statement need not wait for the answer to the one before.
    pipeline: true,
    query_timeout: longestMs + silentMs,
    ...(!direct && { statement_timeout: longestMs, idle_in_transaction_session_timeout: longestMs }),
  })
}

interface Lacks {
  room: () => boolean
  memory: () => boolean
  /** Returns what to throw. */
  noted: (thrown: unknown) => unknown
}

function noteLacks({ diskIsFull = () => false }: DatabaseOptions): Lacks {
  let [outOfRoomAt, outOfMemoryAt] = [-Infinity, -Infinity]
  return {
    room: () => performance.now() - outOfRoomAt < LACKS_MS,
    memory: () => performance.now() - outOfMemoryAt < LACKS_MS,
    noted: (thrown) => {
      const error = withDisk(thrown, diskIsFull)
      if (isOutOfRoom(error)) outOfRoomAt = performance.now()
      if (isOutOfMemory(error)) outOfMemoryAt = performance.now()
      return error
    },
  }
}

type InTransaction = <T, K extends AnyTx>(
  opening: string,
  of: Named<K>,
  work: (tx: K) => Promise<T>,
  end?: 'commit' | 'rollback',
) => Promise<T>

/** The ways to send statements, each on a connection of the pool that it gives back. */
function statementsOn(
  pool: pg.Pool,
  servers: Servers,
  lacks: Lacks,
  { direct = null, longestMs = LONGEST_MS, around = (_text, run) => run() }: DatabaseOptions,
): { inTransaction: InTransaction; query: Database['query'] } {
  const begin = direct
    ? `begin; set local statement_timeout = ${longestMs}; set local idle_in_transaction_session_timeout = ${longestMs};`
    : 'begin;'
  const send = (client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<pg.QueryResult> =>
    around(text, () => (direct ? client.query(text, [...values]) : runPrepared(client, text, values)))
  const withClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await connected(pool, servers).catch((error: unknown) => {
      throw lacks.noted(error)
    })
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (thrown) {
      const error = lacks.noted(thrown)
      client.release(isUnreachable(error))
      throw error
    }
  }
  const attempt: InTransaction = (opening, of, work, end) =>
    withClient((client) => {
      const isBound = 'depots' in of && of.depots !== null
      const sendAtOnce: Send = (text, values) => {
        flushLater(client)
        return send(client, isBound ? BOUND + text : text, values)
      }
      return transaction(sendAtOnce, `${begin} ${opening}`, of, work, end)
    })
  return {
    inTransaction: async (...asked) => {
      try {
        return await attempt(...asked)
      } catch (error) {
        if (!isStalePlan(error)) throw error
        return attempt(...asked)
      }
    },
    query: async <T>(text: string, values: unknown[]) =>
      withClient(async (client) => (await send(client, text, values)).rows as T[]),
  }
}

async function hold<T>(
  holders: pg.Pool,
  servers: Servers,
  lacks: Lacks,
  work: (locks: Locks) => Promise<T>,
): Promise<T> {
  const client = await connected(holders, servers).catch((error: unknown) => {
    throw holders.totalCount < HOLDERS ? lacks.noted(error) : new HoldersBusy({ cause: error })
  })
  try {
    await client.query('begin')
    return await work(locksOn(client))
  } finally {
    // Ending the transaction frees the locks; a broken connection has freed them already.
    await client.query('rollback').then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
  }
}

const connected = (pool: pg.Pool, servers: Servers): Promise<pg.PoolClient> =>
  servers.reach(
    () => pool.connect(),
    (client) => client.release(true),
  )

const locksOn = (client: pg.PoolClient): Locks => ({
  tryTake: async (name) => {
    const { rows } = await client.query('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken', [name])
    return rows[0]?.taken === true
  },
  take: async (name, waitMs) => {
    await client.query(`savepoint waiting; set local lock_timeout = ${Math.floor(waitMs)}`)
    try {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
      return true
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      await client.query('rollback to savepoint waiting')
      return false
    }
  },
})

const ofScope = (scope: Scope): Of => (typeof scope === 'string' ? { businessId: scope, depots: null } : scope)
type Of = Exclude<Scope, string>

/**
 * Before each statement of those who are bound to depots. A statement is planned again each time another role runs it:
 * so they have statements of their own, and take nobody's plans away.
 */
const BOUND = '/* depots */ '

/** In the round trip that begins: drop to the application role, name the business, be refused where it is not served. */
const openAs = (of: Of): string => `select ${scopeOf(of)};`

/** In one statement, in this order: each more is parsed, run and answered by itself. */
const openAsWriter = (of: Of, now: Date | null = null): string =>
  `select ${scopeOf(of)}, set_config('lock_timeout', '5s', true), ${now ? `set_config('roundsman.now', '${now.toISOString()}', true), ` : ''}${takeFeedLock(of.businessId, '_shared')};`

const scopeOf = ({ businessId, depots }: Of): string =>
  depots === null
    ? `set_config('role', 'roundsman_app', true), set_config('roundsman.business', '${uuid(businessId)}', true), enter_business('${businessId}')`
    : `set_config('roundsman.depots', '${depots.map(uuid).join(',')}', true), set_config('role', 'roundsman_depots', true), set_config('roundsman.business', '${uuid(businessId)}', true), enter_business('${businessId}')`

const openAsSystem = `select set_config('role', 'roundsman_system', true), pg_advisory_xact_lock_shared(${SYSTEM_ENTRY});`

/**
 * The business's feed lock. Writers hold it shared from before they stamp `changed_at` until they commit; a
 * reader takes it exclusively for a moment, when every stamp is committed.
 */
export const feedLock = (businessId: string): string => `select ${takeFeedLock(businessId, '')}`

const takeFeedLock = (businessId: string, mode: '' | '_shared'): string =>
  `pg_advisory_xact_lock${mode}(${feedLockKey(businessId)})`

export const feedLockKey = (businessId: string): string => `hashtextextended('feed:${uuid(businessId)}', 0)`

/** Only a uuid may stand in a statement's text. */
function uuid(value: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) throw new Error(`not a uuid: ${value}`)
  return value
}
