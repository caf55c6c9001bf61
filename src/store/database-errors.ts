// Classifies database errors: the database is unavailable, the transaction can be retried, or the disk or memory is
// full.
import pg from 'pg'

/** The server responds but has the wrong role: it is a standby, or a primary that replaced the standby. */
export class WrongServer extends Error {
  override name = 'WrongServer'
}

/** The database is down because its disk is full. PostgreSQL stops when it can't extend its write-ahead log. */
export class DatabaseDiskFull extends Error {
  override name = 'DatabaseDiskFull'
}

/**
 * The connection was lost between a commit and its response. Only the stored data shows whether the commit succeeded.
 */
export class CommitOutcomeUnknown extends Error {
  override name = 'CommitOutcomeUnknown'
}

/**
 * Returns whether a retry of the same transaction can succeed. True after a deadlock, a serialization failure, or if
 * another transaction has created the order, because the retry can then change this order.
 */
export const isRetryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001' || isReferenceTaken(error))

/** Returns whether another order of the business already has the reference of the new order. */
export const isReferenceTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.constraint === 'orders_business_uuid_external_ref_key'

/** Returns whether row-level security rejected a written row. */
export const isRowSecurityViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '42501' && /row-level security/.test(error.message)

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  // A host name may disappear together with its machine.
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Returns whether the database itself is unavailable, not just whether a statement was wrong. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof WrongServer || error instanceof CommitOutcomeUnknown || error instanceof DatabaseDiskFull)
    return true
  // 08…: a pooler can't reach the database. 25006: a write was sent to a standby.
  if (error instanceof pg.DatabaseError)
    return /^(57P0[1235]|53300|25006|08...)$/.test(error.code ?? '') || isNotOnStandbys(error)
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
  // ENOENT of `connect` is a missing socket. Other missing files don't concern the database.
  if (code === 'ENOENT') return syscall === 'connect'
  if (typeof code === 'string' && AWAY.has(code)) return true
  return (
    error instanceof Error &&
    /connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|timeout expired|query read timeout/i.test(
      error.message,
    )
  )
}

/** A standby has no rows of unlogged tables (`get_relation_info` in PostgreSQL's plancat.c). */
const isNotOnStandbys = ({ code, routine }: pg.DatabaseError): boolean =>
  code === '0A000' && routine === 'get_relation_info'

/**
 * Returns why a business is not served here: it is being moved, or was moved (`enter_business` in the migrations). Null
 * for any other error.
 */
export const moveRefusal = (error: unknown): 'moving' | 'moved' | null =>
  error instanceof pg.DatabaseError
    ? ((NOT_SERVED as Record<string, 'moving' | 'moved'>)[error.code ?? ''] ?? null)
    : null

const NOT_SERVED = { RM001: 'moving', RM002: 'moved' } as const

/** Returns whether a statement was canceled because it took too long. */
export const isTimedOut = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '57014'

/** Returns whether the database's disk is full. */
export const isDiskFullError = (error: unknown): boolean =>
  error instanceof DatabaseDiskFull ||
  (error instanceof CommitOutcomeUnknown && isDiskFullError(error.cause)) ||
  (error instanceof pg.DatabaseError && error.code === '53100')

/**
 * Returns the error. If the database is unavailable because its disk is full, returns an `DatabaseDiskFull` error instead. A
 * `CommitOutcomeUnknown` stays a `CommitOutcomeUnknown`.
 */
export function explainFullDisk(error: unknown, diskIsFull: () => boolean): unknown {
  if (!isUnreachable(error) || isDiskFullError(error) || !diskIsFull()) return error
  const cause = new DatabaseDiskFull('PostgreSQL has no room for its write-ahead log', { cause: error })
  return error instanceof CommitOutcomeUnknown ? new CommitOutcomeUnknown('', { cause }) : cause
}

/** Returns whether the database has no memory for a statement now. */
export const isOutOfMemory = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '53200'

/** Returns whether a statement timed out waiting for a lock. */
export const isLockTimeout = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55P03'
