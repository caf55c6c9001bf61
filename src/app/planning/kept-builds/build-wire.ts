// Converts stored builds to the wire format.
import type { Reason } from '../../../contract/build.ts'
import type { BuildChangeOut, KeptBuildOut, KeptPlanOut } from '../../../contract/builds.ts'
import { dayToWire } from '../../../contract/fields.ts'
import type { BuildFigures } from '../../../domain/planning/build-answer.ts'
import { planChanges, type PlannedStops, type PlanPlace } from '../../../domain/planning/plan-changes.ts'
import type { Build } from '../../../store/routes/builds.ts'
import type { Context } from '../../context.ts'
import { milesOf, minutesOf } from '../../../domain/planning/units.ts'

export function buildToWire({ engine: own }: Pick<Context, 'engine'>, build: Build): KeptBuildOut {
  const { figures, distances } = build.answer
  return {
    build_uuid: build.buildId,
    date: dayToWire(build.deliveryDate),
    created_at: build.createdAt.toISOString(),
    made_at: build.madeAt?.toISOString() ?? null,
    balance: build.balance,
    seed: build.seed,
    engine: build.engine,
    same_engine: build.engine === own,
    routes_count: figures.routes,
    ...figuresToWire(figures),
    distances_estimated: distances.estimated,
  }
}

export const figuresToWire = (figures: BuildFigures) => ({
  stop_count: figures.stops,
  unassigned_count: figures.unassigned,
  distance_miles: milesOf(figures.meters),
  drive_minutes: minutesOf(figures.driveSeconds),
  shortest_minutes: minutesOf(figures.shortestSeconds),
  longest_minutes: minutesOf(figures.longestSeconds),
  fewest_stops: figures.fewestStops,
  most_stops: figures.mostStops,
  crossings: figures.crossings,
})

/**
 * Converts a stored build with its routes. `lines` are the address lines of the orders that still exist and that the
 * caller may see, keyed by order ID.
 */
export function planToWire(
  ctx: Pick<Context, 'engine' | 'depots' | 'say'>,
  build: Build,
  lines: ReadonlyMap<string, string>,
): KeptPlanOut {
  const { routes, unassigned } = build.answer
  const isSeen = visibleOrderFilter(ctx, lines)
  return {
    ...buildToWire(ctx, build),
    routes: routes.map((route) => ({
      vehicle_uuid: route.vehicleId,
      vehicle_name: route.vehicleName,
      depot: route.depot,
      planned_start: route.plannedStart,
      planned_end: route.plannedEnd,
      distance_miles: milesOf(route.distanceMeters),
      drive_minutes: minutesOf(route.driveSeconds),
      stops: route.stops.filter(isSeen).map(({ orderId, externalRef, lat, lng, arrival, reloads }, i) => ({
        order_uuid: orderId,
        external_ref: externalRef,
        line1: lines.get(orderId) ?? '',
        sequence: i + 1,
        lat,
        lng,
        arrival,
        ...(reloads && { reloads }),
      })),
    })),
    unassigned: unassigned.filter(isSeen).map(({ orderId, externalRef, code, message, nearestFix }) => ({
      order_uuid: orderId,
      external_ref: externalRef,
      line1: lines.get(orderId) ?? '',
      reason: { code: code as Reason['code'], message: ctx.say(message) },
      nearest_fix: nearestFix && ctx.say(nearestFix),
    })),
  }
}

/**
 * Returns a function that is false for an order without an address line, if the caller is restricted to depots. Such an
 * order may be on a route of another depot now, so the caller must not see it.
 */
const visibleOrderFilter =
  ({ depots }: Pick<Context, 'depots'>, lines: ReadonlyMap<string, string>) =>
  ({ orderId }: { orderId: string }): boolean =>
    depots === null || lines.has(orderId)

export const stopsOfBuild = ({ answer }: Build): PlannedStops[] =>
  answer.routes.map(({ vehicleId, stops }) => ({ vehicleId, orderIds: stops.map(({ orderId }) => orderId) }))

/** Returns the differences of the second plan from the first. */
export function changesToWire(
  ctx: Pick<Context, 'depots'>,
  before: { build: Build; stops: readonly PlannedStops[] },
  after: { build: Build; stops: readonly PlannedStops[] },
  lines: ReadonlyMap<string, string>,
  otherVehicles: ReadonlyMap<string, string> = new Map(),
): BuildChangeOut[] {
  const builds = [before.build, after.build]
  const used = builds.flatMap(({ answer }) => answer.routes)
  const names = new Map([
    ...otherVehicles,
    ...used.map(({ vehicleId, vehicleName }) => [vehicleId, vehicleName] as const),
  ])
  const refs = new Map(
    builds.flatMap(({ answer: { routes, unassigned } }) =>
      [...routes.flatMap(({ stops }) => stops), ...unassigned].map(({ orderId, externalRef }) => [
        orderId,
        externalRef,
      ]),
    ),
  )
  const place = (at: PlanPlace | null) =>
    at && { vehicle_uuid: at.vehicleId, vehicle_name: names.get(at.vehicleId) ?? '', sequence: at.sequence }
  return planChanges(before.stops, after.stops)
    .filter(visibleOrderFilter(ctx, lines))
    .map(({ orderId, kind, before: from, after: to }) => ({
      order_uuid: orderId,
      external_ref: refs.get(orderId) ?? '',
      line1: lines.get(orderId) ?? '',
      change: kind,
      before: place(from),
      after: place(to),
    }))
}
