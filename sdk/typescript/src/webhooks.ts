// Webhooks as they arrive. Web Crypto alone, so that it runs in workers and browsers, too.
import { RoundsmanError, WebhookVerificationError } from './errors.ts'
import type { WebhookPayloads } from './generated/types.ts'

export type EventName = keyof WebhookPayloads
export type WebhookPayload = WebhookPayloads[EventName]

export interface Webhook<Payload extends WebhookPayload = WebhookPayload> {
  /** The same for each attempt: what has been seen is not done again. */
  deliveryId: string
  payload: Payload
}

export interface VerifyOptions {
  /** `whsec_…`, as it was shown once. During a rotation either verifies. */
  secret: string | readonly string[]
  /** As received: a Headers, or an object such as Node's. */
  headers: Headers | Record<string, string | readonly string[] | undefined>
  /** As received, before any parsing. */
  body: string | Uint8Array<ArrayBuffer> | ArrayBuffer
  /** Seconds by which the time of the attempt may differ from now. Default: 300. */
  tolerance?: number
}

const encoder = new TextEncoder()

/** What the webhook carries, when the service signed it just now; throws WebhookVerificationError otherwise. */
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
      // In constant time, as Web Crypto compares.
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

/** Of base64 in either alphabet, padded or not. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(base64.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''))
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

/** Remembers deliveries that were dealt with, best in a database beside what they change. */
export interface SeenStore {
  has(deliveryId: string): Promise<boolean>
  add(deliveryId: string): Promise<void>
}

/** The last so many, in memory: forgotten with the process. */
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

/** Verifies, remembers and hands on what arrives at an endpoint. */
export class WebhookReceiver {
  readonly #secret: string | readonly string[]
  readonly #seen: SeenStore
  readonly #handlers = new Map<string, Handler<never>[]>()

  constructor({ secret, seen = memorySeen() }: { secret: string | readonly string[]; seen?: SeenStore }) {
    this.#secret = secret
    this.#seen = seen
  }

  /** Called for each such event, typed by its name; '*' for every event. */
  onEvent<Name extends EventName>(name: Name | '*', handler: Handler<Name>): this {
    this.#handlers.set(name, [...(this.#handlers.get(name) ?? []), handler])
    return this
  }

  /**
   * What to answer: 204 when it is done, now or before; 401 when it is not genuine. Where a handler throws, so does this:
   * answer 500, and the service sends it again.
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

  /** The same for a server that speaks Request and Response. */
  async handle(request: Request): Promise<Response> {
    const status = await this.receive({ headers: request.headers, body: await request.arrayBuffer() })
    return new Response(null, { status })
  }
}
