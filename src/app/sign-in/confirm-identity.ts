// Someone signed in proves again who they are: a session that somebody else got hold of is not enough to take the
// account over.
import type { SignedIn } from '../../store/users/sessions.ts'
import { readCredentials } from '../../store/users/users.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { verifyPassword } from '../users/passwords.ts'
import { take } from '../users/rate-limits.ts'
import { useSecondFactor } from './second-factor.ts'

export interface Confirmation {
  current_password: string
  /** Of the authenticator app, or a recovery code; needed where there is a second factor. It is used up. */
  code: string | null
}

export async function confirmIdentity(
  ctx: Context,
  { userId }: SignedIn,
  { current_password, code }: Confirmation,
): Promise<void> {
  const taken = await take(ctx, ['password_confirmations', userId])
  const user = await ctx.read((tx) => readCredentials(tx, userId))
  if (!user || !(await taken.judged(verifyPassword(current_password, user.passwordHash))))
    throw new AppError('invalid', 'PASSWORD_WRONG', 'The current password is wrong.', { fields: ['current_password'] })
  if (user.totpSecret && code === null)
    throw new AppError('invalid', 'CODE_NEEDED', 'Enter the code from your authenticator app.', { fields: ['code'] })
  const right = await ctx.write((tx) => useSecondFactor(ctx, tx, user, code ?? ''))
  if (!right)
    throw new AppError('invalid', 'CODE_WRONG', 'That code is wrong or was used before. Wait for the next one.', {
      fields: ['code'],
    })
  await taken.giveBack()
}
