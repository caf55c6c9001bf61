// Lists the webhook deliveries of all endpoints with requests, responses and next attempts. Also sends deliveries
// again.
import type {
  DeliveryDetailOut,
  DeliveryLogOut,
  DeliveryLogQuery,
  LoggedDeliveryOut,
} from '../../../contract/office/integrations.ts'
import { audit } from '../../../store/audit/audit.ts'
import { proofsOfStops } from '../../../store/routes/proofs.ts'
import {
  deliveryInFull,
  deliveryLog,
  type LoggedAttempt,
  type LoggedDelivery,
  replayDeliveriesById,
} from '../../../store/webhooks/webhook-log.ts'
import type { Context } from '../../context.ts'
import { readCursor, writeCursor } from '../../cursor.ts'
import { missing } from '../../errors.ts'
import { instant } from '../../orders/order-wire.ts'
import { shopBody } from '../connectors/write-back.ts'
import { webhookBody } from './render.ts'

const PAGE = 50
const LIST = 'webhook deliveries'

export async function listDeliveryLog(ctx: Context, query: DeliveryLogQuery): Promise<DeliveryLogOut> {
  const after = query.cursor ? (readCursor(ctx, LIST, query.cursor) as { after: string }).after : null
  const filter = {
    status: query.status ?? null,
    endpointId: query.endpoint ?? null,
    event: query.event ?? null,
    externalRef: query.reference || null,
    since: query.from ? ctx.calendar.startOfDay(query.from) : null,
    until: query.to ? ctx.calendar.startOfDay(ctx.calendar.addDays(query.to, 1)) : null,
  }
  // Read one row more than shown, to learn whether there is a next page.
  const found = await ctx.read((tx) => deliveryLog(tx, filter, after, PAGE + 1))
  const page = found.slice(0, PAGE)
  const last = found.length > PAGE ? page.at(-1) : undefined
  return {
    deliveries: page.map(toWire),
    next_cursor: last ? writeCursor(ctx, LIST, { after: last.deliveryId }) : null,
  }
}

export async function readDelivery(ctx: Context, deliveryId: string): Promise<DeliveryDetailOut> {
  const { delivery, proofs } = await ctx.read(async (tx) => {
    const delivery = await deliveryInFull(tx, deliveryId)
    if (!delivery) throw missing('delivery with that id')
    return { delivery, proofs: await proofsOfStops(tx, delivery.stopId ? [delivery.stopId] : []) }
  })
  const { firstAttemptAt, lastAttempt, stopId } = delivery
  const sent = { ...delivery, firstAttemptAt: firstAttemptAt ?? ctx.now, isTest: ctx.isTest }
  return {
    ...toWire(delivery),
    body: delivery.shop
      ? shopBody({ ...delivery, shop: delivery.shop }, ctx)
      : webhookBody(sent, proofs.get(stopId ?? '') ?? [], lastAttempt?.at ?? ctx.now, ctx),
    attempts: delivery.attempts.map((attempt) => ({ ...attemptToWire(attempt), response: attempt.excerpt })),
  }
}

/** Sends these deliveries again now, under their original IDs. Skips deliveries to endpoints that have been removed. */
export async function replayDeliveries(ctx: Context, deliveryIds: readonly string[]) {
  return ctx.write(async (tx) => {
    const replayed = await replayDeliveriesById(tx, deliveryIds, ctx.now)
    audit(
      tx,
      ctx,
      ...replayed.map((entityId) => ({
        action: 'webhook_delivery.replayed' as const,
        entity: 'webhook_delivery' as const,
        entityId,
      })),
    )
    ctx.wake('webhooks')
    return { deliveries: replayed.length }
  })
}

const toWire = (delivery: LoggedDelivery): LoggedDeliveryOut => ({
  delivery_id: delivery.deliveryId,
  event: delivery.event,
  external_ref: delivery.externalRef,
  status: delivery.status,
  endpoint: {
    endpoint_uuid: delivery.endpoint.endpointId,
    url: delivery.endpoint.url,
    removed: delivery.endpoint.removed,
  },
  attempt_count: delivery.attemptCount,
  last_attempt: delivery.lastAttempt && attemptToWire(delivery.lastAttempt),
  next_attempt_at: instant(delivery.nextAttemptAt),
  created_at: delivery.createdAt.toISOString(),
})

const attemptToWire = ({ at, statusCode, durationMs, error }: LoggedAttempt) => ({
  at: at.toISOString(),
  status_code: statusCode,
  duration_ms: durationMs,
  error,
})
