// A webhook receiver that keeps every delivery ID with its contents.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ProofReceiver {
  url: string
  /** Contents by delivery ID. Several contents mean that a repeated delivery differed. */
  seen: Map<string, Set<string>>
  close(): void
}

export async function startReceiver(): Promise<ProofReceiver> {
  const seen = new Map<string, Set<string>>()
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const id = String(request.headers['x-service-delivery'])
      const { event, data } = JSON.parse(Buffer.concat(chunks).toString()) as { event: string; data: object }
      // Omit the URLs of photos and signatures, because each attempt signs them again.
      const content = JSON.stringify({ event, ...data, proof: null })
      seen.set(id, (seen.get(id) ?? new Set()).add(content))
      response.writeHead(200).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    seen,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
