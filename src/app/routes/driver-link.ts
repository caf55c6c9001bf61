// The driver's link is derived from the secret, so that the database alone can't reveal it. The database stores only
// its hash.
import { setDriverLink } from '../../store/routes/routes.ts'
import type { App, Context, WriteTx } from '../context.ts'

/** Creates a link for the route and revokes the previous link, if there is one. */
export async function renewDriverLink(ctx: Context, tx: WriteTx, routeId: string): Promise<void> {
  const nonce = ctx.newId()
  await setDriverLink(tx, routeId, { nonce, hash: ctx.secrets.hash(tokenOf(ctx, routeId, nonce)) })
}

export const driverUrl = (links: Pick<App, 'publicUrl' | 'secrets'>, routeId: string, nonce: string): string =>
  links.publicUrl + driverPath(links, routeId, nonce)

export const driverPath = (links: Pick<App, 'secrets'>, routeId: string, nonce: string): string =>
  `/d/${tokenOf(links, routeId, nonce)}`

const tokenOf = ({ secrets }: Pick<App, 'secrets'>, routeId: string, nonce: string): string =>
  secrets.linkToken('driver', routeId, nonce)
