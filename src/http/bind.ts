// Binds an endpoint literal to Fastify: admission, parsing, replay, the use case, the envelope.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AlreadyAnswered, type App, type Context, makeContext } from '../app/context.ts'
import { AppError, fieldName, invalid } from '../app/errors.ts'
import type { Endpoint, Input, Reply, ReplyOf } from '../contract/endpoint.ts'
import { MAX_BODY_BYTES, MAX_PROOF_FORM_BYTES } from '../contract/limits.ts'
import { type Admission, admit } from './admission.ts'
import { takes } from './bodies.ts'
import { callersBy } from './callers.ts'
import { validationError } from './errors.ts'
import { formIdentity, readForm } from './form.ts'
import { canonicalJson } from './strict-json.ts'
import { receivingPicture } from './uploads.ts'

/** An endpoint with what answers it; `bind` checks at compile time that they fit. */
export interface Binding {
  endpoint: Endpoint
  /** `hungUp` aborts when the caller goes away before the response. */
  run: (ctx: Context, input: Input<Endpoint>, hungUp: AbortSignal) => Promise<unknown>
  present: (result: unknown) => Reply
}

type UseCase<E extends Endpoint, R> = (ctx: Context, input: Input<E>, hungUp: AbortSignal) => Promise<R>

/** Without `present`, what the use case returns is the `data` of the response, with the one status of success. */
export function bind<E extends Endpoint>(endpoint: E, run: UseCase<E, z.input<E['reply']>>): Binding
export function bind<E extends Endpoint, R>(
  endpoint: E,
  run: UseCase<E, R>,
  present: (result: R) => ReplyOf<E>,
): Binding
export function bind(endpoint: Endpoint, run: Binding['run'], present = presentPlainly(endpoint)): Binding {
  return { endpoint, run, present }
}

const presentPlainly =
  ({ success }: Endpoint) =>
  (data: unknown): Reply => ({ status: 200 in success ? 200 : 201, data })

/** Registers every binding under the API's prefix, and 405 for the other methods of each path. */
export function registerBindings(
  server: FastifyInstance,
  app: App,
  bindings: readonly Binding[],
  rateLimitScale: number,
): void {
  const methods = new Map<string, string[]>()
  for (const { endpoint, run, present } of bindings) {
    const url = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
    methods.set(url, [...(methods.get(url) ?? []), endpoint.method])
    const callers = callersBy<Admission | null>(async (request, reply) =>
      endpoint.open ? null : admit(app, endpoint, request, reply, rateLimitScale),
    )
    /** `identity` tells one body from another under the same key. */
    const answer = async (
      request: FastifyRequest,
      reply: FastifyReply,
      admission: Admission,
      body: unknown,
      identity: unknown,
    ): Promise<FastifyReply> => {
      const bodyHash = createHash('sha256').update(canonicalJson(identity)).digest()
      if (admission.stored) return replay(app, reply, admission.stored, bodyHash)
      let stored: Reply | null = null
      const context = makeContext(app, {
        businessId: admission.businessId,
        timeZone: admission.timeZone,
        actor: { kind: 'API', id: admission.keyId },
        requestId: request.id,
        idempotency: admission.idempotency && {
          ...admission.idempotency,
          bodyHash,
          respond: (result) => (stored = present(result)),
        },
      })
      try {
        const result = await run(context, parseInput(endpoint, request, body), hangUp(reply))
        return envelope(reply, stored ?? present(result))
      } catch (error) {
        if (error instanceof AlreadyAnswered) return replay(app, reply, error.stored, bodyHash)
        throw error
      }
    }
    server.route({
      method: endpoint.method,
      url,
      ...(endpoint.multipart ? takes('multipart', MAX_PROOF_FORM_BYTES) : takes('json', MAX_BODY_BYTES)),
      onRequest: callers.onRequest,
      handler: async (request, reply) => {
        const admission = callers.of(request)
        if (!admission)
          return envelope(reply, present(await run(openContext(app, request), {} as Input<Endpoint>, hangUp(reply))))
        if (!endpoint.multipart) return answer(request, reply, admission, request.body, request.body ?? null)
        const holder = { businessId: admission.businessId, sender: admission.keyId }
        return receivingPicture(app, holder, async (folder) => {
          const form = await readForm(request, folder)
          return answer(request, reply, admission, form, formIdentity(form))
        })
      },
    })
  }
  for (const [url, allowed] of methods) refuseOtherMethods(server, url, allowed)
}

function hangUp(reply: FastifyReply): AbortSignal {
  const caller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) caller.abort()
  })
  return caller.signal
}

const openContext = (app: App, request: FastifyRequest): Context =>
  makeContext(app, {
    businessId: '',
    timeZone: 'UTC',
    actor: { kind: 'SYSTEM', id: null },
    requestId: request.id,
    idempotency: null,
  })

function parseInput(endpoint: Endpoint, request: FastifyRequest, sent: unknown): Input<Endpoint> {
  const params = endpoint.params?.safeParse(request.params)
  if (params && (!params.success || Object.values(request.params as object).some(holdsZero)))
    throw new AppError('missing', 'NOT_FOUND', 'There is nothing with that id for this business.')
  for (const [name, value] of Object.entries(request.query as object))
    if (holdsZero(value)) throw invalid(name, 'contains the character 0')
  const query = endpoint.query?.safeParse(request.query)
  if (query && !query.success) throw validationError(query.error, 'query')
  const body = endpoint.body?.safeParse(sent)
  if (body && !body.success) throw validationError(body.error, 'body')
  if (!endpoint.body) refuseBody(sent)
  return { params: params?.data, query: query?.data, body: body?.data }
}

/** PostgreSQL can't hold the character 0, so nothing has it in its name. */
const holdsZero = (value: unknown): boolean => String(value).includes('\0')

function refuseBody(body: unknown): void {
  if (body === undefined || body === null) return
  const fields = typeof body === 'object' ? Object.keys(body).map(fieldName) : []
  if (typeof body === 'object' && !Array.isArray(body) && fields.length === 0) return
  throw new AppError('invalid', 'INVALID', 'This operation takes no body.', { fields })
}

const envelope = (reply: FastifyReply, { status, ...body }: Reply): FastifyReply =>
  reply.code(status).send({ ...body, message: 'OK' })

function replay(app: App, reply: FastifyReply, stored: AlreadyAnswered['stored'], bodyHash: Buffer): FastifyReply {
  if (!stored.bodyHash.equals(bodyHash))
    throw new AppError('conflict', 'IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used with another body.')
  const body = JSON.parse(app.secrets.decrypt(stored.reply)) as Record<string, unknown>
  return reply
    .code(stored.status)
    .header('Idempotent-Replayed', 'true')
    .send({ ...body, message: 'OK' })
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

function refuseOtherMethods(server: FastifyInstance, url: string, allowed: readonly string[]): void {
  server.route({
    method: METHODS.filter((method) => !allowed.includes(method)),
    url,
    config: { body: null },
    // Before any body is read: whatever it holds, the method is wrong.
    onRequest: async (request, reply) =>
      reply
        .code(405)
        .header('Allow', allowed.join(', '))
        .send({
          statusCode: 405,
          message: `${request.method} is not possible here; use ${allowed.join(' or ')}.`,
          details: { code: 'METHOD_NOT_ALLOWED' },
        }),
    handler: async () => {},
  })
}
