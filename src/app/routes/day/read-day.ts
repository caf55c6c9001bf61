// Reads everything that the day screen shows, in one transaction.
import { inWords } from '../../in-words.ts'
import { dayToWire } from '../../../contract/fields.ts'
import { type DayOut, type DayRoute, type DayStop, DayVehicle, PoolOrder } from '../../../contract/day.ts'
import type { OfficeUnassigned } from '../../../contract/build.ts'
import { pickForWire } from '../../../contract/wire.ts'
import { loadWarnings } from '../../../domain/routes/manual-warnings.ts'
import { isRunning } from '../../../domain/routes/route.ts'
import { silentSince } from '../../../domain/routes/silence.ts'
import { FINISHED_STOP } from '../../../domain/routes/stop.ts'
import type { OrderRules } from '../../../domain/planning/rules.ts'
import { isFarFromRoad } from '../../../domain/planning/costing.ts'
import { windowsOf } from '../../../domain/planning/windows.ts'
import { findBusiness } from '../../../store/settings/businesses.ts'
import { readDepots, readDrivers, readVehicles, type Vehicle } from '../../../store/fleet/fleet.ts'
import { type PoolRow, readPool } from '../../../store/orders/unassigned-orders.ts'
import { lastPositions, readRoutes, type RouteRead } from '../../../store/routes/routes.ts'
import { lastUnassigned } from '../../../store/routes/builds.ts'
import { countUnansweredRefused, reportedProblems } from '../../../store/routes/driver-taps.ts'
import { readStops, type StopRead } from '../../../store/routes/stops.ts'
import type { Zone } from '../../../store/zones/zones.ts'
import type { WithArea } from '../../zones/availability/areas-of.ts'
import type { Context } from '../../context.ts'
import { liesIn, zonesInUse } from '../../zones/zones-in-use.ts'
import { missing } from '../../errors.ts'
import { problemToWire } from '../../driving/report-problem.ts'
import { lateMinutes, streetFault, timeWarnings } from '../manual/lateness.ts'
import { versionOf } from '../manual/version.ts'
import { type LimitedStreet, streetsOfStops } from '../../orders/street-of.ts'
import { goodsToWire, moreWindowsToWire, spanToWire } from '../../orders/order-wire.ts'
import { routeDelayedUntil } from '../retime.ts'
import { routeToWire, stopToWire } from '../route-wire.ts'

/** Maximum unassigned deliveries on the screen. The orders table shows all of them. */
const POOL_SHOWN = 1_000

type LastUnassigned = Awaited<ReturnType<typeof lastUnassigned>>

export async function readDay(ctx: Context, date: string): Promise<DayOut> {
  const { pool, routes, ...day } = await ctx.read(async (tx) => {
    const business = await findBusiness(tx)
    if (!business) throw missing('business')
    const routes = await readRoutes(tx, { day: date })
    const routeIds = routes.map(({ routeId }) => routeId)
    const stops = await readStops(tx, routeIds)
    const vehicles = await readVehicles(tx, 'all')
    const colors = new Map(
      vehicles
        .map(({ vehicleId }) => vehicleId)
        .toSorted()
        .map((id, color) => [id, color]),
    )
    const positions = await lastPositions(tx, routeIds)
    const refused = await countUnansweredRefused(tx, routeIds)
    const running = routes.filter(({ status }) => isRunning(status)).map(({ routeId }) => routeId)
    const problems = await reportedProblems(tx, running)
    const { pool, poolCount } = await readPool(tx, date, POOL_SHOWN)
    const leftOff = poolCount > 0 ? await lastUnassigned(tx, date) : null
    const depots = await readDepots(tx)
    return {
      date: dayToWire(date),
      today: dayToWire(ctx.calendar.dayOf(ctx.now)),
      undo_window_seconds: business.undoWindowSeconds,
      routes: routes.map((route) => {
        const vehicle = vehicles.find(({ vehicleId }) => vehicleId === route.vehicleId)
        if (!vehicle) throw missing('vehicle of the route')
        const own = stops.filter(({ routeId }) => routeId === route.routeId)
        return {
          route,
          vehicle,
          stops: own,
          seen: positions.get(route.routeId),
          color: colors.get(route.vehicleId) ?? 0,
          refused_taps: refused.get(route.routeId) ?? 0,
          problem: problemToWire(problems.get(route.routeId), own),
        }
      }),
      pool: pool.map((order) => ({ ...order, leftOff: unassignedReason(ctx, leftOff, order) })),
      pool_count: poolCount,
      vehicles: vehicles
        .filter(({ active }) => active)
        .map((vehicle) => pickForWire(DayVehicle, limitsOf(vehicle), vehicle)),
      drivers: (await readDrivers(tx))
        .filter(({ active }) => active)
        .map(({ driverId, name }) => ({ driver_uuid: driverId, name })),
      depots: depots.map(({ depotId, name, lat, lng }) => ({ depot_uuid: depotId, name, lat, lng })),
    }
  })
  const zones = pool.length > 0 ? await zonesInUse(ctx) : []
  const streets = await streetsOfStops(ctx, routes)
  return {
    ...day,
    routes: routes.map(({ route, vehicle, stops, seen, ...others }) => ({
      ...dayRoute(ctx, route, vehicle, stops, seen, streets),
      ...others,
    })),
    pool: pool.map((order) =>
      pickForWire(
        PoolOrder,
        { zone: zoneOf(zones, order), ...moreWindowsToWire(order), ...spanToWire(order), left_off: order.leftOff },
        order,
      ),
    ),
  }
}

