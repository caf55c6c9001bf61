// Passkeys: one's own, signing in by one, and confirming who one is. Browsers are asked and answer in the JSON of Web
// Authentication (level 3), which the pages hand on as it is.
import { faultText } from '../../texts/as-string.ts'
import { z } from 'zod'
import { InstantOut, text, Uuid, UuidOut, words } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

export const PasskeyOut = z.object({
  passkey_uuid: UuidOut,
  name: z.string(),
  /** Whether it is on every device of its owner's account, rather than on one. */
  synced: z.boolean(),
  created_at: InstantOut,
  last_used_at: InstantOut.nullable(),
})
export type PasskeyOut = z.output<typeof PasskeyOut>

/** For `navigator.credentials`. */
const Options = z.object({ options: z.record(z.string(), z.unknown()) })

const Bytes = text(1, 8_000).regex(/^[\w-]+$/, faultText('must be base64url'))
const credential = {
  id: Bytes,
  rawId: Bytes,
  type: z.literal('public-key', { error: faultText('must be "public-key"') }),
  clientExtensionResults: z.object({}),
}
// What else browsers say of it is not needed.
const NewCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z
      .array(text(1, 40))
      .max(10, faultText('must name at most {most}', { most: 10 }))
      .optional(),
  }),
})
const Assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Bytes.nullish(),
  }),
})

export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/sign-in/passkey/begin',
  permission: null,
  reply: Options,
  audit: [],
  office: {},
})
export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/sign-in/passkey',
  permission: null,
  body: z.strictObject({ credential: Assertion }),
  reply: z.null(),
  audit: [],
  office: {},
})

const own = { permission: 'any', office: { ofPeople: true } } as const

export const listPasskeys = endpoint({
  ...own,
  method: 'GET',
  path: '/account/passkeys',
  reply: z.object({
    /** Why browsers refuse passkeys for this server's address; null where they don't. */
    impossible: z.string().nullable(),
    passkeys: z.array(PasskeyOut),
  }),
})
export const beginPasskey = endpoint({
  ...own,
  method: 'POST',
  path: '/account/passkeys/begin',
  reply: Options,
  audit: [],
  office: {
    ...own.office,
    confirms: true,
  },
})
/** The passkey of the session that began. Answers with recovery codes where the account had no second factor before. */
export const addPasskey = endpoint({
  ...own,
  method: 'POST',
  path: '/account/passkeys',
  body: z.strictObject({ name: words(100), credential: NewCredential }),
  reply: z.object({ recovery_codes: z.array(z.string()).nullable() }),
  audit: ['user.passkey_added'],
})
export const removePasskey = endpoint({
  ...own,
  method: 'DELETE',
  path: '/account/passkeys/{passkey_uuid}',
  params: z.object({ passkey_uuid: Uuid }),
  reply: z.null(),
  audit: ['user.passkey_removed'],
  office: {
    ...own.office,
    confirms: true,
  },
})

export const beginConfirming = endpoint({
  ...own,
  method: 'POST',
  path: '/account/confirm/passkey/begin',
  reply: Options,
  audit: [],
})
export const confirmByPasskey = endpoint({
  ...own,
  method: 'POST',
  path: '/account/confirm/passkey',
  body: z.strictObject({ credential: Assertion }),
  reply: z.null(),
  audit: [],
})
