// Requests through nginx over kept connections, with the facts that the proof checks in each response.
import http from 'node:http'

export interface Call {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface Answer {
  /** 0 if there was no response. */
  status: number
  retryAfter: string | null
  /** Addresses of the processes that nginx asked, the last one responded. Empty if nginx responded. */
  servedBy: string
  location: string | null
  cookies: string[]
  text: string
  ms: number
}

export interface Calls {
  send(call: Call): Promise<Answer>
  close(): void
}

const PATIENCE_MS = 30_000

export function openCalls(): Calls {
  const agent = new http.Agent({ keepAlive: true })
  return {
    send: ({ url, method = 'GET', headers = {}, body }) =>
      new Promise((resolve) => {
        const began = performance.now()
        const end = (answer: Partial<Answer>) =>
          resolve({
            status: 0,
            retryAfter: null,
            servedBy: '',
            location: null,
            cookies: [],
            text: '',
            ms: performance.now() - began,
            ...answer,
          })
        const request = http.request(
          url,
          { method, agent, timeout: PATIENCE_MS, headers: { ...headers, 'content-length': body?.length ?? 0 } },
          (response) => {
            const chunks: Buffer[] = []
            response.on('data', (chunk: Buffer) => chunks.push(chunk))
            response.on('error', (error) => end({ text: error.message }))
            response.on('end', () => {
              const { 'x-served-by': servedBy, 'retry-after': retryAfter, location } = response.headers
              end({
                status: response.statusCode ?? 0,
                retryAfter: retryAfter ?? null,
                servedBy: String(servedBy ?? ''),
                location: location ?? null,
                cookies: response.headers['set-cookie'] ?? [],
                text: String(Buffer.concat(chunks)),
              })
            })
          },
        )
        request.on('timeout', () => request.destroy(new Error('timed out')))
        request.on('error', (error) => end({ text: error.message }))
        request.end(body)
      }),
    close: () => agent.destroy(),
  }
}

/** The only refusal that callers may get: they retry it. */
export const isRetryable = ({ status, retryAfter }: Answer): boolean => status === 503 && retryAfter !== null
