// Passkeys with SimpleWebAuthn. It is loaded for the first passkey, because most processes never need its code for
// certificates.
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { KnownCredential, Passkeys } from '../app/ports/passkeys.ts'

const NAME = 'Roundsman'
/** Milliseconds for which a browser prompts its user. */
const TIMEOUT_MS = 5 * 60_000

const library = () => import('@simplewebauthn/server')

const descriptorOf = ({ credential, transports }: KnownCredential) => ({
  id: credential.toString('base64url'),
  transports,
})
const bytes = (challenge: string): Buffer => Buffer.from(challenge, 'base64url')

export const openPasskeys = (): Passkeys => ({
  creationOptions: async (place, challenge, user, others) => {
    const { generateRegistrationOptions } = await library()
    const options = await generateRegistrationOptions({
      rpName: NAME,
      rpID: place.host,
      userName: user.email,
      userDisplayName: user.name,
      userID: Uint8Array.from(user.handle),
      challenge: Uint8Array.from(challenge),
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      excludeCredentials: others.map(descriptorOf),
      // The passkey is found without a user name and verifies its user, so that it counts as both factors.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    return { ...options }
  },
  requestOptions: async (place, challenge, ones) => {
    const { generateAuthenticationOptions } = await library()
    const options = await generateAuthenticationOptions({
      rpID: place.host,
      challenge: Uint8Array.from(challenge),
      timeout: TIMEOUT_MS,
      userVerification: 'required',
      allowCredentials: ones.map(descriptorOf),
    })
    return { ...options }
  },
  verifyRegistration: async (place, answer, expected) => {
    const { verifyRegistrationResponse } = await library()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer,
      expectedChallenge: (challenge) => expected(bytes(challenge)),
      expectedOrigin: place.origin,
      expectedRPID: place.host,
      requireUserVerification: true,
    }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
    if (!verified || !registrationInfo) return null
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credential: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: [...(credential.transports ?? [])],
      synced: credentialBackedUp,
    }
  },
  verifyAssertion: async (place, answer, expected, passkey) => {
    const { verifyAuthenticationResponse } = await library()
    const { credential, publicKey, counter } = passkey
    const found = await verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: (challenge) => expected(bytes(challenge)),
      expectedOrigin: place.origin,
      expectedRPID: place.host,
      credential: {
        id: credential.toString('base64url'),
        publicKey: Uint8Array.from(publicKey),
        counter,
        transports: passkey.transports,
      },
      requireUserVerification: true,
      // The library throws the fault of the response. The sender of a wrong response must not learn it.
    }).catch(() => null)
    return found?.verified ? found.authenticationInfo.newCounter : null
  },
})
