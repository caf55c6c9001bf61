// The endpoints a business has its events sent to.
import { insertOwn, selectOwn, updateOwn } from '../own.ts'
import { sql } from 'kysely'
import type { EventName } from '../../domain/webhooks/event-names.ts'
import type { Tx } from '../database.ts'

export interface WebhookEndpoint {
  endpointId: string
  url: string
  /** None means all. */
  events: EventName[]
  description: string | null
  /** How many minutes an expected arrival must pass before it hears of it. */
  etaChangeMinutes: number
  active: boolean
  createdAt: Date
  updatedAt: Date
  lastSuccessAt: Date | null
  failingSince: Date | null
  /** The owner who answers for it: who made it, or last changed its URL or its secret. Null if nobody of the office did. */
  madeBy: string | null
}

const COLUMNS = [
  'endpointId',
  'url',
  'events',
  'description',
  'etaChangeMinutes',
  'active',
  'createdAt',
  'updatedAt',
  'lastSuccessAt',
  'failingSince',
  'madeBy',
] as const

const query = (tx: Tx) => selectOwn(tx, 'webhookEndpoints').select(COLUMNS).where('deletedAt', 'is', null)

/** Oldest first. */
export async function readEndpoints(tx: Tx): Promise<WebhookEndpoint[]> {
  return query(tx).orderBy('createdAt').orderBy('endpointId').execute()
}

export async function findEndpoint(tx: Tx, endpointId: string): Promise<WebhookEndpoint | null> {
  const row = await query(tx).where('endpointId', '=', endpointId).executeTakeFirst()
  return row ?? null
}

/** Locks the endpoint until the transaction ends, against changes and against new deliveries. */
export async function lockEndpoint(tx: Tx, endpointId: string): Promise<WebhookEndpoint | null> {
  const row = await query(tx).where('endpointId', '=', endpointId).forUpdate().executeTakeFirst()
  return row ?? null
}

/** How many there are; endpoints are added one at a time a business, so that the count holds until the commit. */
export async function countEndpoints(tx: Tx): Promise<number> {
  await sql`select from businesses where business_uuid = ${tx.businessId}::uuid for no key update`.execute(tx)
  return (await query(tx).execute()).length
}

export async function insertEndpoint(tx: Tx, endpoint: WebhookEndpoint, sealedSecret: Buffer): Promise<void> {
  await insertOwn(tx, 'webhookEndpoints', {
    endpointId: endpoint.endpointId,
    url: endpoint.url,
    events: endpoint.events,
    description: endpoint.description,
    etaChangeMinutes: endpoint.etaChangeMinutes,
    active: endpoint.active,
    secret: sealedSecret,
    previousSecret: null,
    previousUntil: null,
    lastSuccessAt: null,
    failingSince: null,
    madeBy: endpoint.madeBy,
    createdAt: endpoint.createdAt,
    updatedAt: endpoint.updatedAt,
    deletedAt: null,
  }).execute()
}

const row = (tx: Tx, endpointId: string) => updateOwn(tx, 'webhookEndpoints', { endpointId })

/** Writes what a caller may change. */
export async function saveEndpoint(tx: Tx, endpoint: WebhookEndpoint): Promise<void> {
  const { url, events, description, etaChangeMinutes, active, updatedAt, madeBy } = endpoint
  await row(tx, endpoint.endpointId)
    .set({ url, events, description, etaChangeMinutes, active, updatedAt, madeBy })
    .execute()
}

/** Puts a new secret in force and lets the one before it sign along for a while. */
export async function replaceSecret(
  tx: Tx,
  endpointId: string,
  change: { sealed: Buffer; previousUntil: Date; now: Date; madeBy: string | null },
): Promise<void> {
  await row(tx, endpointId)
    .set((columns) => ({
      secret: change.sealed,
      previousSecret: columns.ref('secret'),
      previousUntil: change.previousUntil,
      updatedAt: change.now,
      madeBy: change.madeBy,
    }))
    .execute()
}

export const setMakerOfEndpoint = async (tx: Tx, endpointId: string, madeBy: string | null): Promise<void> => {
  await row(tx, endpointId).set({ madeBy }).execute()
}

/** Takes the endpoint out of sight and forgets its secrets; its deliveries stay until they are cleaned up. */
export async function removeEndpoint(tx: Tx, endpointId: string, now: Date): Promise<void> {
  await row(tx, endpointId)
    .set({ active: false, secret: Buffer.alloc(0), previousSecret: null, previousUntil: null, deletedAt: now })
    .execute()
}
