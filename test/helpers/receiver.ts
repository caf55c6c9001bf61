// A webhook receiver on loopback. It stores each request byte for byte and answers as the test sets it.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { Json } from './service.ts'

export interface Received {
  headers: http.IncomingHttpHeaders
  body: Buffer
  json: { event: string; occurred_at: string; data: Json }
}

export interface Receiver {
  url: string
  received: Received[]
  /** The events received, in order. */
  events(): string[]
  /** Later responses: a status, or a function that writes the response. */
  answer: number | ((response: http.ServerResponse, received: Received) => void)
}

export async function startReceiver(): Promise<Receiver> {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const received = { headers: request.headers, body, json: JSON.parse(body.toString()) as Received['json'] }
      receiver.received.push(received)
      if (typeof receiver.answer === 'function') receiver.answer(response, received)
      else response.writeHead(receiver.answer).end('an answer')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received: [],
    events: () => receiver.received.map(({ json }) => json.event),
    answer: 200,
  }
  return receiver
}
