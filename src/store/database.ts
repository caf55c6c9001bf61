// Opens connections and transactions. A transaction runs either as one business or as the system, across businesses.
import pg from 'pg'
import { camel } from '../domain/names.ts'
import { isLockTimeout, isOutOfMemory, isDiskFullError, isUnreachable, explainFullDisk } from './database-errors.ts'
import { isStalePlan, runPrepared } from './prepared.ts'
import { type Connection, connectionOf, openServers, type ServerRole, type Servers } from './servers.ts'
import { SYSTEM_ENTRY } from './moves/business-gate.ts'
import { type AnyTx, type Named, type Send, type SystemTx, transaction, type Tx } from './transaction.ts'

export { CommitOutcomeUnknown, isLockTimeout, isOutOfMemory, isDiskFullError } from './database-errors.ts'
export {
  isReferenceTaken,
  isRetryable,
  isTimedOut,
  isUnreachable,
  isRowSecurityViolation,
  moveRefusal,
} from './database-errors.ts'
export { type Connection, openClient, withClients } from './servers.ts'
export { type AnyTx, insert, sendSqlText, sendPipelined, type SystemTx, type Tx } from './transaction.ts'

// Dates and times of day stay text, because a JavaScript Date would add a time zone.
const parsers = new pg.TypeOverrides()
parsers.setTypeParser(pg.types.builtins.DATE, (text) => text)
parsers.setTypeParser(pg.types.builtins.TIME, (text) => text.slice(0, 5))
parsers.setTypeParser(pg.types.builtins.INT8, Number)

/** Tasks of one process that may hold named locks at the same time, such as builds that run or wait for the solver. */
const MAX_LOCK_CONNECTIONS = 16

/** Thrown if this process already runs as many lock-holding tasks as it can, and none ended in time. */
export class LockConnectionsBusy extends Error {
  override name = 'LockConnectionsBusy'
  constructor(options: ErrorOptions) {
    super('timeout exceeded when trying to connect: all holders are busy', options)
  }
}

export interface Locks {
  /** Takes the lock if it is free. Returns whether it was taken. */
  tryTake(name: string): Promise<boolean>
  /** Waits for the lock for at most `waitMs` milliseconds. Returns whether it was taken. */
  take(name: string, waitMs: number): Promise<boolean>
}

/**
 * Rows that a transaction sees: the rows of a business. If `depots` is set, only rows of these depots and rows of no
 * depot yet.
 */
export type Scope = string | { businessId: string; depots: readonly string[] | null }

