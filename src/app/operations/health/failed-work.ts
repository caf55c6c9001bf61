// Runs the work of one job for many businesses. A failing item is postponed, counted, and shown in health, in the
// metrics and to its business. The other items succeed. Only an unreachable database fails the whole job.
import { bisectFailures } from '../../bisect-failures.ts'
import type { WatchedJob } from '../../../domain/jobs/failed-work.ts'
import { isUnreachable, moveRefusal } from '../../../store/database.ts'
import { recordFailure, type WorkItem } from '../../../store/jobs/failed-work.ts'
import type { App } from '../../context.ts'

/**
 * Runs `work` on all items. If it fails, bisects the list and records each failing item, so that the others succeed.
 * `work` must apply its changes completely or not at all. Returns the results of the successful items. Throws if the
 * database is unreachable.
 */
export const isolateFailures = <I extends WorkItem, T>(
  app: App,
  job: WatchedJob,
  items: readonly I[],
  work: (items: readonly I[]) => Promise<readonly T[]>,
): Promise<T[]> =>
  bisectFailures(items, work, { isFatal: isUnreachable, failed: (item, error) => postpone(app, job, item, error) })

/** Like `isolateFailures`, for one item. Returns true if it succeeded. */
export async function runRecordingFailure(
  app: App,
  job: WatchedJob,
  item: WorkItem,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const done = await isolateFailures(app, job, [item], async () => {
    await work()
    return [true]
  })
  return done.length > 0
}

/** Records the failure. Throws if it can't be recorded, because then the database is at fault. */
async function postpone(app: App, job: WatchedJob, item: WorkItem, error: unknown): Promise<void> {
  // The business is being moved to another installation, and was held just after the item was found due. Don't record
  // this as a failure: the installation that serves the business will do the work.
  if (moveRefusal(error)) return
  const failures = await app.db.asBusiness(item.businessId, (tx) => recordFailure(tx, job, item, app.clock()))
  app.log.error(
    { err: error, job, business_uuid: item.businessId, item_uuid: item.itemId, failures },
    'work failed; it will be retried',
  )
}
