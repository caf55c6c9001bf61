// Passkeys as browsers have them (Web Authentication, level 3): what a browser is asked, and what its answer proves.

/** Where passkeys are for: browsers tie each to this host, and sign the origin of the page. */
export interface PasskeyPlace {
  host: string
  origin: string
}

export interface KnownCredential {
  credential: Buffer
  transports: string[]
}

/** The browser's answer, as `PublicKeyCredential.toJSON()` has it. */
export interface NewCredential {
  id: string
  rawId: string
  type: 'public-key'
  clientExtensionResults: object
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] | undefined }
}
export interface Assertion {
  id: string
  rawId: string
  type: 'public-key'
  clientExtensionResults: object
  response: {
    clientDataJSON: string
    authenticatorData: string
    signature: string
    userHandle?: string | null | undefined
  }
}

/** Whether a challenge, as the browser signed it, was given out for this. */
type Expected = (challenge: Buffer) => boolean

export interface Passkeys {
  /** What the browser is to make a passkey by, on an authenticator that has none of these. */
  creationOptions(
    place: PasskeyPlace,
    challenge: Buffer,
    user: { handle: Buffer; email: string; name: string },
    others: readonly KnownCredential[],
  ): Promise<Record<string, unknown>>
  /** What the browser is to sign by one of these, or by any that it has for this place. */
  requestOptions(
    place: PasskeyPlace,
    challenge: Buffer,
    ones: readonly KnownCredential[],
  ): Promise<Record<string, unknown>>
  /** The passkey made; null where the answer proves nothing. The person was there, and the authenticator knew them. */
  made(
    place: PasskeyPlace,
    answer: NewCredential,
    expected: Expected,
  ): Promise<(KnownCredential & { publicKey: Buffer; counter: number; synced: boolean }) | null>
  /** The passkey's new counter; null where the answer is not by it, here and now. */
  signed(
    place: PasskeyPlace,
    answer: Assertion,
    expected: Expected,
    passkey: KnownCredential & { publicKey: Buffer; counter: number },
  ): Promise<number | null>
}
