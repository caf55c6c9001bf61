// Handlers for the sessions of users, and for confirming the user's identity.
import { confirmSession } from '../../app/people/sign-in/confirm-identity.ts'
import { endSession, listSessions } from '../../app/people/sign-in/sessions.ts'
import * as contract from '../../contract/office/sessions.ts'
import { office } from './operation.ts'

export const sessionOperations = [
  office(contract.confirmIdentity, (ctx, { body }) => confirmSession(ctx, ctx.session, body)),
  office(contract.listOwnSessions, (ctx) => listSessions(ctx, ctx.session.userId, ctx.session.sessionId)),
  office(contract.endOwnSession, (ctx, { params }) => endSession(ctx, ctx.session.userId, params.session_uuid)),
  office(contract.listSessionsOf, (ctx, { params }) => listSessions(ctx, params.user_uuid, ctx.session.sessionId)),
  office(contract.endSessionOf, (ctx, { params }) => endSession(ctx, params.user_uuid, params.session_uuid)),
]
