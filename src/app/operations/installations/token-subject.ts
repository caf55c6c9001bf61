// The part of a request that shows its business, from a token.
import { CODE_CHARACTERS } from '../../../domain/business-code.ts'
import type { Subject, TokenKind } from '../../../domain/installations.ts'
import type { Secrets } from '../../ports/secrets.ts'

/** `coded` is the token without a prefix. It begins with the code of the business, unless it is older than the codes. */
export const tokenSubject = (
  secrets: Pick<Secrets, 'hash'>,
  kind: TokenKind,
  token: string,
  coded = token,
): Subject => ({
  foundBy: { kind, value: secrets.hash(token).toString('base64url') },
  hint: coded.slice(0, CODE_CHARACTERS),
})