export interface Database {
  /** Runs `work` in one transaction that sees and changes only the rows of one business. */
  asBusiness<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Like `asBusiness`, but only for reads. The rows may be up to `atMostSeconds` old, so a replica may serve them
   * (`replica.ts`).
   */
  asReader<T>(scope: Scope, atMostSeconds: number, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Like `asBusiness`, but holds the business's feed lock from the start. Required for everything that may change an
   * order. History records the changes at `now`. Pass `now` only if it differs from the clock time, because setting it
   * costs more than reading the clock.
   */
  asWriter<T>(scope: Scope, work: (tx: Tx) => Promise<T>, now?: Date): Promise<T>
  /** Like `asWriter`, but always rolls back. Returns what `work` would do. */
  asRehearsal<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs `work` across businesses with the few grants of the system role. */
  asSystem<T>(work: (tx: SystemTx) => Promise<T>): Promise<T>
  /**
   * Runs `work` while it holds named locks across all server processes. The locks end with the connection, so a crash
   * frees them. The transaction that holds the locks reads and writes nothing itself. Rejects with `LockConnectionsBusy` if
   * this process already runs as many lock-holding tasks as it can.
   */
  holding<T>(work: (locks: Locks) => Promise<T>): Promise<T>
  /** Runs a statement outside any transaction and any business. For admission, health and operators. */
  query<T>(text: string, values: unknown[]): Promise<T[]>
  /** Returns whether a statement failed within the last minute because the database's disk is full. */
  lacksRoom(): boolean
  /** Returns whether a statement failed within the last minute because the database has no memory. */
  lacksMemory(): boolean
  /** Counts all connections, idle connections, and requests that wait for a connection. */
  connections(): { total: number; idle: number; waiting: number }
  /**
   * Returns the index of the address's server that connections lead to. `isLost` is true if the last search found no
   * usable server among several.
   */
  server(): { current: number; isLost: boolean }
  close(): Promise<void>
}

/** Maximum duration of a statement, and of a pause inside a transaction. */
const MAX_MS = 60_000

/** Milliseconds beyond `longestMs` after which a silent server counts as down and its connection is closed. */
const SILENT_MS = 15_000
const CONNECTING = { connectionTimeoutMillis: 5_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Milliseconds for which room or memory counts as lacking after a statement failed for that reason. */
const LACKS_MS = 60_000

export interface DatabaseOptions {
  /**
   * Address of the database itself, if `connection` leads to a pooler that assigns a connection for one transaction at
   * a time. Session state is then used only on direct connections.
   */
  direct?: Connection | null
  /** Role of the server that is wanted. Default: the primary. */
  role?: ServerRole
  /** Called when connections lead to a new server. */
  onMove?: (host: string) => void
  /**
   * Maximum milliseconds of a statement, and of a pause inside a transaction.
   * `silentMs`: milliseconds beyond that for which the server may be silent.
   */
  longestMs?: number
  silentMs?: number
  /**
   * Returns whether the database's disk is full, if this process can see it. Called when the database is unavailable.
   */
  diskIsFull?: () => boolean
  /** Runs a statement and may measure its duration. */
  around?: <T>(text: string, run: () => Promise<T>) => Promise<T>
}

/**
 * Without a listener on both events, the loss of the database would end the process. The pool's event repeats the
 * client's error with the whole connection attached, so it is ignored.
 */
function listenTo(pool: pg.Pool, onError: (error: Error) => void): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', onError))
}

interface RowDescription {
  fields: { name: string }[]
}

/**
 * Renames the columns of results to the names in code. The names change once per result, before the first row is read,
 * so no row is copied and column values stay unchanged.
 */
function useNamesInCode(client: pg.PoolClient): void {
  connectionOf(client).prependListener('rowDescription', ({ fields }: RowDescription) => {
    for (const field of fields) field.name = camel(field.name)
  })
}

/**
 * Sends everything that is written before the event loop continues in one system call. The system calls cost more than
 * the data that they send.
 */
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
  pool.on('connect', useNamesInCode)
  // Tasks that hold locks for long have a separate pool, so that they never starve the work that they wait for.
  const holderServers = direct ? openServers(direct, telling) : servers
  const holders = new pg.Pool({ ...CONNECTING, Client: holderServers.Client, max: MAX_LOCK_CONNECTIONS })
  listenTo(holders, onError)
  const lacks = trackShortages(options)
  const { inTransaction, query } = statementsOn(pool, servers, lacks, options)
  return {
    asBusiness: (scope, work) => inTransaction(beginStatement(scopeMembers(scope)), scopeMembers(scope), work),
    asReader: (scope, _atMostSeconds, work) =>
      inTransaction(beginStatement(scopeMembers(scope)), scopeMembers(scope), work),
    asWriter: (scope, work, now) =>
      inTransaction(beginWriterStatement(scopeMembers(scope), now), scopeMembers(scope), work),
    asRehearsal: (scope, work) =>
      inTransaction(beginWriterStatement(scopeMembers(scope)), scopeMembers(scope), work, 'rollback'),
    asSystem: (work) => inTransaction(beginSystemStatement, {}, work),
    holding: (work) => withLockConnection(holders, holderServers, lacks, work),
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
  { direct = null, longestMs = MAX_MS, silentMs = SILENT_MS }: DatabaseOptions,
): pg.Pool {
  return new pg.Pool({
    ...CONNECTING,
    Client: servers.Client,
    max,
    types: parsers,
    // A statement doesn't wait for the response to the previous statement.
    pipeline: true,
    query_timeout: longestMs + silentMs,
    ...(!direct && { statement_timeout: longestMs, idle_in_transaction_session_timeout: longestMs }),
  })
}

interface ResourceShortage {
  room: () => boolean
  memory: () => boolean
  /** Records a lack of room or memory. Returns the error to throw. */
  noted: (thrown: unknown) => unknown
}

function trackShortages({ diskIsFull = () => false }: DatabaseOptions): ResourceShortage {
  let [outOfRoomAt, outOfMemoryAt] = [-Infinity, -Infinity]
  return {
    room: () => performance.now() - outOfRoomAt < LACKS_MS,
    memory: () => performance.now() - outOfMemoryAt < LACKS_MS,
    noted: (thrown) => {
      const error = explainFullDisk(thrown, diskIsFull)
      if (isDiskFullError(error)) outOfRoomAt = performance.now()
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

/** Functions that send statements. Each takes a connection from the pool and returns it. */
function statementsOn(
  pool: pg.Pool,
  servers: Servers,
  lacks: ResourceShortage,
  { direct = null, longestMs = MAX_MS, around = (_text, run) => run() }: DatabaseOptions,
): { inTransaction: InTransaction; query: Database['query'] } {
  const begin = direct
    ? `begin; set local statement_timeout = ${longestMs}; set local idle_in_transaction_session_timeout = ${longestMs};`
    : 'begin;'
  const send = (client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<pg.QueryResult> =>
    around(text, () => (direct ? client.query(text, [...values]) : runPrepared(client, text, values)))
  const withClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await checkOut(pool, servers).catch((error: unknown) => {
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

async function withLockConnection<T>(
  holders: pg.Pool,
  servers: Servers,
  lacks: ResourceShortage,
  work: (locks: Locks) => Promise<T>,
): Promise<T> {
  const client = await checkOut(holders, servers).catch((error: unknown) => {
    throw holders.totalCount < MAX_LOCK_CONNECTIONS ? lacks.noted(error) : new LockConnectionsBusy({ cause: error })
  })
  try {
    await client.query('begin')
    return await work(locksOn(client))
  } finally {
    // The end of the transaction frees the locks. A broken connection has already freed them.
    await client.query('rollback').then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
  }
}

const checkOut = (pool: pg.Pool, servers: Servers): Promise<pg.PoolClient> =>
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

const scopeMembers = (scope: Scope): Of => (typeof scope === 'string' ? { businessId: scope, depots: null } : scope)
type Of = Exclude<Scope, string>

/**
 * Prefix of each statement of users who are restricted to depots. PostgreSQL plans a statement again each time another
 * role runs it. Separate statements prevent these users from invalidating the plans of other users.
 */
const BOUND = '/* depots */ '

/**
 * Returns the statement that is sent together with `begin`. It switches to the application role, sets the business, and
 * fails if the business is not served here.
 */
const beginStatement = (of: Of): string => `select ${scopeOf(of)};`

/**
 * One statement whose expressions run in this order. PostgreSQL parses, runs and answers each additional statement
 * separately.
 */
const beginWriterStatement = (of: Of, now: Date | null = null): string =>
  `select ${scopeOf(of)}, set_config('lock_timeout', '5s', true), ${now ? `set_config('roundsman.now', '${now.toISOString()}', true), ` : ''}${takeFeedLock(of.businessId, '_shared')};`

const scopeOf = ({ businessId, depots }: Of): string =>
  depots === null
    ? `set_config('role', 'roundsman_app', true), set_config('roundsman.business', '${uuid(businessId)}', true), enter_business('${businessId}')`
    : `set_config('roundsman.depots', '${depots.map(uuid).join(',')}', true), set_config('role', 'roundsman_depots', true), set_config('roundsman.business', '${uuid(businessId)}', true), enter_business('${businessId}')`

const beginSystemStatement = `select set_config('role', 'roundsman_system', true), pg_advisory_xact_lock_shared(${SYSTEM_ENTRY});`

/**
 * Returns the statement that takes the business's feed lock. Writers hold it shared from before they stamp `changed_at`
 * until they commit. A reader takes it exclusively for a moment. At that moment, every stamp is committed.
 */
export const feedLock = (businessId: string): string => `select ${takeFeedLock(businessId, '')}`

const takeFeedLock = (businessId: string, mode: '' | '_shared'): string =>
  `pg_advisory_xact_lock${mode}(${feedLockKey(businessId)})`

export const feedLockKey = (businessId: string): string => `hashtextextended('feed:${uuid(businessId)}', 0)`

/** Only a UUID may be inserted into a statement's text. */
function uuid(value: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) throw new Error(`not a uuid: ${value}`)
  return value
}
