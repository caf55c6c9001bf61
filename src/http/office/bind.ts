// Binds the office's endpoints: the session by its cookie, the role, the guard against other sites, parsing.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type App, type Context, makeContext } from '../../app/context.ts'
import { AppError, invalid } from '../../app/errors.ts'
import type { Holder } from '../../app/places.ts'
import { csrfToken, sessionOf, type Session } from '../../app/sign-in/session.ts'
import { MAX_OFFICE_BODY_BYTES, MAX_UNKNOWN_BODY_BYTES } from '../../contract/limits.ts'
import type { OfficeEndpoint, ReplyOf } from '../../contract/office/endpoint.ts'
import { mayAs } from '../../domain/users/user.ts'
import { takes } from '../bodies.ts'
import { callersBy } from '../callers.ts'
import { validationError } from '../errors.ts'
import { bodyWithAreas } from './areas-body.ts'
import { sessionToken } from './cookie.ts'

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined

export interface OfficeInput<E extends OfficeEndpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

/** A use case's context, and whose session it is. */
export type OfficeContext = Context & { session: Session }

/** Who takes a place for what takes much memory. */
export const holderOf = ({ businessId, session }: OfficeContext): Holder => ({ businessId, sender: session.userId })

export interface Exchange {
  app: App
  request: FastifyRequest
  reply: FastifyReply
}

interface Binding {
  endpoint: OfficeEndpoint
  run: (ctx: OfficeContext | null, input: OfficeInput<OfficeEndpoint>, exchange: Exchange) => Promise<unknown>
}

/** What `data` is to hold; nothing for null, and Fastify's reply for what is sent already. */
type Answer<E extends OfficeEndpoint> = ReplyOf<E> | FastifyReply | (null extends ReplyOf<E> ? void : never)

/** An endpoint for those signed in, with what answers it: the `data` of the answer, or the reply once sent. */
export const office = <E extends OfficeEndpoint>(
  endpoint: E & { role: NonNullable<OfficeEndpoint['role']> },
  run: (ctx: OfficeContext, input: OfficeInput<E>, exchange: Exchange) => Promise<Answer<E>>,
): Binding => ({ endpoint, run: run as Binding['run'] })

/** An endpoint for whoever is not signed in. */
export const outside = <E extends OfficeEndpoint>(
  endpoint: E & { role: null },
  run: (input: OfficeInput<E>, exchange: Exchange) => Promise<Answer<E>>,
): Binding => ({ endpoint, run: (_ctx, input, exchange) => run(input, exchange) })

export function registerOffice(server: FastifyInstance, app: App, bindings: readonly Binding[]): void {
  for (const { endpoint, run } of bindings) {
    const callers = callersBy(async (request, reply) => {
      void reply.header('Cache-Control', 'no-store')
      refuseOtherSites(request)
      return endpoint.role === null ? null : signedIn(app, endpoint, request)
    })
    server.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      ...takes(bodyTypeOf(endpoint), endpoint.maxBytes ?? mostBytesFor(endpoint)),
      onRequest: callers.onRequest,
      handler: async (request, reply) => {
        const body = endpoint.areasIn ? await bodyWithAreas(app, request.body, endpoint.areasIn) : request.body
        const answer = await run(callers.of(request), parse(endpoint, request, body), { app, request, reply })
        return reply.sent || reply.raw.headersSent ? reply : reply.send({ data: answer ?? null, message: 'OK' })
      },
    })
  }
}

const bodyTypeOf = ({ file, areasIn }: OfficeEndpoint) => (file ? 'file' : areasIn ? 'unreadJson' : 'json')

const mostBytesFor = ({ role }: OfficeEndpoint): number =>
  role === null ? MAX_UNKNOWN_BODY_BYTES : MAX_OFFICE_BODY_BYTES

async function signedIn(app: App, endpoint: OfficeEndpoint, request: FastifyRequest): Promise<OfficeContext> {
  const token = sessionToken(request, app.publicUrl)
  const session = token ? await sessionOf(app, token) : null
  if (!session)
    throw new AppError(
      'unauthenticated',
      'SIGNED_OUT',
      'You are signed out. Sign in again in another tab, then repeat this: nothing on this page is lost.',
    )
  if (request.method !== 'GET' && request.headers['x-csrf-token'] !== csrfToken(app, session))
    throw new AppError('forbidden', 'CSRF', 'This page is out of date. Reload it and try again.')
  if (endpoint.role && !mayAs(session.role, endpoint.role))
    throw new AppError('forbidden', 'ROLE', `Your role (${session.role.toLowerCase()}) may look, but not do this.`)
  const context = makeContext(app, {
    businessId: session.businessId,
    timeZone: session.timeZone,
    actor: { kind: 'OFFICE', id: session.userId },
    requestId: request.id,
    idempotency: null,
  })
  return { ...context, session }
}

/** Browsers name the site that a request comes from; a page of another site may change nothing here. */
function refuseOtherSites(request: FastifyRequest): void {
  if (request.method === 'GET') return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new AppError('forbidden', 'CSRF', 'This request came from another site.')
}

function parse(endpoint: OfficeEndpoint, request: FastifyRequest, sent: unknown): OfficeInput<OfficeEndpoint> {
  const params = endpoint.params?.safeParse(request.params)
  if (params && !params.success) throw new AppError('missing', 'NOT_FOUND', 'There is nothing with that id.')
  // PostgreSQL can't hold the character 0, so nothing has it.
  for (const [name, value] of Object.entries(request.query as object))
    if (String(value).includes('\0')) throw invalid(name, 'contains the character 0')
  const query = endpoint.query?.safeParse(request.query)
  if (query && !query.success) throw validationError(query.error, 'query')
  const body = endpoint.body?.safeParse(sent)
  if (body && !body.success) throw validationError(body.error, 'body')
  return { params: params?.data, query: query?.data, body: body?.data }
}
