// Simulates the proxy in front of several installations: each name leads to one of them until it is changed. Here a
// name is an API key.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface NamesProxy {
  url: string
  /** From now on, requests with this key are forwarded to the installation at this address. */
  lead(apiKey: string, to: string): void
  close(): void
}

export async function startNamesProxy(): Promise<NamesProxy> {
  const leads = new Map<string, string>()
  const server = http.createServer((request, response) => {
    const to = leads.get(request.headers.authorization ?? '')
    if (!to) return void response.writeHead(404).end()
    const onward = http.request(
      new URL(request.url ?? '/', to),
      { method: request.method, headers: request.headers, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
        answer.on('error', () => response.destroy())
      },
    )
    onward.on('error', () => (response.headersSent ? response.destroy() : void response.writeHead(502).end('{}')))
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: (apiKey, to) => void leads.set(`Bearer ${apiKey}`, to),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
