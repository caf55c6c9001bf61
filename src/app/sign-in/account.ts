// What people change about their own account: the password and the second factor.
import { audit } from '../../store/audit.ts'
import { endSessions, type SignedIn } from '../../store/sessions.ts'
import { findPasswordHash, replaceRecoveryCodes, setPasswordHash, setTotpSecret } from '../../store/users.ts'
import type { Context } from '../context.ts'
import { AppError, conflicting, invalid } from '../errors.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { newTotpSecret, totpStepOf } from './totp.ts'

/** Changes the password and signs the user out everywhere else. */
export async function changePassword(
  ctx: Context,
  { userId, sessionId }: SignedIn,
  input: { current_password: string; new_password: string },
): Promise<void> {
  await confirmPassword(ctx, userId, input.current_password)
  const hash = await hashPassword(input.new_password)
  await ctx.db.asBusiness(ctx.businessId, async (tx) => {
    await setPasswordHash(tx, ctx.businessId, userId, hash)
    await endSessions(tx, ctx.businessId, { userId, butSessionId: sessionId })
    audit(tx, ctx, { action: 'user.password_changed', entity: 'user', entityId: userId })
  })
}

/** A secret to put into an authenticator app; nothing is kept until a code proves that it is there. */
export function beginTotp(session: SignedIn): { secret: string; uri: string } {
  const secret = newTotpSecret()
  const label = encodeURIComponent(`Roundsman:${session.email}`)
  return { secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=Roundsman` }
}

export async function confirmTotp(
  ctx: Context,
  { userId }: SignedIn,
  { secret, code }: { secret: string; code: string },
): Promise<{ recovery_codes: string[] }> {
  if (!/^[A-Z2-7]{32}$/.test(secret)) throw invalid('secret', 'is not one that was given out')
  if (totpStepOf(secret, code, ctx.now) === null)
    throw invalid('code', 'is not the one for this secret; check that your phone shows the right time')
  return ctx.db.asBusiness(ctx.businessId, async (tx) => {
    await setTotpSecret(tx, ctx.businessId, userId, ctx.secrets.encrypt(secret))
    audit(tx, ctx, { action: 'user.totp_set', entity: 'user', entityId: userId })
    return { recovery_codes: await newRecoveryCodes(ctx, tx, ctx.businessId, userId) }
  })
}

/** New codes in place of the ones before. */
export async function renewRecoveryCodes(
  ctx: Context,
  { userId, hasTotp }: SignedIn,
  currentPassword: string,
): Promise<{ recovery_codes: string[] }> {
  await confirmPassword(ctx, userId, currentPassword)
  if (!hasTotp) throw conflicting('NO_SECOND_FACTOR', 'There is no second factor that codes could stand in for.')
  return ctx.db.asBusiness(ctx.businessId, async (tx) => {
    audit(tx, ctx, { action: 'user.recovery_codes_made', entity: 'user', entityId: userId })
    return { recovery_codes: await newRecoveryCodes(ctx, tx, ctx.businessId, userId) }
  })
}

export async function removeTotp(ctx: Context, { userId }: SignedIn, currentPassword: string): Promise<void> {
  await confirmPassword(ctx, userId, currentPassword)
  await ctx.db.asBusiness(ctx.businessId, async (tx) => {
    await setTotpSecret(tx, ctx.businessId, userId, null)
    await replaceRecoveryCodes(tx, ctx.businessId, userId, [])
    audit(tx, ctx, { action: 'user.totp_removed', entity: 'user', entityId: userId })
  })
}

async function confirmPassword(ctx: Context, userId: string, password: string): Promise<void> {
  const hash = await ctx.read((tx) => findPasswordHash(tx, ctx.businessId, userId))
  if (!hash || !(await verifyPassword(password, hash)))
    throw new AppError('invalid', 'PASSWORD_WRONG', 'The current password is wrong.', { fields: ['current_password'] })
}
