// Runs long work outside a transaction once at a time per business, across all server processes.
import { LockConnectionsBusy } from '../store/database.ts'
import { storedResponse } from '../store/keys/idempotency.ts'
import { DuplicateRequest, type Context, idempotencyKeyInUseError } from './context.ts'
import { type AppError, tooManyBuildsError } from './errors.ts'

/** API contract: a duplicate request waits up to 5 s for the first request. */
const DUPLICATE_WAIT_MS = 5_000

/**
 * Runs `work` unless a task of the same name runs for the business. Throws `busy()` immediately if it does. A duplicate
 * request waits for the first request and then throws `DuplicateRequest`.
 */
export const runExclusively = <T>(
  ctx: Context,
  task: string,
  busy: () => AppError,
  work: () => Promise<T>,
): Promise<T> =>
  ctx.db
    .holding(async (locks) => {
      const { businessId, idempotency } = ctx
      if (idempotency) {
        if (!(await locks.take(`key:${businessId}:${idempotency.scope}:${idempotency.key}`, DUPLICATE_WAIT_MS)))
          throw idempotencyKeyInUseError()
        const stored = await ctx.read((tx) => storedResponse(tx, idempotency))
        if (stored) throw new DuplicateRequest(stored)
      }
      if (!(await locks.tryTake(`${task}:${businessId}`))) throw busy()
      return work()
    })
    .catch((error: unknown) => {
      throw error instanceof LockConnectionsBusy ? tooManyBuildsError() : error
    })
