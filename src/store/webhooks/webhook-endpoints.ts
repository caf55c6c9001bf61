// The endpoints a business has its events sent to.
import { sql } from 'kysely'
import type { EventName } from '../../domain/webhooks/event.ts'
import type { Tx } from '../database.ts'

export interface WebhookEndpoint {
  endpointId: string
  url: string
  /** None means all. */
  events: EventName[]
  description: string | null
  active: boolean
  createdAt: Date
  updatedAt: Date
  lastSuccessAt: Date | null
  failingSince: Date | null
}

const COLUMNS = [
  'endpoint_uuid',
  'url',
  'events',
  'description',
  'active',
  'created_at',
  'updated_at',
  'last_success_at',
  'failing_since',
] as const

const query = (tx: Tx) =>
  tx
    .selectFrom('webhook_endpoints')
    .select(COLUMNS)
    .where('business_uuid', '=', tx.businessId)
    .where('deleted_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof query>['executeTakeFirstOrThrow']>>

const endpointOf = (row: Row): WebhookEndpoint => ({
  endpointId: row.endpoint_uuid,
  url: row.url,
  events: row.events,
  description: row.description,
  active: row.active,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  lastSuccessAt: row.last_success_at,
  failingSince: row.failing_since,
})

/** Oldest first. */
export async function readEndpoints(tx: Tx): Promise<WebhookEndpoint[]> {
  return (await query(tx).orderBy('created_at').orderBy('endpoint_uuid').execute()).map(endpointOf)
}

export async function findEndpoint(tx: Tx, endpointId: string): Promise<WebhookEndpoint | null> {
  const row = await query(tx).where('endpoint_uuid', '=', endpointId).executeTakeFirst()
  return row ? endpointOf(row) : null
}

/** Locks the endpoint until the transaction ends, against changes and against new deliveries. */
export async function lockEndpoint(tx: Tx, endpointId: string): Promise<WebhookEndpoint | null> {
  const row = await query(tx).where('endpoint_uuid', '=', endpointId).forUpdate().executeTakeFirst()
  return row ? endpointOf(row) : null
}

/** How many there are; endpoints are added one at a time a business, so that the count holds until the commit. */
export async function countEndpoints(tx: Tx): Promise<number> {
  await sql`select from businesses where business_uuid = ${tx.businessId}::uuid for no key update`.execute(tx)
  return (await query(tx).execute()).length
}

export async function insertEndpoint(tx: Tx, endpoint: WebhookEndpoint, sealedSecret: Buffer): Promise<void> {
  await tx
    .insertInto('webhook_endpoints')
    .values({
      business_uuid: tx.businessId,
      endpoint_uuid: endpoint.endpointId,
      url: endpoint.url,
      events: endpoint.events,
      description: endpoint.description,
      active: endpoint.active,
      secret: sealedSecret,
      previous_secret: null,
      previous_until: null,
      last_success_at: null,
      failing_since: null,
      created_at: endpoint.createdAt,
      updated_at: endpoint.updatedAt,
      deleted_at: null,
    })
    .execute()
}

const row = (tx: Tx, endpointId: string) =>
  tx.updateTable('webhook_endpoints').where('business_uuid', '=', tx.businessId).where('endpoint_uuid', '=', endpointId)

/** Writes what a caller may change. */
export async function saveEndpoint(tx: Tx, endpoint: WebhookEndpoint): Promise<void> {
  const { url, events, description, active, updatedAt } = endpoint
  await row(tx, endpoint.endpointId).set({ url, events, description, active, updated_at: updatedAt }).execute()
}

/** Puts a new secret in force and lets the one before it sign along for a while. */
export async function replaceSecret(
  tx: Tx,
  endpointId: string,
  change: { sealed: Buffer; previousUntil: Date; now: Date },
): Promise<void> {
  await row(tx, endpointId)
    .set((columns) => ({
      secret: change.sealed,
      previous_secret: columns.ref('secret'),
      previous_until: change.previousUntil,
      updated_at: change.now,
    }))
    .execute()
}

/** Takes the endpoint out of sight and forgets its secrets; its deliveries stay until they are cleaned up. */
export async function removeEndpoint(tx: Tx, endpointId: string, now: Date): Promise<void> {
  await row(tx, endpointId)
    .set({ active: false, secret: Buffer.alloc(0), previous_secret: null, previous_until: null, deleted_at: now })
    .execute()
}
