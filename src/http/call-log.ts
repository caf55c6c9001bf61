// Adds each API request to the request log after its response. A request without a known key belongs to no business and
// is left out.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../app/context.ts'

interface Noted {
  businessId: string
  keyId: string
  errorCode: string | null
}

/** Longer paths are cut. A reference of 200 characters fits in any encoding. */
const MAX_PATH = 4_000

/** Path with its query, so that the request can be repeated, but without addresses and coordinates. */
const loggedPath = (url: string): string => url.replaceAll(/([?&](?:address|lat|lng)=)[^&]*/g, '$1…').slice(0, MAX_PATH)

const calls = new WeakMap<FastifyRequest, Noted>()

/** Notes the business and key of a request when they are known. */
export const noteCaller = (request: FastifyRequest, businessId: string, keyId: string): void =>
  void calls.set(request, { businessId, keyId, errorCode: null })

export function noteErrorCode(request: FastifyRequest, code: string): void {
  const call = calls.get(request)
  if (call) call.errorCode = code
}

export const logCalls = (api: FastifyInstance, app: App): void =>
  void api.addHook('onResponse', async (request, reply) => {
    const call = calls.get(request)
    if (!call) return
    app.callLog.add({
      ...call,
      requestId: request.id,
      at: app.clock(),
      method: request.method,
      path: loggedPath(request.url),
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
    })
  })
