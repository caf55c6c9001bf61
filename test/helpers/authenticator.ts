// A software authenticator: creates passkeys and signs with them, as Web Authentication (level 3) defines, or deliberately
// wrong.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { encodeCBOR } from '@levischuck/tiny-cbor'

interface Options {
  challenge: string
  rp?: { id: string }
  rpId?: string
  user?: { id: string }
}

interface How {
  origin?: string
  host?: string
  /** Whether it verified the user, by a PIN or a fingerprint. */
  verifies?: boolean
  counter?: number
  userHandle?: string
  type?: string
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array | string): string => Buffer.from(data).toString('base64url')

const NOBODY = base64url('nobody')

/**
 * Returns an authenticator that can create one passkey and then sign with it. `origin` is the origin of the page that
 * requests this.
 */
export function softPasskey(origin: string, idBytes = 32) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(idBytes)
  const id = base64url(credentialId)
  /** User handle that the passkey was created for. */
  let userHandle = NOBODY
  let uses = 0

  const clientData = (type: string, challenge: string, how: How): string =>
    JSON.stringify({ type: how.type ?? type, challenge, origin: how.origin ?? origin, crossOrigin: false })
  const authenticatorData = (host: string, how: How, attested?: Buffer): Buffer => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(how.counter ?? ++uses)
    const flags = 0x01 | (how.verifies === false ? 0 : 0x04) | (attested ? 0x40 : 0)
    return Buffer.concat([sha256(how.host ?? host), Buffer.from([flags]), counter, attested ?? Buffer.alloc(0)])
  }
  const common = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }

  return {
    id,
    /** Answers `navigator.credentials.create`. */
    create(options: Options, how: How = {}) {
      if (userHandle === NOBODY) userHandle = options.user?.id ?? ''
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = encodeCBOR(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, key])
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authenticatorData(options.rp?.id ?? '', how, attested))],
      ])
      return {
        ...common,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, how)),
          attestationObject: base64url(encodeCBOR(attestation)),
          transports: ['internal'],
        },
      }
    },
    /** Answers `navigator.credentials.get`. */
    get(options: Options, how: How = {}) {
      const data = authenticatorData(options.rpId ?? '', how)
      const told = clientData('webauthn.get', options.challenge, how)
      return {
        ...common,
        response: {
          clientDataJSON: base64url(told),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(told)]), privateKey)),
          userHandle: how.userHandle ?? userHandle,
        },
      }
    },
  }
}

export type SoftPasskey = ReturnType<typeof softPasskey>
