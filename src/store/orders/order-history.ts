// The history of one order: its audit entries, its customer messages and its webhook deliveries.
import { selectOwn } from '../own.ts'
import { sql } from 'kysely'
import type { ActorKind } from '../../domain/users/actor.ts'
import type { Tx } from '../database.ts'

const MAX_COUNT = 200

export interface HistoryRow {
  at: Date
  kind: ActorKind
  /** Name of the user, API key or driver. */
  by: string | null
  action: string
  /** Name of the route of the stop. */
  route: string | null
  requestId: string | null
  detail: Record<string, unknown> | null
}

/** Returns the audit entries of the order and its stops, newest first. */
export async function orderHistory(tx: Tx, orderId: string): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    with stops_of as materialized (
      select s.stop_uuid, r.name as route from stops s
      join routes r on r.business_uuid = s.business_uuid and r.route_uuid = s.route_uuid
      where s.business_uuid = ${tx.businessId}::uuid and s.order_uuid = ${orderId}::uuid)
    select a.at, a.actor_kind as kind, a.action, a.request_id, a.detail,
      (select route from stops_of where stop_uuid = a.entity_uuid) as route,
      case a.actor_kind
        when 'OFFICE' then (select name from users u where u.business_uuid = a.business_uuid and u.user_uuid::text = a.actor_id)
        when 'API' then coalesce(
          (select name from api_keys k where k.business_uuid = a.business_uuid and k.key_uuid::text = a.actor_id),
          (select name from connectors c where c.business_uuid = a.business_uuid and c.connector_uuid::text = a.actor_id))
        when 'DRIVER' then (select name from drivers d where d.business_uuid = a.business_uuid and d.driver_uuid::text = a.actor_id)
      end as by
    from audit_log a
    where a.business_uuid = ${tx.businessId}::uuid
      and a.entity_uuid = any(array[${orderId}::uuid] || array(select stop_uuid from stops_of))
    order by a.audit_uuid desc limit ${MAX_COUNT}`.execute(tx)
  return rows
}

export const orderMessages = (tx: Tx, orderId: string) =>
  selectOwn(tx, 'messages', { orderId })
    .select(['createdAt', 'channel', 'kind', 'recipient', 'body', 'status', 'error', 'segments', 'price', 'currency'])
    .orderBy('messageId', 'desc')
    .limit(MAX_COUNT)
    .execute()

export const orderWebhooks = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('webhookDeliveries as d')
    .innerJoin('webhookEndpoints as e', (on) =>
      on.onRef('e.businessId', '=', 'd.businessId').onRef('e.endpointId', '=', 'd.endpointId'),
    )
    .select(['d.deliveryId', 'd.createdAt', 'd.event', 'd.status', 'd.attemptCount', 'e.url'])
    .where('d.businessId', '=', tx.businessId)
    .where('d.orderId', '=', orderId)
    .orderBy('d.deliveryId', 'desc')
    .limit(MAX_COUNT)
    .execute()
