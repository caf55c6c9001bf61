// One at a time per business, across every server process, for what takes long outside a transaction.
import { HoldersBusy } from '../store/database.ts'
import { storedResponse } from '../store/keys/idempotency.ts'
import { AlreadyAnswered, type Context, inUse } from './context.ts'
import { type AppError, plansBusy } from './errors.ts'

/** Contract: a twin under the same key waits up to 5 s for the first. */
const TWIN_WAIT_MS = 5_000

/** Runs `work` alone among the business's tasks of this name; a second one gets `busy()` at once, a twin waits. */
export const exclusively = <T>(ctx: Context, task: string, busy: () => AppError, work: () => Promise<T>): Promise<T> =>
  ctx.db
    .holding(async (locks) => {
      const { businessId, idempotency } = ctx
      if (idempotency) {
        if (!(await locks.take(`key:${businessId}:${idempotency.scope}:${idempotency.key}`, TWIN_WAIT_MS)))
          throw inUse()
        const stored = await ctx.read((tx) => storedResponse(tx, idempotency))
        if (stored) throw new AlreadyAnswered(stored)
      }
      if (!(await locks.tryTake(`${task}:${businessId}`))) throw busy()
      return work()
    })
    .catch((error: unknown) => {
      throw error instanceof HoldersBusy ? plansBusy() : error
    })
