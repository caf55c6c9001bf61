// Verifying and receiving webhooks. Uses only Web Crypto, so that it also runs in workers and browsers.
import { RoundsmanError, WebhookVerificationError } from './errors.ts'
import type { WebhookPayloads } from './generated/types.ts'

export type EventName = keyof WebhookPayloads
export type WebhookPayload = WebhookPayloads[EventName]

export interface Webhook<Payload extends WebhookPayload = WebhookPayload> {
  /** ID of the delivery, the same for each attempt. Use it to detect duplicates. */
  deliveryId: string
  payload: Payload
}

export interface VerifyOptions {
  /** `whsec_…`, as shown when the endpoint was created. During a rotation, each of several secrets is accepted. */
  secret: string | readonly string[]
  /** Headers as received: a Headers object, or an object like in Node. */
  headers: Headers | Record<string, string | readonly string[] | undefined>
  /** Body as received, before any parsing. */
  body: string | Uint8Array<ArrayBuffer> | ArrayBuffer
  /** Maximum difference in seconds between the time of the attempt and now. Default: 300. */
  tolerance?: number
}

const encoder = new TextEncoder()

/** Returns the payload if the service has signed it recently. Throws WebhookVerificationError otherwise. */
export async function verifyWebhook({ secret, headers, body, tolerance = 300 }: VerifyOptions): Promise<Webhook> {
  const header = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name]
    if (typeof value === 'string' && value) return value
    throw new WebhookVerificationError(`The header ${name} is missing`)
  }
  const id = header('webhook-id')
  const timestamp = header('webhook-timestamp')
  const signatures = header('webhook-signature').split(' ')
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= tolerance)) throw new WebhookVerificationError('The webhook was sent too long ago, or a clock is wrong')

  const bytes = typeof body === 'string' ? encoder.encode(body) : new Uint8Array(body)
  const head = encoder.encode(`${id}.${timestamp}.`)
  const signed = new Uint8Array(head.length + bytes.length)
  signed.set(head)
  signed.set(bytes, head.length)
  for (const each of [secret].flat()) {
    const key = await crypto.subtle.importKey('raw', keyOf(each), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    for (const signature of signatures) {
      const [version, value = ''] = signature.split(',')
      // Web Crypto compares in constant time.
      if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(value), signed)))
        return { deliveryId: id, payload: JSON.parse(new TextDecoder().decode(bytes)) as WebhookPayload }
    }
  }
  throw new WebhookVerificationError('The signature is not the service’s, or the secret is another endpoint’s')
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = bytesOf(secret.replace(/^whsec_/, ''))
  if (key.length === 0) throw new RoundsmanError('The secret is not one of the service’s')
  return key
}

/** Decodes base64 in either alphabet, with or without padding. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(base64.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''))
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

/** Stores the IDs of handled deliveries, preferably in the database that the handlers change. */
export interface SeenStore {
  has(deliveryId: string): Promise<boolean>
  add(deliveryId: string): Promise<void>
}

/** Stores the last `most` IDs in memory, until the process ends. */
export function memorySeen(most = 10_000): SeenStore {
  const seen = new Set<string>()
  return {
    has: async (id) => seen.has(id),
    add: async (id) => {
      seen.add(id)
      for (const oldest of seen) {
        if (seen.size <= most) break
        seen.delete(oldest)
      }
    },
  }
}

type Handler<Name extends EventName> = (
  payload: WebhookPayloads[Name],
  delivery: { deliveryId: string },
) => void | Promise<void>

/** Verifies webhooks of an endpoint and passes each to its handlers once. */
export class WebhookReceiver {
  readonly #secret: string | readonly string[]
  readonly #seen: SeenStore
  readonly #handlers = new Map<string, Handler<never>[]>()

  constructor({ secret, seen = memorySeen() }: { secret: string | readonly string[]; seen?: SeenStore }) {
    this.#secret = secret
    this.#seen = seen
  }

  /** Adds a handler for an event, typed by the event's name, or for all events with '*'. */
  onEvent<Name extends EventName>(name: Name | '*', handler: Handler<Name>): this {
    this.#handlers.set(name, [...(this.#handlers.get(name) ?? []), handler])
    return this
  }

  /**
   * Returns the response status: 204 if the webhook was handled now or before, 401 if it is not genuine. Throws if a
   * handler throws: respond with 500, and the service retries.
   */
  async receive({ headers, body }: Pick<VerifyOptions, 'headers' | 'body'>): Promise<204 | 401> {
    let webhook: Webhook
    try {
      webhook = await verifyWebhook({ secret: this.#secret, headers, body })
    } catch (error) {
      if (error instanceof WebhookVerificationError) return 401
      throw error
    }
    const { deliveryId, payload } = webhook
    if (await this.#seen.has(deliveryId)) return 204
    for (const name of [payload.event, '*'])
      for (const handler of this.#handlers.get(name) ?? []) await handler(payload as never, { deliveryId })
    await this.#seen.add(deliveryId)
    return 204
  }

  /** Like `receive`, for servers with Request and Response. */
  async handle(request: Request): Promise<Response> {
    const status = await this.receive({ headers: request.headers, body: await request.arrayBuffer() })
    return new Response(null, { status })
  }
}
