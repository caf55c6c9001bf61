// Deliveries on their routes again, at the places that they had there, as far as those can take them.
import type { PlaceOnRoute } from '../../domain/undo.ts'
import { applyMove, onTrips } from '../../domain/routes/by-hand.ts'
import { isRefusal } from '../../domain/refusal.ts'
import { lockRoute } from '../../store/routes/routes.ts'
import { readStops } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { gatherPlan } from '../routes/by-hand/gather-plan.ts'
import { versionOf } from '../routes/by-hand/version.ts'
import { writePlan } from '../routes/by-hand/write-plan.ts'

export interface Returning {
  orderId: string
  place: PlaceOnRoute | null
}

/** The versions of the routes, locked in the order of their ids; before the deliveries are. */
export async function lockPlaces(tx: WriteTx, returning: readonly Returning[]): Promise<Map<string, string>> {
  const versions = new Map<string, string>()
  for (const routeId of [...new Set(returning.flatMap(({ place }) => place?.routeId ?? []))].sort()) {
    const route = await lockRoute(tx, routeId)
    if (route) versions.set(routeId, versionOf(route, await readStops(tx, [routeId])))
  }
  return versions
}

/** Which of the deliveries, open and on no route, are on their route again; in the order in which they left. */
export async function putBack(
  ctx: Context,
  tx: WriteTx,
  returning: readonly Returning[],
  versions: ReadonlyMap<string, string>,
): Promise<Set<string>> {
  // What left last comes back first: each place was counted without those that had left before.
  const placed = returning
    .flatMap(({ orderId, place }) => (place && versions.has(place.routeId) ? [{ orderId, place }] : []))
    .toReversed()
  const back = new Set<string>()
  if (placed.length === 0) return back
  const gathered = await gatherPlan(tx, {
    orderIds: placed.map(({ orderId }) => orderId),
    routeIds: [...versions.keys()],
    versions: Object.fromEntries(versions),
  })
  let { plan } = gathered
  for (const { orderId, place } of placed) {
    const next = applyMove(plan, { orderIds: [orderId], to: { routeId: place.routeId, position: place.position } })
    // A route that is over, or can't take it any more: the delivery waits with the others.
    if (isRefusal(next)) continue
    const trips = next.routes.find(({ routeId }) => routeId === place.routeId)?.stops.map(({ trip }) => trip) ?? []
    plan = trips.includes(place.trip) ? onTrips(next, { [orderId]: place.trip }) : next
    back.add(orderId)
  }
  await writePlan(ctx, tx, gathered, plan)
  return back
}
