// Configuration of a business's sign-in through its company's OpenID Connect provider. An owner sets it up, tests it
// and removes it.
import { text } from '../../../texts/text.ts'
import type { SingleSignOnBody, SingleSignOnOut } from '../../../contract/office/single-sign-on.ts'
import { audit } from '../../../store/audit/audit.ts'
import type { Tx } from '../../../store/database.ts'
import { endSessionsOfOthers, type SignedIn } from '../../../store/users/sessions.ts'
import {
  deleteSingleSignOn,
  putSingleSignOn,
  readSingleSignOn,
  type SingleSignOn,
} from '../../../store/users/single-sign-on.ts'
import { readCredentials, readUsers } from '../../../store/users/users.ts'
import { versionConflictError } from '../../version-conflict.ts'
import type { App, Context } from '../../context.ts'
import { AppError, conflicting, invalid, missing } from '../../errors.ts'
import type { Provider, ProviderTest } from '../../ports/openid.ts'

const CALLBACK = '/sign-in/company/callback'

export const companyPath = (businessId: string): string => `/sign-in/company/${businessId}`

export const providerOf = (
  { publicUrl, secrets }: Pick<App, 'publicUrl' | 'secrets'>,
  { issuer, client, clientSecret }: SingleSignOn,
): Provider => ({
  issuer,
  clientId: client,
  clientSecret: secrets.decrypt(clientSecret),
  redirectUri: publicUrl + CALLBACK,
})

export const showSingleSignOn = (ctx: Context): Promise<SingleSignOnOut> =>
  ctx.read(async (tx) => {
    const saved = await readSingleSignOn(tx)
    const users = saved ? await readUsers(tx) : []
    const creator = users.find(({ userId }) => userId === saved?.madeBy)
    return {
      settings: saved && {
        issuer: saved.issuer,
        client_id: saved.client,
        mail_domains: saved.mailDomains,
        role_claim: saved.roleClaim,
        role_rules: [...saved.roleRules],
        default_role: saved.defaultRole,
        required: saved.breakGlass !== null,
        made_by: saved.madeBy === null ? null : { name: creator?.name ?? null, left: creator?.role !== 'OWNER' },
        break_glass: users.find(({ userId }) => userId === saved.breakGlass)?.name ?? null,
      },
      version: saved?.version ?? 0,
      redirect_uri: ctx.publicUrl + CALLBACK,
      sign_in_link: ctx.publicUrl + companyPath(ctx.businessId),
    }
  })

/**
 * Saves the configuration. If single sign-on becomes required, all other users are signed out and must sign in through
 * the company.
 */
export async function changeSingleSignOn(
  ctx: Context,
  { userId }: SignedIn,
  { required, client_secret, version, ...body }: SingleSignOnBody,
): Promise<SingleSignOnOut> {
  const fault =
    (await ctx.openId.urlFault(body.issuer)) ?? (/[?#]/.test(body.issuer) ? ('must have no query' as const) : null)
  if (fault) throw invalid('issuer', fault)
  await ctx.write(async (tx) => {
    const before = await readSingleSignOn(tx)
    const secret = client_secret === null ? before?.clientSecret : ctx.secrets.encrypt(client_secret)
    if (!secret) throw invalid('client_secret', 'is required')
    // If the issuer changes, the client secret must be sent again. Otherwise the stored secret would be sent to another
    // provider.
    if (client_secret === null && before?.issuer !== body.issuer)
      throw invalid('client_secret', 'is required if the issuer changes')
    const turnsOn = required && before?.breakGlass === null
    const breakGlass = required ? (before?.breakGlass ?? userId) : null
    if (breakGlass === userId && !(await readCredentials(tx, userId))?.hasSecondFactor)
      throw conflicting(
        'SECOND_FACTOR_NEEDED',
        'Add a passkey or an authenticator app to your account first: you still sign in by password when single sign-on fails.',
      )
    const saved = await putSingleSignOn(tx, {
      issuer: body.issuer,
      client: body.client_id,
      clientSecret: secret,
      mailDomains: [...new Set(body.mail_domains.map((domain) => domain.toLowerCase()))],
      roleClaim: body.role_claim,
      roleRules: body.role_rules,
      defaultRole: body.default_role,
      breakGlass,
      madeBy: userId,
      version,
    })
    if (!saved) throw await versionConflictError(tx, ctx.businessId, text('single sign-on'))
    if (turnsOn || (required && !before)) await endSessionsOfOthers(tx, userId)
    const { issuer, client_id, mail_domains, role_claim, role_rules, default_role } = body
    audit(tx, ctx, {
      action: 'single_sign_on.changed',
      entity: 'single_sign_on',
      entityId: ctx.businessId,
      detail: { issuer, client_id, mail_domains, role_claim, role_rules, default_role, required },
    })
  })
  return showSingleSignOn(ctx)
}

export const removeSingleSignOn = (ctx: Context): Promise<void> =>
  ctx.write(async (tx) => {
    if (!(await readSingleSignOn(tx))) throw missing('single sign-on')
    await deleteSingleSignOn(tx)
    audit(tx, ctx, { action: 'single_sign_on.removed', entity: 'single_sign_on', entityId: ctx.businessId })
  })

/** Tests the provider with the requests of a sign-in. */
export async function testSingleSignOn(ctx: Context): Promise<ProviderTest> {
  const saved = await ctx.read(readSingleSignOn)
  if (!saved) throw missing('single sign-on')
  return ctx.openId.test(providerOf(ctx, saved))
}

/** Returns whether the user may sign in only through the company. */
export async function mustUseSingleSignOn(tx: Tx, userId: string): Promise<boolean> {
  const breakGlass = (await readSingleSignOn(tx))?.breakGlass ?? null
  return breakGlass !== null && breakGlass !== userId
}

export const singleSignOnRequiredError = (): AppError =>
  new AppError(
    'unauthenticated',
    'COMPANY_SIGN_IN_NEEDED',
    'Your business requires you to sign in with your company. Choose that below.',
  )

/**
 * Throws if the user is the break-glass user: the owner who may sign in by password and second factor when single
 * sign-on fails. The caller would remove the password or second factor of this user.
 */
export async function refuseBreakGlassUser(tx: Tx, userId: string): Promise<void> {
  if ((await readSingleSignOn(tx))?.breakGlass === userId)
    throw conflicting(
      'BREAK_GLASS',
      'This owner signs in by password and second factor when single sign-on fails. Let everybody sign in by password first.',
    )
}
