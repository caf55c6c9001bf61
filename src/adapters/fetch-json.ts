// Sends a GET or POST request with JSON to a provider: one response of limited size within the caller's time.
import { boundedBody } from './bounded-body.ts'

const MAX_ANSWER_BYTES = 4 * 1024 * 1024

/** The provider returned a status other than 2xx. */
export class ProviderStatus extends Error {
  readonly status: number
  constructor(origin: string, status: number) {
    super(`${origin} answered ${status}`)
    this.status = status
  }
}

/**
 * Returns the parsed response. Sends a POST if `body` is given. Throws for a status other than 2xx, for invalid JSON,
 * and if the signal is aborted first.
 */
export async function fetchJson(
  url: URL,
  { signal, headers = {}, body }: { signal: AbortSignal; headers?: Record<string, string>; body?: object },
): Promise<unknown> {
  const response = await fetch(url, {
    signal,
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new ProviderStatus(url.origin, response.status)
  }
  return JSON.parse(new TextDecoder().decode(await boundedBody(response, MAX_ANSWER_BYTES)))
}
