// Limits requests under way and body bytes in memory, per process and network. The limits apply before any other work
// for a request, and before its body is read.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app/errors.ts'
import { type InFlight, MAX_REQUEST_SECONDS } from '../contract/limits.ts'
import { networkOf } from './network.ts'
import { encodingOf } from './request-encoding.ts'

interface Held {
  requests: number
  body_bytes: number
}

const of = new WeakMap<FastifyRequest, () => void>()

/** Ends counting a request that only waits from now on, such as an event stream. */
export const endInFlight = (request: FastifyRequest): void => of.get(request)?.()

/** Node responds to most slow requests with 408. All other slow requests are ended after this time. */
const LATE_MS = MAX_REQUEST_SECONDS * 1000 + 10_000

/**
 * Counts requests and bodies. The hooks of bodies.ts must be registered first, because they determine the body type.
 */
export function limitInFlight(server: FastifyInstance, limits: InFlight): void {
  const all: Held = { requests: 0, body_bytes: 0 }
  const networks = new Map<string, Held>()

  /** Takes `count` units for the request. Returns a function that releases them once. */
  const hold = (request: FastifyRequest, what: keyof Held, count: number): (() => void) => {
    const network = networkOf(request.ip)
    const own = networks.get(network) ?? { requests: 0, body_bytes: 0 }
    if (own[what] + count > limits[what].network) throw tooManyRequestsError()
    if (all[what] + count > limits[what].process) throw serverBusyError()
    networks.set(network, own)
    own[what] += count
    all[what] += count
    let isHeld = true
    const end = (): void => {
      if (!isHeld) return
      isHeld = false
      own[what] -= count
      all[what] -= count
      if (own.requests === 0 && own.body_bytes === 0) networks.delete(network)
    }
    return end
  }

  server.addHook('onRequest', async (request, reply) => {
    const end = hold(request, 'requests', 1)
    of.set(request, end)
    const late = setTimeout(() => !request.raw.complete && request.raw.destroy(), LATE_MS)
    reply.raw.once('close', () => {
      clearTimeout(late)
      end()
    })
  })
  server.addHook('preParsing', async (request, reply) => {
    const { body } = request.routeOptions.config
    // Files are written to disk as they arrive.
    if (!body || body.type === 'file' || body.type === 'multipart') return
    const told = Number(request.headers['content-length'])
    // Bodies of unknown size, such as compressed ones, count with their maximum size.
    const isUntold = request.headers['transfer-encoding'] !== undefined || encodingOf(request) !== null
    reply.raw.once('close', hold(request, 'body_bytes', isUntold ? body.maxBytes : told || 0))
  })
}

const tooManyRequestsError = (): AppError =>
  new AppError('limited', 'RATE_LIMITED', 'Too many concurrent requests from this network; retry shortly.', {
    retryAfterSeconds: 1,
  })

const serverBusyError = (): AppError =>
  new AppError('unavailable', 'SERVER_BUSY', 'The server is at its limit of concurrent requests; retry shortly.', {
    retryAfterSeconds: 1,
  })
