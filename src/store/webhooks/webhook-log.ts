// The deliveries of all endpoints for the office's list, and one delivery with all its attempts.
import { selectOwn } from '../own.ts'
import { type RawBuilder, sql } from 'kysely'
import type { EventFacts } from '../../domain/webhooks/event.ts'
import type { SentEvent } from '../../domain/webhooks/event-names.ts'
import type { ConnectorKind } from '../../domain/connectors/connector.ts'
import { firstIdAt, lastIdBefore } from '../../domain/ordered-id.ts'
import type { DeliveryStatus } from '../../domain/webhooks/webhook.ts'
import { shopOrderSql } from '../connectors/payloads.ts'
import type { Tx } from '../database.ts'
import type { Attempt } from './webhook-deliveries.ts'

export interface LogFilter {
  status: DeliveryStatus | null
  endpointId: string | null
  event: SentEvent | null
  /** Reference of the order that the event is about. */
  externalRef: string | null
  since: Date | null
  until: Date | null
}

export interface LoggedDelivery {
  deliveryId: string
  event: SentEvent
  externalRef: string | null
  status: DeliveryStatus
  endpoint: { endpointId: string; url: string; removed: boolean }
  attemptCount: number
  lastAttempt: LoggedAttempt | null
  nextAttemptAt: Date | null
  createdAt: Date
}

export interface LoggedAttempt extends Attempt {
  /** Beginning of the response body. */
  excerpt: string | null
}

const columns = sql`
  d.delivery_id, d.event, d.external_ref, d.status, d.attempt_count, d.next_attempt_at, d.created_at,
  d.facts, d.first_attempt_at, d.stop_uuid, e.endpoint_uuid, e.url, e.deleted_at is not null as removed`
const shop = sql`${shopOrderSql(sql`e.connector_uuid`)} as shop`
const joins = sql`
  join webhook_endpoints e on e.business_uuid = d.business_uuid and e.endpoint_uuid = d.endpoint_uuid`

/** Returns the deliveries after the delivery `after`, newest first. */
export async function deliveryLog(
  tx: Tx,
  filter: LogFilter,
  after: string | null,
  limit: number,
): Promise<LoggedDelivery[]> {
  const { rows } = await sql<Row & LastAttempt>`
    select ${columns}, a.at, a.duration_ms, a.status_code, a.error
    from (select d.* from webhook_deliveries d where ${matching(tx.businessId, filter, after)}
          order by d.delivery_id desc limit ${limit}) d
    ${joins}
    left join webhook_attempts a
      on a.business_uuid = d.business_uuid and a.delivery_id = d.delivery_id and a.number = d.attempt_count
    order by d.delivery_id desc`.execute(tx)
  return rows.map((row) => ({ ...read(row), lastAttempt: row.at && attempt({ ...row, at: row.at }) }))
}

// The status is a literal, because a partial index is only used for literal values.
function matching(businessId: string, filter: LogFilter, after: string | null): RawBuilder<unknown> {
  const { status, endpointId, event, externalRef, since, until } = filter
  return sql.join(
    [
      sql`d.business_uuid = ${businessId}::uuid`,
      ...(status ? [sql`d.status = ${sql.lit(status)}`] : []),
      ...(endpointId ? [sql`d.endpoint_uuid = ${endpointId}::uuid`] : []),
      ...(event ? [sql`d.event = ${event}`] : []),
      ...(externalRef
        ? [
            sql`d.order_uuid = (select o.order_uuid from orders o
                                where o.business_uuid = ${businessId}::uuid and o.external_ref = ${externalRef})`,
          ]
        : []),
      ...(since ? [sql`d.delivery_id >= ${firstIdAt(since)}::uuid and d.created_at >= ${since}`] : []),
      ...(until ? [sql`d.delivery_id < ${lastIdBefore(until)}::uuid and d.created_at < ${until}`] : []),
      ...(after ? [sql`d.delivery_id < ${after}::uuid`] : []),
    ],
    sql` and `,
  )
}

export interface DeliveryInFull extends LoggedDelivery {
  facts: EventFacts
  firstAttemptAt: Date | null
  stopId: string | null
  /** The order in the shop, if the endpoint reports outcomes to a shop. Otherwise null. */
  shop: { kind: ConnectorKind; sourceRef: string } | null
  /** Oldest first. */
  attempts: LoggedAttempt[]
}

export async function deliveryInFull(tx: Tx, deliveryId: string): Promise<DeliveryInFull | null> {
  const { rows } = await sql<Row & Pick<DeliveryInFull, 'shop'>>`
    select ${columns}, ${shop} from webhook_deliveries d ${joins}
    where d.business_uuid = ${tx.businessId}::uuid and d.delivery_id = ${deliveryId}::uuid`.execute(tx)
  const [row] = rows
  if (!row) return null
  const attempts = (
    await selectOwn(tx, 'webhookAttempts', { deliveryId })
      .select(['at', 'durationMs', 'statusCode', 'error', 'responseExcerpt'])
      .orderBy('number')
      .execute()
  ).map(attempt)
  return {
    ...read(row),
    lastAttempt: attempts.at(-1) ?? null,
    facts: row.facts,
    firstAttemptAt: row.firstAttemptAt,
    stopId: row.stopId,
    shop: row.shop,
    attempts,
  }
}

/**
 * Restarts the retry schedules of these deliveries, which are then due now. Skips deliveries to removed endpoints.
 * Returns the IDs of the restarted deliveries.
 */
export async function replayDeliveriesById(tx: Tx, deliveryIds: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ deliveryId: string }>`
    update webhook_deliveries d
    set status = 'PENDING', schedule_start = d.attempt_count, next_attempt_at = ${now}, settled_at = null
    from (select w.delivery_id from webhook_deliveries w
          join webhook_endpoints e on e.business_uuid = w.business_uuid and e.endpoint_uuid = w.endpoint_uuid
          where w.business_uuid = ${tx.businessId}::uuid and w.delivery_id = any(${deliveryIds}::uuid[])
            and e.deleted_at is null
          order by w.delivery_id for update of w for key share of e) found
    where d.business_uuid = ${tx.businessId}::uuid and d.delivery_id = found.delivery_id
    returning d.delivery_id`.execute(tx)
  return rows.map((row) => row.deliveryId)
}

interface Row {
  deliveryId: string
  event: SentEvent
  externalRef: string | null
  status: DeliveryStatus
  attemptCount: number
  nextAttemptAt: Date | null
  createdAt: Date
  facts: EventFacts
  firstAttemptAt: Date | null
  stopId: string | null
  endpointId: string
  url: string
  removed: boolean
}

interface LastAttempt {
  at: Date | null
  durationMs: number
  statusCode: number | null
  error: string | null
}

const read = (row: Row): Omit<LoggedDelivery, 'lastAttempt'> => ({
  deliveryId: row.deliveryId,
  event: row.event,
  externalRef: row.externalRef,
  status: row.status,
  endpoint: { endpointId: row.endpointId, url: row.url, removed: row.removed },
  attemptCount: row.attemptCount,
  nextAttemptAt: row.nextAttemptAt,
  createdAt: row.createdAt,
})

const attempt = (row: LastAttempt & { at: Date; responseExcerpt?: string | null }): LoggedAttempt => ({
  at: row.at,
  statusCode: row.statusCode,
  durationMs: row.durationMs,
  error: row.error,
  excerpt: row.responseExcerpt ?? null,
})
