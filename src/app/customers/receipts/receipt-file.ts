// The file format of a receipt: canonical JSON (RFC 8785), digests and signatures. Verification needs this module and
// no server.
import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { ReceiptLine } from '../../../contract/receipts.ts'
import type { Disclosable } from '../../../domain/receipts/receipt.ts'

export const canonical = (value: object): string => {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('not a JSON value')
  return text
}

export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')

/** Digest that the signed part contains in place of a removable value. */
export const saltedDigest = <Name extends keyof Disclosable>(
  name: Name,
  { salt, value }: { salt: string; value: Disclosable[Name] },
): string => sha256(canonical([salt, name, value])).toString('hex')

type PublicKey = ReceiptLine['key']

export const publicKeyOf = (x: string): PublicKey => ({ crv: 'Ed25519', kty: 'OKP', x })

/** The key's thumbprint (RFC 7638), which identifies the key in receipts. */
export const thumbprint = (key: PublicKey): string => sha256(canonical(key)).toString('base64url')

/** Verifies an Ed25519 signature in hexadecimal. Returns false if the key is invalid, too. */
export function isSignedWith(key: PublicKey, content: string, signature: string): boolean {
  let publicKey: KeyObject
  try {
    publicKey = createPublicKey({ key, format: 'jwk' })
  } catch {
    return false
  }
  return verify(null, Buffer.from(content), publicKey, Buffer.from(signature, 'hex'))
}
