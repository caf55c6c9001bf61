// Passkeys: managing them, signing in, and confirming the user's identity. Options and credentials have
// the JSON format of Web Authentication (level 3), which the pages pass on unchanged.
import { faultText } from '../../texts/as-string.ts'
import { z } from 'zod'
import { InstantOut, text, Uuid, UuidOut, nonBlankText } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

export const PasskeyOut = z.object({
  passkey_uuid: UuidOut,
  name: z.string(),
  /** Whether the passkey is synchronized across its owner's devices instead of bound to one device. */
  synced: z.boolean(),
  created_at: InstantOut,
  last_used_at: InstantOut.nullable(),
})
export type PasskeyOut = z.output<typeof PasskeyOut>

/** Options for `navigator.credentials`. */
const Options = z.object({ options: z.record(z.string(), z.unknown()) })

const Bytes = text(1, 8_000).regex(/^[\w-]+$/, faultText('must be base64url'))
const credential = {
  id: Bytes,
  rawId: Bytes,
  type: z.literal('public-key', { error: faultText('must be "public-key"') }),
  clientExtensionResults: z.object({}),
}
// Further members that browsers send are ignored.
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
    /** Why browsers don't support passkeys at this server's address, else null. */
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
/**
 * Adds the passkey that was begun in this session. Returns recovery codes if the account had no second factor before.
 */
export const addPasskey = endpoint({
  ...own,
  method: 'POST',
  path: '/account/passkeys',
  body: z.strictObject({ name: nonBlankText(100), credential: NewCredential }),
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
