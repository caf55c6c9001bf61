// Lists goods that other drivers will take over from a route under way, until they have confirmed the hand-over
// (docs/spec/routes.md#hand-over).
import type { DriverRoute } from '../../contract/driver.ts'
import { tripsTaken } from '../../domain/routes/trips.ts'
import { readRoutes, type Route } from '../../store/routes/routes.ts'
import { readStops, stopsTakingOver } from '../../store/routes/stops.ts'
import type { Tx } from '../../store/database.ts'

export async function pendingHandOvers(
  tx: Tx,
  route: Route,
  now: Date,
): Promise<NonNullable<DriverRoute['hands_over']>> {
  if (route.status !== 'IN_PROGRESS') return []
  const given = await stopsTakingOver(tx, route)
  const routeIds = [...new Set(given.map(({ routeId }) => routeId))]
  const stopsOf = Map.groupBy(await readStops(tx, routeIds), ({ routeId }) => routeId)
  return (await readRoutes(tx, { routeIds })).flatMap((taking) => {
    const taken = tripsTaken(stopsOf.get(taking.routeId) ?? [], taking, now)
    return taking.pauses.flatMap(({ kind, which, start, end, handOver }) => {
      const load = given.filter(({ routeId, trip }) => routeId === taking.routeId && trip === which)
      if (kind !== 'RELOAD' || !handOver || load.length === 0 || taken.has(which)) return []
      const { name, lat, lng } = handOver
      const [from, to] = [start.toISOString(), end.toISOString()]
      return [{ to_route: taking.name, name, lat, lng, start: from, end: to, stops: load.length }]
    })
  })
}
