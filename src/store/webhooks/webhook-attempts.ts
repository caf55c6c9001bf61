// Results of attempts. They are recorded together for a business, unless another process has leased the delivery since.
import { selectOwn } from '../own.ts'
import { sql } from 'kysely'
import type { DeliveryStatus, EndpointHealth } from '../../domain/webhooks/webhook.ts'
import type { Tx } from '../database.ts'

/** Locks endpoints in the order of their IDs, before the results of deliveries to them are recorded. */
export async function lockHealth(tx: Tx, endpointIds: readonly string[]): Promise<Map<string, EndpointHealth>> {
  const rows = await selectOwn(tx, 'webhookEndpoints')
    .select(['endpointId', 'lastSuccessAt', 'failingSince'])
    .where('endpointId', 'in', endpointIds)
    .orderBy('endpointId')
    .forNoKeyUpdate()
    .execute()
  return new Map(
    rows.map((row) => [row.endpointId, { lastSuccessAt: row.lastSuccessAt, failingSince: row.failingSince }]),
  )
}

/** Locks the deliveries that still have the given lease. Returns the number of attempts of each so far. */
export async function lockClaimed(
  tx: Tx,
  claims: readonly { deliveryId: string; token: string }[],
): Promise<Map<string, { attemptCount: number; scheduleStart: number }>> {
  const { rows } = await sql<{ deliveryId: string; attemptCount: number; scheduleStart: number }>`
    select d.delivery_id, d.attempt_count, d.schedule_start from webhook_deliveries d
    join unnest(${claims.map(({ deliveryId }) => deliveryId)}::uuid[], ${claims.map(({ token }) => token)}::uuid[])
      as c (delivery_id, token) on c.delivery_id = d.delivery_id and c.token = d.lease_token
    where d.business_uuid = ${tx.businessId}::uuid
    order by d.delivery_id for update of d`.execute(tx)
  return new Map(
    rows.map((row) => [row.deliveryId, { attemptCount: row.attemptCount, scheduleStart: row.scheduleStart }]),
  )
}

export interface AttemptRecord {
  deliveryId: string
  number: number
  at: Date
  durationMs: number
  statusCode: number | null
  error: string | null
  excerpt: string | null
  status: DeliveryStatus
  nextAttemptAt: Date | null
}

/** Stores attempts and their consequences, and ends the leases. */
export async function recordAttempts(tx: Tx, attempts: readonly AttemptRecord[], now: Date): Promise<void> {
  if (attempts.length === 0) return
  const column = <K extends keyof AttemptRecord>(name: K) => attempts.map((attempt) => attempt[name])
  await sql`
    with attempts as (
      select * from unnest(
        ${column('deliveryId')}::uuid[], ${column('number')}::int[], ${column('at')}::timestamptz[],
        ${column('durationMs')}::int[], ${column('statusCode')}::int[], ${column('error')}::text[],
        ${column('excerpt')}::text[], ${column('status')}::text[], ${column('nextAttemptAt')}::timestamptz[])
        as a (delivery_id, number, at, duration_ms, status_code, error, excerpt, status, next_attempt_at)
    ), kept as (
      insert into webhook_attempts
        (business_uuid, delivery_id, number, at, duration_ms, status_code, error, response_excerpt)
      select ${tx.businessId}::uuid, delivery_id, number, at, duration_ms, status_code, error, excerpt from attempts
    )
    update webhook_deliveries d
    set status = a.status, attempt_count = a.number, next_attempt_at = a.next_attempt_at,
        settled_at = case when a.next_attempt_at is null then ${now}::timestamptz end,
        lease_token = null, leased_until = null
    from attempts a
    where d.business_uuid = ${tx.businessId}::uuid and d.delivery_id = a.delivery_id`.execute(tx)
}

export async function saveHealth(tx: Tx, healths: ReadonlyMap<string, EndpointHealth>): Promise<void> {
  const entries = [...healths]
  await sql`
    update webhook_endpoints e set last_success_at = h.last_success_at, failing_since = h.failing_since
    from unnest(${entries.map(([id]) => id)}::uuid[], ${entries.map(([, { lastSuccessAt }]) => lastSuccessAt)}::timestamptz[],
                ${entries.map(([, { failingSince }]) => failingSince)}::timestamptz[])
      as h (endpoint_uuid, last_success_at, failing_since)
    where e.business_uuid = ${tx.businessId}::uuid and e.endpoint_uuid = h.endpoint_uuid`.execute(tx)
}
