// Optimistic lock for changes of a route. It prevents two dispatchers from overwriting each other's changes.
import { text } from '../../../texts/text.ts'
import { createHash } from 'node:crypto'
import { lastChangeBy } from '../../../store/audit/audit.ts'
import type { Tx } from '../../../store/database.ts'
import type { Route } from '../../../store/routes/routes.ts'
import type { Stop } from '../../../store/routes/stops.ts'
import { conflicting } from '../../errors.ts'

/**
 * Returns the version of the route: a digest of its state, driver and vehicle, and of the order, loads, locks and
 * states of its stops.
 */
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

/** Throws a 409 if the route has another version. The error names the last user who changed the route. */
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
    text('{who} has changed {route} since; your change was not made.', { who, route: route.name }),
    {
      route_uuid: route.routeId,
      changed_by: who,
      changed_at: change?.at.toISOString() ?? null,
    },
  )
}
