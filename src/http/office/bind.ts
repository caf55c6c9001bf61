// Binds the office's endpoints: a session of someone with the permission admits the caller, guarded against other sites.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type App, type Caller, type Context, makeContext } from '../../app/context.ts'
import { AppError, othersToo } from '../../app/errors.ts'
import type { Holder } from '../../app/places.ts'
import { isConfirmed } from '../../app/people/sign-in/confirm-identity.ts'
import { csrfToken, sessionOf, type Session } from '../../app/people/sign-in/session.ts'
import type { DataOf, Input } from '../../contract/endpoint.ts'
import { MAX_OFFICE_BODY_BYTES, MAX_UNKNOWN_BODY_BYTES } from '../../contract/limits.ts'
import type { OfficeEndpoint } from '../../contract/office/endpoint.ts'
import { asStep } from '../../app/routes/undo/step.ts'
import { take } from '../../app/people/users/rate-limits.ts'
import { lacks, stillMay } from '../../app/people/users/still-may.ts'
import type { UndoKind } from '../../domain/undo/step.ts'
import { isForOwners, mayAs, type Permission } from '../../domain/users/permissions.ts'
import { networkOf } from '../network.ts'
import { type Exchange, serve } from '../serve.ts'
import type { SavedFile } from '../uploads.ts'
import { sessionToken } from './cookie.ts'

/** A use case's context, and whose session it is. */
export type OfficeContext = Context & { session: Session }

/** Who takes a place for what takes much memory. */
export const holderOf = ({ businessId, session }: OfficeContext): Holder => ({ businessId, sender: session.userId })

interface Binding {
  endpoint: OfficeEndpoint
  run: (ctx: OfficeContext | null, input: Input<OfficeEndpoint>, exchange: Exchange) => Promise<unknown>
}

/** What `data` is to hold; nothing for null, and Fastify's reply for what is sent already. */
type Answer<E extends OfficeEndpoint> = DataOf<E> | FastifyReply | (null extends DataOf<E> ? void : never)

/** An endpoint for those signed in, with what answers it: the `data` of the answer, or the reply once sent. */
export const office = <E extends OfficeEndpoint>(
  endpoint: E & { permission: NonNullable<OfficeEndpoint['permission']> },
  run: (ctx: OfficeContext, input: Input<E>, exchange: Exchange) => Promise<Answer<E>>,
): Binding => ({ endpoint, run: run as Binding['run'] })

/** An `office` endpoint whose changes are one step that the person can undo. */
export const undoable = <E extends OfficeEndpoint>(
  kind: UndoKind,
  endpoint: E & { permission: Permission },
  run: (ctx: OfficeContext, input: Input<E>, exchange: Exchange) => Promise<Answer<E>>,
): Binding => ({
  endpoint,
  run: ((ctx: OfficeContext, input: Input<E>, exchange: Exchange) =>
    run(asStep(ctx, kind, endpoint.permission), input, exchange)) as Binding['run'],
})

/** An `office` endpoint that takes a file, which is received whole before the caller is checked and `run` begins. */
export const ofFile = <E extends OfficeEndpoint>(
  endpoint: E & { permission: Permission; file: true },
  run: (ctx: OfficeContext, input: Input<E>, file: SavedFile) => Promise<Answer<E>>,
): Binding => ({
  endpoint,
  run: ((ctx: OfficeContext, input: Input<E>, { file }: Exchange & { file: SavedFile }) =>
    run(ctx, input, file)) as Binding['run'],
})

/** An endpoint that needs no session. */
export const outside = <E extends OfficeEndpoint>(
  endpoint: E & { permission: null },
  run: (input: Input<E>, exchange: Exchange) => Promise<Answer<E>>,
): Binding => ({ endpoint, run: (_ctx, input, exchange) => run(input, exchange) })

export function registerOffice(server: FastifyInstance, app: App, bindings: readonly Binding[]): void {
  for (const { endpoint, run } of bindings)
    serve<OfficeEndpoint, OfficeContext | null>(server, app, endpoint, {
      maxBytes: endpoint.permission === null ? MAX_UNKNOWN_BODY_BYTES : MAX_OFFICE_BODY_BYTES,
      admit: async (request, reply) => {
        void reply.header('Cache-Control', 'no-store')
        refuseOtherSites(request)
        if (endpoint.permission !== null) return signedIn(app, endpoint, request, 'counted')
        await take(app, [endpoint.limit, networkOf(request.ip)])
        return null
      },
      again: async (ctx, request) => ctx && signedIn(app, endpoint, request),
      sender: (ctx) => ctx && holderOf(ctx),
      respond: async (ctx, { input }, exchange) => {
        const given = input()
        if (ctx) refuseUnconfirmed(ctx, endpoint, given)
        const data = await run(ctx, given, exchange)
        const { reply } = exchange
        return reply.sent || reply.raw.headersSent ? null : { status: 200, data: data ?? null }
      },
    })
}

async function signedIn(
  app: App,
  endpoint: OfficeEndpoint,
  request: FastifyRequest,
  counts?: 'counted',
): Promise<OfficeContext> {
  const token = sessionToken(request, app.publicUrl)
  const session = token ? await sessionOf(app, token) : null
  if (!session)
    throw new AppError(
      'unauthenticated',
      'SIGNED_OUT',
      'You are signed out. Sign in again in another tab, then repeat this: nothing on this page is lost.',
    )
  if (counts) await take(app, [endpoint.limit, session.sessionId])
  if (request.method !== 'GET' && request.headers['x-csrf-token'] !== csrfToken(app, session))
    throw new AppError('forbidden', 'CSRF', 'This page is out of date. Reload it and try again.')
  if (endpoint.permission && endpoint.permission !== 'any') refuseWithout(session, endpoint.permission)
  if (endpoint.wholeBusiness && session.depots) throw othersToo()
  const context = makeContext(app, {
    businessId: endpoint.ofPeople ? session.homeId : session.businessId,
    isTest: session.onTestSide && !endpoint.ofPeople,
    timeZone: session.timeZone,
    formats: session.formats,
    depots: session.depots,
    actor: { kind: 'OFFICE', id: session.userId },
    requestId: request.id,
    idempotency: null,
    ...guardOf(endpoint, session),
  })
  return { ...context, session }
}

/**
 * Guards changes that only owners may make, because these changes stay after their maker lost the role. A test side has no
 * users of its own, so the guard is absent there.
 */
function guardOf({ permission, ofPeople }: OfficeEndpoint, { userId, onTestSide }: Session): Pick<Caller, 'guard'> {
  if (!permission || permission === 'any' || !isForOwners(permission) || (onTestSide && !ofPeople)) return {}
  return { guard: (tx) => stillMay(tx, userId, permission) }
}

export function refuseWithout({ role }: Session, permission: Permission): void {
  if (!mayAs(role, permission)) throw lacks(permission)
}

/** A browser left open, or a session that somebody else got hold of, is not enough for what could take the business over. */
function refuseUnconfirmed(
  { session, now }: OfficeContext,
  { confirms }: OfficeEndpoint,
  { body }: { body?: unknown },
) {
  const named = typeof body === 'object' && body !== null ? body : {}
  const asks = confirms === true || confirms?.some((field) => field in named)
  if (asks && !isConfirmed(session, now))
    throw new AppError('forbidden', 'CONFIRM_NEEDED', 'Confirm that it’s you to go on.')
}

/** Browsers name the site that a request comes from; a page of another site may change nothing here. */
function refuseOtherSites(request: FastifyRequest): void {
  if (request.method === 'GET') return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new AppError('forbidden', 'CSRF', 'This request came from another site.')
}
