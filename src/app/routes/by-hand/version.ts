// What a dispatcher's change of a route was made on: two who change the same route never overwrite each other unseen.
import { text } from '../../../texts/text.ts'
import { createHash } from 'node:crypto'
import { lastChangeBy } from '../../../store/audit/audit.ts'
import type { Tx } from '../../../store/database.ts'
import type { Route } from '../../../store/routes/routes.ts'
import type { Stop } from '../../../store/routes/stops.ts'
import { conflicting } from '../../errors.ts'

/** Another text whenever the route's state, driver, vehicle, or the order, trips, locks or states of its stops change. */
export function versionOf(route: Route, stops: readonly Stop[]): string {
  const parts = [route.status, route.driverId, route.vehicleId]
  const lines = stops.map(({ stopId, sequence, locked, status, trip }) =>
    [stopId, sequence, locked, status, ...(trip > 1 ? [trip] : [])].join(),
  )
  return createHash('sha256')
    .update([...parts, ...lines].join('\n'))
    .digest('base64url')
    .slice(0, 22)
}

/** Refuses a change made on another version, naming who changed the route since. */
export async function refuseStale(
  tx: Tx,
  route: Route,
  stops: readonly Stop[],
  version: string | undefined,
): Promise<void> {
  if (version === versionOf(route, stops)) return
  const change = await lastChangeBy(tx, [route.routeId, ...stops.map(({ stopId }) => stopId)])
  const who =
    change?.name ?? (change?.kind === 'API' ? 'The API' : change?.kind === 'DRIVER' ? 'The driver' : 'Someone')
  throw conflicting(
    'ROUTE_CHANGED',
    text('{who} changed {route} meanwhile; your change was not made.', { who, route: route.name }),
    {
      route_uuid: route.routeId,
      changed_by: who,
      changed_at: change?.at.toISOString() ?? null,
    },
  )
}
