// The key of this installation that signs receipts. Created on first use, stored encrypted, replaced by a command.
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { ReceiptKeys } from '../../../contract/receipts.ts'
import {
  addReceiptKey,
  lockReceiptKey,
  receiptKeys,
  replaceReceiptKey,
  type SealedReceiptKey,
  sealedReceiptKey,
} from '../../../store/receipts/receipt-keys.ts'
import type { App, WriteTx } from '../../context.ts'
import { publicKeyOf, thumbprint } from './receipt-file.ts'

export interface SigningKey {
  kid: string
  privateKey: KeyObject
}

type KeyStore = Pick<App, 'db' | 'secrets' | 'clock'>

/** Creates a key if there is none. */
export async function ensureReceiptKey(app: KeyStore): Promise<void> {
  if (!(await sealedReceiptKey(app.db))) await addReceiptKey(app.db, makeKey(app), app.clock())
}

/** Returns the current key and locks it until the end of the transaction. */
export async function signingKey({ secrets }: Pick<App, 'secrets'>, tx: WriteTx): Promise<SigningKey> {
  const held = await lockReceiptKey(tx)
  if (!held) throw new Error('there is no key to sign receipts with')
  return { kid: held.kid, privateKey: createPrivateKey(secrets.decrypt(held.privateKey)) }
}

/** The public keys, for verifiers of receipts. */
export async function publicReceiptKeys(app: KeyStore): Promise<ReceiptKeys> {
  await ensureReceiptKey(app)
  const keys = await receiptKeys(app.db)
  return {
    keys: keys.map(({ kid, publicKey, retiredAt }) => ({
      ...publicKeyOf(publicKey),
      alg: 'EdDSA',
      use: 'sig',
      kid,
      retired_at: retiredAt?.toISOString() ?? null,
    })),
  }
}

/** Replaces the current key. Earlier receipts remain valid. */
export async function rotateReceiptKey(app: KeyStore): Promise<{ kid: string; retired: string | null }> {
  const key = makeKey(app)
  return { kid: key.kid, retired: await replaceReceiptKey(app.db, key, app.clock()) }
}

/** Replaces the key if its encryption secret was lost. */
export async function replaceLostReceiptKey(app: KeyStore): Promise<void> {
  const key = await sealedReceiptKey(app.db)
  if (!key) return
  try {
    app.secrets.decrypt(key.privateKey)
  } catch {
    await rotateReceiptKey(app)
  }
}

function makeKey({ secrets }: Pick<App, 'secrets'>): SealedReceiptKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return {
    kid: thumbprint(publicKeyOf(x)),
    publicKey: x,
    privateKey: secrets.encrypt(String(privateKey.export({ format: 'pem', type: 'pkcs8' }))),
  }
}
