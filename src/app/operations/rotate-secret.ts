// Brings everything that was made with the previous secret under the one in use. Can be run again at any time.
import { endPreviousLinks, relink, resealColumn, SEALED } from '../../store/operations/sealed.ts'
import type { App } from '../context.ts'
import { forgetLostPushKey } from '../driving/push-key.ts'
import { replaceLostReceiptKey } from '../customers/receipts/receipt-key.ts'
import { adoptSecret } from './check-secret.ts'

export interface Rotation {
  /** Links handed out before open nothing any more. */
  endLinks: boolean
  /** What nobody can read any more stays as it is. */
  oldSecretLost: boolean
}

export interface Rotated {
  /** How many sealed values and how many links were changed. */
  resealed: number
  links: number
  /** How many links handed out before were ended. */
  ended_links: number
  /** Sealed values that can't be read with either secret. */
  unreadable: number
}

const LINK_PURPOSES = {
  orders: 'tracking',
  routes: 'driver',
  driver_homes: 'driver-home',
  receipts: 'receipt',
} as const

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
