// Brings everything that was made with the previous secret under the one in use. Can be run again at any time.
import { relink, resealColumn, SEALED } from '../../store/sealed.ts'
import type { App } from '../context.ts'

/** How many sealed values and how many links were changed. */
export async function rotateSecret({ db, secrets }: App): Promise<{ resealed: number; links: number }> {
  let resealed = 0
  for (const column of SEALED) resealed += await resealColumn(db, column, (sealed) => secrets.reseal(sealed))
  const links = await relink(db, (table, id, nonce) =>
    secrets.hash(secrets.linkToken(table === 'orders' ? 'tracking' : 'driver', id, nonce)),
  )
  return { resealed, links }
}
