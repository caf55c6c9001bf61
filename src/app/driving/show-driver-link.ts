// Shows an operator the link that was sent to a route's driver.
import { findDriverLink } from '../../store/routes/routes.ts'
import type { App } from '../context.ts'
import { conflicting } from '../errors.ts'
import { driverUrl } from '../routes/driver-link.ts'
import { notFoundError } from '../business/audited-change.ts'

export async function showDriverLink(app: App, routeId: string): Promise<{ url: string }> {
  const link = await app.db.asSystem((tx) => findDriverLink(tx, routeId))
  if (!link) throw notFoundError('route')
  if (!link.nonce)
    throw conflicting('ROUTE_NOT_RUNNING', 'This route has no driver link: only a running route has one.')
  return { url: driverUrl(app, routeId, link.nonce) }
}
