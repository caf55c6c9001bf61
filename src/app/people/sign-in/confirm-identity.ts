// Confirms the identity of a signed-in user before sensitive changes, so that a stolen session is not enough to take
// over the account.
import { isWithin } from '../../../domain/clock-slack.ts'
import { setConfirmed, type SignedIn } from '../../../store/users/sessions.ts'
import { readCredentials } from '../../../store/users/users.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { verifyPassword } from '../users/passwords.ts'
import { takeOrThrow } from '../users/rate-limits.ts'
import { useSecondFactor } from './second-factor.ts'

export interface Confirmation {
  current_password: string
  /**
   * Code of the authenticator app, or a recovery code. Required if the user has a second factor. It can't be used
   * again.
   */
  code: string | null
}

/** Time after a sign-in or a confirmation in which no new confirmation is needed. */
const CONFIRMED_MS = 15 * 60_000

export const isConfirmed = ({ confirmedAt }: SignedIn, now: Date): boolean =>
  confirmedAt !== null && isWithin(confirmedAt, CONFIRMED_MS, now)

/** Confirms the session for CONFIRMED_MS. */
export async function confirmSession(ctx: Context, session: SignedIn, confirmation: Confirmation): Promise<void> {
  await confirmIdentity(ctx, session, confirmation)
  await ctx.write((tx) => setConfirmed(tx, session.sessionId, ctx.now))
}

/**
 * Throws unless the password is right and, if the user has a second factor, the code, too. Attempts are limited per
 * user.
 */
export async function confirmIdentity(
  ctx: Context,
  { userId }: SignedIn,
  { current_password, code }: Confirmation,
): Promise<void> {
  const taken = await takeOrThrow(ctx, ['password_confirmations', userId])
  const user = await ctx.read((tx) => readCredentials(tx, userId))
  const check = (hash: string) =>
    ctx.workLimiters.passwords.hold({ businessId: ctx.businessId, sender: userId }, () =>
      verifyPassword(current_password, hash),
    )
  if (!user || !(await taken.judged(check(user.passwordHash))))
    throw new AppError('invalid', 'PASSWORD_WRONG', 'The current password is wrong.', { fields: ['current_password'] })
  if (user.hasSecondFactor && code === null)
    throw new AppError('invalid', 'CODE_NEEDED', 'Enter the code from your authenticator app.', { fields: ['code'] })
  const right = await ctx.write((tx) => useSecondFactor(ctx, tx, user, code ?? ''))
  if (!right)
    throw new AppError('invalid', 'CODE_WRONG', 'That code is wrong or was used before. Wait for the next one.', {
      fields: ['code'],
    })
  await taken.giveBack()
}
