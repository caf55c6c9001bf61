// Finds due deliveries per endpoint and leases them, so that several processes can send.
import { sql } from 'kysely'
import type { EventFacts } from '../../domain/webhooks/event.ts'
import type { SentEvent } from '../../domain/webhooks/event-names.ts'
import { ROUTE_ENDS, STOP_CHAIN } from '../../domain/webhooks/webhook.ts'
import type { ConnectorKind } from '../../domain/connectors/connector.ts'
import { shopOrderSql } from '../connectors/payloads.ts'
import type { SystemTx } from '../database.ts'
import { isNotPutOff } from '../jobs/failed-work.ts'

export interface PendingEndpoint {
  businessId: string
  endpointId: string
  failing: boolean
}

/**
 * Returns the endpoints with a due delivery. Steps from one endpoint to the next along an index, however many
 * deliveries each has.
 */
export async function pendingEndpoints(tx: SystemTx, now: Date): Promise<PendingEndpoint[]> {
  const { rows } = await sql<{ businessId: string; endpointId: string; failing: boolean }>`
    with recursive owing as (
      (select business_uuid, endpoint_uuid from webhook_deliveries where next_attempt_at is not null
       order by business_uuid, endpoint_uuid limit 1)
      union all
      select following.* from owing o cross join lateral (
        select d.business_uuid, d.endpoint_uuid from webhook_deliveries d
        where d.next_attempt_at is not null
          and (d.business_uuid, d.endpoint_uuid) > (o.business_uuid, o.endpoint_uuid)
        order by d.business_uuid, d.endpoint_uuid limit 1) following
    )
    select e.business_uuid, e.endpoint_uuid, e.failing_since is not null as failing
    from owing o join webhook_endpoints e using (business_uuid, endpoint_uuid)
    where e.active and e.deleted_at is null
      and ${isNotPutOff('webhooks', sql`e.business_uuid`, sql`e.endpoint_uuid`, now)}
      and exists (
      select from webhook_deliveries d
      where d.business_uuid = o.business_uuid and d.endpoint_uuid = o.endpoint_uuid
        and d.next_attempt_at <= ${now}::timestamptz)`.execute(tx)
  return rows.map((row) => ({
    businessId: row.businessId,
    endpointId: row.endpointId,
    failing: row.failing,
  }))
}

export interface ClaimedDelivery {
  businessId: string
  deliveryId: string
  endpointId: string
  token: string
  event: SentEvent
  facts: EventFacts
  firstAttemptAt: Date
  url: string
  sealedSecret: Buffer
  /** The secret before a rotation, while it still signs as well. */
  sealedPreviousSecret: Buffer | null
  /** Whether the business is a test side. */
  isTest: boolean
  /** Whether the endpoint writes back to a shop. */
  isShop: boolean
  /** The order in that shop. Null if the shop's payload no longer exists. */
  shop: { kind: ConnectorKind; sourceRef: string } | null
}

interface ClaimedRow {
  businessId: string
  deliveryId: string
  endpointId: string
  event: SentEvent
  facts: EventFacts
  firstAttemptAt: Date
  url: string
  secret: Buffer
  previousSecret: Buffer | null
  isTest: boolean
  isShop: boolean
  shop: { kind: ConnectorKind; sourceRef: string } | null
}

/**
 * Leases up to `share` due deliveries of each endpoint. An event about a stop's outcome waits until earlier ones of the
 * same stop have been delivered or given up. The end of a route waits until its earlier events have been attempted.
 */
export async function claimDue(
  tx: SystemTx,
  shares: readonly { businessId: string; endpointId: string; share: number }[],
  lease: { token: string; now: Date; until: Date },
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedRow>`
    with due as (
      select d.business_uuid, d.delivery_id
      from unnest(${shares.map(({ businessId }) => businessId)}::uuid[],
                  ${shares.map(({ endpointId }) => endpointId)}::uuid[],
                  ${shares.map(({ share }) => share)}::int[]) as s (business_uuid, endpoint_uuid, share)
      cross join lateral (
        select d.business_uuid, d.delivery_id from webhook_deliveries d
        where d.business_uuid = s.business_uuid and d.endpoint_uuid = s.endpoint_uuid
          and d.next_attempt_at <= ${lease.now}::timestamptz
          and (d.leased_until is null or d.leased_until <= ${lease.now}::timestamptz)
          and ${isNotPutOff('webhooks', sql`d.business_uuid`, sql`d.delivery_id`, lease.now)}
          and not (d.event = any(${STOP_CHAIN}) and exists (
            select from webhook_deliveries b
            where b.business_uuid = d.business_uuid and b.stop_uuid = d.stop_uuid
              and b.endpoint_uuid = d.endpoint_uuid and b.position < d.position
              and b.next_attempt_at is not null and b.event = any(${STOP_CHAIN})))
          and not (d.event = any(${ROUTE_ENDS}) and exists (
            select from webhook_deliveries b
            where b.business_uuid = d.business_uuid and b.route_uuid = d.route_uuid
              and b.endpoint_uuid = d.endpoint_uuid and b.position < d.position and b.next_attempt_at is not null
              and (b.attempt_count = 0 or b.leased_until > ${lease.now}::timestamptz)))
        order by d.next_attempt_at, d.position
        limit s.share
        for update skip locked
      ) d
    )
    update webhook_deliveries d
    set lease_token = ${lease.token}::uuid, leased_until = ${lease.until}::timestamptz,
        first_attempt_at = coalesce(d.first_attempt_at, ${lease.now}::timestamptz)
    from due join webhook_endpoints e using (business_uuid) join businesses b using (business_uuid)
    where d.business_uuid = due.business_uuid and d.delivery_id = due.delivery_id
      and e.endpoint_uuid = d.endpoint_uuid and e.active and e.deleted_at is null
    returning d.business_uuid, d.delivery_id, d.endpoint_uuid, d.event, d.facts, d.first_attempt_at, e.url, e.secret,
      case when e.previous_until > ${lease.now}::timestamptz then e.previous_secret end as previous_secret,
      b.test_of is not null as is_test, e.connector_uuid is not null as is_shop,
      ${shopOrderSql(sql`e.connector_uuid`)} as shop`.execute(tx)
  return rows.map(({ secret, previousSecret, ...row }) => ({
    ...row,
    token: lease.token,
    sealedSecret: secret,
    sealedPreviousSecret: previousSecret,
  }))
}
