// Binds endpoints to the key entrance: an API key with its limits admits the caller, and a write counts once per
// Idempotency-Key.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DuplicateRequest, type App, type Context, makeContext } from '../app/context.ts'
import { AppError } from '../app/errors.ts'
import type { Input, KeyEndpoint, Reply } from '../contract/endpoint.ts'
import { MAX_BODY_BYTES } from '../contract/limits.ts'
import { type Admissions, openAdmissions } from '../app/integrations/keys/admissions.ts'
import { type Admission, admit, admitAgain } from './admission.ts'
import type { KeyBinding } from './operations/operation.ts'
import { refuseOtherMethods } from './method-not-allowed.ts'
import { type Entrance, serve, urlOf } from './serve.ts'

/** Registers every binding under the API's prefix, and 405 for the other methods of each path. */
export function registerBindings(
  server: FastifyInstance,
  app: App,
  bindings: readonly KeyBinding[],
  rateLimitScale: number,
): void {
  const ask = openAdmissions(app.db)
  const methods = new Map<string, string[]>()
  for (const binding of bindings) {
    const { endpoint } = binding
    if (endpoint.permission === null) serve(server, app, endpoint, openEntrance(binding))
    else serve(server, app, endpoint, keyEntrance(app, binding, ask, rateLimitScale))
    methods.set(urlOf(endpoint), [...(methods.get(urlOf(endpoint)) ?? []), endpoint.method])
  }
  for (const [url, allowed] of methods)
    refuseOtherMethods(server, url, [...allowed, ...methodsOfParameterPaths(url, bindings)])
}

/**
 * Methods of parameterized paths that match this path, too: /orders/batch may also be a delivery with the reference
 * `batch`.
 */
const methodsOfParameterPaths = (url: string, bindings: readonly KeyBinding[]): string[] =>
  bindings.flatMap(({ endpoint }) => {
    const own = url.split('/')
    const parts = urlOf(endpoint).split('/')
    const names = parts.flatMap((part, i) => (part.startsWith(':') ? [[part.slice(1), own[i]] as const] : []))
    const isCase = parts.length === own.length && parts.every((part, i) => part.startsWith(':') || part === own[i])
    return isCase && urlOf(endpoint) !== url && endpoint.params?.safeParse(Object.fromEntries(names)).success
      ? [endpoint.method]
      : []
  })

const keyEntrance = (
  app: App,
  { endpoint, run, present }: KeyBinding,
  ask: Admissions,
  rateLimitScale: number,
): Entrance<KeyEndpoint, Admission> => ({
  maxBytes: MAX_BODY_BYTES,
  admit: (request, reply) => admit(app, ask, endpoint, request, reply, rateLimitScale),
  again: (admission, request) => admitAgain(app, ask, endpoint, request, admission),
  sender: ({ businessId, keyId }) => ({ businessId, sender: keyId }),
  respond: async (admission, { input, bodyHash }, { request, reply }) => {
    const { businessId, timeZone, isTest, keyId, idempotency, stored, isDryRun } = admission
    const hash = bodyHash()
    if (stored) return replay(app, reply, stored, hash)
    let response: Reply | null = null
    const ctx = makeContext(app, {
      businessId,
      timeZone,
      isTest,
      actor: { kind: 'API', id: keyId },
      requestId: request.id,
      isDryRun,
      idempotency: idempotency && {
        ...idempotency,
        bodyHash: hash,
        respond: (result) => (response = present(result)),
      },
    })
    try {
      const result = await run(ctx, input(), hangUpSignal(reply))
      // Sends exactly the response that was stored.
      return response ?? present(result)
    } catch (error) {
      if (error instanceof DuplicateRequest) return replay(app, reply, error.stored, hash)
      throw error
    }
  },
})

/** Entrance for callers without a key. */
const openEntrance = ({ run, present }: KeyBinding): Entrance<KeyEndpoint, null> => ({
  maxBytes: MAX_BODY_BYTES,
  admit: async () => null,
  again: async () => null,
  respond: async (_caller, _received, { app, request, reply }) =>
    present(await run(openContext(app, request), {} as Input<KeyEndpoint>, hangUpSignal(reply))),
})

const openContext = (app: App, request: FastifyRequest): Context =>
  makeContext(app, {
    businessId: '',
    timeZone: 'UTC',
    actor: { kind: 'SYSTEM', id: null },
    requestId: request.id,
    idempotency: null,
  })

function hangUpSignal(reply: FastifyReply): AbortSignal {
  const caller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) caller.abort()
  })
  return caller.signal
}

function replay(app: App, reply: FastifyReply, stored: DuplicateRequest['stored'], bodyHash: Buffer): Reply {
  if (!stored.bodyHash.equals(bodyHash))
    throw new AppError('conflict', 'IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used with another body.')
  if (stored.status === 410)
    throw new AppError(
      'gone',
      'ANSWER_ERASED',
      'This request succeeded earlier. Its response can’t be repeated, because it named a customer who has been erased.',
    )
  void reply.header('Idempotent-Replayed', 'true')
  const body = JSON.parse(app.secrets.decrypt(stored.reply)) as Omit<Reply, 'status'>
  return { ...body, status: stored.status as Reply['status'] }
}
