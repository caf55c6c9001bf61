// Applies the current secret to all data that depends on the previous secret. Can be repeated at any time.
import { endPreviousLinks, relink, resealColumn, SEALED } from '../../store/operations/sealed.ts'
import type { App } from '../context.ts'
import { forgetLostPushKey } from '../driving/push-key.ts'
import { replaceLostReceiptKey } from '../customers/receipts/receipt-key.ts'
import { adoptSecret } from './check-secret.ts'

export interface Rotation {
  /** Whether to end the links that were issued with the previous secret. */
  endLinks: boolean
  /** Whether the previous secret is lost. Values that can't be decrypted without it then stay unchanged. */
  oldSecretLost: boolean
}

export interface Rotated {
  /** Number of encrypted values that were changed. `links` is the number of changed links. */
  resealed: number
  links: number
  /** Number of earlier links that were ended. */
  ended_links: number
  /** Number of encrypted values that neither secret can decrypt. */
  unreadable: number
}

const LINK_PURPOSES = {
  orders: 'tracking',
  routes: 'driver',
  driver_homes: 'driver-home',
  receipts: 'receipt',
} as const

/**
 * Encrypts all values with the current secret and derives all links from it. If the previous secret is lost, the keys
 * for receipts and notifications are replaced if they are unreadable, and links of the previous secret end.
 */
export async function rotateSecret(
  app: App,
  { endLinks = false, oldSecretLost = false }: Partial<Rotation> = {},
): Promise<Rotated> {
  const { db, secrets } = app
  let [resealed, unreadable] = [0, 0]
  const reseal = (sealed: Buffer): Buffer | null => {
    try {
      return secrets.reseal(sealed)
    } catch (error) {
      if (!oldSecretLost) throw error
      unreadable++
      return null
    }
  }
  for (const column of SEALED) resealed += await resealColumn(db, column, reseal)
  if (oldSecretLost) await forgetLostPushKey(app)
  if (oldSecretLost) await replaceLostReceiptKey(app)
  const links = await relink(db, (table, id, nonce) => secrets.hash(secrets.linkToken(LINK_PURPOSES[table], id, nonce)))
  const ended_links = endLinks || oldSecretLost ? await endPreviousLinks(db) : 0
  await adoptSecret(app)
  return { resealed, links, ended_links, unreadable }
}
