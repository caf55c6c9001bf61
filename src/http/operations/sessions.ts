// Handlers for the sessions of users, and for confirming the user's identity.
import { listSessionsOf, sessionKey, switchTo } from '../../app/people/sign-in/browser-sessions.ts'
import { confirmSession } from '../../app/people/sign-in/confirm-identity.ts'
import { endSession, listSessions } from '../../app/people/sign-in/sessions.ts'
import * as contract from '../../contract/office/sessions.ts'
import { readSessions, setSessions } from '../office/cookie.ts'
import type { Exchange } from '../serve.ts'
import { office } from './operation.ts'

/** The sessions of the browser, whose active one has admitted the request. */
const sessionsIn = ({ app, request }: Exchange) => readSessions(request, app.publicUrl) ?? { active: '', others: [] }

export const sessionOperations = [
  office(contract.listSignedInBusinesses, async ({ session }, _input, exchange) => {
    const { app } = exchange
    const { active, others } = sessionsIn(exchange)
    const { found, unreachable } = await listSessionsOf(app, others)
    const first = { key: sessionKey(app, active), name: session.businessName, email: session.email, active: true }
    return {
      businesses: [first, ...found.map(({ key, business, email }) => ({ key, name: business, email, active: false }))],
      unreachable,
    }
  }),
  office(contract.switchBusiness, async (_ctx, { body }, exchange) => {
    const { app } = exchange
    setSessions(exchange, app.publicUrl, await switchTo(app, sessionsIn(exchange), body.key))
  }),
  office(contract.confirmIdentity, (ctx, { body }) => confirmSession(ctx, ctx.session, body)),
  office(contract.listOwnSessions, (ctx) => listSessions(ctx, ctx.session.userId, ctx.session.sessionId)),
  office(contract.endOwnSession, (ctx, { params }) => endSession(ctx, ctx.session.userId, params.session_uuid)),
  office(contract.listSessionsOf, (ctx, { params }) => listSessions(ctx, params.user_uuid, ctx.session.sessionId)),
  office(contract.endSessionOf, (ctx, { params }) => endSession(ctx, params.user_uuid, params.session_uuid)),
]
