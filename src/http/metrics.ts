// GET /metrics for Prometheus, protected by a bearer token or on a separate port.
import { createHash, timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { plainError } from './errors.ts'

export interface Scraped {
  contentType: string
  render(): Promise<string>
}

export function metricsRoute(server: FastifyInstance, scraped: Scraped, token: string | null): void {
  server.get('/metrics', async (request, reply) => {
    if (token !== null && !isSameToken(request.headers.authorization ?? '', `Bearer ${token}`))
      return reply
        .code(401)
        .header('WWW-Authenticate', 'Bearer')
        .send(plainError(401, 'UNAUTHENTICATED', 'Send METRICS_TOKEN: Authorization: Bearer <token>.'))
    return reply
      .type(scraped.contentType)
      .header('Cache-Control', 'no-store')
      .send(await scraped.render())
  })
}

/** A separate server that only serves metrics. */
export function metricsServer(scraped: Scraped, token: string | null): FastifyInstance {
  const server = Fastify({ logger: false })
  metricsRoute(server, scraped, token)
  return server
}

/** Compares in constant time, so that the duration reveals nothing. */
const isSameToken = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
