// The last payload of each order of a shop.
import { type RawBuilder, sql } from 'kysely'
import type { PayloadStatus } from '../../domain/connectors/connector.ts'
import type { Tx } from '../database.ts'
import { selectOwn, updateOwn } from '../own.ts'

/** Payloads per connection that keep their body. Failed payloads always keep it. */
const KEPT_BODIES = 200

export interface PayloadResult {
  status: PayloadStatus
  /** Reason for a status other than TAKEN, by `asString`. */
  reason: string | null
  externalRef: string | null
  orderId: string | null
}

export interface StoredPayload extends PayloadResult {
  payloadId: string
  body: Record<string, unknown> | null
  receivedAt: Date
}

export interface NewPayload {
  payloadId: string
  connectorId: string
  sourceRef: string
  body: Record<string, unknown>
  changedAt: Date | null
  receivedAt: Date
}

/** The row of a shop's order, locked, with the result of its last payload that was taken or not. */
export interface PayloadRow extends PayloadResult {
  payloadId: string
}

/**
 * Stores the payload in place of the order's previous payload, and locks the row. Returns null if a payload of a later
 * change was stored before.
 */
export async function storePayload(tx: Tx, payload: NewPayload): Promise<PayloadRow | null> {
  const { payloadId, connectorId, sourceRef, body, changedAt, receivedAt } = payload
  const { rows } = await sql<PayloadRow>`
    insert into connector_payloads as p
      (business_uuid, payload_uuid, connector_uuid, source_ref, status, body, changed_at, received_at)
    values (${tx.businessId}::uuid, ${payloadId}::uuid, ${connectorId}::uuid, ${sourceRef}, 'FAILED',
      ${JSON.stringify(body)}::jsonb, ${changedAt}::timestamptz, ${receivedAt}::timestamptz)
    on conflict (business_uuid, connector_uuid, source_ref) do update
      set body = excluded.body, changed_at = excluded.changed_at, received_at = excluded.received_at
      where case when p.changed_at is null or excluded.changed_at is null then excluded.received_at >= p.received_at
        else (excluded.changed_at, excluded.received_at) >= (p.changed_at, p.received_at) end
    returning p.payload_uuid, p.order_uuid, p.external_ref, p.status, p.reason`.execute(tx)
  return rows[0] ?? null
}

type PayloadKey = { sourceRef: string } | { payloadId: string }

const onePayload = (tx: Tx, connectorId: string, key: PayloadKey) =>
  selectOwn(tx, 'connectorPayloads', { connectorId, ...key }).select([
    'payloadId',
    'externalRef',
    'orderId',
    'status',
    'reason',
    'body',
    'receivedAt',
  ])

/** Returns the row of a shop's order. Null if no payload of it was stored. */
export const findPayload = async (tx: Tx, connectorId: string, key: PayloadKey): Promise<StoredPayload | null> =>
  (await onePayload(tx, connectorId, key).executeTakeFirst()) ?? null

/** Like `findPayload`, but locks the row until the transaction ends. */
export const lockPayload = async (tx: Tx, connectorId: string, key: PayloadKey): Promise<StoredPayload | null> =>
  (await onePayload(tx, connectorId, key).forUpdate().executeTakeFirst()) ?? null

/** Files a row without an ID of its order under this ID, unless another row has it. */
export async function setSourceRef(tx: Tx, { connectorId, payloadId, sourceRef }: SourceRefChange): Promise<void> {
  await updateOwn(tx, 'connectorPayloads', { payloadId })
    .set({ sourceRef })
    .where('sourceRef', 'like', 'sha256:%')
    .where((eb) => eb.not(eb.exists(selectOwn(tx, 'connectorPayloads', { connectorId, sourceRef }))))
    .execute()
}
type SourceRefChange = Pick<NewPayload, 'connectorId' | 'payloadId' | 'sourceRef'>

/** Writes the result. A delivery that the order once became stays its delivery. */
export async function saveResult(tx: Tx, payloadId: string, result: PayloadResult): Promise<void> {
  const { orderId, ...rest } = result
  await updateOwn(tx, 'connectorPayloads', { payloadId })
    .set({ ...rest, ...(orderId !== null && { orderId }) })
    .execute()
}

