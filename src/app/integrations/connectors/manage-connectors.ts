// Creates, changes and deletes connections of shops, for owners.
import { MAX_CONNECTORS } from '../../../contract/limits.ts'
import type { ConnectorChange, ConnectorInput, ConnectorOut, MappingBody } from '../../../contract/office/connectors.ts'
import {
  CONNECTOR_PATHS,
  type ConnectorMapping,
  defaultMapping,
  WRITTEN_BACK,
} from '../../../domain/connectors/connector.ts'
import { defaultDateOrder } from '../../../domain/imports/import-dates.ts'
import { audit } from '../../../store/audit/audit.ts'
import {
  type Connector,
  deleteConnector as deleteRow,
  findConnector,
  insertConnector,
  insertShopEndpoint,
  lockConnector,
  readConnectors,
  readShopEndpoints,
  saveConnector,
  saveShopEndpoint,
  type ShopEndpoint,
} from '../../../store/connectors/connectors.ts'
import { payloadCounts } from '../../../store/connectors/payloads.ts'
import type { Tx } from '../../../store/database.ts'
import { lockBusiness } from '../../../store/settings/businesses.ts'
import { abandonPending } from '../../../store/webhooks/webhook-deliveries.ts'
import { removeEndpoint } from '../../../store/webhooks/webhook-endpoints.ts'
import { text } from '../../../texts/text.ts'
import type { Context, WriteTx } from '../../context.ts'
import { conflicting, invalid, missing } from '../../errors.ts'
import { creatorFor, creatorsIn } from '../../people/users/creators.ts'

const SECRET_LENGTH = 44

export async function listConnectors(ctx: Context, homeId: string): Promise<ConnectorOut[]> {
  const creatorOf = await creatorsIn(ctx, homeId)
  return ctx.read(async (tx) => {
    const connectors = await readConnectors(tx)
    const counts = await payloadCounts(
      tx,
      connectors.map(({ connectorId }) => connectorId),
    )
    const shops = new Map((await readShopEndpoints(tx)).map((shop) => [shop.connectorId, shop]))
    return connectors.map((connector) => {
      const { connectorId, madeBy } = connector
      const { failed = 0, lastReceivedAt = null } = counts.get(connectorId) ?? {}
      return {
        ...toWire(ctx, connector),
        shop: shopToWire(shops.get(connectorId)),
        failed,
        last_received_at: lastReceivedAt?.toISOString() ?? null,
        made_by: creatorOf(madeBy),
      }
    })
  })
}

export async function createConnector(ctx: Context, body: ConnectorInput) {
  const { kind, name, shop } = body
  // Shopify signs with its own secret.
  if (kind === 'SHOPIFY' && body.secret === null) throw invalid('secret', 'is required')
  await refuseForbiddenShop(ctx, kind, shop)
  return ctx.write(async (tx) => {
    await lockBusiness(tx)
    if ((await readConnectors(tx)).length >= MAX_CONNECTORS)
      throw conflicting(
        'TOO_MANY_CONNECTORS',
        text('This business already has {most} connections; remove one first.', { most: MAX_CONNECTORS }),
      )
    const secret = body.secret ?? newSecret(ctx)
    const connector: Connector = {
      connectorId: ctx.newId(),
      kind,
      name,
      mapping: defaultMapping(kind, defaultDateOrder(ctx.formats)),
      madeBy: await creatorFor(tx, ctx.actor),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }
    await insertConnector(tx, { ...connector, sealedSecret: ctx.secrets.encrypt(secret) })
    if (shop) await writeShop(ctx, tx, connector, null, shop)
    auditConnector(ctx, tx, 'connector.created', connector.connectorId, { name, kind })
    return { connector_uuid: connector.connectorId, url: urlOf(ctx, connector), secret }
  })
}

export async function changeConnector(ctx: Context, connectorId: string, body: ConnectorChange): Promise<void> {
  const seen = await ctx.read((tx) => findConnector(tx, connectorId))
  if (!seen) throw notFoundError()
  await refuseForbiddenShop(ctx, seen.kind, body.shop ?? null)
  await ctx.write(async (tx) => {
    const current = await lockRequired(tx, connectorId)
    const next: Connector = {
      ...current,
      ...(body.name !== undefined && { name: body.name }),
      ...(body.mapping !== undefined && { mapping: mappingFromWire(body.mapping) }),
      updatedAt: ctx.now,
    }
    await saveConnector(tx, next)
    if (body.shop !== undefined) {
      const own = (await readShopEndpoints(tx)).find((shop) => shop.connectorId === connectorId) ?? null
      if (body.shop) await writeShop(ctx, tx, next, own, body.shop)
      else if (own) await removeShop(ctx, tx, own.endpointId)
    }
    auditConnector(ctx, tx, 'connector.changed', connectorId, { changed: Object.keys(body) })
  })
}

export async function rotateConnectorSecret(ctx: Context, connectorId: string, given: string | null) {
  return ctx.write(async (tx) => {
    const current = await lockRequired(tx, connectorId)
    const secret = given ?? newSecret(ctx)
    const madeBy = await creatorFor(tx, ctx.actor)
    await saveConnector(tx, { ...current, madeBy, updatedAt: ctx.now }, ctx.secrets.encrypt(secret))
    auditConnector(ctx, tx, 'connector.secret_changed', connectorId)
    return { connector_uuid: connectorId, url: urlOf(ctx, current), secret }
  })
}

