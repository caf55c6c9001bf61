// What happened to one order: who changed it, what was said to its customer, and what its business was sent.
import { sql } from 'kysely'
import type { ActorKind } from '../../domain/users/actor.ts'
import type { Tx } from '../database.ts'

const MOST = 200

export interface HistoryRow {
  at: Date
  kind: ActorKind
  by: string | null
  action: string
  requestId: string | null
  detail: Record<string, unknown> | null
}

/** Newest first. */
export async function orderHistory(tx: Tx, orderId: string): Promise<HistoryRow[]> {
  const rows = await tx
    .selectFrom('audit_log as a')
    .leftJoin('users as u', (on) =>
      on.onRef('u.business_uuid', '=', 'a.business_uuid').on(sql`u.user_uuid::text`, '=', sql`a.actor_id`),
    )
    .leftJoin('api_keys as k', (on) =>
      on.onRef('k.business_uuid', '=', 'a.business_uuid').on(sql`k.key_uuid::text`, '=', sql`a.actor_id`),
    )
    .select([
      'a.at',
      'a.actor_kind',
      'a.action',
      'a.request_id',
      'a.detail',
      'u.name as user_name',
      'k.name as key_name',
    ])
    .where('a.business_uuid', '=', tx.businessId)
    .where('a.entity_uuid', '=', orderId)
    .orderBy('a.audit_uuid', 'desc')
    .limit(MOST)
    .execute()
  return rows.map((row) => ({
    at: row.at,
    kind: row.actor_kind,
    by: row.user_name ?? row.key_name,
    action: row.action,
    requestId: row.request_id,
    detail: row.detail,
  }))
}

export const orderMessages = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('messages')
    .select(['created_at', 'channel', 'kind', 'recipient', 'body', 'status', 'error'])
    .where('business_uuid', '=', tx.businessId)
    .where('order_uuid', '=', orderId)
    .orderBy('message_uuid', 'desc')
    .limit(MOST)
    .execute()

export const orderWebhooks = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as e', (on) =>
      on.onRef('e.business_uuid', '=', 'd.business_uuid').onRef('e.endpoint_uuid', '=', 'd.endpoint_uuid'),
    )
    .select(['d.delivery_id', 'd.created_at', 'd.event', 'd.status', 'd.attempt_count', 'e.url'])
    .where('d.business_uuid', '=', tx.businessId)
    .where('d.order_uuid', '=', orderId)
    .orderBy('d.delivery_id', 'desc')
    .limit(MOST)
    .execute()
