// What an error of the database means: whether it is away, what may be tried again, and what is full.
import pg from 'pg'

/** The server answers, and is not the one that is wanted: a standby, or a primary that was put in its place. */
export class WrongServer extends Error {
  override name = 'WrongServer'
}

/** The database is away because its disk is full: unable to extend its write-ahead log, PostgreSQL ends. */
export class OutOfRoom extends Error {
  override name = 'OutOfRoom'
}

/** The connection was lost between a commit and its answer: only what is stored tells whether it stands. */
export class CommitUnanswered extends Error {
  override name = 'CommitUnanswered'
}

/**
 * Whether trying the same transaction again can succeed: after a deadlock, a serialization failure, or when another
 * created the order meanwhile, which is now there to be changed.
 */
export const isRetryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001' || isReferenceTaken(error))

/** Whether an order of the business has the reference of one that was to be made. */
export const isReferenceTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.constraint === 'orders_business_uuid_external_ref_key'

/** Whether row level security let no such row be written. */
export const isWalledOff = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '42501' && /row-level security/.test(error.message)

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  // The name of a machine may go away with it.
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Whether the error says that the database itself cannot be reached (not that a statement was wrong). */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof WrongServer || error instanceof CommitUnanswered || error instanceof OutOfRoom) return true
  // 08…: a pooler can't reach the database. 25006: a standby was asked to write.
  if (error instanceof pg.DatabaseError)
    return /^(57P0[1235]|53300|25006|08...)$/.test(error.code ?? '') || isNotOnStandbys(error)
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
  // A socket that is not there; a file that is not there is none of the database's.
  if (code === 'ENOENT') return syscall === 'connect'
  if (typeof code === 'string' && AWAY.has(code)) return true
  return (
    error instanceof Error &&
    /connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|timeout expired|query read timeout/i.test(
      error.message,
    )
  )
}

/** A standby has no rows of tables that are not logged (`get_relation_info` in PostgreSQL's plancat.c). */
const isNotOnStandbys = ({ code, routine }: pg.DatabaseError): boolean =>
  code === '0A000' && routine === 'get_relation_info'

/** Why a business is not served here (`enter_business` in the migrations): it is being moved, or was; null for any other error. */
export const notServed = (error: unknown): 'moving' | 'moved' | null =>
  error instanceof pg.DatabaseError
    ? ((NOT_SERVED as Record<string, 'moving' | 'moved'>)[error.code ?? ''] ?? null)
    : null

const NOT_SERVED = { RM001: 'moving', RM002: 'moved' } as const

/** Whether a statement was stopped for taking too long. */
export const isTimedOut = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '57014'

/** Whether the database has no room on its disk. */
export const isOutOfRoom = (error: unknown): boolean =>
  error instanceof OutOfRoom ||
  (error instanceof CommitUnanswered && isOutOfRoom(error.cause)) ||
  (error instanceof pg.DatabaseError && error.code === '53100')

/** The error, or, if the database is away because its disk is full, one that says so. A commit without answer stays one. */
export function withDisk(error: unknown, diskIsFull: () => boolean): unknown {
  if (!isUnreachable(error) || isOutOfRoom(error) || !diskIsFull()) return error
  const cause = new OutOfRoom('PostgreSQL has no room for its write-ahead log', { cause: error })
  return error instanceof CommitUnanswered ? new CommitUnanswered('', { cause }) : cause
}

/** Whether the database has no memory for a statement now. */
export const isOutOfMemory = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '53200'

/** Whether a statement gave up waiting for a lock. */
export const isLockTimeout = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55P03'
