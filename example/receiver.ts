// A webhook receiver on loopback. Verifies each signature over the raw body, and deduplicates by delivery id.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signatureIsValid } from './client.ts'

export interface Received {
  event: string
  deliveryId: string
  data: { external_ref: string | null; status: string | null; [field: string]: unknown }
}

export interface Receiver {
  url: string
  received: Received[]
  invalid: number
  repeated: number
  /** Sets the secret, which is known only after the endpoint has been created. */
  trust(secret: string): void
  close(): void
}

export async function startReceiver(): Promise<Receiver> {
  let secret = ''
  const seen = new Set<string>()
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks)
      const deliveryId = String(request.headers['x-service-delivery'])
      if (!signatureIsValid(secret, raw, request.headers['x-service-signature'] as string | undefined)) {
        receiver.invalid++
        response.writeHead(401).end()
        return
      }
      if (seen.has(deliveryId)) receiver.repeated++
      else {
        seen.add(deliveryId)
        const body = JSON.parse(raw.toString()) as { event: string; data: Received['data'] }
        receiver.received.push({ event: body.event, deliveryId, data: body.data })
      }
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    invalid: 0,
    repeated: 0,
    trust: (value) => {
      secret = value
    },
    close: () => server.close(),
  }
  return receiver
}
