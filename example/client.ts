// A minimal client of the API: sends the key, an Idempotency-Key and retries after 429, and verifies webhook
// signatures.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

export interface Answer<T> {
  status: number
  data: T
  message: string
}

export class ApiClient {
  private readonly base: string
  private readonly key: string

  constructor(base: string, key: string) {
    this.base = base
    this.key = key
  }

  get<T>(path: string): Promise<Answer<T>> {
    return this.send('GET', path)
  }

  post<T>(path: string, body?: unknown): Promise<Answer<T>> {
    return this.send('POST', path, body, randomUUID())
  }

  /** Retries under the same Idempotency-Key, so that nothing happens twice. */
  private async send<T>(method: string, path: string, body?: unknown, idempotencyKey?: string): Promise<Answer<T>> {
    const response = await fetch(`${this.base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.key}`,
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (response.status === 429) {
      await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('retry-after') ?? 1) * 1000))
      return this.send(method, path, body, idempotencyKey)
    }
    const answer = (await response.json()) as { data: T; message: string }
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${answer.message}`)
    return { status: response.status, ...answer }
  }
}

/**
 * Returns whether a webhook's signature was made with the secret over the raw body. Compares in constant time
 * (docs/spec/webhooks.md#signatures).
 */
export function signatureIsValid(secret: string, rawBody: Buffer, header: string | undefined): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`)
  const given = Buffer.from(header ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
