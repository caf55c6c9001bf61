// A separate HTTP server for the proxy and for other installations. It uses Node's server directly, because the proxy
// asks it before each request.
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { App } from '../../app/context.ts'
import type { Directory } from '../../app/operations/installations/directory.ts'
import { foundByOf, INSTALLATION_HEADER } from '../../domain/installations.ts'
import { PEER_PURPOSE, PEER_SIGNATURE, readPeerSignature, signedPeerText } from '../../domain/peer-signature.ts'
import { ASK_PATH, openSealed, seal } from '../../domain/sealed-request.ts'
import { plainError } from '../errors.ts'
import { answerPeerRequest, UNKNOWN_REQUEST } from './peer-requests.ts'
import { subjectOf } from './subject.ts'

/** Path with query, and host, of the request that the proxy asks about. Caddy sets the same headers. */
const ASKED_URL = 'x-forwarded-uri'
const ASKED_HOST = 'x-forwarded-host'
const RETRY_SECONDS = 2
/** More than the headers that a proxy accepts from a client by default. */
const MAX_HEADER_BYTES = 64 * 1024
const MAX_QUESTION_BYTES = 256
/** More than the largest body of a request without a session, with the visitor's headers and the encoding. */
const MAX_ASK_BYTES = 64 * 1024
const MAX_REQUEST_MS = 5_000
const CLOSE_EVERY_MS = 50
/** Maximum time for requests under way when the server closes. */
const MAX_CLOSE_MS = 2_000
/**
 * Maximum requests of other installations under way. Encrypted requests have their own limit, because hashing a password
 * is slow, and the directory must answer in the meantime.
 */
export const MAX_PEER_REQUESTS = { ask: 128, find: 256 }

export interface DirectoryServer {
  listen(port: number, host: string): Promise<void>
  /** Closes the server after the requests under way, and stops the directory. */
  close(): Promise<void>
}

export function createDirectoryServer(app: App, directory: Directory): DirectoryServer {
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    requestTimeout: MAX_REQUEST_MS,
    headersTimeout: MAX_REQUEST_MS,
    // Longer than a proxy keeps unused connections, which is 60 s in nginx.
    keepAliveTimeout: 75_000,
  }
  const underWay = { ask: 0, find: 0 }
  const server = createServer(options, (request, response) => {
    if (request.method === 'GET' && request.url === '/where') {
      void answerProxy(app, directory, request, response)
      return
    }
    const kind = request.url === ASK_PATH ? 'ask' : 'find'
    if (underWay[kind] >= MAX_PEER_REQUESTS[kind]) {
      refuse(response, 503, 'The server is busy.')
      return
    }
    underWay[kind]++
    response.once('close', () => underWay[kind]--)
    void answerPeer(app, directory, request, response)
  })
  return {
    listen: async (port, host) => {
      server.listen(port, host)
      await once(server, 'listening')
      directory.start()
    },
    close: async () => {
      directory.stop()
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      // A proxy keeps its connections. Connections with a request under way become idle later.
      const idle = setInterval(() => server.closeIdleConnections(), CLOSE_EVERY_MS)
      const late = setTimeout(() => server.closeAllConnections(), MAX_CLOSE_MS)
      await closed
      clearInterval(idle)
      clearTimeout(late)
    },
  }
}

async function answerProxy(
  app: App,
  directory: Directory,
  { headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { [ASKED_URL]: asked, [ASKED_HOST]: host, authorization, cookie } = headers
  try {
    const url = typeof asked === 'string' ? asked : ''
    const installation = await directory.locate(
      subjectOf(app, { url, authorization, cookie }),
      typeof host === 'string' ? host : '',
    )
    if (installation !== null) response.writeHead(204, { [INSTALLATION_HEADER]: installation }).end()
    else refuse(response, 503, 'The installation of this business can’t be found right now. Retry shortly.')
  } catch (error) {
    app.log.error({ err: error }, 'the directory failed')
    refuse(response, 503, 'The directory failed. Retry shortly.')
  }
}

async function answerPeer(
  app: App,
  directory: Directory,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { method, url } = request
    const body = await readBody(request, url === ASK_PATH ? MAX_ASK_BYTES : MAX_QUESTION_BYTES)
    if (body === null) return refuse(response, 413, 'The body is too large.')
    if (!isSigned(app, directory.name, request, body)) return refuse(response, 401, 'The signature is invalid.')
    if (method === 'GET' && url === '/businesses') return await answerList(directory, request, response)
    if (method === 'POST' && url === '/find') return await answerQuestion(directory, body, response)
    if (method === 'POST' && url === ASK_PATH) return await answerSealed(app, body, response)
    return refuse(response, 404, 'There is nothing at this path.')
  } catch (error) {
    app.log.error({ err: error }, 'another installation could not be answered')
    refuse(response, 503, 'The database can’t be reached right now.')
  }
}

async function answerList(directory: Directory, { headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { etag, digests } = await directory.ownList()
  const tag = `"${etag}"`
  if (headers['if-none-match'] === tag) response.writeHead(304, { etag: tag }).end()
  else response.writeHead(200, { etag: tag, 'content-type': 'text/plain' }).end(digests.join('\n'))
}

async function answerQuestion(directory: Directory, body: Buffer, response: ServerResponse): Promise<void> {
  const asked = parsed(body) as { kind?: unknown; value?: unknown } | null
  const foundBy = foundByOf(asked?.kind, asked?.value)
  if (!foundBy) return refuse(response, 400, 'The request is not well-formed.')
  const digest = await directory.ownerHere(foundBy)
  if (digest === null) response.writeHead(204).end()
  else response.writeHead(200, { 'content-type': 'text/plain' }).end(digest)
}

async function answerSealed(app: App, body: Buffer, response: ServerResponse): Promise<void> {
  const asked = openSealed(app.secrets, String(body))
  const { kind, content } = (asked?.said ?? {}) as { kind?: unknown; content?: unknown }
  if (!asked || typeof kind !== 'string') return refuse(response, 400, 'The request is not well-formed.')
  const said = await answerPeerRequest(app, { kind, content })
  if (said === UNKNOWN_REQUEST) return refuse(response, 400, 'The request is not well-formed.')
  const answer = seal(app.secrets, { id: `answer ${asked.id}`, said })
  response.writeHead(200, { 'content-type': 'text/plain' }).end(answer)
}

function isSigned(app: App, to: string, { headers, method = '', url = '' }: IncomingMessage, body: Buffer): boolean {
  const sent = readPeerSignature(headers[PEER_SIGNATURE], new Date())
  if (!sent) return false
  const text = signedPeerText({ to, at: sent.at, method, path: url, bodyHash: hash('sha256', body, 'base64url') })
  return app.secrets.verify(PEER_PURPOSE, text, sent.signature)
}

/** Returns the body. Null if it is too large. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return null
  }
}

function refuse(response: ServerResponse, status: 400 | 401 | 404 | 413 | 503, message: string): void {
  if (response.headersSent) return
  const code = (
    {
      400: 'BAD_REQUEST',
      401: 'UNAUTHENTICATED',
      404: 'NOT_FOUND',
      413: 'BODY_TOO_LARGE',
      503: 'INSTALLATION_UNREACHABLE',
    } as const
  )[status]
  response.setHeader('content-type', 'application/json')
  if (status === 503) response.setHeader('retry-after', RETRY_SECONDS)
  // The server does not read the rest of a body that is too large.
  if (status === 413) response.setHeader('connection', 'close')
  response.writeHead(status).end(JSON.stringify(plainError(status, code, message)))
}
