// GET or POST of JSON at a provider: one answer, of bounded size, inside the caller's time.
import { boundedBody } from './bounded-body.ts'

const MAX_ANSWER_BYTES = 4 * 1024 * 1024

/** The provider answered with a status other than 2xx. */
export class ProviderStatus extends Error {
  readonly status: number
  constructor(origin: string, status: number) {
    super(`${origin} answered ${status}`)
    this.status = status
  }
}

/** The parsed answer; a body makes it a POST. Throws on any status but 2xx, on what is not JSON, and when the signal fires first. */
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
