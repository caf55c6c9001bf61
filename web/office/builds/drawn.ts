// Converts a stored build for the map, compared with another build.
import type { ComparedPlanOut } from '../../../src/contract/builds.ts'
import { words } from '../../words/locale.ts'
import type { DrawnPlan } from '../plan-map/drawn-plan.ts'

/**
 * `vehicles` are those of both plans, so that a vehicle has the same color on both maps. Stops that only `other` has on a route
 * are drawn as unassigned.
 */
export function drawnPlan(
  { routes }: ComparedPlanOut,
  other: ComparedPlanOut,
  vehicles: readonly string[],
  changed: ReadonlySet<string>,
): DrawnPlan {
  const here = new Set(routes.flatMap(({ stops }) => stops.map(({ order_uuid }) => order_uuid)))
  const elsewhere = other.routes.flatMap(({ stops }) => stops).filter(({ order_uuid }) => !here.has(order_uuid))
  return {
    routes: routes.map(({ vehicle_uuid, vehicle_name, depot, stops }) => ({
      color: vehicles.indexOf(vehicle_uuid),
      depot,
      stops: stops.map(({ order_uuid: orderId, lat, lng, line1, sequence, reloads }) => ({
        orderId,
        loadsAt: reloads ? depot : null,
        lat,
        lng,
        text: String(sequence),
        label: stopLabel(`${vehicle_name} ${sequence}, ${line1}`, changed.has(orderId)),
        changed: changed.has(orderId),
      })),
    })),
    loose: elsewhere.map(({ lat, lng, line1 }) => ({ lat, lng, label: words.build.onNoRouteAt(line1) })),
  }
}

/** Label of a stop on the map. */
export const stopLabel = (name: string, changed: boolean): string => (changed ? words.build.markChanged(name) : name)

export const depotAndStopCoordinates = ({ routes }: ComparedPlanOut): { lat: number; lng: number }[] =>
  routes.flatMap(({ depot, stops }) => [depot, ...stops])
