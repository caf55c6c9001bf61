// Sign-in by email address and password, and by a code if the account has a second factor.
import { findCredentials } from '../../../store/users/users.ts'
import { type App, writeTo } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { WorkOwner } from '../../work-limiter.ts'
import { hashPassword, verifyPassword } from '../users/passwords.ts'
import { takeOrThrow, type TakenTokens } from '../users/rate-limits.ts'
import { knownBrowser, newBrowserToken } from './known-browser.ts'
import { useSecondFactor } from './second-factor.ts'
import { RefusedAttempt } from './refused-attempt.ts'
import { servedHere } from './served-here.ts'
import { type Entry, openSession } from './session.ts'

/** The network and browser from which somebody signs in. */
export interface Visitor {
  network: string
  /** Tokens that earlier sign-ins stored in the browser. */
  browserTokens: readonly string[]
  /** The User-Agent header. */
  userAgent?: string | undefined
  /** The Accept-Language header. */
  languages?: string | undefined
}

/**
 * Signs in. Throws 401 if the email address or password is wrong, without revealing which one. Checks the rate limits
 * first and throws 429 if one is exceeded.
 */
export async function signIn(
  app: App,
  input: { email: string; password: string; code: string | null },
  { network, browserTokens, userAgent }: Visitor,
): Promise<Entry> {
  const user = await servedHere(app, await findCredentials(app.db, input.email))
  const known = user && knownBrowser(app, user, browserTokens)
  const taken = await (known
    ? takeOrThrow(app, ['sign_ins_of_known_browser', known])
    : takeSignInAttempt(app, network, user?.userId ?? input.email.toLowerCase()))
  // If the account doesn't exist, hash the password anyway, so that the response time doesn't reveal it.
  const right = await taken.judged(
    app.workLimiters.passwords.hold(
      known ? { businessId: user.businessId, sender: user.userId } : signInWorkOwner(network),
      () => (user ? verifyPassword(input.password, user.passwordHash) : hashPassword(input.password).then(() => false)),
    ),
  )
  if (!user || !right)
    throw new RefusedAttempt(
      'SIGN_IN_FAILED',
      'No account has this email address and password. Check both and try again.',
      { taken, hasAccount: user !== null, isKnown: Boolean(known) },
    )
  const { code } = input
  if (user.hasSecondFactor && code === null) {
    await taken.giveBack()
    throw codeNeededError()
  }
  const session = await writeTo(app, user.businessId, async (tx) => {
    if (!(await useSecondFactor(app, tx, user, code ?? ''))) throw wrongCodeError()
    return openSession(app, tx, user.userId, userAgent)
  })
  await taken.giveBack()
  return { session, browser: known ?? newBrowserToken(app, user) }
}

/**
 * Returns the owner of the work for the work limiter. It is the same whether or not an account exists. Otherwise the
 * waiting time under load would reveal whether an account exists.
 */
const signInWorkOwner = (network: string): WorkOwner => ({ businessId: 'none', sender: network })

/**
 * Counts an attempt against the limits of the network and of the account. The network's limit comes first, so that a
 * network above it uses up no attempts of an account.
 */
const takeSignInAttempt = (app: App, network: string, account: string): Promise<TakenTokens> =>
  takeOrThrow(
    app,
    ['sign_ins_of_network', network],
    ['sign_ins_of_network_to_account', `${network} ${account}`],
    ['sign_ins_to_account', account],
  )

const codeNeededError = (): AppError =>
  new AppError(
    'unauthenticated',
    'CODE_NEEDED',
    'Enter the six digits from your authenticator app, or a recovery code.',
    {
      fields: ['code'],
    },
  )

const wrongCodeError = (): AppError =>
  new AppError('unauthenticated', 'CODE_WRONG', 'That code is wrong or was used before. Wait for the next one.', {
    fields: ['code'],
  })
