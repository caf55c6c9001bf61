// Signing in to the office, and the first business.
import { z } from 'zod'
import { isGuessable } from '../../domain/users/password.ts'
import type { UserRole } from '../../domain/users/user.ts'
import { optional, text } from '../fields.ts'
import { officeEndpoint } from './endpoint.ts'

export const MIN_PASSWORD_CHARACTERS = 10

export const Email = text(3, 320).regex(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, 'must be an email address')
export const NewPassword = text(MIN_PASSWORD_CHARACTERS, 1_000).refine(
  (password) => !isGuessable(password),
  'is one of the first that anyone would try; take several words that have nothing to do with one another',
)
const Code = text(6, 6).regex(/^\d{6}$/, 'must be the six digits of your authenticator')

/** Who is signed in, and the token that every change has to carry. */
export interface SessionOut {
  business: { name: string; time_zone: string }
  user: { user_uuid: string; name: string; email: string; role: UserRole; has_totp: boolean }
  csrf_token: string
  version: string
}

export const signIn = officeEndpoint({
  method: 'POST',
  path: '/sign-in',
  role: null,
  body: z.strictObject({ email: text(1, 320), password: text(1, 1_000), code: optional(text(6, 40)) }),
})

export const setUp = officeEndpoint({
  method: 'POST',
  path: '/set-up',
  role: null,
  body: z.strictObject({
    token: text(1, 100),
    business_name: text(1, 200),
    time_zone: text(1, 100),
    name: text(1, 200),
    email: Email,
    password: NewPassword,
  }),
})

/** Answers the same whether or not there is such an account: `mails` says whether this installation sends email. */
export const forgotPassword = officeEndpoint({
  method: 'POST',
  path: '/forgot-password',
  role: null,
  body: z.strictObject({ email: Email }),
})

/** Answers null for whoever is not signed in. */
export const readSession = officeEndpoint({ method: 'GET', path: '/session', role: null })
export const signOut = officeEndpoint({ method: 'POST', path: '/sign-out', role: 'VIEWER' })
export const signOutEverywhere = officeEndpoint({ method: 'POST', path: '/sign-out-everywhere', role: 'VIEWER' })

/** Who is signed in, as they confirm it: the password and, with a second factor, a code or a recovery code. */
const confirmation = { current_password: text(1, 1_000), code: optional(text(6, 40)) }

export const changePassword = officeEndpoint({
  method: 'POST',
  path: '/account/password',
  role: 'VIEWER',
  body: z.strictObject({ ...confirmation, new_password: NewPassword }),
})

/** Answers with the secret for an authenticator app, chosen by the server. */
export const beginTotp = officeEndpoint({
  method: 'POST',
  path: '/account/totp/begin',
  role: 'VIEWER',
  body: z.strictObject(confirmation),
})

/** The code of the new secret, in the session that began. Answers with new recovery codes, which are shown this once. */
export const confirmTotp = officeEndpoint({
  method: 'POST',
  path: '/account/totp',
  role: 'VIEWER',
  body: z.strictObject({ code: Code }),
})

/** Answers with new recovery codes, which are shown this once. */
export const renewRecoveryCodes = officeEndpoint({
  method: 'POST',
  path: '/account/recovery-codes',
  role: 'VIEWER',
  body: z.strictObject(confirmation),
})

export const removeTotp = officeEndpoint({
  method: 'DELETE',
  path: '/account/totp',
  role: 'VIEWER',
  body: z.strictObject(confirmation),
})
