// Signing in by email address and password, and by a code where the account has a second factor.
import { FAILURES_FORGOTTEN_SECONDS, type ThrottledBy, waitAfterFailures } from '../../domain/sign-in.ts'
import { countFailure, type Failures, forgiveFailures, uncountFailures } from '../../store/sessions.ts'
import { type Credentials, findCredentials, useTotpStep } from '../../store/users.ts'
import type { Tx } from '../../store/database.ts'
import type { App } from '../context.ts'
import { AppError } from '../errors.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { openSession } from './session.ts'
import { totpStepOf } from './totp.ts'

/** The new session's token; throws 401 without saying which of the two was wrong, or 429 after too many failures. */
export async function signIn(
  app: App,
  input: { email: string; password: string; code: string | null },
  address: string,
): Promise<string> {
  const account = `account:${input.email.toLowerCase()}`
  const from = `address:${address}`
  await refuseTooMany(app, account, from)
  const user = await findCredentials(app.db, input.email)
  // Without an account the password is hashed all the same: the time taken tells nothing.
  const right = user ? await verifyPassword(input.password, user.passwordHash) : !(await hashPassword(input.password))
  if (!user || !right) throw wrong()
  const second = secondFactor(app, user, input.code)
  const token = await app.db.asBusiness(user.businessId, async (tx) => {
    if (second && !(await used(app, tx, user, second))) throw wrongCode()
    return openSession(app, tx, user.businessId, user.userId)
  })
  await forgiveFailures(app.db, account, from)
  return token
}

async function refuseTooMany(app: App, account: string, address: string): Promise<void> {
  const now = app.clock()
  const forgotten = new Date(now.getTime() - FAILURES_FORGOTTEN_SECONDS * 1000)
  const before: Failures[] = []
  for (const subject of [account, address]) {
    const counted = await countFailure(app.db, subject, now, forgotten)
    if (counted) before.push(counted)
  }
  const waits = before.map(({ subject, failures, lastAt }) => {
    const by: ThrottledBy = subject === account ? 'account' : 'address'
    return lastAt.getTime() / 1000 + waitAfterFailures(by, failures) - now.getTime() / 1000
  })
  const seconds = Math.ceil(Math.max(0, ...waits))
  if (seconds === 0) return
  await uncountFailures(app.db, before)
  throw new AppError(
    'limited',
    'TOO_MANY_SIGN_INS',
    `Too many failed sign-ins. Wait ${seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`} and try again.`,
    { retryAfterSeconds: seconds },
  )
}

type SecondFactor = { step: number } | { recoveryCode: string }

const used = (app: App, tx: Tx, { businessId, userId }: Credentials, second: SecondFactor): Promise<boolean> =>
  'step' in second
    ? useTotpStep(tx, businessId, userId, second.step)
    : useRecoveryCode(app, tx, businessId, userId, second.recoveryCode)

/** What stands for the second factor, null for an account without one. */
function secondFactor(app: App, user: Credentials, code: string | null): SecondFactor | null {
  if (!user.totpSecret) return null
  if (code === null)
    throw new AppError('unauthenticated', 'CODE_NEEDED', 'Enter the six digits from your authenticator app.', {
      fields: ['code'],
    })
  if (!/^\d{6}$/.test(code)) return { recoveryCode: code }
  const step = totpStepOf(app.secrets.decrypt(user.totpSecret), code, app.clock())
  if (step === null) throw wrongCode()
  return { step }
}

const wrong = (): AppError =>
  new AppError(
    'unauthenticated',
    'SIGN_IN_FAILED',
    'No account has this email address and password. Check both and try again.',
  )

const wrongCode = (): AppError =>
  new AppError('unauthenticated', 'CODE_WRONG', 'That code is wrong or was used before. Wait for the next one.', {
    fields: ['code'],
  })
