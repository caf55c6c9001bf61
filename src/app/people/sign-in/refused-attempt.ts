// Error of a sign-in attempt that was refused. If there are several installations, each one checks the attempt.
import type { PlainSentence } from '../../../texts/text.ts'
import { AppError, type AnyErrorCode } from '../../errors.ts'
import type { TakenTokens, Use } from '../users/rate-limits.ts'

export class RefusedAttempt extends AppError {
  /**
   * Limits that the attempt was counted against although no account was attacked. They are returned if another
   * installation accepts the attempt. Empty if this installation has the account.
   */
  readonly returnable: readonly Use[]
  /** Whether the account knows the browser, so that its user has probably mistyped the password. */
  readonly isFromKnownBrowser: boolean

  constructor(
    code: AnyErrorCode,
    said: PlainSentence,
    { taken, hasAccount, isKnown = false }: { taken: TakenTokens; hasAccount: boolean; isKnown?: boolean },
  ) {
    super('unauthenticated', code, said)
    this.returnable = hasAccount ? [] : taken.uses
    this.isFromKnownBrowser = isKnown
  }
}
