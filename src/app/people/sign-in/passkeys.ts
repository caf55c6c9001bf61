// Adds passkeys to an account, signs in with them, and confirms an identity. A passkey alone counts as two factors: the
// user has the authenticator, and the authenticator has verified the user.
import { type PlainSentence, text } from '../../../texts/text.ts'
import { isIP } from 'node:net'
import { isWithin } from '../../../domain/clock-slack.ts'
import type { PasskeyOut } from '../../../contract/office/passkeys.ts'
import { audit } from '../../../store/audit/audit.ts'
import type { Tx } from '../../../store/database.ts'
import { setConfirmed, type SignedIn } from '../../../store/users/sessions.ts'
import {
  deletePasskey,
  findPasskeyOwner,
  insertPasskey,
  listPasskeys,
  type Passkey,
  usePasskey,
} from '../../../store/users/passkeys.ts'
import { lockCredentials, readCredentials, replaceRecoveryCodes } from '../../../store/users/users.ts'
import { type App, type Context, writeTo } from '../../context.ts'
import { AppError, conflicting, missing } from '../../errors.ts'
import type { Assertion, NewCredential, PasskeyPlace } from '../../ports/passkeys.ts'
import { takeOrThrow } from '../users/rate-limits.ts'
import { knownBrowser, newBrowserToken } from './known-browser.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { RefusedAttempt } from './refused-attempt.ts'
import { servedHere } from './served-here.ts'
import { type Entry, openSession } from './session.ts'
import type { Visitor } from './sign-in.ts'
import { refuseBreakGlassUser } from './single-sign-on.ts'

const MAX_PASSKEYS = 20
/** Maximum length of a credential ID (Web Authentication, level 3, section 5.1). */
const MAX_CREDENTIAL_BYTES = 1_023
/** Maximum time for the browser's response. */
const CHALLENGE_MS = 5 * 60_000

/**
 * Returns the host and origin of passkeys, from the public URL that the operator configured. If browsers would reject
 * passkeys for this URL, returns a sentence with the reason.
 */
export function passkeyPlace({ publicUrl }: Pick<App, 'publicUrl'>): PasskeyPlace | PlainSentence {
  const { hostname, protocol, origin } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')))
    return 'Passkeys need a host name: the address of this server is a number.'
  if (protocol !== 'https:' && !/(^|\.)localhost$/.test(hostname))
    return 'Passkeys need https: the address of this server begins with http.'
  return { host: hostname, origin }
}

function placeOf(app: App): PasskeyPlace {
  const place = passkeyPlace(app)
  if (typeof place === 'string') throw conflicting('PASSKEYS_IMPOSSIBLE', place)
  return place
}

/**
 * Creates a challenge for the browser to sign. It contains the time and a random part, and the server's own signature
 * over both and over the purpose. Therefore the server stores nothing for visitors who only request a challenge. A
 * response for one purpose, session or passkey is invalid for all others.
 */
function newChallenge(app: App, purpose: string): Buffer {
  const told = `${app.clock().getTime()}.${app.secrets.randomToken()}`
  return Buffer.from(`${told}.${app.secrets.sign('passkey', `${purpose} ${told}`)}`)
}

/**
 * Returns two functions. `expected` accepts a recent challenge of this purpose. `challengedAt` returns the time at
 * which the accepted challenge was created.
 */
function challengesOf(app: App, purpose: string) {
  let challengedAt = Number.NaN
  const expected = (challenge: Buffer): boolean => {
    const [at = '', random = '', signature = ''] = challenge.toString().split('.', 3)
    if (!app.secrets.verify('passkey', `${purpose} ${at}.${random}`, signature)) return false
    if (!isWithin(Number(at), CHALLENGE_MS, app.clock())) return false
    challengedAt = Number(at)
    return true
  }
  return { expected, challengedAt: () => challengedAt }
}

