// Webhook deliveries, pending and sent: one row per endpoint and event, with its attempts.
import { selectOwn, updateOwn } from '../own.ts'
import type { EventFacts } from '../../domain/webhooks/event.ts'
import type { SentEvent } from '../../domain/webhooks/event-names.ts'
import type { DeliveryStatus } from '../../domain/webhooks/webhook.ts'
import { sendPipelined, type Tx } from '../database.ts'

export interface PendingDelivery {
  deliveryId: string
  endpointId: string
  event: SentEvent
  facts: EventFacts
  dueAt: Date
}

/** Inserts deliveries, pipelined: a delivery that can't be written fails the transaction. */
export function insertDeliveries(tx: Tx, pending: readonly PendingDelivery[], now: Date): void {
  if (pending.length === 0) return
  const rows = pending.map(({ deliveryId, endpointId, event, facts, dueAt }) => ({
    businessId: tx.businessId,
    deliveryId,
    endpointId,
    event,
    facts: JSON.stringify(facts),
    externalRef: facts.external_ref,
    orderId: facts.order_uuid,
    stopId: facts.stop_uuid,
    routeId: facts.route_uuid,
    nextAttemptAt: dueAt,
    firstAttemptAt: null,
    leaseToken: null,
    leasedUntil: null,
    settledAt: null,
    createdAt: now,
  }))
  sendPipelined(tx, tx.insertInto('webhookDeliveries').values(rows))
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

/** Returns the deliveries of an endpoint that follow the delivery `after`, newest first. */
export async function deliveryPage(
  tx: Tx,
  endpointId: string,
  after: string | null,
  limit: number,
): Promise<Delivery[]> {
  let page = deliveries(tx, endpointId).orderBy('deliveryId', 'desc').limit(limit)
  if (after) page = page.where('deliveryId', '<', after)
  return withAttempts(tx, await page.execute())
}

export async function findDelivery(tx: Tx, endpointId: string, deliveryId: string): Promise<Delivery | null> {
  const rows = await deliveries(tx, endpointId).where('deliveryId', '=', deliveryId).execute()
  const [delivery] = await withAttempts(tx, rows)
  return delivery ?? null
}

const deliveries = (tx: Tx, endpointId: string) =>
  selectOwn(tx, 'webhookDeliveries', { endpointId }).select([
    'deliveryId',
    'event',
    'externalRef',
    'status',
    'nextAttemptAt',
    'createdAt',
  ])

type Row = Awaited<ReturnType<ReturnType<typeof deliveries>['executeTakeFirstOrThrow']>>

async function withAttempts(tx: Tx, rows: readonly Row[]): Promise<Delivery[]> {
  const attempts = await attemptsOf(
    tx,
    rows.map((row) => row.deliveryId),
  )
  return rows.map((row) => ({
    deliveryId: row.deliveryId,
    event: row.event,
    externalRef: row.externalRef,
    status: row.status,
    attempts: attempts.get(row.deliveryId) ?? [],
    nextAttemptAt: row.nextAttemptAt,
    createdAt: row.createdAt,
  }))
}

async function attemptsOf(tx: Tx, deliveryIds: readonly string[]): Promise<Map<string, Attempt[]>> {
  const byDelivery = new Map<string, Attempt[]>(deliveryIds.map((id) => [id, []]))
  if (deliveryIds.length === 0) return byDelivery
  const rows = await selectOwn(tx, 'webhookAttempts')
    .select(['deliveryId', 'at', 'durationMs', 'statusCode', 'error'])
    .where('deliveryId', 'in', deliveryIds)
    .orderBy('deliveryId')
    .orderBy('number')
    .execute()
  for (const { deliveryId, at, durationMs, statusCode, error } of rows)
    byDelivery.get(deliveryId)?.push({ at, statusCode, durationMs, error })
  return byDelivery
}

/** Restarts the retry schedule of a delivery. The delivery is due now and keeps its ID. */
export async function restartDelivery(tx: Tx, deliveryId: string, now: Date): Promise<void> {
  await restartSchedule(tx, now).where('deliveryId', '=', deliveryId).execute()
}

/**
 * Like `restartDelivery`, but for all deliveries of the endpoint since `since` that have not succeeded. Returns their number.
 */
export async function replayPending(tx: Tx, endpointId: string, since: Date, now: Date): Promise<number> {
  const { numUpdatedRows } = await restartSchedule(tx, now)
    .where('endpointId', '=', endpointId)
    .where('status', 'in', ['PENDING', 'RETRYING', 'FAILED'])
    .where('createdAt', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

// A running lease stays. Its attempt is the first of the new schedule.
const restartSchedule = (tx: Tx, now: Date) =>
  updateOwn(tx, 'webhookDeliveries').set((columns) => ({
    status: 'PENDING',
    scheduleStart: columns.ref('attemptCount'),
    nextAttemptAt: now,
    settledAt: null,
  }))

/** Abandons all pending deliveries of an endpoint, including those that are being sent. */
export async function abandonPending(tx: Tx, endpointId: string, now: Date): Promise<void> {
  await updateOwn(tx, 'webhookDeliveries', { endpointId })
    .set({ status: 'ABANDONED', nextAttemptAt: null, settledAt: now, leaseToken: null, leasedUntil: null })
    .where('nextAttemptAt', 'is not', null)
    .execute()
}
