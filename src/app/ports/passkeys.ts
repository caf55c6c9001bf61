// Passkeys of browsers (Web Authentication, level 3): builds their options and verifies their responses.

/** The relying party. Browsers tie each passkey to this host, and sign the origin of the page with each use. */
export interface PasskeyPlace {
  host: string
  origin: string
}

export interface KnownCredential {
  credential: Buffer
  transports: string[]
}

/** The browser's response, in the format of `PublicKeyCredential.toJSON()`. */
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

/** Returns whether the challenge that the browser signed was issued for this operation. */
type ChallengeCheck = (challenge: Buffer) => boolean

export interface Passkeys {
  /** Returns the options for a new passkey. An authenticator that has one of the passkeys in `others` will refuse. */
  creationOptions(
    place: PasskeyPlace,
    challenge: Buffer,
    user: { handle: Buffer; email: string; name: string },
    others: readonly KnownCredential[],
  ): Promise<Record<string, unknown>>
  /**
   * Returns the options for a signature by one of these passkeys. If the list is empty, the user may choose any passkey
   * for this host.
   */
  requestOptions(
    place: PasskeyPlace,
    challenge: Buffer,
    ones: readonly KnownCredential[],
  ): Promise<Record<string, unknown>>
  /**
   * Verifies the response and returns the new passkey. Null if the response is invalid. The user must have been present
   * and verified.
   */
  verifyRegistration(
    place: PasskeyPlace,
    answer: NewCredential,
    expected: ChallengeCheck,
  ): Promise<(KnownCredential & { publicKey: Buffer; counter: number; synced: boolean }) | null>
  /**
   * Verifies the response and returns the passkey's new signature counter. Null if the response was not signed by this
   * passkey for this challenge and origin.
   */
  verifyAssertion(
    place: PasskeyPlace,
    answer: Assertion,
    expected: ChallengeCheck,
    passkey: KnownCredential & { publicKey: Buffer; counter: number },
  ): Promise<number | null>
}
