// Sign-in and confirmation of identity through a company's OpenID Connect provider. The data that ties the provider's
// response to the browser is encrypted in the browser's cookie. Therefore the server stores nothing for visitors who
// begin a sign-in and don't finish it.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { isWithin } from '../../../domain/clock-slack.ts'
import { type Claims, isOfDomain, nameIn, roleIn, verifiedEmail } from '../../../domain/users/company-claims.ts'
import type { CompanyRefusal } from '../../../domain/users/company-refusal.ts'
import type { UserRole } from '../../../domain/users/permissions.ts'
import { audit } from '../../../store/audit/audit.ts'
import type { Tx } from '../../../store/database.ts'
import { setConfirmed, type SignedIn } from '../../../store/users/sessions.ts'
import {
  findBusinessesOfMail,
  findIdentity,
  hasIdentity,
  linkIdentity,
  readSingleSignOn,
  type SingleSignOn,
  isRemovedUser,
} from '../../../store/users/single-sign-on.ts'
import {
  findUserByEmail,
  insertUser,
  readCredentials,
  readUsers,
  type User,
  type UserRead,
} from '../../../store/users/users.ts'
import { operatorAuditContext } from '../../business/audited-change.ts'
import { type App, type Context, makeContext, writeTo } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { OpenIdError, type SignInAttempt } from '../../ports/openid.ts'
import { changeRole } from '../users/manage-users.ts'
import { hashPassword } from '../users/passwords.ts'
import { takeOrThrow } from '../users/rate-limits.ts'
import { knownBrowser, newBrowserToken } from './known-browser.ts'
import { servedHere } from './served-here.ts'
import { type Entry, openSession } from './session.ts'
import type { Visitor } from './sign-in.ts'
import { companyPath, providerOf } from './single-sign-on.ts'

/** Maximum time for a user to sign in at the provider. */
const ROUND_MS = 10 * 60_000
/** Maximum difference between the provider's clock and ours. */
const CLOCKS_MS = 30_000

export interface SignInRefusal {
  refused: CompanyRefusal
}

interface StartedSignIn extends SignInAttempt {
  businessId: string
  at: number
  /** The session whose user confirms their identity. Null for a sign-in. */
  sessionId: string | null
  /** The page that the user requested. */
  to: string
}

/** Company sign-ins for an email address at one installation. */
export const CompaniesOfMail = z.object({
  paths: z.array(z.string()),
  /** Whether a user has the address. */
  hasAccount: z.boolean(),
})
export type CompaniesOfMail = z.output<typeof CompaniesOfMail>

export async function findCompanies(app: App, email: string, network: string): Promise<CompaniesOfMail> {
  await takeOrThrow(app, ['company_sign_ins_begun_of_network', network])
  const user = await servedHere(app, await findUserByEmail(app.db, email))
  const businessIds = await findBusinessesOfMail(app.db, email)
  return { paths: businessIds.map(companyPath), hasAccount: user !== null }
}

/**
 * Combines the results of several installations. An address with accounts leads only to their businesses. Undefined if an
 * installation without a result may have the account.
 */
export function combineCompanies(found: readonly CompaniesOfMail[], isComplete: boolean): CompaniesOfMail | undefined {
  const withAccount = found.filter(({ hasAccount }) => hasAccount)
  if (!isComplete && withAccount.length === 0) return undefined
  const considered = withAccount.length > 0 ? withAccount : found
  const paths = new Set(considered.flatMap((one) => one.paths))
  return { paths: [...paths], hasAccount: withAccount.length > 0 }
}

/** Returns the path of the only business that the address fits. Null if several or no businesses fit. */
export const onlyCompany = ({ paths: [path, ...others] }: CompaniesOfMail): string | null =>
  path !== undefined && others.length === 0 ? path : null

/**
 * Returns the provider's URL for the browser's redirect, and the encrypted data that the browser must send back in its
 * cookie.
 */
export async function beginCompany(
  app: App,
  businessId: string,
  { network, session, to = '/' }: { network: string; session: SignedIn | null; to?: string },
): Promise<{ url: string; sealed: string } | SignInRefusal> {
  return refusalAsValue(app, businessId, async () => {
    await takeOrThrow(app, ['company_sign_ins_begun_of_network', network])
    const saved = await inBusiness(app, businessId).read(readSingleSignOn)
    if (!saved || (session && !session.hasCompany)) return { refused: 'NOT_SET_UP' }
    const begun: StartedSignIn = {
      state: app.secrets.businessToken(businessId),
      nonce: app.secrets.randomToken(),
      verifier: randomBytes(32).toString('base64url'),
      businessId,
      at: app.clock().getTime(),
      sessionId: session?.sessionId ?? null,
      to,
    }
    const asked = { email: session?.email ?? null, again: session !== null }
    const url = await app.openId.begin(providerOf(app, saved), begun, asked)
    return { url, sealed: app.secrets.encrypt(`company ${JSON.stringify(begun)}`).toString('base64url') }
  })
}