const SIGN_IN = 'sign-in'
const PASSKEY_REFUSED = 'This passkey was not accepted. Try again, or use your password.'
const additionPurpose = ({ sessionId }: SignedIn): string => `add ${sessionId}`
const confirmationPurpose = ({ sessionId }: SignedIn): string => `confirm ${sessionId}`

const handleOf = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex')

export async function readPasskeys(
  ctx: Context,
  { userId }: SignedIn,
): Promise<{ impossible: string | null; passkeys: PasskeyOut[] }> {
  const place = passkeyPlace(ctx)
  const passkeys = await ctx.read((tx) => listPasskeys(tx, userId))
  return {
    impossible: typeof place === 'string' ? place : null,
    passkeys: passkeys.map(({ passkeyId, name, synced, createdAt, lastUsedAt }) => ({
      passkey_uuid: passkeyId,
      name,
      synced,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
  }
}

/** Returns the options by which a browser creates a passkey. Throws if the user has too many. */
export async function beginPasskey(ctx: Context, session: SignedIn): Promise<Record<string, unknown>> {
  const place = placeOf(ctx)
  const { userId, email, userName: name } = session
  const others = await ctx.read((tx) => listPasskeys(tx, userId))
  refuseTooManyPasskeys(others)
  const user = { handle: handleOf(userId), email, name }
  return ctx.passkeys.creationOptions(place, newChallenge(ctx, additionPurpose(session)), user, others)
}

function refuseTooManyPasskeys(passkeys: readonly Passkey[]): void {
  if (passkeys.length >= MAX_PASSKEYS)
    throw conflicting(
      'TOO_MANY_PASSKEYS',
      text('You have {most} passkeys, which is the maximum. Remove one first.', { most: MAX_PASSKEYS }),
    )
}

/** Adds a passkey. If the account had no second factor, returns recovery codes, which are shown only once. */
export async function addPasskey(
  ctx: Context,
  session: SignedIn,
  { name, credential }: { name: string; credential: NewCredential },
): Promise<{ recovery_codes: string[] | null }> {
  const { userId } = session
  const { expected, challengedAt } = challengesOf(ctx, additionPurpose(session))
  const made = await ctx.passkeys.verifyRegistration(placeOf(ctx), credential, expected)
  if (!made || made.credential.length > MAX_CREDENTIAL_BYTES) throw passkeyRefusedError('invalid')
  const passkey = { ...made, passkeyId: ctx.newId(), userId, name, createdAt: ctx.now, challengedAt: challengedAt() }
  return ctx.write(async (tx) => {
    const user = await lockCredentials(tx, userId)
    const others = await listPasskeys(tx, userId)
    refuseTooManyPasskeys(others)
    // Refuse a second passkey for the same challenge: no other passkey may be newer than the challenge.
    const since = ({ createdAt }: Passkey) => createdAt.getTime() > challengedAt() && createdAt <= ctx.now
    if (others.some(since)) throw passkeyRefusedError('invalid')
    if (!(await insertPasskey(tx, passkey))) throw conflicting('PASSKEY_KNOWN', 'This passkey is in use already.')
    audit(tx, ctx, { action: 'user.passkey_added', entity: 'user', entityId: userId, detail: { name } })
    return { recovery_codes: user?.hasSecondFactor ? null : await newRecoveryCodes(ctx, tx, userId) }
  })
}

export const removePasskey = (ctx: Context, { userId }: SignedIn, passkeyId: string): Promise<void> =>
  ctx.write(async (tx) => {
    const removed = await deletePasskey(tx, userId, passkeyId)
    if (!removed) throw missing('passkey with that uuid')
    await dropUnneededCodes(tx, userId)
    const { name } = removed
    audit(tx, ctx, { action: 'user.passkey_removed', entity: 'user', entityId: userId, detail: { name } })
  })

/**
 * Deletes the recovery codes if the user no longer has a second factor, because the codes only replace a lost second
 * factor.
 */
export async function dropUnneededCodes(tx: Tx, userId: string): Promise<void> {
  if ((await readCredentials(tx, userId))?.hasSecondFactor) return
  await refuseBreakGlassUser(tx, userId)
  await replaceRecoveryCodes(tx, userId, [])
}

/**
 * Returns the options of a sign-in by passkey. They are the same for everybody, so they don't reveal who has an
 * account.
 */
export const beginSignIn = async (app: App): Promise<Record<string, unknown>> =>
  app.passkeys.requestOptions(placeOf(app), newChallenge(app, SIGN_IN), [])

/** Signs in the owner of the passkey, without a password. */
export async function signInByPasskey(
  app: App,
  credential: Assertion,
  { network, browserTokens, userAgent }: Visitor,
): Promise<Entry> {
  const place = placeOf(app)
  const taken = await takeOrThrow(app, ['passkey_sign_ins_of_network', network])
  const owner = await servedHere(app, await findPasskeyOwner(app.db, Buffer.from(credential.id, 'base64url')))
  if (!owner) throw new RefusedAttempt('PASSKEY_REFUSED', PASSKEY_REFUSED, { taken, hasAccount: false })
  const entry = await writeTo(app, owner.businessId, async (tx) => {
    await usePasskeyOf(app, tx, owner.userId, { place, credential, purpose: SIGN_IN })
    const user = await readCredentials(tx, owner.userId)
    if (!user) throw passkeyRefusedError('unauthenticated')
    return {
      session: await openSession(app, tx, owner.userId, userAgent),
      browser: knownBrowser(app, user, browserTokens) ?? newBrowserToken(app, user),
    }
  })
  await taken.giveBack()
  return entry
}

/** Returns the options by which a browser signs a confirmation of the user's identity. */
export async function beginConfirming(ctx: Context, session: SignedIn): Promise<Record<string, unknown>> {
  const place = placeOf(ctx)
  const own = await ctx.read((tx) => listPasskeys(tx, session.userId))
  if (own.length === 0) throw conflicting('NO_PASSKEY', 'You have no passkey.')
  return ctx.passkeys.requestOptions(place, newChallenge(ctx, confirmationPurpose(session)), own)
}

/** Confirms the user's identity by passkey instead of by password. */
export async function confirmByPasskey(ctx: Context, session: SignedIn, credential: Assertion): Promise<void> {
  const place = placeOf(ctx)
  const taken = await takeOrThrow(ctx, ['password_confirmations', session.userId])
  await ctx.write(async (tx) => {
    await usePasskeyOf(ctx, tx, session.userId, { place, credential, purpose: confirmationPurpose(session) })
    await setConfirmed(tx, session.sessionId, ctx.now)
  })
  await taken.giveBack()
}

/** Throws unless one of the user's passkeys signed an unused challenge of this purpose. Returns that passkey. */
async function usePasskeyOf(
  app: App,
  tx: Tx,
  userId: string,
  { place, credential, purpose }: { place: PasskeyPlace; credential: Assertion; purpose: string },
): Promise<Passkey> {
  const kind = purpose === SIGN_IN ? 'unauthenticated' : 'invalid'
  const { userHandle } = credential.response
  const id = Buffer.from(credential.id, 'base64url')
  const passkey = (await listPasskeys(tx, userId)).find((one) => one.credential.equals(id))
  if (!passkey || (userHandle && !Buffer.from(userHandle, 'base64url').equals(handleOf(userId))))
    throw passkeyRefusedError(kind)
  const { expected, challengedAt } = challengesOf(app, purpose)
  const counter = await app.passkeys.verifyAssertion(place, credential, expected, passkey)
  const use = { challengedAt: challengedAt(), now: app.clock() }
  if (counter === null || !(await usePasskey(tx, passkey.passkeyId, { counter, ...use })))
    throw passkeyRefusedError(kind)
  return passkey
}

const passkeyRefusedError = (kind: 'unauthenticated' | 'invalid'): AppError =>
  new AppError(kind, 'PASSKEY_REFUSED', PASSKEY_REFUSED)
