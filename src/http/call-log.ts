// Notes each call of the API for the request log, once it is answered; calls without a known key are nobody's.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../app/context.ts'

interface Noted {
  businessId: string
  keyId: string
  errorCode: string | null
}

/** Longer ones are cut in the log: a reference of 200 characters fits, however it is encoded. */
const LONGEST_PATH = 4_000

/** With its query, which makes it the same call again; where somebody lives is no matter of the log. */
const loggedPath = (url: string): string =>
  url.replaceAll(/([?&](?:address|lat|lng)=)[^&]*/g, '$1…').slice(0, LONGEST_PATH)

const calls = new WeakMap<FastifyRequest, Noted>()

/** Whose call it is, as soon as that is known. */
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
