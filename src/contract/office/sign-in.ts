// Signing in to the office, and the first business.
import { faultText } from '../../texts/as-string.ts'
import { z } from 'zod'
import { EMAIL_ADDRESS, MAX_EMAIL_CHARACTERS } from '../../domain/users/email-address.ts'
import { isGuessable } from '../../domain/users/password.ts'
import { OFFICE_LANGUAGES } from '../../domain/users/office-language.ts'
import { USER_ROLES } from '../../domain/users/permissions.ts'
import { boolean, oneOf, optional, text, UuidOut } from '../fields.ts'
import { FormatsOut } from '../formats.ts'
import { endpoint } from '../endpoint.ts'

export const MIN_PASSWORD_CHARACTERS = 10

export const Email = text(3, MAX_EMAIL_CHARACTERS).regex(EMAIL_ADDRESS, faultText('must be an email address'))
export const NewPassword = text(MIN_PASSWORD_CHARACTERS, 1_000).refine(
  (password) => !isGuessable(password),
  faultText('is one of the first that anyone would try; take several words that have nothing to do with one another'),
)
const Code = text(6, 6).regex(/^\d{6}$/, faultText('must be the six digits of your authenticator'))

/** Who is signed in, and the token that every change has to carry. */
export const SessionOut = z.object({
  business: FormatsOut.extend({
    name: z.string(),
    time_zone: z.string(),
    /** It is the test side: nothing leaves it, and nothing of it is real. */
    test: z.boolean(),
    /** What those read who chose no language of their own; null leaves it to their browsers. */
    office_language: z.enum(OFFICE_LANGUAGES).nullable(),
  }),
  user: z.object({
    user_uuid: UuidOut,
    name: z.string(),
    email: z.string(),
    role: z.enum(USER_ROLES),
    /** Which they work for; null for all. */
    depot_uuids: z.array(UuidOut).nullable(),
    has_totp: z.boolean(),
    has_passkey: z.boolean(),
    /** Where they sign in with their company, if they do. */
    company_path: z.string().nullable(),
    language: z.enum(OFFICE_LANGUAGES).nullable(),
  }),
  csrf_token: z.string(),
  version: z.string(),
})
export type SessionOut = z.output<typeof SessionOut>

export const signIn = endpoint({
  method: 'POST',
  path: '/sign-in',
  permission: null,
  body: z.strictObject({ email: text(1, 320), password: text(1, 1_000), code: optional(text(6, 40)) }),
  reply: z.null(),
  audit: [],
  office: {},
})

export const setUp = endpoint({
  method: 'POST',
  path: '/set-up',
  permission: null,
  body: z.strictObject({
    token: text(1, 100),
    business_name: text(1, 200),
    time_zone: text(1, 100),
    name: text(1, 200),
    email: Email,
    password: NewPassword,
  }),
  reply: z.null(),
  audit: ['business.created', 'user.created'],
  office: {},
})

/** Answers the same whether or not there is such an account: `mails` says whether this installation sends email. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/forgot-password',
  permission: null,
  body: z.strictObject({ email: Email }),
  reply: z.object({ mails: z.boolean() }),
  audit: ['user.reset_link_made'],
  office: {},
})

/** Answers null when no session is needed. */
export const readSession = endpoint({
  method: 'GET',
  path: '/session',
  permission: null,
  reply: SessionOut.nullable(),
  office: {},
})
export const signOut = endpoint({
  method: 'POST',
  path: '/sign-out',
  permission: 'any',
  reply: z.null(),
  audit: [],
  office: {},
})
export const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/sign-out-everywhere',
  permission: 'any',
  reply: z.null(),
  audit: ['user.signed_out_everywhere', 'user.link_ended'],
  office: {
    ofPeople: true,
  },
})

/** The side that this browser shows from now on; pages opened before have to be loaded again. */
export const switchSide = endpoint({
  method: 'POST',
  path: '/side',
  permission: 'any',
  body: z.strictObject({ test: boolean() }),
  reply: z.null(),
  audit: ['business.created'],
  office: {
    ofPeople: true,
  },
})

/** Who is signed in, as they confirm it: the password and, with a second factor, a code or a recovery code. */
export const confirmation = { current_password: text(1, 1_000), code: optional(text(6, 40)) }

/** The language that the user reads the office in; null leaves it to the business and the browser. */
export const chooseLanguage = endpoint({
  method: 'POST',
  path: '/account/language',
  permission: 'any',
  body: z.strictObject({ language: oneOf(OFFICE_LANGUAGES).nullable() }),
  reply: z.null(),
  audit: [],
  office: {
    ofPeople: true,
  },
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/account/password',
  permission: 'any',
  body: z.strictObject({ ...confirmation, new_password: NewPassword }),
  reply: z.null(),
  audit: ['user.password_changed'],
  office: {
    ofPeople: true,
  },
})

/** Shown this once. */
const RecoveryCodesOut = z.object({ recovery_codes: z.array(z.string()) })

const secondFactor = { permission: 'any', office: { ofPeople: true, confirms: true } } as const

/** Answers with the secret for an authenticator app, chosen by the server. */
export const beginTotp = endpoint({
  ...secondFactor,
  method: 'POST',
  path: '/account/totp/begin',
  reply: z.object({ secret: z.string(), uri: z.string() }),
  audit: [],
})

/** The code of the new secret, in the session that began. Answers with new recovery codes, which are shown this once. */
export const confirmTotp = endpoint({
  method: 'POST',
  path: '/account/totp',
  permission: 'any',
  body: z.strictObject({ code: Code }),
  reply: RecoveryCodesOut,
  audit: ['user.totp_set'],
  office: {
    ofPeople: true,
  },
})

/** Answers with new recovery codes, which are shown this once. */
export const renewRecoveryCodes = endpoint({
  ...secondFactor,
  method: 'POST',
  path: '/account/recovery-codes',
  reply: RecoveryCodesOut,
  audit: ['user.recovery_codes_made'],
})

export const removeTotp = endpoint({
  ...secondFactor,
  method: 'DELETE',
  path: '/account/totp',
  reply: z.null(),
  audit: ['user.totp_removed'],
})
