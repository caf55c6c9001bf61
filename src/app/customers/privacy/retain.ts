// Deletes data whose retention period has ended, once a day per business (docs/privacy.md#retention).
import { anonymizeOrders, stopsOf } from '../../../store/privacy/anonymize.ts'
import {
  emptyAudit,
  forgetAudit,
  forgetHistory,
  forgetMessages,
  forgetPhotos,
  forgetPositions,
  forgetSources,
  type RetentionCheck,
  dueRetentionChecks,
  markRetained,
  ordersToForget,
  recurringOrdersToForget,
} from '../../../store/privacy/retention.ts'
import { calendarOf } from '../../calendar.ts'
import { type App, type WriteTx, writeTo } from '../../context.ts'
import { runRecordingFailure } from '../../operations/health/failed-work.ts'
import { discardFiles } from './discard-files.ts'

const BUSINESSES = 20
/** Batch size of deliveries and photos. `ROWS` is the batch size of all other rows. */
const ORDERS = 100
const ROWS = 1_000
const DAY_MS = 86_400_000

/** Returns true if more data may be due for deletion. */
export async function retainDue(app: App): Promise<boolean> {
  const now = app.clock()
  const due = await app.db.asSystem((tx) => dueRetentionChecks(tx, new Date(now.getTime() - DAY_MS), now, BUSINESSES))
  let more = due.length === BUSINESSES
  for (const keeping of due)
    await runRecordingFailure(
      app,
      'clean-up',
      { businessId: keeping.businessId, itemId: keeping.businessId },
      async () => {
        if (await forgetExpiredData(app, keeping, now)) more = true
        else await app.db.asSystem((tx) => markRetained(tx, keeping, now))
      },
    )
  return more
}

async function forgetExpiredData(app: App, keeping: RetentionCheck, now: Date): Promise<boolean> {
  const { businessId } = keeping
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const write = <T>(work: (tx: WriteTx) => Promise<T>) => writeTo(app, businessId, work)
  const { keepOrdersDays, keepPhotosDays, keepPositionsDays, keepMessagesDays, keepLogsDays } = keeping
  const kinds: [number | null, (before: Date) => Promise<number>][] = [
    [keepOrdersDays, (then) => anonymizeExpiredOrders(app, keeping, then, now)],
    [keepPhotosDays, (then) => deleteExpiredPhotos(app, businessId, then, now)],
    [keepPositionsDays, (then) => write((tx) => forgetPositions(tx, then, ROWS, now))],
    [keepMessagesDays, (then) => write((tx) => forgetMessages(tx, then, ROWS))],
    [keepLogsDays, (then) => app.db.asSystem((tx) => forgetAudit(tx, businessId, then, ROWS))],
    [keepLogsDays, (then) => app.db.asSystem((tx) => forgetHistory(tx, businessId, then, ROWS))],
  ]
  let more = false
  // If one kind of data fails, the other kinds are still deleted. The first error is thrown at the end.
  const failures: unknown[] = []
  for (const [days, forget] of kinds)
    if (days !== null)
      await forget(before(days)).then(
        (count) => (more ||= count > 0),
        (error: unknown) => failures.push(error),
      )
  if (failures.length > 0) throw failures[0]
  return more
}

/** Returns the number of deliveries and import files whose data was deleted. */
async function anonymizeExpiredOrders(
  app: App,
  { businessId, timeZone }: RetentionCheck,
  before: Date,
  now: Date,
): Promise<number> {
  const day = calendarOf(timeZone).dayOf(before)
  const changedBefore = new Date(now.getTime() - DAY_MS)
  const found = await writeTo(app, businessId, async (tx) => {
    const orderIds = await ordersToForget(tx, day, changedBefore, ORDERS)
    const ruleIds = await recurringOrdersToForget(tx, before, ORDERS)
    return { orderIds, ruleIds, stopIds: await stopsOf(tx, orderIds) }
  })
  // The audit log comes first. After a crash between the two steps, the deliveries would no longer be found, so their
  // audit details would stay permanently.
  await app.db.asSystem((tx) => emptyAudit(tx, businessId, Object.values(found).flat()))
  const done = await writeTo(app, businessId, async (tx) => {
    const orderIds = await ordersToForget(tx, day, changedBefore, ORDERS, found.orderIds)
    const fileNames = await anonymizeOrders(tx, orderIds, now)
    return { fileNames, sources: await forgetSources(tx, before, found.ruleIds, ORDERS) }
  })
  await discardFiles(app, businessId, done.fileNames)
  return found.orderIds.length + done.sources
}

async function deleteExpiredPhotos(app: App, businessId: string, before: Date, now: Date): Promise<number> {
  const fileNames = await writeTo(app, businessId, (tx) => forgetPhotos(tx, before, ORDERS, now))
  await discardFiles(app, businessId, fileNames)
  return fileNames.length
}
