// Connected shops: connects one in the office, and posts webhooks as the shop's public documentation describes them.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { PayloadLogOut } from '../../src/contract/office/connectors.ts'
import { CONNECTOR_PATHS, type ConnectorKind } from '../../src/domain/connectors/connector.ts'
import { type Office, signedIn } from './office.ts'
import type { Client, Json, Service } from './service.ts'

/** An order as the shop sends it, from `test/data/shops`. */
export const shopOrder = (kind: 'WOOCOMMERCE' | 'SHOPIFY', members: Json = {}): string => {
  const written = readFileSync(new URL(`../data/shops/${CONNECTOR_PATHS[kind]}-order.json`, import.meta.url), 'utf8')
  // The IDs of Shopify have more digits than a number keeps, so members are added to the text.
  const added = Object.entries(members).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
  return written.trim().replace(/\}$/, `${added.join('')}}`)
}

export interface TakenJson {
  status: string
  external_ref: string | null
  reason: string | null
}

export interface ConnectedShop {
  office: Office
  connectorId: string
  secret: string
  /** Posts a webhook with the shop's headers and signature. `headers` override them. */
  send(
    body: string,
    topic?: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; data: TakenJson | null }>
  payloads(status?: string): Promise<PayloadLogOut['payloads']>
}

export async function connectShop(
  service: Service,
  shop: Client,
  kind: ConnectorKind,
  members: Json = {},
): Promise<ConnectedShop> {
  const office = await signedIn(service, shop.businessId)
  const secretOfShop = kind === 'SHOPIFY' ? 'a secret of Shopify' : null
  const body = { kind, name: `Shop ${kind}`, secret: secretOfShop, shop: null, ...members }
  const made = await office.post<{ connector_uuid: string; url: string; secret: string }>('/connectors', body)
  assert.equal(made.status, 200, made.body.message)
  const { connector_uuid: connectorId, secret, url } = made.body.data
  assert.equal(url, `http://roundsman.test/connect/${CONNECTOR_PATHS[kind]}/${connectorId}`)
  return {
    office,
    connectorId,
    secret,
    send: (sent, topic, headers) =>
      postToShop(service, { kind, secret, path: new URL(url).pathname }, sent, { topic, headers }),
    payloads: async (status) => {
      const query = `connector_uuid=${connectorId}${status ? `&status=${status}` : ''}`
      return (await office.get<PayloadLogOut>(`/connector-payloads?${query}`)).body.data.payloads
    },
  }
}

/** Posts a webhook to the URL of a connection. */
export async function postToShop(
  { url }: Pick<Service, 'url'>,
  { kind, path, secret }: { kind: ConnectorKind; path: string; secret: string },
  body: string,
  { topic, headers = {} }: { topic?: string | undefined; headers?: Record<string, string> | undefined } = {},
): Promise<{ status: number; data: TakenJson | null }> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signed(kind, secret, body, topic), ...headers },
    body,
  })
  const answer = (await response.json()) as { data?: TakenJson | null }
  return { status: response.status, data: answer.data ?? null }
}

function signed(kind: ConnectorKind, secret: string, body: string, topic?: string): Record<string, string> {
  const signature = createHmac('sha256', secret).update(body)
  if (kind === 'WOOCOMMERCE')
    return {
      'x-wc-webhook-topic': topic ?? 'order.updated',
      'x-wc-webhook-delivery-id': 'd3f1a2',
      'x-wc-webhook-signature': signature.digest('base64'),
    }
  if (kind === 'SHOPIFY')
    return {
      'x-shopify-topic': topic ?? 'orders/create',
      'x-shopify-webhook-id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
      'x-shopify-hmac-sha256': signature.digest('base64'),
    }
  return { 'x-webhook-secret': secret }
}
