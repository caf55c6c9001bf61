// Uses the application's secret for links, signatures and sealed columns. HKDF derives one key per purpose.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { Secrets } from '../app/ports/secrets.ts'
import { CODE_CHARACTERS, DIGEST_CHARACTERS } from '../domain/business-code.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Length of 32 bytes in base64url. */
const TOKEN_CHARACTERS = 43

/** Doesn't depend on the secret, so that the code stays the same after a rotation. */
const businessDigest = (businessId: string): string =>
  hash('sha256', businessId, 'base64url').slice(0, DIGEST_CHARACTERS)

/**
 * Opens the secrets. During a rotation, `previous` is the old secret. Signatures and sealed values made with it are
 * still accepted.
 */
export function openSecrets(appSecret: string, previous: string | null = null): Secrets {
  const current = keysOf(appSecret)
  const before = previous === null ? null : keysOf(previous)
  const decrypt = (sealed: Buffer): string => {
    try {
      return decryptWith(current.sealing, sealed)
    } catch (error) {
      if (!before) throw error
      return decryptWith(before.sealing, sealed)
    }
  }
  const encrypt = (text: string): Buffer => {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', current.sealing, nonce)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  }
  return {
    linkToken: (purpose, id, nonce) => current.mac(`link:${purpose}`, `${id}:${nonce}`),
    hash: (token) => hash('sha256', token, 'buffer'),
    sign: current.mac,
    macs: (purpose, text) =>
      [current, before].flatMap((keys) => (keys ? [Buffer.from(keys.mac(purpose, text), 'base64url')] : [])),
    verify: (purpose, text, signature) =>
      [current, before].some((keys) => keys !== null && isEqualInConstantTime(keys.mac(purpose, text), signature)),
    encrypt,
    decrypt,
    reseal: (sealed) => {
      try {
        decryptWith(current.sealing, sealed)
        return null
      } catch {
        return encrypt(decrypt(sealed))
      }
    },
    randomToken: () => randomBytes(32).toString('base64url'),
    businessToken: (businessId) =>
      businessDigest(businessId).slice(0, CODE_CHARACTERS) +
      randomBytes(32)
        .toString('base64url')
        .slice(0, TOKEN_CHARACTERS - CODE_CHARACTERS),
    businessDigest,
  }
}

function keysOf(secret: string) {
  // Key objects, because each use of a key given as bytes would cost five times as much.
  const derive = (purpose: string) => createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'roundsman', purpose, 32)))
  const signing = new Map<string, KeyObject>()
  const mac = (purpose: string, text: string): string => {
    const key = signing.get(purpose) ?? derive(`sign:${purpose}`)
    signing.set(purpose, key)
    return createHmac('sha256', key).update(text).digest('base64url')
  }
  return { sealing: derive('seal'), mac }
}

function decryptWith(key: KeyObject, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

function isEqualInConstantTime(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
