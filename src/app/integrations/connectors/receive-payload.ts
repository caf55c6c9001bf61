// Receives a webhook of a shop: checks its signature, and takes the order in it (docs/guides/shops.md).
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { CONNECTOR_PATHS, type ConnectorKind } from '../../../domain/connectors/connector.ts'
import {
  changedAt,
  deletionOf,
  type Payload,
  readShopOrder,
  sourceRefOf,
} from '../../../domain/connectors/shop-order.ts'
import { storable } from '../../../domain/connectors/storable.ts'
import type { Actor } from '../../../domain/users/actor.ts'
import { type AddressedConnector, connectorByAddress } from '../../../store/connectors/connectors.ts'
import { findPayload, storePayload } from '../../../store/connectors/payloads.ts'
import { inEnglishOnly } from '../../../texts/text.ts'
import { type App, type Context, makeContext } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { takeOrThrow } from '../../people/users/rate-limits.ts'
import { type Taken, takePayload } from './take-payload.ts'

export interface ReceivedPayload {
  requestId: string
  header: (name: string) => string
  body: Buffer
}

/** Finds the connection of the URL, within its rate limit. Throws 404 if there is none of this kind. */
export async function openConnector(
  app: App,
  visit: { kind: string; connectorId: string; network: string },
): Promise<AddressedConnector> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(visit.connectorId)
  const found = isId ? await app.db.asSystem((tx) => connectorByAddress(tx, visit.connectorId)) : null
  const connector = found && CONNECTOR_PATHS[found.kind] === visit.kind ? found : null
  await takeOrThrow(app, connector ? ['shop_webhooks', visit.connectorId] : ['unknown_links', visit.network])
  if (connector) return connector
  throw new AppError('missing', 'NOT_FOUND', 'There is nothing here. Check that the link is complete.')
}

/** Returns the result. Null if the request only checks the URL. Throws if nothing was stored. */
export async function receivePayload(
  app: App,
  connector: AddressedConnector,
  received: ReceivedPayload,
): Promise<Taken | null> {
  const { kind, connectorId, mapping } = connector
  if (isPing(kind, received)) return null
  if (!isAuthentic(kind, app.secrets.decrypt(connector.sealedSecret), received))
    throw new AppError('forbidden', 'SIGNATURE_INVALID', 'The signature is invalid; nothing was changed.')
  const isDeletion = /^orders?[./]deleted?$/.test(topicOf(kind, received))
  const sent = payloadIn(received.body)
  const payload = isDeletion ? deletionOf(sent) : sent
  const ctx = connectorContext(app, connector, received.requestId)
  const { timeZone } = connector
  const read = readShopOrder(kind, mapping, payload, { defaultDate: null, timeZone })
  const sourceRef = sourceRefOf(kind, payload, read.externalRef) ?? digestOf(received.body)
  // The payload of a deletion has no time. Later payloads of earlier changes are not taken.
  const at = isDeletion ? ctx.now : changedAt(kind, payload)
  const stored = { payloadId: ctx.newId(), connectorId, sourceRef, body: payload, receivedAt: ctx.now, changedAt: at }
  return takePayload(ctx, connector, read, {
    known: await ctx.read((tx) => findPayload(tx, connectorId, { sourceRef })),
    lock: (tx) => storePayload(tx, stored),
  })
}

/** The context in which a connection writes. Its orders are those of the business's own systems, like those of a key. */
export function connectorContext(
  app: App,
  {
    businessId,
    timeZone,
    connectorId,
    isTest,
  }: Pick<AddressedConnector, 'businessId' | 'timeZone' | 'connectorId' | 'isTest'>,
  requestId: string | null,
): Context {
  const actor: Actor = { kind: 'API', id: connectorId }
  return makeContext(app, { businessId, timeZone, isTest, actor, requestId, idempotency: null })
}

/** WooCommerce checks a new URL with its own ID of the webhook, unsigned. */
const isPing = (kind: ConnectorKind, { body, header }: ReceivedPayload): boolean =>
  kind === 'WOOCOMMERCE' &&
  header('x-wc-webhook-signature') === '' &&
  /^(?:webhook_id=\d+|\{"webhook_id":\s*\d+\})$/.test(body.subarray(0, 100).toString().trim())

function isAuthentic(kind: ConnectorKind, secret: string, { header, body }: ReceivedPayload): boolean {
  const hmac = createHmac('sha256', secret).update(body)
  switch (kind) {
    case 'WOOCOMMERCE':
      return isEqual(header('x-wc-webhook-signature'), hmac.digest('base64'))
    case 'SHOPIFY':
      return isEqual(header('x-shopify-hmac-sha256'), hmac.digest('base64'))
    case 'WEBHOOK': {
      const signature = header('x-webhook-signature')
      if (signature !== '') return isEqual(signature.replace(/^sha256=/, '').toLowerCase(), hmac.digest('hex'))
      return isEqual(header('x-webhook-secret'), secret)
    }
  }
}

/** Compares digests, so that the time reveals neither the content nor the length. */
function isEqual(given: string, expected: string): boolean {
  const digest = (value: string): Buffer => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/** Returns the topic. Throws if the webhook is not about orders. */
function topicOf(kind: ConnectorKind, { header }: ReceivedPayload): string {
  if (kind === 'WEBHOOK') return ''
  const name = kind === 'SHOPIFY' ? 'X-Shopify-Topic' : 'X-WC-Webhook-Topic'
  const topic = header(name.toLowerCase())
  if (!/^orders?[./]\w+$/.test(topic)) throw invalid(name, 'must be a topic of orders')
  return topic
}

function payloadIn(body: Buffer): Payload {
  let parsed: unknown
  try {
    parsed = storable(JSON.parse(body.toString()))
  } catch {
    throw new AppError('invalid', 'INVALID_JSON', inEnglishOnly('The body is not valid JSON, or is nested too deeply.'))
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw invalid('body', 'must be a JSON object')
  return parsed as Payload
}

const digestOf = (body: Buffer): string => `sha256:${createHash('sha256').update(body).digest('hex')}`