/** Deletes the bodies of taken and skipped payloads that are followed by many later ones. */
export async function dropOldBodies(tx: Tx, connectorId: string): Promise<void> {
  await sql`
    update connector_payloads set body = null
    where business_uuid = ${tx.businessId}::uuid and connector_uuid = ${connectorId}::uuid
      and body is not null and status <> 'FAILED' and received_at < (
        select received_at from connector_payloads
        where business_uuid = ${tx.businessId}::uuid and connector_uuid = ${connectorId}::uuid
          and body is not null and status <> 'FAILED'
        order by received_at desc offset ${KEPT_BODIES} limit 1)`.execute(tx)
}

/** Counts the failed payloads, up to `most`. */
export async function countFailed(tx: Tx, connectorId: string, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from connector_payloads
      where business_uuid = ${tx.businessId}::uuid and connector_uuid = ${connectorId}::uuid and status = 'FAILED'
      limit ${most}) p`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Returns the connections with failed payloads, oldest first. */
export async function readFailedShops(tx: Tx): Promise<{ connectorId: string; name: string; failed: number }[]> {
  const { rows } = await sql<{ connectorId: string; name: string; failed: number }>`
    select c.connector_uuid, c.name, p.failed from connectors c, lateral (
      select count(*)::integer as failed from connector_payloads
      where business_uuid = c.business_uuid and connector_uuid = c.connector_uuid and status = 'FAILED') p
    where c.business_uuid = ${tx.businessId}::uuid and p.failed > 0
    order by c.created_at, c.connector_uuid`.execute(tx)
  return rows
}

/** Failed payloads and the newest receipt of each connection. */
export async function payloadCounts(
  tx: Tx,
  connectorIds: readonly string[],
): Promise<Map<string, { failed: number; lastReceivedAt: Date | null }>> {
  const { rows } = await sql<{ connectorId: string; failed: number; lastReceivedAt: Date | null }>`
    select c.connector_uuid,
      (select count(*)::integer from connector_payloads p where p.business_uuid = ${tx.businessId}::uuid
        and p.connector_uuid = c.connector_uuid and p.status = 'FAILED') as failed,
      (select max(p.received_at) from connector_payloads p where p.business_uuid = ${tx.businessId}::uuid
        and p.connector_uuid = c.connector_uuid) as last_received_at
    from unnest(${connectorIds}::uuid[]) c (connector_uuid)`.execute(tx)
  return new Map(rows.map(({ connectorId, ...counts }) => [connectorId, counts]))
}

/** SQL for the order in the shop that webhook delivery `d` is about. Null if the endpoint belongs to no connection. */
export const shopOrderSql = (connector: RawBuilder<unknown>) => sql`(
  select json_build_object('kind', c.kind, 'sourceRef', p.source_ref)
  from connectors c
  join connector_payloads p on p.business_uuid = c.business_uuid and p.connector_uuid = c.connector_uuid
  where c.business_uuid = d.business_uuid and c.connector_uuid = ${connector}
    and p.order_uuid in (
      with recursive attempts (order_uuid) as (
        select d.order_uuid
        union
        select r.order_uuid from attempts a
        join repeated_orders r on r.business_uuid = d.business_uuid and r.repeat_uuid = a.order_uuid)
      select order_uuid from attempts)
  limit 1)`

/** Position in the list of payloads. */
export interface PayloadPlace {
  receivedAt: string
  payloadId: string
}

export interface ListedPayload extends StoredPayload {
  /** The receipt with all its digits, for the next page. */
  place: string
}

/** Returns payloads after the place, newest first. */
export async function payloadPage(
  tx: Tx,
  connectorId: string,
  { status, after, limit }: { status: PayloadStatus | null; after: PayloadPlace | null; limit: number },
): Promise<ListedPayload[]> {
  const { rows } = await sql<ListedPayload>`
    select payload_uuid, external_ref, order_uuid, status, reason, body, received_at, received_at::text as place
    from connector_payloads
    where business_uuid = ${tx.businessId}::uuid and connector_uuid = ${connectorId}::uuid
      ${status ? sql`and status = ${status}` : sql``}
      ${after ? sql`and (received_at, payload_uuid) < (${after.receivedAt}::timestamptz, ${after.payloadId}::uuid)` : sql``}
    order by received_at desc, payload_uuid desc limit ${limit}`.execute(tx)
  return rows
}
