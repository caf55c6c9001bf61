// Writes the outcome of a delivery back to the shop that ordered it: a note on the order in WooCommerce, a fulfillment or
// a tag in Shopify.
import { type ConnectorKind, SHOP_TOKEN } from '../../../domain/connectors/connector.ts'
import type { EventFacts } from '../../../domain/webhooks/event.ts'
import type { SentEvent } from '../../../domain/webhooks/event-names.ts'
import type { App } from '../../context.ts'
import { trackingUrl } from '../../orders/order-wire.ts'
import type { PostResult, WebhookMessage, WebhookPost } from '../../ports/webhook-post.ts'

/** Version of Shopify's API, which Shopify supports for at least a year and then replaces by its oldest version. */
const SHOPIFY_VERSION = '2026-10'
/** Enough for the fulfillment orders of an order. */
const ANSWER_BYTES = 64 * 1024
/** Requests of an attempt: a token, the fulfillment orders, the fulfillment. */
export const MAX_SHOP_POSTS = 3

/** The order in the shop that a delivery is about. */
export interface ShopOrderRef {
  kind: ConnectorKind
  sourceRef: string
}

export interface ShopOutcome {
  event: SentEvent
  facts: EventFacts
  shop: ShopOrderRef
}

/** Body of the request that reports the outcome. */
export function shopBody({ event, facts, shop }: ShopOutcome, links: Pick<App, 'publicUrl' | 'secrets'>) {
  if (shop.kind === 'WOOCOMMERCE') return { note: noteOf(event, facts, links), customer_note: false }
  const id = `gid://shopify/Order/${shop.sourceRef}`
  if (event !== 'stop.undone' && facts.status === 'DELIVERED')
    return {
      query: FULFILL,
      variables: { tracking: { url: facts.order_uuid && trackingUrl(facts.order_uuid, links) } },
    }
  return { query: TAG, variables: { id, tags: [event === 'stop.undone' ? 'Delivery taken back' : 'Delivery failed'] } }
}

const FULFILLMENT_ORDERS = `query ($id: ID!) {
  order(id: $id) { fulfillmentOrders(first: 50, query: "status:open OR status:in_progress") { nodes { id } } }
}`

const FULFILL = `mutation ($orders: [FulfillmentOrderLineItemsInput!]!, $tracking: FulfillmentTrackingInput) {
  fulfillmentCreate(fulfillment: {lineItemsByFulfillmentOrder: $orders, trackingInfo: $tracking, notifyCustomer: false}) {
    fulfillment { id } userErrors { message }
  }
}`

const TAG = `mutation ($id: ID!, $tags: [String!]!) { tagsAdd(id: $id, tags: $tags) { userErrors { message } } }`

function noteOf(event: SentEvent, facts: EventFacts, links: Pick<App, 'publicUrl' | 'secrets'>): string {
  if (event === 'stop.undone') return 'The driver took the outcome of the delivery back.'
  const corrected = event === 'stop.corrected' ? ' (corrected)' : ''
  if (facts.status !== 'DELIVERED') return `Not delivered${corrected}: ${facts.reason ?? 'no reason was given'}.`
  return [
    `Delivered on ${facts.delivered_on ?? 'an unknown day'}${corrected}.`,
    facts.left_where && `Left: ${facts.left_where}.`,
    facts.order_uuid && trackingUrl(facts.order_uuid, links),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Reports the outcome to the shop. Like `post`, never throws. `token` is the token of the connection. */
export async function writeBack(
  { post }: Pick<WebhookPost, 'post'>,
  outcome: ShopOutcome & { url: string },
  { token, body }: { token: string; body: ReturnType<typeof shopBody> },
): Promise<PostResult> {
  const base = outcome.url.endsWith('/') ? outcome.url : `${outcome.url}/`
  if (outcome.shop.kind === 'WOOCOMMERCE') {
    const authorization = `Basic ${Buffer.from(token).toString('base64')}`
    const url = `${base}wp-json/wc/v3/orders/${outcome.shop.sourceRef}/notes`
    return post(message(url, { Authorization: authorization }, body))
  }
  const granted = token.includes(':') ? await grantedToken(post, base, token) : token
  if (typeof granted !== 'string') return granted
  const ask = (asked: object) =>
    post(message(`${base}admin/api/${SHOPIFY_VERSION}/graphql.json`, { 'X-Shopify-Access-Token': granted }, asked))
  if (!('query' in body) || body.query !== FULFILL) return judged(await ask(body))
  const id = `gid://shopify/Order/${outcome.shop.sourceRef}`
  const found = judged(await ask({ query: FULFILLMENT_ORDERS, variables: { id } }))
  const orders = found.error === null ? fulfillmentOrdersIn(found) : []
  // Without an open part, an earlier attempt or a person has fulfilled the order.
  if (orders.length === 0) return found
  const variables = { ...body.variables, orders: orders.map((fulfillmentOrderId) => ({ fulfillmentOrderId })) }
  return judged(await ask({ query: FULFILL, variables }))
}

const message = (url: string, headers: Record<string, string>, body: object): WebhookMessage => ({
  url,
  headers: { 'Content-Type': 'application/json', 'User-Agent': 'Roundsman-Webhooks', ...headers },
  body: Buffer.from(JSON.stringify(body)),
  answerBytes: ANSWER_BYTES,
})

/** Exchanges the ID and secret of an app for a token of a day. Returns the failed result if Shopify refuses. */
async function grantedToken(post: WebhookPost['post'], base: string, token: string): Promise<string | PostResult> {
  const [clientId = '', secret = ''] = token.split(':', 2)
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret }
  const result = await post({
    ...message(`${base}admin/oauth/access_token`, { 'Content-Type': 'application/x-www-form-urlencoded' }, {}),
    body: Buffer.from(new URLSearchParams(form).toString()),
  })
  const granted = (jsonIn(result) as { access_token?: unknown } | null)?.access_token
  if (typeof granted === 'string' && SHOP_TOKEN.test(granted)) return granted
  return { ...result, error: result.error ?? 'the shop granted no token' }
}

/** Returns a response with errors in its body as a failed attempt. GraphQL sends errors with status 200. */
function judged(result: PostResult): PostResult {
  const answer = jsonIn(result) as { errors?: unknown; data?: Record<string, { userErrors?: unknown[] } | null> } | null
  const refused = Object.values(answer?.data ?? {}).some((one) => (one?.userErrors?.length ?? 0) > 0)
  const isFine = answer !== null && answer.errors === undefined && !refused
  const isAnswered = result.error === null && result.statusCode !== null && result.statusCode < 300
  return isAnswered && !isFine ? { ...result, error: 'the shop refused the change' } : result
}

function fulfillmentOrdersIn(result: PostResult): string[] {
  const answer = jsonIn(result) as { data?: { order?: { fulfillmentOrders?: { nodes?: unknown } } } } | null
  const nodes = answer?.data?.order?.fulfillmentOrders?.nodes
  const ids = Array.isArray(nodes) ? nodes.map((node: { id?: unknown } | null) => node?.id) : []
  return ids.filter((id) => typeof id === 'string')
}

function jsonIn({ excerpt }: PostResult): unknown {
  try {
    return JSON.parse(excerpt ?? '')
  } catch {
    return null
  }
}
