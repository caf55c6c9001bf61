// Handlers for signing in and out, setting up the first business, and the user's own account.
import type { App } from '../../app/context.ts'
import * as account from '../../app/people/sign-in/account.ts'
import { endAll } from '../../app/people/sign-in/browser-sessions.ts'
import { closeSession, csrfToken, type Session, sessionOf, switchSide } from '../../app/people/sign-in/session.ts'
import { forgotPassword } from '../../app/people/sign-in/forgot-password.ts'
import { endEverySession } from '../../app/people/sign-in/sessions.ts'
import { setUp } from '../../app/people/sign-in/set-up.ts'
import { formatsToWire } from '../../app/business/settings/formats.ts'
import { signIn } from '../../app/people/sign-in/sign-in.ts'
import { companyPath } from '../../app/people/sign-in/single-sign-on.ts'
import * as contract from '../../contract/office/sign-in.ts'
import { VERSION } from '../../version.ts'
import { entering, forVisitors, office, withoutSignIn } from './operation.ts'
import { readSessions, sessionToken, setBrowserCookie, setSessions } from '../office/cookie.ts'
import type { Exchange } from '../serve.ts'

export const signInOperations = [
  entering(contract.signIn, 'EVERY', (app, { body }, visitor) => signIn(app, body, visitor)),
  forVisitors(
    contract.forgotPassword,
    {
      here: (app, { body }, { network, languages }) => forgotPassword(app, body.email, { network, asked: languages }),
      result: contract.forgotPassword.reply,
      at: 'EVERY',
      // The response is the same for known and unknown addresses, also while an installation is down.
      combine: (results) => (results.length > 0 ? { mails: results.some(({ mails }) => mails) } : undefined),
    },
    async (result) => result,
  ),
  entering(contract.setUp, 'EVERY', (app, { body }, { userAgent }) => setUp(app, body, userAgent)),
  withoutSignIn(contract.readSession, async (_input, { app, request }) => {
    const token = sessionToken(request, app.publicUrl)
    const session = token ? await sessionOf(app, token) : null
    const others = readSessions(request, app.publicUrl)?.others.length ?? 0
    return session && sessionToWire(app, session, others)
  }),
  office(contract.signOut, async ({ session }, _input, exchange) => {
    await closeSession(exchange.app, session)
    await signOutOfOthers(exchange)
  }),
  office(contract.signOutEverywhere, async (ctx, _input, exchange) => {
    await endEverySession(ctx, ctx.session)
    await signOutOfOthers(exchange)
  }),
  office(contract.switchSide, (ctx, { body }) => switchSide(ctx, ctx.session, body.test)),
  office(contract.chooseLanguage, (ctx, { body }) => account.chooseLanguage(ctx, ctx.session, body.language)),
  office(contract.changePassword, async (ctx, { body }, exchange) => {
    const browser = await account.changePassword(ctx, ctx.session, body)
    setBrowserCookie(exchange, ctx.publicUrl, [browser])
  }),
  office(contract.beginTotp, (ctx) => account.beginTotp(ctx, ctx.session)),
  office(contract.confirmTotp, (ctx, { body }) => account.confirmTotp(ctx, ctx.session, body.code)),
  office(contract.renewRecoveryCodes, (ctx) => account.renewRecoveryCodes(ctx, ctx.session)),
  office(contract.removeTotp, (ctx) => account.removeTotp(ctx, ctx.session)),
]

/** Ends the sessions of other businesses in this browser too, because the next person at the browser could use them. */
async function signOutOfOthers(exchange: Exchange): Promise<void> {
  const { app, request } = exchange
  await endAll(app, readSessions(request, app.publicUrl)?.others ?? [])
  setSessions(exchange, app.publicUrl, null)
}

const sessionToWire = (app: App, session: Session, others: number): contract.SessionOut => ({
  business: {
    name: session.businessName,
    time_zone: session.timeZone,
    test: session.onTestSide,
    ...formatsToWire(session.formats),
    office_language: session.officeLanguage,
    requires_second_factor: session.requiresSecondFactor,
  },
  user: {
    user_uuid: session.userId,
    name: session.userName,
    email: session.email,
    role: session.role,
    depot_uuids: session.depots,
    has_totp: session.hasTotp,
    has_passkey: session.hasPasskey,
    must_add_second_factor: session.mustAddSecondFactor,
    company_path: session.hasCompany ? companyPath(session.homeId) : null,
    language: session.language,
  },
  other_businesses: app.directory && others,
  csrf_token: csrfToken(app, session),
  version: VERSION,
})
