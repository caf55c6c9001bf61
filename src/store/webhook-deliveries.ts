// What endpoints are owed: one row an endpoint and event.
import type { EventFacts } from '../domain/event.ts'
import type { Tx } from './database.ts'

/** The endpoints of the business with the events each chose; none chosen means all. */
export async function endpointsFor(tx: Tx, businessId: string): Promise<{ endpointId: string; events: string[] }[]> {
  const rows = await tx
    .selectFrom('webhook_endpoints')
    .select(['endpoint_uuid', 'events'])
    .where('business_uuid', '=', businessId)
    .orderBy('endpoint_uuid')
    .execute()
  return rows.map((row) => ({ endpointId: row.endpoint_uuid, events: row.events }))
}

export interface OwedDelivery {
  deliveryId: string
  endpointId: string
  event: string
  facts: EventFacts
  dueAt: Date
}

export async function insertDeliveries(
  tx: Tx,
  businessId: string,
  owed: readonly OwedDelivery[],
  now: Date,
): Promise<void> {
  if (owed.length === 0) return
  await tx
    .insertInto('webhook_deliveries')
    .values(
      owed.map(({ deliveryId, endpointId, event, facts, dueAt }) => ({
        business_uuid: businessId,
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
        created_at: now,
      })),
    )
    .execute()
}
