// Endpoints to which a business's events are sent.
import { insertOwn, selectOwn, updateOwn } from '../own.ts'
import type { EventName } from '../../domain/webhooks/event-names.ts'
import type { Tx } from '../database.ts'
import { lockBusiness } from '../settings/businesses.ts'

export interface WebhookEndpoint {
  endpointId: string
  url: string
  /** Subscribed events. Empty: the default events. */
  events: EventName[]
  description: string | null
  /** Step in minutes: the endpoint is notified when the delay of an expected arrival reaches a different step. */
  etaChangeMinutes: number
  active: boolean
  createdAt: Date
  updatedAt: Date
  lastSuccessAt: Date | null
  failingSince: Date | null
  /**
   * The owner who is responsible for it: the owner who created it, or who last changed its URL or secret. Null if no user
   * of the office did.
   */
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

/** Without the endpoints that write back to shops, which belong to their connections. */
const query = (tx: Tx) =>
  selectOwn(tx, 'webhookEndpoints').select(COLUMNS).where('deletedAt', 'is', null).where('connectorId', 'is', null)

/** Returns all endpoints, oldest first. */
export async function readEndpoints(tx: Tx): Promise<WebhookEndpoint[]> {
  return query(tx).orderBy('createdAt').orderBy('endpointId').execute()
}

export async function findEndpoint(tx: Tx, endpointId: string): Promise<WebhookEndpoint | null> {
  const row = await query(tx).where('endpointId', '=', endpointId).executeTakeFirst()
  return row ?? null
}

/** Locks the endpoint against changes and new deliveries until the transaction ends. Null if it doesn't exist. */
export async function lockEndpoint(tx: Tx, endpointId: string): Promise<WebhookEndpoint | null> {
  const row = await query(tx).where('endpointId', '=', endpointId).forUpdate().executeTakeFirst()
  return row ?? null
}

/** Returns the active endpoints whose last attempts failed, including those that write back to shops. */
export const readFailingEndpoints = (tx: Tx): Promise<Pick<WebhookEndpoint, 'endpointId' | 'url' | 'failingSince'>[]> =>
  selectOwn(tx, 'webhookEndpoints', { active: true })
    .select(['endpointId', 'url', 'failingSince'])
    .where('deletedAt', 'is', null)
    .where('failingSince', 'is not', null)
    .orderBy('createdAt')
    .orderBy('endpointId')
    .execute()

/**
 * Counts the endpoints. Locks the business, so that only one transaction at a time adds endpoints and the count holds
 * until the commit.
 */
export async function countEndpoints(tx: Tx): Promise<number> {
  await lockBusiness(tx)
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
    connectorId: null,
    deletedAt: null,
  }).execute()
}

const row = (tx: Tx, endpointId: string) => updateOwn(tx, 'webhookEndpoints', { endpointId })

/** Writes the members that a caller may change. */
export async function saveEndpoint(tx: Tx, endpoint: WebhookEndpoint): Promise<void> {
  const { url, events, description, etaChangeMinutes, active, updatedAt, madeBy } = endpoint
  await row(tx, endpoint.endpointId)
    .set({ url, events, description, etaChangeMinutes, active, updatedAt, madeBy })
    .execute()
}

/** Sets a new secret. The previous secret also signs for some time. */
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

export const setCreatorOfEndpoint = async (tx: Tx, endpointId: string, madeBy: string | null): Promise<void> => {
  await row(tx, endpointId).set({ madeBy }).execute()
}

/** Hides the endpoint and deletes its secrets. Its deliveries stay until they are cleaned up. */
export async function removeEndpoint(tx: Tx, endpointId: string, now: Date): Promise<void> {
  await row(tx, endpointId)
    .set({ active: false, secret: Buffer.alloc(0), previousSecret: null, previousUntil: null, deletedAt: now })
    .execute()
}
