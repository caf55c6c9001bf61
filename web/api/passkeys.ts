// Asks the browser for a passkey. The library is loaded on first use.
import { words } from '../words/locale.ts'
import { ApiError, type Body, call, type Reply } from './client.ts'

type Options = Reply<'POST /sign-in/passkey/begin'>['options']
export type NewCredential = Body<'POST /account/passkeys'>['credential']
export type Assertion = Body<'POST /sign-in/passkey'>['credential']

export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in window

/** Creates a passkey with the user's consent. */
export const createPasskey = (optionsJSON: Options): Promise<NewCredential> =>
  asked(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    return startRegistration({ optionsJSON: optionsJSON as never })
  }) as Promise<NewCredential>

/** Signs a challenge with a passkey that the user chooses. */
export const signWithPasskey = (optionsJSON: Options): Promise<Assertion> =>
  asked(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    return startAuthentication({ optionsJSON: optionsJSON as never })
  }) as Promise<Assertion>

/** Signs in, which sets the cookie of the new session. */
export async function signInWithPasskey(): Promise<void> {
  const { options } = await call('POST /sign-in/passkey/begin')
  await call('POST /sign-in/passkey', { body: { credential: await signWithPasskey(options) } })
}

export async function confirmWithPasskey(): Promise<void> {
  const { options } = await call('POST /account/confirm/passkey/begin')
  await call('POST /account/confirm/passkey', { body: { credential: await signWithPasskey(options) } })
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    // Browsers don't reveal whether the user has no passkey or declined.
    const said = (error as { code?: unknown }).code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw new ApiError(0, said ? words.account.passkeyThere : words.account.passkeyNone, { code: 'NO_PASSKEY_GIVEN' })
  }
}