export interface CompanySignInResult {
  /** Encrypted data from the browser's cookie. Null if there was none. */
  sealed: string | null
  answer: URLSearchParams
  visitor: Visitor
  /** Current session of this browser. */
  session: SignedIn | null
}

/**
 * Completes a sign-in or a confirmation. After a sign-in, returns its `entry`; after a confirmation, `entry` is null.
 * `to` is the page where the browser continues.
 */
export async function finishCompany(
  app: App,
  { sealed, answer, visitor, session }: CompanySignInResult,
): Promise<{ confirms: boolean; to: string } & ({ entry: Entry | null } | SignInRefusal)> {
  const begun = sealed === null ? null : unsealStartedSignIn(app, sealed)
  const asked = { confirms: begun?.sessionId != null, to: begun?.to ?? '/' }
  const { confirms } = asked
  if (!begun || begun.state !== answer.get('state')) return { ...asked, refused: 'ELSEWHERE' }
  if (!isWithin(begun.at, ROUND_MS, app.clock())) return { ...asked, refused: 'OVER' }
  const { businessId } = begun
  const result = await refusalAsValue(app, businessId, async () => {
    const taken = await takeOrThrow(app, ['company_sign_ins_of_network', visitor.network])
    const saved = await inBusiness(app, businessId).read(readSingleSignOn)
    if (!saved) return { refused: 'NOT_SET_UP' as const }
    const claims = await app.openId.finish(providerOf(app, saved), begun, answer)
    // Read the configuration again. The provider may take half a minute to respond, and in this time an owner may have
    // removed it.
    if (!isUnchanged(saved, await inBusiness(app, businessId).read(readSingleSignOn)))
      return { refused: 'NOT_SET_UP' as const }
    const done = confirms
      ? await confirmSessionBySubject(app, begun, session, { saved, claims })
      : await signInSubject(app, businessId, visitor, { saved, claims })
    if (!('refused' in done)) await taken.giveBack()
    return done
  })
  return { ...asked, ...result }
}

/**
 * Returns whether the configuration is unchanged. The version alone is not enough: a configuration that was removed and
 * created again may have the same version, but never the same encrypted secret.
 */
const isUnchanged = (before: SingleSignOn, now: SingleSignOn | null): boolean =>
  now?.version === before.version && now.clientSecret.equals(before.clientSecret)

function unsealStartedSignIn(app: App, sealed: string): StartedSignIn | null {
  try {
    const told = app.secrets.decrypt(Buffer.from(sealed, 'base64url'))
    return told.startsWith('company ') ? (JSON.parse(told.slice('company '.length)) as StartedSignIn) : null
  } catch {
    return null
  }
}

/**
 * Runs `work`. If the provider refuses the sign-in or a rate limit is exceeded, returns the reason instead of throwing.
 * The server log has the details for the operator.
 */
async function refusalAsValue<T>(
  app: App,
  businessId: string,
  work: () => Promise<T | SignInRefusal>,
): Promise<T | SignInRefusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.kind === 'limited') return { refused: 'TOO_MANY' }
    if (!(error instanceof OpenIdError)) throw error
    app.log.warn({ err: error, business_uuid: businessId }, 'a sign-in by a company failed')
    return { refused: error.fault }
  }
}

interface VerifiedClaims {
  saved: SingleSignOn
  claims: Claims & { sub: string }
}

const subjectOf = ({ saved, claims }: VerifiedClaims) => ({ issuer: saved.issuer, subject: claims.sub })

async function confirmSessionBySubject(
  app: App,
  begun: StartedSignIn,
  session: SignedIn | null,
  proven: VerifiedClaims,
): Promise<{ entry: null } | SignInRefusal> {
  if (session === null || session.sessionId !== begun.sessionId) return { refused: 'OTHER_PERSON' }
  const at = proven.claims.auth_time
  if (typeof at !== 'number' || at * 1000 < begun.at - CLOCKS_MS) return { refused: 'NOT_ANEW' }
  return writeTo(app, session.homeId, async (tx) => {
    if ((await findIdentity(tx, subjectOf(proven))) !== session.userId) return { refused: 'OTHER_PERSON' as const }
    await setConfirmed(tx, session.sessionId, app.clock())
    return { entry: null }
  })
}

