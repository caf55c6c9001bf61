// Everything that needs the application's secret.

export interface Secrets {
  /** 43 base64url characters (256 bits) that only the holder of the secret can derive. */
  linkToken(purpose: 'driver' | 'driver-home' | 'tracking' | 'receipt', id: string, nonce: string): string
  /** What is stored of a token or key, for looking it up. */
  hash(token: string): Buffer
  sign(purpose: string, text: string): string
  /** What only the holder of the secret can derive; of the secret before, too, while it is being rotated. */
  macs(purpose: string, text: string): Buffer[]
  verify(purpose: string, text: string, signature: string): boolean
  encrypt(text: string): Buffer
  decrypt(sealed: Buffer): string
  /** The same sealed under the secret in use; null when it is already. */
  reseal(sealed: Buffer): Buffer | null
  randomToken(): string
}
