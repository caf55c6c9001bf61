// The application's secret at work: links, signatures, sealed columns. One key a purpose, derived by HKDF.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { Secrets } from '../app/ports.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

export function openSecrets(appSecret: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', appSecret, 'roundsman', purpose, 32))
  const sealing = derive('seal')
  const signing = new Map<string, Buffer>()
  const mac = (purpose: string, text: string): string => {
    const key = signing.get(purpose) ?? derive(`sign:${purpose}`)
    signing.set(purpose, key)
    return createHmac('sha256', key).update(text).digest('base64url')
  }
  return {
    linkToken: (purpose, id, nonce) => mac(`link:${purpose}`, `${id}:${nonce}`),
    hash: (token) => createHash('sha256').update(token).digest(),
    sign: mac,
    verify: (purpose, text, signature) => {
      const expected = Buffer.from(mac(purpose, text))
      const given = Buffer.from(signature)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
    encrypt: (text) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    decrypt: (sealed) => {
      const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
    randomToken: () => randomBytes(32).toString('base64url'),
  }
}