function unassignedReason(
  { say }: Context,
  last: LastUnassigned,
  { orderId, changedAt }: PoolRow,
): OfficeUnassigned | null {
  const left = last && changedAt <= last.at ? last.orders.get(orderId) : null
  if (!left) return null
  const { externalRef, code, message, nearestFix, fix = null } = left
  return {
    external_ref: externalRef,
    order_uuid: orderId,
    reason: { code, message: say(message) },
    nearest_fix: nearestFix && say(nearestFix),
    fix,
  } as OfficeUnassigned
}

/** Returns the vehicle's limits, with which the screen warns about a dispatcher's moves. */
function limitsOf({ rules }: Vehicle): Partial<DayVehicle> {
  const { skills, capacityPieces, capacityCubicFeet, maxWorkingMinutes, maxDrivingMinutes, reloadMinutes } = rules ?? {}
  return {
    skills,
    capacity_pieces: capacityPieces,
    capacity_cubic_feet: capacityCubicFeet,
    max_working_minutes: maxWorkingMinutes,
    max_driving_minutes: maxDrivingMinutes,
    reload_minutes: reloadMinutes,
  }
}

function requirementsToWire(rules: OrderRules | null): Partial<DayStop> {
  const { loadPieces, loadCubicFeet, requiredSkills, requiredDrivers, excludedDrivers } = rules ?? {}
  return {
    load_pieces: loadPieces,
    load_cubic_feet: loadCubicFeet,
    required_skills: requiredSkills,
    required_drivers: requiredDrivers,
    excluded_drivers: excludedDrivers,
    ...goodsToWire(rules),
  }
}

function zoneOf(zones: readonly WithArea<Zone>[], { lat, lng }: PoolRow): string | null {
  if (lat === null || lng === null) return null
  return zones.find((zone) => liesIn({ lat, lng }, zone))?.name ?? null
}

function dayRoute(
  ctx: Context,
  route: RouteRead,
  vehicle: Vehicle,
  stops: readonly StopRead[],
  seen: { lat: number; lng: number; at: Date } | undefined,
  streets: ReadonlyMap<string, LimitedStreet>,
): Omit<DayRoute, 'color' | 'refused_taps' | 'problem'> {
  return {
    ...routeToWire(route),
    version: versionOf(route, stops),
    shift_start: ctx.calendar.instantOf(route.day, route.shiftStart).toISOString(),
    shift_end: ctx.calendar.instantOf(route.day, route.shiftEnd).toISOString(),
    capacity_lbs: vehicle.capacityLbs,
    temperature_classes: vehicle.temperatureClasses,
    max_stops: vehicle.maxStops,
    may_reload: route.terms?.reload !== undefined,
    warnings: inWords(ctx, [
      ...loadWarnings(vehicle, stops, route.driverName, ctx.formats),
      ...timeWarnings(ctx, route, stops, vehicle.rules, streets),
    ]),
    position:
      seen && route.status === 'IN_PROGRESS' ? { lat: seen.lat, lng: seen.lng, at: seen.at.toISOString() } : null,
    ends_at:
      isRunning(route.status) && stops.every(({ status }) => FINISHED_STOP[status])
        ? (route.endsAt?.toISOString() ?? null)
        : null,
    silent_since: silentSince(route, ctx.now)?.toISOString() ?? null,
    held_until: routeDelayedUntil(route, stops)?.toISOString() ?? null,
    stops: stops.map((stop) => dayStop(ctx, route, stop, streets.get(stop.stopId))),
  }
}

function dayStop(ctx: Context, { day }: RouteRead, stop: StopRead, limited: LimitedStreet | undefined): DayStop {
  const at = (time: string | null) => time && ctx.calendar.instantOf(day, time).toISOString()
  const fault = streetFault(ctx, day, stop, limited?.spans ?? null)
  return {
    ...stopToWire(ctx, stop, limited?.street),
    ...requirementsToWire(stop.rules),
    temperature_class: stop.temperatureClass,
    load_weight_lbs: stop.loadWeightLbs,
    placement: stop.placement,
    far_from_road: isFarFromRoad(stop.roadMeters),
    windows: windowsOf(stop).map(({ start, end }) => ({ from: at(start), to: at(end) })),
    late_minutes: lateMinutes(ctx.calendar, day, stop, limited?.spans),
    ...(fault && { street_fault: ctx.say(fault) }),
    current: stop.current,
  }
}
