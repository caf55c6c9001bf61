// Changes that users make to their own account: language, password and second factor.
import { audit } from '../../../store/audit/audit.ts'
import { endSessions, lockPendingTotp, setPendingTotp, type SignedIn } from '../../../store/users/sessions.ts'
import type { OfficeLanguage } from '../../../domain/users/office-language.ts'
import { setLanguage, setPasswordHash, setTotp } from '../../../store/users/users.ts'
import type { Context } from '../../context.ts'
import { AppError, conflicting } from '../../errors.ts'
import { hashPassword } from '../users/passwords.ts'
import { type Confirmation, confirmIdentity } from './confirm-identity.ts'
import { newBrowserToken } from './known-browser.ts'
import { dropUnneededCodes } from './passkeys.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { newTotpSecret, totpStepOf } from './totp.ts'

/** Maximum time to set up a second factor. */
const PENDING_MS = 15 * 60_000

interface RecoveryCodes {
  recovery_codes: string[]
}

/** Saves the user's language. Null: pages use the language of the business or the browser. */
export const chooseLanguage = (ctx: Context, { userId }: SignedIn, language: OfficeLanguage | null): Promise<void> =>
  ctx.write((tx) => setLanguage(tx, userId, language))

/** Changes the password and ends all other sessions. Returns the browser's new token. */
export async function changePassword(
  ctx: Context,
  session: SignedIn,
  input: Confirmation & { new_password: string },
): Promise<string> {
  await confirmIdentity(ctx, session, input)
  const { userId, sessionId } = session
  const passwordHash = await ctx.workLimiters.passwords.hold({ businessId: ctx.businessId, sender: userId }, () =>
    hashPassword(input.new_password),
  )
  await ctx.write(async (tx) => {
    await setPasswordHash(tx, userId, passwordHash)
    await endSessions(tx, { userId, butSessionId: sessionId })
    audit(tx, ctx, { action: 'user.password_changed', entity: 'user', entityId: userId })
  })
  return newBrowserToken(ctx, { userId, passwordHash })
}

/** Creates a secret for an authenticator app. It takes effect once a code proves that the app has it. */
export async function beginTotp(ctx: Context, session: SignedIn): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret()
  const pending = { secret: ctx.secrets.encrypt(secret), until: new Date(ctx.now.getTime() + PENDING_MS) }
  await ctx.write((tx) => setPendingTotp(tx, session.sessionId, pending))
  const label = encodeURIComponent(`Roundsman:${session.email}`)
  return { secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=Roundsman` }
}

/**
 * Makes the authenticator app whose setup began in this session the second factor. It replaces a previous authenticator
 * app.
 */
export const confirmTotp = (ctx: Context, { userId, sessionId }: SignedIn, code: string): Promise<RecoveryCodes> =>
  ctx.write(async (tx) => {
    const secret = await lockPendingTotp(tx, sessionId, ctx.now)
    if (!secret) throw conflicting('TOTP_SETUP_EXPIRED', 'This setup has expired. Start again.')
    const usedStep = totpStepOf(ctx.secrets.decrypt(secret), code, ctx.now)
    if (usedStep === null)
      throw new AppError('invalid', 'CODE_WRONG', 'That code is wrong. Check that your phone shows the right time.', {
        fields: ['code'],
      })
    await setTotp(tx, userId, { secret, usedStep })
    await setPendingTotp(tx, sessionId, null)
    audit(tx, ctx, { action: 'user.totp_set', entity: 'user', entityId: userId })
    return { recovery_codes: await newRecoveryCodes(ctx, tx, userId) }
  })

/** Replaces all recovery codes. */
export async function renewRecoveryCodes(ctx: Context, session: SignedIn): Promise<RecoveryCodes> {
  const { userId, hasTotp, hasPasskey } = session
  if (!hasTotp && !hasPasskey)
    throw conflicting('NO_SECOND_FACTOR', 'You have no second factor, so there is nothing to recover.')
  return ctx.write(async (tx) => {
    audit(tx, ctx, { action: 'user.recovery_codes_made', entity: 'user', entityId: userId })
    return { recovery_codes: await newRecoveryCodes(ctx, tx, userId) }
  })
}

export const removeTotp = (ctx: Context, { userId }: SignedIn): Promise<void> =>
  ctx.write(async (tx) => {
    await setTotp(tx, userId, null)
    await dropUnneededCodes(tx, userId)
    audit(tx, ctx, { action: 'user.totp_removed', entity: 'user', entityId: userId })
  })
