// Stop order of routes after a re-plan.
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import type { ReplanPlanOut } from '../../../src/contract/replan.ts'

/** Orders that the plan leaves unassigned. */
export const unassignedIds = ({ left_off: left }: ReplanPlanOut): ReadonlySet<string> =>
  new Set(left.filter(({ stays_on_route: stays }) => !stays).map(({ order_uuid }) => order_uuid))

/**
 * Returns the stop order of the route after the plan. Changed stops have the positions in the plan. Unchanged stops keep their
 * order in the remaining positions.
 */
export function plannedOrder(route: DayRoute, plan: ReplanPlanOut): string[] {
  const { changes } = plan
  const off = unassignedIds(plan)
  const routeOf = new Map(changes.map(({ order_uuid, after }) => [order_uuid, after.route_uuid]))
  const places = new Map(
    changes.flatMap(({ order_uuid, after }) =>
      after.route_uuid === route.route_uuid ? [[after.sequence, order_uuid] as const] : [],
    ),
  )
  const placed = new Set(places.values())
  const others = route.stops
    .map(({ order_uuid }) => order_uuid)
    .filter((id) => !placed.has(id) && !off.has(id) && (routeOf.get(id) ?? route.route_uuid) === route.route_uuid)
  return Array.from(
    { length: others.length + places.size },
    (_, i) => places.get(i + 1) ?? (others.shift() as string),
  ).filter((id) => id !== undefined)
}

/**
 * Returns true if the plan leaves a sent or running route without stops. The route is then canceled permanently, unless it
 * hands over goods.
 */
export function isEmptied(day: DayOut, plan: ReplanPlanOut, routeId: string): boolean {
  if (plan.routes.some(({ hand_overs: handOvers = [] }) => handOvers.length > 0)) return false
  const route = day.routes.find(({ route_uuid }) => route_uuid === routeId)
  return route !== undefined && route.status !== 'PLANNED' && plannedOrder(route, plan).length === 0
}
