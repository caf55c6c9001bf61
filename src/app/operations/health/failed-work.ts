// Work for many businesses in one job. What fails is put off by itself, counted, and shown in health, in the metrics and
// to its business; the rest goes on. Only a fault of the database as a whole is the job's.
import { halved } from '../../halved.ts'
import type { WatchedJob } from '../../../domain/jobs/failed-work.ts'
import { isUnreachable, notServed } from '../../../store/database.ts'
import { recordFailure, type WorkItem } from '../../../store/jobs/failed-work.ts'
import type { App } from '../../context.ts'

/**
 * Works on all items at once, and where that fails on fewer, down to those that fail alone. What `work` does for its
 * items happens altogether or not at all.
 */
export const apart = <I extends WorkItem, T>(
  app: App,
  job: WatchedJob,
  items: readonly I[],
  work: (items: readonly I[]) => Promise<readonly T[]>,
): Promise<T[]> =>
  halved(items, work, { isFatal: isUnreachable, failed: (item, error) => putOff(app, job, item, error) })

/** Whether the work on one item succeeded. */
export async function alone(app: App, job: WatchedJob, item: WorkItem, work: () => Promise<unknown>): Promise<boolean> {
  const done = await apart(app, job, [item], async () => {
    await work()
    return [true]
  })
  return done.length > 0
}

/** Where not even that can be written, the database is at fault: it throws. */
async function putOff(app: App, job: WatchedJob, item: WorkItem, error: unknown): Promise<void> {
  // Found due just before its business was held: where that is served the work is due still.
  if (notServed(error)) return
  const failures = await app.db.asBusiness(item.businessId, (tx) => recordFailure(tx, job, item, app.clock()))
  app.log.error(
    { err: error, job, business_uuid: item.businessId, item_uuid: item.itemId, failures },
    'work failed by itself; it is tried again later',
  )
}
