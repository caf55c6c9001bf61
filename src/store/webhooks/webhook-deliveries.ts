// Webhook deliveries, pending and sent: one row for each endpoint and event, with its attempts.
import type { EventFacts, EventName, SentEvent } from '../../domain/webhooks/event.ts'
import type { DeliveryStatus } from '../../domain/webhooks/webhook.ts'
import { pipelined, type Tx } from '../database.ts'

/**
 * The endpoints of the business with the events each chose; none chosen means all. They can't be removed before the
 * transaction ends, so that a removal sees its pending deliveries.
 */
export async function endpointsFor(tx: Tx): Promise<{ endpointId: string; events: EventName[] }[]> {
  const rows = await tx
    .selectFrom('webhook_endpoints')
    .select(['endpoint_uuid', 'events'])
    .where('business_uuid', '=', tx.businessId)
    .where('deleted_at', 'is', null)
    .orderBy('endpoint_uuid')
    .forKeyShare()
    .execute()
  return rows.map((row) => ({ endpointId: row.endpoint_uuid, events: row.events }))
}

export interface PendingDelivery {
  deliveryId: string
  endpointId: string
  event: SentEvent
  facts: EventFacts
  dueAt: Date
}

/** Pipelined: a delivery that can't be written fails the transaction. */
export function insertDeliveries(tx: Tx, owed: readonly PendingDelivery[], now: Date): void {
  if (owed.length === 0) return
  const rows = owed.map(({ deliveryId, endpointId, event, facts, dueAt }) => ({
    business_uuid: tx.businessId,
    delivery_id: deliveryId,
    endpoint_uuid: endpointId,
    event,
    facts: JSON.stringify(facts),
    external_ref: facts.external_ref,
    order_uuid: facts.order_uuid,
    stop_uuid: facts.stop_uuid,
    route_uuid: facts.route_uuid,
    next_attempt_at: dueAt,
    first_attempt_at: null,
    lease_token: null,
    leased_until: null,
    settled_at: null,
    created_at: now,
  }))
  pipelined(tx, tx.insertInto('webhook_deliveries').values(rows))
}

export interface Attempt {
  at: Date
  statusCode: number | null
  durationMs: number
  error: string | null
}

export interface Delivery {
  deliveryId: string
  event: SentEvent
  externalRef: string | null
  status: DeliveryStatus
  attempts: Attempt[]
  nextAttemptAt: Date | null
  createdAt: Date
}

/** The deliveries of an endpoint, newest first, from after the one named. */
export async function deliveryPage(
  tx: Tx,
  endpointId: string,
  after: string | null,
  limit: number,
): Promise<Delivery[]> {
  let page = deliveries(tx, endpointId).orderBy('delivery_id', 'desc').limit(limit)
  if (after) page = page.where('delivery_id', '<', after)
  return withAttempts(tx, await page.execute())
}

export async function findDelivery(tx: Tx, endpointId: string, deliveryId: string): Promise<Delivery | null> {
  const rows = await deliveries(tx, endpointId).where('delivery_id', '=', deliveryId).execute()
  const [delivery] = await withAttempts(tx, rows)
  return delivery ?? null
}

const deliveries = (tx: Tx, endpointId: string) =>
  tx
    .selectFrom('webhook_deliveries')
    .select(['delivery_id', 'event', 'external_ref', 'status', 'next_attempt_at', 'created_at'])
    .where('business_uuid', '=', tx.businessId)
    .where('endpoint_uuid', '=', endpointId)

type Row = Awaited<ReturnType<ReturnType<typeof deliveries>['executeTakeFirstOrThrow']>>

async function withAttempts(tx: Tx, rows: readonly Row[]): Promise<Delivery[]> {
  const attempts = await attemptsOf(
    tx,
    rows.map((row) => row.delivery_id),
  )
  return rows.map((row) => ({
    deliveryId: row.delivery_id,
    event: row.event,
    externalRef: row.external_ref,
    status: row.status,
    attempts: attempts.get(row.delivery_id) ?? [],
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
  }))
}

async function attemptsOf(tx: Tx, deliveryIds: readonly string[]): Promise<Map<string, Attempt[]>> {
  const byDelivery = new Map<string, Attempt[]>(deliveryIds.map((id) => [id, []]))
  if (deliveryIds.length === 0) return byDelivery
  const rows = await tx
    .selectFrom('webhook_attempts')
    .select(['delivery_id', 'at', 'duration_ms', 'status_code', 'error'])
    .where('business_uuid', '=', tx.businessId)
    .where('delivery_id', 'in', deliveryIds)
    .orderBy('delivery_id')
    .orderBy('number')
    .execute()
  for (const { delivery_id, at, duration_ms, status_code, error } of rows)
    byDelivery.get(delivery_id)?.push({ at, statusCode: status_code, durationMs: duration_ms, error })
  return byDelivery
}

/** Restarts the schedule of one delivery: due now, under the same id. */
export async function replay(tx: Tx, deliveryId: string, now: Date): Promise<void> {
  await restart(tx, now).where('delivery_id', '=', deliveryId).execute()
}

/** As `replay`, for every delivery of the endpoint since the instant that is not yet delivered; returns how many there were. */
export async function replayPending(tx: Tx, endpointId: string, since: Date, now: Date): Promise<number> {
  const { numUpdatedRows } = await restart(tx, now)
    .where('endpoint_uuid', '=', endpointId)
    .where('status', 'in', ['PENDING', 'RETRYING', 'FAILED'])
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

// A lease under way is left alone: its attempt is the first of the new schedule.
const restart = (tx: Tx, now: Date) =>
  tx
    .updateTable('webhook_deliveries')
    .set((columns) => ({
      status: 'PENDING',
      schedule_start: columns.ref('attempt_count'),
      next_attempt_at: now,
      settled_at: null,
    }))
    .where('business_uuid', '=', tx.businessId)

/** Abandons every pending delivery of an endpoint, including those being sent now. */
export async function abandonPending(tx: Tx, endpointId: string, now: Date): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'ABANDONED', next_attempt_at: null, settled_at: now, lease_token: null, leased_until: null })
    .where('business_uuid', '=', tx.businessId)
    .where('endpoint_uuid', '=', endpointId)
    .where('next_attempt_at', 'is not', null)
    .execute()
}
