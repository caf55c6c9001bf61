// GET or POST of JSON at a provider: one answer, of bounded size, inside the caller's time.

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
  return JSON.parse(await bounded(response, url))
}

async function bounded(response: Response, url: URL): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`${url.origin} answered more than ${MAX_ANSWER_BYTES} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
