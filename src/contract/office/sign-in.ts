// Signing in to the office, and setting up the first business.
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
  faultText('is easy to guess; use several unrelated words'),
)
const Code = text(6, 6).regex(/^\d{6}$/, faultText('must be the six digits of your authenticator'))

/** The signed-in user, and the token that every change must carry. */
export const SessionOut = z.object({
  business: FormatsOut.extend({
    name: z.string(),
    time_zone: z.string(),
    /** Whether this is the test side, which has no real data and sends nothing. */
    test: z.boolean(),
    /** Language of users who have not chosen one. Null: the language of their browser. */
    office_language: z.enum(OFFICE_LANGUAGES).nullable(),
    /** Whether users who sign in with a password need a second factor. */
    requires_second_factor: z.boolean(),
  }),
  user: z.object({
    user_uuid: UuidOut,
    name: z.string(),
    email: z.string(),
    role: z.enum(USER_ROLES),
    /** Depots that the user is restricted to. Null: no restriction. */
    depot_uuids: z.array(UuidOut).nullable(),
    has_totp: z.boolean(),
    has_passkey: z.boolean(),
    /** Whether the user has to add a second factor before anything else. */
    must_add_second_factor: z.boolean(),
    /** Path for single sign-on, if the user has it. */
    company_path: z.string().nullable(),
    language: z.enum(OFFICE_LANGUAGES).nullable(),
  }),
  /** Businesses that this browser is signed in to in addition. Null if this server is the only installation. */
  other_businesses: z.number().int().nullable(),
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

/** Responds identically whether or not the account exists. `mails`: whether this installation sends email. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/forgot-password',
  permission: null,
  body: z.strictObject({ email: Email }),
  reply: z.object({ mails: z.boolean() }),
  audit: ['user.reset_link_made'],
  office: {},
})

/** Returns null if there is no session. */
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
  office: {
    ofPeople: true,
  },
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

/** Selects the side that this browser shows. Pages that are already open have to be reloaded. */
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

/** Confirmation of the user's identity: the password and, with a second factor, a code or a recovery code. */
export const confirmation = { current_password: text(1, 1_000), code: optional(text(6, 40)) }

/** Sets the user's office language. Null: the language of the business or the browser. */
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

/** Recovery codes, shown only once. */
const RecoveryCodesOut = z.object({ recovery_codes: z.array(z.string()) })

const secondFactor = { permission: 'any', office: { ofPeople: true, confirms: true } } as const

/** Returns a new secret for an authenticator app. */
export const beginTotp = endpoint({
  ...secondFactor,
  method: 'POST',
  path: '/account/totp/begin',
  reply: z.object({ secret: z.string(), uri: z.string() }),
  audit: [],
})

/** Confirms the new secret by a code, in the session that began. Returns new recovery codes, shown only once. */
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

/** Returns new recovery codes, shown only once. */
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
