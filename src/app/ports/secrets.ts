// Operations that need the application's secret (APP_SECRET).

export interface Secrets {
  /** Returns the token of a link: 43 base64url characters (256 bits). Nobody can derive it without the secret. */
  linkToken(purpose: 'driver' | 'driver-home' | 'tracking' | 'receipt', id: string, nonce: string): string
  /** The hash under which a token or key is stored and looked up. */
  hash(token: string): Buffer
  sign(purpose: string, text: string): string
  /**
   * Returns message authentication codes of the text, which nobody can derive without the secret. During a rotation,
   * the list also has a second one, from the previous secret.
   */
  macs(purpose: string, text: string): Buffer[]
  verify(purpose: string, text: string, signature: string): boolean
  encrypt(text: string): Buffer
  decrypt(sealed: Buffer): string
  /** Encrypts the value again with the current secret. Null if it is already encrypted with the current secret. */
  reseal(sealed: Buffer): Buffer | null
  randomToken(): string
  /**
   * Returns a random token of a business, in the format of `randomToken`. Its first characters are the business's code,
   * which only hints at where the token belongs. The hash of the whole token decides. 222 bits are random.
   */
  businessToken(businessId: string): string
  /** Returns a digest that names the business to other installations. It begins with the business's code. */
  businessDigest(businessId: string): string
}
