// The HTTP server: JSON requests and responses, one error format, and a request ID in every response.
import { text } from '../texts/text.ts'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import type { App } from '../app/context.ts'
import { AppError, invalid } from '../app/errors.ts'
import type { Tracing } from '../app/ports/tracing.ts'
import {
  IN_FLIGHT,
  type InFlight,
  MAX_BODY_BYTES,
  MAX_REQUEST_SECONDS,
  MAX_SILENT_SECONDS,
} from '../contract/limits.ts'
import { apiBindings } from './operations/all.ts'
import { acceptBodies, unknownPathError } from './bodies.ts'
import { registerBindings } from './key-entrance.ts'
import type { KeyBinding } from './operations/operation.ts'
import { type MapGround, mapRoutes } from './map.ts'
import { logCalls } from './call-log.ts'
import { compressAnswers } from './compress.ts'
import { metricsRoute, type Scraped } from './metrics.ts'
import { answerError } from './answer-error.ts'
import { frameworkAnswer } from './errors.ts'
import { driverApi } from './driver/driver-api.ts'
import { driverPages } from './driver/driver-page.ts'
import { inboundTexts } from './inbound-texts.ts'
import { shopWebhooks } from './connect.ts'
import { isMistyped, registerOfficeRoutes } from './office.ts'
import { fileRoutes } from './files.ts'
import { receiptKeysRoute, receiptPages } from './receipts.ts'
import { registerDocs } from './docs/docs.ts'
import { trackingPages } from './tracking.ts'
import { limitInFlight } from './in-flight.ts'
import { inflateBodies } from './request-encoding.ts'
import { endUnusedConnections } from './unused-connections.ts'
import { registerWeb } from './web.ts'

export const API_PREFIX = '/api/v1'

/** Maximum query parameters. No endpoint has that many. */
const MAX_PARAMETERS = 100

export interface ServerOptions {
  rateLimitScale: number
  trustProxy: string[]
  /** Folder of the built web pages. */
  webRoot: string
  map: MapGround
  /** Null if metrics are off. */
  metrics: RequestMetrics | null
  /** Default: the limits of the contract. */
  inFlight?: InFlight
}

interface RequestMetrics extends Scraped {
  request(method: string, route: string, status: number, seconds: number): void
  /** Token for `/metrics` on this port. Null if it isn't served here. */
  token: string | null
}

/** Builds the server. The caller starts and closes it. */
export async function buildServer(app: App, options: ServerOptions): Promise<FastifyInstance> {
  const server = newServer(app, options)
  watchRequests(server, app, options.metrics)
  refuseAmbiguous(server)
  await acceptBodies(server)
  limitInFlight(server, options.inFlight ?? IN_FLIGHT)
  inflateBodies(server)
  compressAnswers(server)
  server.setErrorHandler((error, request, reply) => answerError(app, error, request, reply))
  server.setNotFoundHandler(async (request, reply) => {
    if (isMistyped(request)) return web.send(reply.code(404), 'office')
    throw unknownPathError()
  })
  const bindings: readonly KeyBinding[] = apiBindings
  const web = await registerWeb(server, {
    root: options.webRoot,
    publicUrl: app.publicUrl,
    map: options.map,
  })
  mapRoutes(server, options.map)
  await registerOfficeRoutes(server, app, web)
  registerDocs(server, { apiPrefix: API_PREFIX, publicUrl: app.publicUrl, clock: app.clock, web })
  await fileRoutes(server, app)
  if (options.metrics?.token) metricsRoute(server, options.metrics, options.metrics.token)
  await server.register(async (texts) => inboundTexts(texts, app))
  shopWebhooks(server, app)
  await server.register(async (pages) => driverPages(pages, app, web))
  await server.register(async (api) => driverApi(api, app))
  await server.register(async (pages) => trackingPages(pages, app, web))
  await server.register(async (pages) => receiptPages(pages, app))
  await receiptKeysRoute(server, app)
  await server.register(
    async (api) => {
      logCalls(api, app)
      registerBindings(api, app, bindings, options.rateLimitScale)
    },
    { prefix: API_PREFIX },
  )
  return server
}

