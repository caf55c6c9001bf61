// Asks the browser for a passkey. The library is loaded by whoever has one.
import { words } from '../words/locale.ts'
import { ApiError, type Body, call, type Reply } from './client.ts'

type Options = Reply<'POST /sign-in/passkey/begin'>['options']
export type NewCredential = Body<'POST /account/passkeys'>['credential']
export type Assertion = Body<'POST /sign-in/passkey'>['credential']

export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window

/** A new passkey, as the person allows it. */
export const madePasskey = (optionsJSON: Options): Promise<NewCredential> =>
  asked(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    return startRegistration({ optionsJSON: optionsJSON as never })
  }) as Promise<NewCredential>

/** What a passkey of the person's choice signed. */
export const signedByPasskey = (optionsJSON: Options): Promise<Assertion> =>
  asked(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    return startAuthentication({ optionsJSON: optionsJSON as never })
  }) as Promise<Assertion>

/** Signs in; the cookie of the new session is set. */
export async function signInByPasskey(): Promise<void> {
  const { options } = await call('POST /sign-in/passkey/begin')
  await call('POST /sign-in/passkey', { body: { credential: await signedByPasskey(options) } })
}

export async function confirmByPasskey(): Promise<void> {
  const { options } = await call('POST /account/confirm/passkey/begin')
  await call('POST /account/confirm/passkey', { body: { credential: await signedByPasskey(options) } })
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    // Browsers don't tell one that has none from one whose person said no.
    const said = (error as { code?: unknown }).code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw new ApiError(0, said ? words.account.passkeyThere : words.account.passkeyNone, { code: 'NO_PASSKEY_GIVEN' })
  }
}
