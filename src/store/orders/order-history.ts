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
    .selectFrom('auditLog as a')
    .leftJoin('users as u', (on) =>
      on.onRef('u.businessId', '=', 'a.businessId').on(sql`u.user_uuid::text`, '=', sql`a.actor_id`),
    )
    .leftJoin('apiKeys as k', (on) =>
      on.onRef('k.businessId', '=', 'a.businessId').on(sql`k.key_uuid::text`, '=', sql`a.actor_id`),
    )
    .select(['a.at', 'a.actorKind', 'a.action', 'a.requestId', 'a.detail', 'u.name as userName', 'k.name as keyName'])
    .where('a.businessId', '=', tx.businessId)
    .where('a.entityId', '=', orderId)
    .orderBy('a.auditId', 'desc')
    .limit(MOST)
    .execute()
  return rows.map((row) => ({
    at: row.at,
    kind: row.actorKind,
    by: row.userName ?? row.keyName,
    action: row.action,
    requestId: row.requestId,
    detail: row.detail,
  }))
}

export const orderMessages = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('messages')
    .select(['createdAt', 'channel', 'kind', 'recipient', 'body', 'status', 'error', 'segments', 'price', 'currency'])
    .where('businessId', '=', tx.businessId)
    .where('orderId', '=', orderId)
    .orderBy('messageId', 'desc')
    .limit(MOST)
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
    .limit(MOST)
    .execute()
