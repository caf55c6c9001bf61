// Handlers for the settings of single sign-on, and for the URLs by which browsers go to a company's provider and
// return.
import type { FastifyInstance } from 'fastify'
import type { App } from '../../app/context.ts'
import {
  beginCompany,
  combineCompanies,
  CompaniesOfMail,
  findCompanies,
  finishCompany,
  onlyCompany,
  type SignInRefusal,
} from '../../app/people/sign-in/company-sign-in.ts'
import { sessionOf } from '../../app/people/sign-in/session.ts'
import * as sso from '../../app/people/sign-in/single-sign-on.ts'
import * as contract from '../../contract/office/single-sign-on.ts'
import { Uuid } from '../../contract/fields.ts'
import { signInUrlFor, safeRedirectPath } from '../../domain/users/safe-redirect.ts'
import { networkOf } from '../network.ts'
import { forVisitors, office } from './operation.ts'
import { enter } from '../office/enter.ts'
import { setSignInCookie, readSignInCookie, sessionToken } from '../office/cookie.ts'
import { visitorOf } from '../office/visitor.ts'

export const singleSignOnOperations = [
  office(contract.readSingleSignOn, (ctx) => sso.showSingleSignOn(ctx)),
  office(contract.changeSingleSignOn, (ctx, { body }) => sso.changeSingleSignOn(ctx, ctx.session, body)),
  office(contract.removeSingleSignOn, (ctx) => sso.removeSingleSignOn(ctx)),
  office(contract.testSingleSignOn, (ctx) => sso.testSingleSignOn(ctx)),
  forVisitors(
    contract.findCompany,
    {
      here: (app, { body }, { network }) => findCompanies(app, body.email, network),
      result: CompaniesOfMail,
      at: 'EVERY',
      combine: combineCompanies,
    },
    async (found) => ({ path: onlyCompany(found) }),
  ),
]

/** Each URL redirects the browser. The target page shows errors, because it knows the user's language. */
export function registerCompanyRoutes(server: FastifyInstance, app: App): void {
  const signInPage = ({ refused }: SignInRefusal, to: string): string =>
    `${signInUrlFor('/sign-in', to)}${to === '/' ? '?' : '&'}refused=${refused}`
  const confirmedPage = ({ refused }: Partial<SignInRefusal>): string =>
    refused ? `/account/confirmed?refused=${refused}` : '/account/confirmed'

  server.get<{ Params: { business_uuid: string }; Querystring: { to?: unknown } }>(
    '/sign-in/company/:business_uuid',
    async (request, reply) => {
      void reply.header('Cache-Control', 'no-store')
      const { success, data } = Uuid.safeParse(request.params.business_uuid)
      const asked = request.query.to
      const to = safeRedirectPath(typeof asked === 'string' ? asked : null, app.publicUrl)
      const begun = success
        ? await beginCompany(app, data, { network: networkOf(request.ip), session: null, to })
        : { refused: 'NOT_SET_UP' as const }
      if ('refused' in begun) return reply.redirect(signInPage(begun, to))
      setSignInCookie(reply, app.publicUrl, begun.sealed)
      return reply.redirect(begun.url)
    },
  )

  server.get('/account/confirm/company', async (request, reply) => {
    void reply.header('Cache-Control', 'no-store')
    const token = sessionToken(request, app.publicUrl)
    const session = token ? await sessionOf(app, token) : null
    const begun = session
      ? await beginCompany(app, session.homeId, { network: networkOf(request.ip), session })
      : { refused: 'OTHER_PERSON' as const }
    if ('refused' in begun) return reply.redirect(confirmedPage(begun))
    setSignInCookie(reply, app.publicUrl, begun.sealed)
    return reply.redirect(begun.url)
  })

  server.get('/sign-in/company/callback', async (request, reply) => {
    void reply.header('Cache-Control', 'no-store')
    const token = sessionToken(request, app.publicUrl)
    const { confirms, to, ...result } = await finishCompany(app, {
      sealed: readSignInCookie(request, app.publicUrl),
      answer: new URLSearchParams(request.url.split('?').slice(1).join('?')),
      visitor: visitorOf({ app, request }),
      session: token ? await sessionOf(app, token) : null,
    })
    // A response to another attempt must not end the current one.
    if (!('refused' in result) || result.refused !== 'ELSEWHERE') setSignInCookie(reply, app.publicUrl, null)
    if ('refused' in result) return reply.redirect(confirms ? confirmedPage(result) : signInPage(result, to))
    if (result.entry) await enter({ app, request, reply }, [result.entry])
    return reply.redirect(confirms ? confirmedPage({}) : to)
  })
}
