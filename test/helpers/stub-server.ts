// A provider on loopback. A test chooses its responses: right, slow, invalid, incomplete or missing.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export interface StubServer {
  url: string
  /** Requested paths with their queries, in order. */
  asked: string[]
  /** Headers of the last request. */
  headers: () => IncomingMessage['headers']
  /** Sets the response to later requests. */
  answer: (respond: Respond) => void
}

export type Respond = (request: IncomingMessage, response: ServerResponse) => void

export const json =
  (body: unknown, status = 200): Respond =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Accepts the request and never responds. */
export const hang: Respond = () => {}

/** Announces more bytes than it sends, then drops the connection. */
export const half =
  (body: unknown): Respond =>
  (_request, response) => {
    const text = JSON.stringify(body)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
    response.write(text.slice(0, text.length / 2), () => response.destroy())
  }

/** Starts the server, which ends with the test file. */
export async function stubServer(respond: Respond): Promise<StubServer> {
  const asked: string[] = []
  let headers: IncomingMessage['headers'] = {}
  let current = respond
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    headers = request.headers
    current(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    headers: () => headers,
    answer: (respond) => {
      current = respond
    },
  }
}

/** Returns the address of a port that nothing listens on. */
export async function closedPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}
