// Reads a route for printing: its stops in driving order with the content of each order.
import type { Formats } from '../../domain/formats.ts'
import { findBusiness } from '../../store/settings/businesses.ts'
import { type OrderDetails, readRouteDetails } from '../../store/routes/order-details.ts'
import { readRoute, readRoutes, type RouteRead } from '../../store/routes/routes.ts'
import { readStops, type StopRead } from '../../store/routes/stops.ts'
import type { Tx } from '../../store/database.ts'
import type { Context } from '../context.ts'
import { missing } from '../errors.ts'

export interface Manifest {
  business: { name: string; timeZone: string } & Formats
  route: RouteRead
  /** The stops of the route in driving order. */
  stops: (StopRead & OrderDetails)[]
}

export const readManifest = (ctx: Context, routeId: string): Promise<Manifest> =>
  ctx.read((tx) => manifestOf(tx, routeId))

/** Returns the manifests of all routes of a day that have stops, sorted by the name of the route. */
export const readManifests = (ctx: Context, day: string): Promise<Manifest[]> =>
  ctx.read(async (tx) => {
    const manifests: Manifest[] = []
    for (const { routeId, status } of await readRoutes(tx, { day })) {
      if (status === 'CANCELLED') continue
      const manifest = await manifestOf(tx, routeId)
      if (manifest.stops.length > 0) manifests.push(manifest)
    }
    if (manifests.length === 0) throw missing('route with stops on that day')
    return manifests
  })

async function manifestOf(tx: Tx, routeId: string): Promise<Manifest> {
  const business = await findBusiness(tx)
  const route = await readRoute(tx, routeId)
  if (!business || !route) throw missing('route with that uuid')
  const entries = await readRouteDetails(tx, routeId)
  const stops = await readStops(tx, [routeId])
  return {
    business,
    route,
    stops: stops.map((stop) => ({
      ...stop,
      ...(entries.get(stop.stopId) ?? {
        customerPhone: null,
        smsConsent: null,
        instructions: null,
        customerInstructions: null,
        items: [],
      }),
    })),
  }
}