export const removeConnector = (ctx: Context, connectorId: string): Promise<void> =>
  ctx.write(async (tx) => deleteConnector(ctx, tx, await lockRequired(tx, connectorId)))

/** Deletes the connection. Outcomes that were not written back yet are abandoned. */
export async function deleteConnector(ctx: Context, tx: Tx, { connectorId, name }: Connector): Promise<void> {
  const own = (await readShopEndpoints(tx)).find((shop) => shop.connectorId === connectorId)
  if (own) await removeShop(ctx, tx, own.endpointId)
  await deleteRow(tx, connectorId)
  auditConnector(ctx, tx, 'connector.deleted', connectorId, { name })
}

/** Makes the caller responsible for a connection whose creator has left. */
export const keepConnector = (ctx: Context, connectorId: string): Promise<void> =>
  ctx.write(async (tx) => setResponsible(ctx, tx, await lockRequired(tx, connectorId)))

export async function setResponsible(ctx: Context, tx: Tx, connector: Connector): Promise<void> {
  await saveConnector(tx, { ...connector, madeBy: ctx.actor.id })
  auditConnector(ctx, tx, 'connector.kept', connector.connectorId)
}

export const notFoundError = () => missing('connection with that id')

export async function lockRequired(tx: WriteTx, connectorId: string): Promise<Connector> {
  const connector = await lockConnector(tx, connectorId)
  if (!connector) throw notFoundError()
  return connector
}

type Shop = NonNullable<ConnectorInput['shop']>

/** Outcomes are written back to the shop through an endpoint whose secret is the token. */
async function writeShop(
  ctx: Context,
  tx: WriteTx,
  { connectorId, kind }: Connector,
  own: ShopEndpoint | null,
  { url, token }: Shop,
): Promise<void> {
  const sealedToken = token === null ? undefined : ctx.secrets.encrypt(token)
  // The token of one shop must not reach another host.
  if (own && !sealedToken && new URL(own.url).origin !== new URL(url).origin) throw invalid('shop.token', 'is required')
  if (own) return saveShopEndpoint(tx, own.endpointId, { url, sealedToken, now: ctx.now })
  if (!sealedToken) throw invalid('shop.token', 'is required')
  const endpoint = { connectorId, endpointId: ctx.newId(), url, events: [...WRITTEN_BACK[kind]] }
  await insertShopEndpoint(tx, { ...endpoint, sealedToken, now: ctx.now })
}

async function removeShop(ctx: Context, tx: Tx, endpointId: string): Promise<void> {
  await removeEndpoint(tx, endpointId, ctx.now)
  await abandonPending(tx, endpointId, ctx.now)
}

/** Don't call it in a transaction, because it resolves the host name. */
async function refuseForbiddenShop(ctx: Context, kind: Connector['kind'], shop: Shop | null): Promise<void> {
  if (!shop) return
  if (WRITTEN_BACK[kind].length === 0) throw invalid('shop', 'is not used by a connection of this kind')
  if (ctx.isTest) throw invalid('shop', 'must be empty, because the test side writes to no shop')
  const fault = await ctx.webhookPost.urlFault(shop.url)
  if (fault) throw invalid('shop.url', fault)
}

const newSecret = ({ secrets }: Context): string =>
  `${secrets.randomToken()}${secrets.randomToken()}`.replaceAll(/[-_]/g, '').slice(0, SECRET_LENGTH)

function auditConnector(
  ctx: Context,
  tx: Tx,
  action:
    | 'connector.created'
    | 'connector.changed'
    | 'connector.secret_changed'
    | 'connector.deleted'
    | 'connector.kept',
  entityId: string,
  detail?: Record<string, unknown>,
): void {
  audit(tx, ctx, { action, entity: 'connector', entityId, ...(detail && { detail }) })
}

const urlOf = ({ publicUrl }: Context, { kind, connectorId }: Pick<Connector, 'kind' | 'connectorId'>): string =>
  `${publicUrl}/connect/${CONNECTOR_PATHS[kind]}/${connectorId}`

const toWire = (ctx: Context, connector: Connector) => ({
  connector_uuid: connector.connectorId,
  kind: connector.kind,
  name: connector.name,
  url: urlOf(ctx, connector),
  mapping: mappingToWire(connector.mapping),
  created_at: connector.createdAt.toISOString(),
})

const shopToWire = (shop: ShopEndpoint | undefined): ConnectorOut['shop'] =>
  shop
    ? {
        url: shop.url,
        endpoint_uuid: shop.endpointId,
        last_success_at: shop.lastSuccessAt?.toISOString() ?? null,
        failing_since: shop.failingSince?.toISOString() ?? null,
      }
    : null

const mappingToWire = (mapping: ConnectorMapping) => ({
  fields: mapping.fields,
  items: mapping.items,
  statuses: mapping.statuses,
  shipping_methods: mapping.shippingMethods,
  default_days: mapping.defaultDays,
  date_order: mapping.dateOrder,
  units: mapping.units,
})

export const mappingFromWire = (mapping: MappingBody): ConnectorMapping => ({
  fields: mapping.fields,
  items: mapping.items,
  statuses: mapping.statuses,
  shippingMethods: mapping.shipping_methods,
  defaultDays: mapping.default_days,
  dateOrder: mapping.date_order,
  units: mapping.units,
})
