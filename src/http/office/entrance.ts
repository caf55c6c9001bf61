// Binds endpoints to the office entrance: a session with the required permission admits the caller, with protection
// against other sites.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type App, type Caller, makeContext } from '../../app/context.ts'
import { AppError, sharedByAllDepotsError } from '../../app/errors.ts'
import { isConfirmed } from '../../app/people/sign-in/confirm-identity.ts'
import { csrfToken, sessionOf, type Session } from '../../app/people/sign-in/session.ts'
import type { OfficeEndpoint } from '../../contract/endpoint.ts'
import { MAX_OFFICE_BODY_BYTES, MAX_UNKNOWN_BODY_BYTES } from '../../contract/limits.ts'
import { withUndoStep } from '../../app/routes/undo/step.ts'
import { takeOrThrow } from '../../app/people/users/rate-limits.ts'
import { missingPermission, requirePermission } from '../../app/people/users/require-permission.ts'
import { isForOwners, roleHasPermission, type Permission } from '../../domain/users/permissions.ts'
import { networkOf } from '../network.ts'
import { workOwnerOf, type OfficeBinding, type OfficeContext } from '../operations/operation.ts'
import { serve } from '../serve.ts'
import { sessionToken } from './cookie.ts'
import { dictionaryOf } from './language.ts'

export function registerOffice(server: FastifyInstance, app: App, bindings: readonly OfficeBinding[]): void {
  for (const { endpoint, run } of bindings)
    serve<OfficeEndpoint, OfficeContext | null>(server, app, endpoint, {
      maxBytes: endpoint.permission === null ? MAX_UNKNOWN_BODY_BYTES : MAX_OFFICE_BODY_BYTES,
      admit: async (request, reply) => {
        void reply.header('Cache-Control', 'no-store')
        refuseOtherSites(request)
        if (endpoint.permission !== null) return signedIn(app, endpoint, request, 'counted')
        await takeOrThrow(app, [endpoint.limit, networkOf(request.ip)])
        return null
      },
      again: async (ctx, request) => ctx && signedIn(app, endpoint, request),
      sender: (ctx) => ctx && workOwnerOf(ctx),
      respond: async (ctx, { input }, exchange) => {
        const given = input()
        if (ctx) refuseUnconfirmed(ctx, endpoint, given)
        const data = await run(ctx && inUndoStep(ctx, endpoint), given, exchange)
        const { reply } = exchange
        return reply.sent || reply.raw.headersSent ? null : { status: 200, data: data ?? null }
      },
    })
}

/** Makes all changes of an undoable operation one step. */
const inUndoStep = (ctx: OfficeContext, { step, permission }: OfficeEndpoint): OfficeContext =>
  step && permission && permission !== 'any' ? withUndoStep(ctx, step, permission) : ctx

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
      'You are signed out. Sign in again in another tab, then repeat this. Nothing on this page is lost.',
    )
  if (counts) await takeOrThrow(app, [endpoint.limit, session.sessionId])
  if (session.mustAddSecondFactor && !isOfOwnAccount(endpoint))
    throw new AppError('forbidden', 'SECOND_FACTOR_REQUIRED', 'This business requires a second factor. Add one first.')
  if (request.method !== 'GET' && request.headers['x-csrf-token'] !== csrfToken(app, session))
    throw new AppError('forbidden', 'CSRF', 'This page is out of date. Reload it and try again.')
  if (endpoint.permission && endpoint.permission !== 'any') requireRolePermission(session, endpoint.permission)
  if (endpoint.wholeBusiness && session.depots) throw sharedByAllDepotsError()
  const context = makeContext(app, {
    businessId: endpoint.ofPeople ? session.homeId : session.businessId,
    isTest: session.onTestSide && !endpoint.ofPeople,
    timeZone: session.timeZone,
    formats: session.formats,
    dictionary: dictionaryOf(request, session),
    depots: session.depots,
    actor: { kind: 'OFFICE', id: session.userId },
    requestId: request.id,
    idempotency: null,
    ...ownerGuardOf(endpoint, session),
  })
  return { ...context, session }
}

/** Returns whether the operation concerns only the user's own account, such as adding a second factor. */
const isOfOwnAccount = ({ permission, ofPeople }: OfficeEndpoint): boolean => permission === 'any' && ofPeople === true

/**
 * Guards changes that only owners may make, because these changes stay after their creator lost the role. A test side has no
 * users of its own, so the guard is absent there.
 */
function ownerGuardOf(
  { permission, ofPeople }: OfficeEndpoint,
  { userId, onTestSide }: Session,
): Pick<Caller, 'guard'> {
  if (!permission || permission === 'any' || !isForOwners(permission) || (onTestSide && !ofPeople)) return {}
  return { guard: (tx) => requirePermission(tx, userId, permission) }
}

export function requireRolePermission({ role }: Session, permission: Permission): void {
  if (!roleHasPermission(role, permission)) throw missingPermission(permission)
}

/**
 * Requires a recent confirmation for operations that could take over the business, because a browser may be left open
 * or a session stolen.
 */
function refuseUnconfirmed(
  { session, now }: OfficeContext,
  { confirms }: OfficeEndpoint,
  { body }: { body?: unknown },
) {
  const named = typeof body === 'object' && body !== null ? body : {}
  const asks = confirms === true || confirms?.some((field) => field in named)
  if (asks && !isConfirmed(session, now))
    throw new AppError('forbidden', 'CONFIRM_NEEDED', 'Confirm your identity to continue.')
}

/** Rejects changes that other sites send. Browsers name the originating site. */
function refuseOtherSites(request: FastifyRequest): void {
  if (request.method === 'GET') return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new AppError('forbidden', 'CSRF', 'This request came from another site.')
}
