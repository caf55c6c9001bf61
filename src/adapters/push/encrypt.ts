// Web push on the wire: text that one browser alone reads (RFC 8291, aes128gcm of RFC 8188), and who sends it (RFC 8292).
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto'
import type { PushKey, PushTarget } from '../../app/ports/push.ts'

const CURVE = 'prime256v1'
/** One record: push services take no more than this. */
const RECORD_BYTES = 4_096
const LAST_RECORD = Buffer.from([2])

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url')

export function makePushKey(): PushKey {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey().toString('base64url') }
}

/** Whether it is a point on the curve: what is no point can't be encrypted for. */
export function isPoint(publicKey: string): boolean {
  const bytes = bytesOf(publicKey)
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    createPublicKey({ key: jwkOf(bytes), format: 'jwk' })
    return true
  } catch {
    return false
  }
}

/** `own` and `salt` are made anew for each text. */
export function encrypted(
  text: string,
  { publicKey, authSecret }: Omit<PushTarget, 'endpoint'>,
  own: ECDH = madeAnew(),
  salt: Buffer = randomBytes(16),
): Buffer {
  const theirs = bytesOf(publicKey)
  const ours = own.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const shared = hkdf(own.computeSecret(theirs), bytesOf(authSecret), info, 32)
  const key = hkdf(shared, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = hkdf(shared, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const record = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(LAST_RECORD), cipher.final()])
  const head = Buffer.alloc(21)
  salt.copy(head)
  head.writeUInt32BE(RECORD_BYTES, 16)
  head.writeUInt8(ours.length, 20)
  return Buffer.concat([head, ours, record, cipher.getAuthTag()])
}

/** The header Authorization: who sends, to this push service alone, until `expires`. */
export function vapid({ publicKey, privateKey }: PushKey, audience: string, contact: string, expires: Date): string {
  const claims = { aud: audience, exp: Math.floor(expires.getTime() / 1000), sub: contact }
  const unsigned = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`
  const key = createPrivateKey({ key: { ...jwkOf(bytesOf(publicKey)), d: privateKey }, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${unsigned}.${signature.toString('base64url')}, k=${publicKey}`
}

function madeAnew(): ECDH {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  return pair
}

const hkdf = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

const jwkOf = (point: Buffer) => ({
  kty: 'EC',
  crv: 'P-256',
  x: point.subarray(1, 33).toString('base64url'),
  y: point.subarray(33).toString('base64url'),
})

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
