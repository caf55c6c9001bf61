// Recurring orders, with the exceptions to their schedules and the orders that they created.
import { deleteOwn, insertOwn, selectOwn, updateOwn } from '../own.ts'
import { type Selectable, sql } from 'kysely'
import type { OrderStatus } from '../../domain/orders/order.ts'
import type { DateException, Schedule } from '../../domain/orders/recurrence.ts'
import type { SystemTx, Tx } from '../database.ts'
import { isNotPutOff, type WorkItem } from '../jobs/failed-work.ts'
import type { Schema } from '../tables/all.ts'

export interface RecurringOrder {
  recurringOrderId: string
  externalRef: string
  /** Request body of the order, without reference and date. */
  template: object
  schedule: Schedule
  daysAhead: number
  version: number
  /** Time at which the next order will be created. Null if there is no next order. */
  dueAt: Date | null
  createdAt: Date
  changedAt: Date
  endedAt: Date | null
}

export interface RecurringDate extends DateException {
  orderId: string | null
  /** Day that the order was created for. */
  madeFor: string | null
}

/** A date with its order in its current state. */
export interface ShownDate extends RecurringDate {
  recurringOrderId: string
  order: { orderId: string; externalRef: string; status: OrderStatus; deliveryDate: string } | null
}

const recurringOf = ({ businessId: _businessId, ...row }: Selectable<Schema['recurringOrders']>): RecurringOrder => row

const query = (tx: Tx) => selectOwn(tx, 'recurringOrders').selectAll()

export async function findRecurring(tx: Tx, recurringOrderId: string): Promise<RecurringOrder | null> {
  const row = await query(tx).where('recurringOrderId', '=', recurringOrderId).executeTakeFirst()
  return row ? recurringOf(row) : null
}

/**
 * Returns the recurring order, locked until the end of the transaction. The lock serializes creating its orders and
 * changing it. Null if it doesn't exist.
 */
export async function lockRecurring(tx: Tx, recurringOrderId: string): Promise<RecurringOrder | null> {
  const row = await query(tx).where('recurringOrderId', '=', recurringOrderId).forUpdate().executeTakeFirst()
  return row ? recurringOf(row) : null
}

/** Returns up to `limit` recurring orders, newest first. */
export async function recurringPage(tx: Tx, after: string | null, limit: number): Promise<RecurringOrder[]> {
  const page = after === null ? query(tx) : query(tx).where('recurringOrderId', '<', after)
  return (await page.orderBy('recurringOrderId', 'desc').limit(limit).execute()).map(recurringOf)
}

/** Inserts a recurring order. Returns false if its reference is taken. */
export async function insertRecurring(tx: Tx, { template, schedule, ...recurring }: RecurringOrder): Promise<boolean> {
  const inserted = await insertOwn(tx, 'recurringOrders', {
    ...recurring,
    template: JSON.stringify(template),
    schedule: JSON.stringify(schedule),
  })
    .onConflict((on) => on.columns(['businessId', 'externalRef']).doNothing())
    .returning('recurringOrderId')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function saveRecurring(tx: Tx, recurring: RecurringOrder): Promise<void> {
  const { recurringOrderId, template, schedule, daysAhead, version, dueAt, changedAt, endedAt } = recurring
  await updateOwn(tx, 'recurringOrders', { recurringOrderId })
    .set({
      template: JSON.stringify(template),
      schedule: JSON.stringify(schedule),
      daysAhead,
      version,
      dueAt,
      changedAt,
      endedAt,
    })
    .execute()
}

export async function saveDueAt(tx: Tx, recurringOrderId: string, dueAt: Date | null): Promise<void> {
  await updateOwn(tx, 'recurringOrders', { recurringOrderId }).set({ dueAt }).execute()
}

/** Returns the dates that have not passed on `today`, in order, each with its order. */
export async function datesOf(tx: Tx, recurringOrderIds: readonly string[], today: string): Promise<ShownDate[]> {
  if (recurringOrderIds.length === 0) return []
  const rows = await tx
    .selectFrom('recurringDates as d')
    .leftJoin('orders as o', (on) => on.onRef('o.businessId', '=', 'd.businessId').onRef('o.orderId', '=', 'd.orderId'))
    .select(['d.recurringOrderId', 'd.date', 'd.skipped', 'd.movedTo', 'd.orderId', 'd.madeFor'])
    .select(['o.externalRef', 'o.status', 'o.deliveryDate'])
    .where('d.businessId', '=', tx.businessId)
    .where('d.recurringOrderId', 'in', recurringOrderIds)
    .where((eb) => eb.or([eb('d.date', '>=', today), eb('d.movedTo', '>=', today), eb('d.madeFor', '>=', today)]))
    .orderBy('d.date')
    .execute()
  return rows.map(({ externalRef, status, deliveryDate, ...date }) => ({
    ...date,
    order:
      date.orderId && externalRef && status && deliveryDate
        ? { orderId: date.orderId, externalRef, status, deliveryDate }
        : null,
  }))
}

export async function saveDate(
  tx: Tx,
  recurringOrderId: string,
  { date, skipped, movedTo, orderId, madeFor }: RecurringDate,
): Promise<void> {
  const change = { skipped, movedTo, orderId, madeFor }
  await insertOwn(tx, 'recurringDates', { recurringOrderId, date, ...change })
    .onConflict((on) => on.columns(['businessId', 'recurringOrderId', 'date']).doUpdateSet(change))
    .execute()
}

/** Deletes dates that follow the schedule and have no order. */
export async function removeDates(tx: Tx, recurringOrderId: string, dates: readonly string[]): Promise<void> {
  if (dates.length === 0) return
  await deleteOwn(tx, 'recurringDates', { recurringOrderId }).where('date', 'in', dates).execute()
}

/** Returns the recurring order that created this order, and the date it was created for. Null if there is none. */
export async function recurringOfOrder(
  tx: Tx,
  orderId: string,
): Promise<{ recurringOrderId: string; externalRef: string; date: string } | null> {
  const row = await tx
    .selectFrom('recurringDates as d')
    .innerJoin('recurringOrders as r', (on) =>
      on.onRef('r.businessId', '=', 'd.businessId').onRef('r.recurringOrderId', '=', 'd.recurringOrderId'),
    )
    .select(['r.recurringOrderId', 'r.externalRef', 'd.date'])
    .where('d.businessId', '=', tx.businessId)
    .where('d.orderId', '=', orderId)
    .executeTakeFirst()
  return row ?? null
}

/** Returns up to `limit` recurring orders whose next order is due, longest due first. For the system role. */
export async function recurringDue(
  tx: SystemTx,
  now: Date,
  limit: number,
): Promise<(WorkItem & { timeZone: string })[]> {
  const { rows } = await sql<WorkItem & { timeZone: string }>`
    select r.business_uuid, r.recurring_order_uuid as item_uuid, b.time_zone
    from recurring_orders r join businesses b using (business_uuid)
    where r.due_at <= ${now}
      and ${isNotPutOff('make-recurring-orders', sql`r.business_uuid`, sql`r.recurring_order_uuid`, now)}
    order by r.due_at limit ${limit}`.execute(tx)
  return rows
}
