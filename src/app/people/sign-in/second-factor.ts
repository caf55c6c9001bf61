// Checks the second factor: a code from the authenticator app or a recovery code. Each code works once.
import type { Tx } from '../../../store/database.ts'
import { type Credentials, useTotpStep } from '../../../store/users/users.ts'
import type { App } from '../../context.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { latestTotpStep, totpStepOf } from './totp.ts'

/**
 * Uses a code. Returns false if the code is wrong or was used before. Returns true without a check if the account has
 * no second factor.
 */
export async function useSecondFactor(app: App, tx: Tx, user: Credentials, code: string): Promise<boolean> {
  const { userId, totpSecret } = user
  if (!user.hasSecondFactor) return true
  if (!totpSecret || !/^\d{6}$/.test(code)) return useRecoveryCode(app, tx, userId, code)
  const now = app.clock()
  const step = totpStepOf(app.secrets.decrypt(totpSecret), code, now)
  return step !== null && useTotpStep(tx, userId, step, latestTotpStep(now))
}
