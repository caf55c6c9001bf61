// Takes out what a business keeps no longer, once a day for each (docs/privacy.md#retention).
import { anonymizeOrders, stopsOf } from '../../store/privacy/anonymize.ts'
import {
  emptyAudit,
  forgetAudit,
  forgetMessages,
  forgetPhotos,
  forgetPositions,
  forgetSources,
  type Keeping,
  keepingDue,
  markRetained,
  ordersToForget,
} from '../../store/privacy/retention.ts'
import { calendarOf } from '../calendar.ts'
import { type App, type WriteTx, writeTo } from '../context.ts'
import { discardFiles } from './discard-files.ts'

const BUSINESSES = 20
/** Deliveries at a time; other rows at a time. */
const ORDERS = 100
const ROWS = 1_000
const DAY_MS = 86_400_000

/** True when there may be more. */
export async function retainDue(app: App): Promise<boolean> {
  const now = app.clock()
  const due = await app.db.asSystem((tx) => keepingDue(tx, new Date(now.getTime() - DAY_MS), BUSINESSES))
  let more = false
  for (const keeping of due) {
    if (await retain(app, keeping, now)) more = true
    else await app.db.asSystem((tx) => markRetained(tx, keeping.businessId, now))
  }
  return more
}

async function retain(app: App, keeping: Keeping, now: Date): Promise<boolean> {
  const { businessId } = keeping
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const write = <T>(work: (tx: WriteTx) => Promise<T>) => writeTo(app, businessId, work)
  const { keepOrdersDays, keepPhotosDays, keepPositionsDays, keepMessagesDays, keepLogsDays } = keeping
  const counts = [
    keepOrdersDays && (await retainOrders(app, keeping, before(keepOrdersDays), now)),
    keepPhotosDays && (await retainPhotos(app, businessId, before(keepPhotosDays))),
    keepPositionsDays && (await write((tx) => forgetPositions(tx, before(keepPositionsDays), ROWS))),
    keepMessagesDays && (await write((tx) => forgetMessages(tx, before(keepMessagesDays), ROWS))),
    keepLogsDays && (await app.db.asSystem((tx) => forgetAudit(tx, businessId, before(keepLogsDays), ROWS))),
  ]
  return counts.some((count) => count !== null && count > 0)
}

/** How many deliveries and files of imports. */
async function retainOrders(app: App, { businessId, timeZone }: Keeping, before: Date, now: Date): Promise<number> {
  const calendar = calendarOf(timeZone)
  const done = await writeTo(app, businessId, async (tx) => {
    const orderIds = await ordersToForget(tx, calendar.dayOf(before), new Date(now.getTime() - DAY_MS), ORDERS)
    const stopIds = await stopsOf(tx, orderIds)
    const fileNames = orderIds.length === 0 ? [] : await anonymizeOrders(tx, orderIds, now)
    return { orderIds, stopIds, fileNames, imports: await forgetSources(tx, before, ORDERS) }
  })
  await app.db.asSystem((tx) => emptyAudit(tx, businessId, [...done.orderIds, ...done.stopIds]))
  await discardFiles(app, businessId, done.fileNames)
  return done.orderIds.length + done.imports
}

async function retainPhotos(app: App, businessId: string, before: Date): Promise<number> {
  const fileNames = await writeTo(app, businessId, (tx) => forgetPhotos(tx, before, ORDERS))
  await discardFiles(app, businessId, fileNames)
  return fileNames.length
}