async function signInSubject(
  app: App,
  businessId: string,
  { browserTokens, userAgent }: Visitor,
  proven: VerifiedClaims,
): Promise<{ entry: Entry } | SignInRefusal> {
  const person = await inBusiness(app, businessId).read((tx) => personOf(app, tx, proven))
  if ('refused' in person) return recordRefusal(app, businessId, proven, person)
  const { user, joins, isLinked } = person
  if (user && person.role !== null) await changeRoleOf(app, businessId, user, person.role)
  const userId = user?.userId ?? app.newId()
  // A new user gets a random password that nobody knows. If the business allows password sign-in later, the user needs
  // a password link.
  const passwordHash =
    joins &&
    (await app.workLimiters.passwords.hold({ businessId, sender: userId }, () =>
      hashPassword(app.secrets.randomToken()),
    ))
  const entered = await writeTo<{ entry: Entry } | SignInRefusal>(app, businessId, async (tx) => {
    const by = { ...operatorAuditContext(app, businessId), actor: { kind: 'OFFICE' as const, id: userId } }
    if (joins && passwordHash !== null) {
      if (!(await insertUser(tx, { ...joins, userId, passwordHash }))) return { refused: 'TAKEN' as const }
      const detail = { role: joins.role, by: 'single sign-on' }
      audit(tx, by, { action: 'user.joined', entity: 'user', entityId: userId, detail })
    }
    const credentials = await readCredentials(tx, userId)
    if (!credentials) return { refused: 'REMOVED' as const }
    if (!isLinked) {
      await linkIdentity(tx, subjectOf(proven), { userId, now: by.now })
      audit(tx, by, { action: 'user.company_linked', entity: 'user', entityId: userId, detail: subjectOf(proven) })
    }
    return {
      entry: {
        session: await openSession(app, tx, userId, userAgent, 'COMPANY'),
        browser: knownBrowser(app, credentials, browserTokens) ?? newBrowserToken(app, credentials),
      },
    }
  })
  return 'refused' in entered ? recordRefusal(app, businessId, proven, entered) : entered
}

/** The user whom the provider identified. */
interface Person {
  user: UserRead | null
  /** Data of a new user, or null if the user exists. */
  joins: Omit<User, 'userId' | 'passwordHash'> | null
  /** Whether the provider's subject is already linked to the user. */
  isLinked: boolean
  /** Role from the provider's claim for an existing user. Null if the role stays unchanged. */
  role: UserRole | null
}

/**
 * Finds the user whom the provider identified. After the first sign-in, the provider's subject identifies the user; at
 * the first sign-in, an email address that the provider has verified.
 */
async function personOf(app: App, tx: Tx, proven: VerifiedClaims): Promise<Person | SignInRefusal> {
  const { saved, claims } = proven
  const known = await findIdentity(tx, subjectOf(proven))
  const email = verifiedEmail(claims)
  const users = await readUsers(tx)
  const user = users.find((one) => (known ? one.userId === known : one.email.toLowerCase() === email?.toLowerCase()))
  const address = user?.email ?? email
  if (address === null) return { refused: known === null ? 'REMOVED' : 'UNVERIFIED' }
  if (!isOfDomain(address, saved.mailDomains)) return { refused: 'DOMAIN' }
  const role = roleIn(claims, saved)
  if (user) {
    // The user with this address is linked to another subject. The company may have given the address to another
    // person, who must not get the account of its previous holder.
    if (!known && (await hasIdentity(tx, saved.issuer, user.userId))) return { refused: 'TAKEN' }
    const follows = saved.roleClaim !== null && user.userId !== saved.breakGlass
    if (follows && role === null) return { refused: 'NO_ROLE' }
    return { user, joins: null, isLinked: known === user.userId, role: follows ? role : null }
  }
  if (known === null || (await isRemovedUser(tx, app.secrets.hash(address.toLowerCase()))))
    return { refused: 'REMOVED' }
  if (role === null) return { refused: 'NO_ROLE' }
  const name = nameIn(claims) ?? address
  return { user: null, joins: { email: address, name, role, depots: null }, isLinked: false, role: null }
}

/**
 * Records in the audit log that the business refused a person whom the provider identified, so that owners can find out
 * why.
 */
async function recordRefusal(
  app: App,
  businessId: string,
  proven: VerifiedClaims,
  refusal: SignInRefusal,
): Promise<SignInRefusal> {
  const ctx = inBusiness(app, businessId)
  await ctx.write(async (tx) =>
    audit(tx, ctx, {
      action: 'single_sign_on.refused',
      entity: 'single_sign_on',
      entityId: businessId,
      detail: { ...subjectOf(proven), email: verifiedEmail(proven.claims), why: refusal.refused },
    }),
  )
  return refusal
}

/**
 * Changes the role to the role from the provider. If the user is the last owner, the role stays, because a business
 * always keeps an owner.
 */
async function changeRoleOf(app: App, businessId: string, user: UserRead, role: UserRole): Promise<void> {
  if (user.role === role) return
  await changeRole(inBusiness(app, businessId), user.userId, role, 'LATER').catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'LAST_OWNER') throw error
  })
}

/** Returns a context of the business for work before anybody is signed in. */
const inBusiness = (app: App, businessId: string): Context =>
  makeContext(app, {
    businessId,
    timeZone: 'UTC',
    actor: { kind: 'SYSTEM', id: null },
    requestId: null,
    idempotency: null,
  })
