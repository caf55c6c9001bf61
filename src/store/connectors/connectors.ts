// Connections of shops. The endpoint of a connection writes outcomes back to the shop.
import type { ConnectorKind, ConnectorMapping } from '../../domain/connectors/connector.ts'
import type { EventName } from '../../domain/webhooks/event-names.ts'
import type { SystemTx, Tx } from '../database.ts'
import { deleteOwn, insertOwn, selectOwn, updateOwn } from '../own.ts'

export interface Connector {
  connectorId: string
  kind: ConnectorKind
  name: string
  mapping: ConnectorMapping
  /** The owner who is responsible for it. Null if no office user created it. */
  madeBy: string | null
  createdAt: Date
  updatedAt: Date
}

export interface NewConnector extends Connector {
  sealedSecret: Buffer
}

/** A connection that a webhook names, with its business. */
export interface AddressedConnector {
  businessId: string
  timeZone: string
  isTest: boolean
  connectorId: string
  kind: ConnectorKind
  sealedSecret: Buffer
  mapping: ConnectorMapping
}

const COLUMNS = ['connectorId', 'kind', 'name', 'mapping', 'madeBy', 'createdAt', 'updatedAt'] as const

const query = (tx: Tx) => selectOwn(tx, 'connectors').select(COLUMNS)

/** Returns all connections, oldest first. */
export const readConnectors = (tx: Tx): Promise<Connector[]> =>
  query(tx).orderBy('createdAt').orderBy('connectorId').execute()

export const findConnector = async (tx: Tx, connectorId: string): Promise<Connector | null> =>
  (await query(tx).where('connectorId', '=', connectorId).executeTakeFirst()) ?? null

/** Locks the connection until the transaction ends. Null if it doesn't exist. */
export const lockConnector = async (tx: Tx, connectorId: string): Promise<Connector | null> =>
  (await query(tx).where('connectorId', '=', connectorId).forUpdate().executeTakeFirst()) ?? null

/** Returns the connection with its business, which is not known yet. Null if it doesn't exist. */
export async function connectorByAddress(tx: SystemTx, connectorId: string): Promise<AddressedConnector | null> {
  const row = await tx
    .selectFrom('connectors as c')
    .innerJoin('businesses as b', 'b.businessId', 'c.businessId')
    .select(['c.businessId', 'b.timeZone', 'b.testOf', 'c.connectorId', 'c.kind', 'c.secret', 'c.mapping'])
    .where('c.connectorId', '=', connectorId)
    .executeTakeFirst()
  if (!row) return null
  const { secret: sealedSecret, testOf, ...connector } = row
  return { ...connector, sealedSecret, isTest: testOf !== null }
}

export async function insertConnector(tx: Tx, { sealedSecret, mapping, ...connector }: NewConnector): Promise<void> {
  await insertOwn(tx, 'connectors', { ...connector, secret: sealedSecret, mapping: JSON.stringify(mapping) }).execute()
}

/** Writes the members that a user may change. */
export async function saveConnector(
  tx: Tx,
  { connectorId, name, mapping, madeBy, updatedAt }: Connector,
  sealedSecret?: Buffer,
): Promise<void> {
  await updateOwn(tx, 'connectors', { connectorId })
    .set({ name, mapping: JSON.stringify(mapping), madeBy, updatedAt, ...(sealedSecret && { secret: sealedSecret }) })
    .execute()
}

/** Deletes the connection with its payloads. Deliveries that it made stay. */
export const deleteConnector = async (tx: Tx, connectorId: string): Promise<void> => {
  await deleteOwn(tx, 'connectors', { connectorId }).execute()
}

/** Endpoint that writes back to a shop. Its health is that of the last attempts. */
export interface ShopEndpoint {
  connectorId: string
  endpointId: string
  url: string
  lastSuccessAt: Date | null
  failingSince: Date | null
}

export async function readShopEndpoints(tx: Tx): Promise<ShopEndpoint[]> {
  const rows = await selectOwn(tx, 'webhookEndpoints')
    .select(['connectorId', 'endpointId', 'url', 'lastSuccessAt', 'failingSince'])
    .where('connectorId', 'is not', null)
    .where('deletedAt', 'is', null)
    .execute()
  return rows.flatMap(({ connectorId, ...row }) => (connectorId === null ? [] : [{ connectorId, ...row }]))
}

export async function insertShopEndpoint(
  tx: Tx,
  endpoint: {
    connectorId: string
    endpointId: string
    url: string
    events: EventName[]
    sealedToken: Buffer
    now: Date
  },
): Promise<void> {
  const { sealedToken, now, ...row } = endpoint
  await insertOwn(tx, 'webhookEndpoints', { ...row, secret: sealedToken, createdAt: now, updatedAt: now }).execute()
}

/** Changes where and with which token outcomes are written back. */
export async function saveShopEndpoint(
  tx: Tx,
  endpointId: string,
  { url, sealedToken, now }: { url: string; sealedToken?: Buffer | undefined; now: Date },
): Promise<void> {
  await updateOwn(tx, 'webhookEndpoints', { endpointId })
    .set({ url, updatedAt: now, ...(sealedToken && { secret: sealedToken }) })
    .execute()
}
