// Operations that need the application's secret.

export interface Secrets {
  /** 43 base64url characters (256 bits) that only the holder of the secret can derive. */
  linkToken(purpose: 'driver' | 'driver-home' | 'tracking' | 'receipt', id: string, nonce: string): string
  /** The hash under which a token or key is stored and looked up. */
  hash(token: string): Buffer
  sign(purpose: string, text: string): string
  /**
   * MACs that only the holder of the secret can derive. During a rotation, a second one is derived from the previous
   * secret.
   */
  macs(purpose: string, text: string): Buffer[]
  verify(purpose: string, text: string, signature: string): boolean
  encrypt(text: string): Buffer
  decrypt(sealed: Buffer): string
  /** Seals the value again with the current secret. Null if the current secret already seals it. */
  reseal(sealed: Buffer): Buffer | null
  randomToken(): string
}