function newServer(app: App, options: ServerOptions): FastifyInstance {
  const server = Fastify({
    logger: false,
    genReqId: () => uuidv7(),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: MAX_REQUEST_SECONDS * 1000,
    // Closes connections whose client doesn't read the response or never sends a request.
    connectionTimeout: MAX_SILENT_SECONDS * 1000,
    // While the server stops, requests on open connections still get a response. Then the connection is closed.
    return503OnClosing: false,
    // Client addresses are accepted from these proxies only.
    trustProxy: options.trustProxy,
    // As long as a request line, so that a long reference gets 404 instead of an error of the router.
    routerOptions: { maxParamLength: 16_384 },
    // `requireHostHeader`: otherwise, Node would reject requests without Host in its own format.
    // `connectionsCheckingInterval`: milliseconds between two checks for slow requests.
    http: { requireHostHeader: false, connectionsCheckingInterval: 5_000 },
    frameworkErrors: (error, request, reply) => {
      // This handler can't serve pages, so it redirects a browser to the page for unknown addresses.
      if (isMistyped(request)) reply.redirect('/not-found')
      else answerError(app, error, request, reply)
    },
    clientErrorHandler: ({ code }, socket) => {
      const answer = frameworkAnswer(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400)
      if (socket.writable) socket.end(rawResponse(answer))
    },
  })
  endUnusedConnections(server)
  // The server supports no expectation except 100-continue. Node would respond without a body.
  server.server.on('checkExpectation', (_request, response: ServerResponse) => {
    response.socket?.end(rawResponse(frameworkAnswer(417)))
  })
  return server
}

/** Adds the headers of every response, and its trace, log line and metrics. */
function watchRequests(server: FastifyInstance, app: App, metrics: RequestMetrics | null): void {
  const spans = new WeakMap<FastifyRequest, ReturnType<Tracing['incoming']>>()
  server.addHook('onRequest', (request, _reply, done) => {
    spans.set(request, app.tracing.incoming(request.headers, done))
  })
  const everywhere = answerHeaders(app.publicUrl)
  server.addHook('onRequest', async (request, reply) => {
    void reply.header('X-Request-Id', request.id).headers(everywhere)
  })
  server.addHook('onResponse', async (request, reply) => {
    // The route's pattern instead of the path, because links have their token in the path.
    const path = request.routeOptions.url ?? 'unknown'
    const fields = {
      request_id: request.id,
      method: request.method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    app.log.info(fields, 'request')
    spans.get(request)?.end(`${request.method} ${path}`, {
      'http.request.method': request.method,
      'http.route': path,
      'http.response.status_code': reply.statusCode,
      'roundsman.request_id': request.id,
    })
    metrics?.request(request.method, path, reply.statusCode, reply.elapsedTime / 1000)
  })
}

/** Rejects requests that proxies and servers may interpret differently, and queries that take long to parse. */
function refuseAmbiguous(server: FastifyInstance): void {
  server.addHook('onRequest', async ({ url, raw }) => {
    const hosts = raw.headersDistinct.host?.length ?? 0
    if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1'))
      throw new AppError('invalid', 'BAD_REQUEST', 'HTTP/1.1 needs one Host header.', { fields: ['Host'] })
    const query = url.includes('?') ? url.slice(url.indexOf('?')) : ''
    if (query.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS)
      throw invalid('query', text('has more than {most} parameters', { most: MAX_PARAMETERS }))
  })
}

/** Security headers of every response. Pages and files override some of them. */
const answerHeaders = (publicUrl: string): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
})

/** The bytes of a response to a request that could not be parsed. */
function rawResponse(answer: ReturnType<typeof frameworkAnswer>): string {
  const body = JSON.stringify(answer)
  const head = [
    `HTTP/1.1 ${answer.statusCode} ${STATUS_CODES[answer.statusCode]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${uuidv7()}`,
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
