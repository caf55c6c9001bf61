// Reasons why a route can't have a vehicle or a driver, and warnings.
import type { DayOut, DayRoute, DayVehicle } from '../../../src/contract/day.ts'
import { carryRefusal } from '../../../src/domain/routes/manual-planning.ts'
import { lengthWarnings, loadWarnings } from '../../../src/domain/routes/manual-warnings.ts'
import { holdsVehicle, isRunning } from '../../../src/domain/routes/route.ts'
import { clockTime, currentFormats, timeOf } from '../../ui/format.ts'
import { inWords, refusalInWords, words } from '../../words/locale.ts'

const carrier = (vehicle: DayVehicle) => ({
  name: vehicle.name,
  temperatureClasses: vehicle.temperature_classes,
  capacityLbs: vehicle.capacity_lbs,
  maxStops: vehicle.max_stops,
  rules: omitUnset({
    skills: vehicle.skills,
    capacityPieces: vehicle.capacity_pieces,
    capacityCubicFeet: vehicle.capacity_cubic_feet,
    maxWorkingMinutes: vehicle.max_working_minutes,
    maxDrivingMinutes: vehicle.max_driving_minutes,
  }),
})

/** Returns the warnings for the route with this vehicle and driver. */
export function warningsOf(route: DayRoute, vehicle: DayVehicle, driver: string | null): string[] {
  const { planned_start: start, planned_end: end } = route
  const { rules, ...carries } = carrier(vehicle)
  const stops = route.stops.map((stop) => ({
    externalRef: stop.external_ref,
    status: stop.status,
    // A planned route gets the reloads of its new vehicle, or none if that vehicle doesn't reload.
    trip: isRunning(route.status) || vehicle.reload_minutes !== undefined ? stop.trip : 1,
    loadWeightLbs: stop.load_weight_lbs,
    rules: omitUnset({
      loadPieces: stop.load_pieces,
      loadCubicFeet: stop.load_cubic_feet,
      requiredSkills: stop.required_skills,
      requiredDrivers: stop.required_drivers,
      excludedDrivers: stop.excluded_drivers,
      pickupWeightLbs: stop.pickup_weight_lbs,
      pickupPieces: stop.pickup_pieces,
      pickupCubicFeet: stop.pickup_cubic_feet,
      goodsFrom: stop.goods_from,
    }),
  }))
  return [
    ...loadWarnings({ ...carries, rules }, stops, driver, currentFormats()),
    ...lengthWarnings(rules, {
      workMinutes: start && end ? (Date.parse(end) - Date.parse(start)) / 60_000 : 0,
      driveMinutes: route.drive_minutes,
    }),
  ].map(({ message }) => inWords(message))
}

/** Omits null and undefined members. */
const omitUnset = <T extends object>(rules: T) =>
  Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined && value !== null)) as {
    [Name in keyof T]?: NonNullable<T[Name]>
  }

/** Returns why the vehicle can't take the route, or null. */
export function refusalOf(day: DayOut, route: DayRoute, vehicle: DayVehicle): string | null {
  const busy = day.routes.find(
    ({ status, stop_count: stopCount, vehicle: { vehicle_uuid } }) =>
      vehicle_uuid === vehicle.vehicle_uuid && holdsVehicle({ status, stopCount }),
  )
  if (busy) return busy.name === vehicle.name ? words.day.drivesOwn : words.day.drivesThatDay(busy.name)
  const open = route.stops.filter(({ finished_at }) => !finished_at)
  return refusalInWords(
    carryRefusal(
      carrier(vehicle),
      open.map((stop) => ({ externalRef: stop.external_ref, temperatureClass: stop.temperature_class })),
    ),
  )
}

/**
 * Returns a warning if the route's current times are outside the vehicle's shift. The server computes the times of a planned
 * route again for the new vehicle, so they may change.
 */
export function shiftOverrunTexts(route: DayRoute, vehicle: DayVehicle, zone: string): string[] {
  if (!route.planned_start || !route.planned_end) return []
  const clock = (instant: string) => new Date(instant).toLocaleTimeString('en-GB', { timeZone: zone, hour12: false })
  return clock(route.planned_start) < vehicle.shift_start || clock(route.planned_end) > vehicle.shift_end
    ? [
        words.day.shiftIs(
          clockTime(vehicle.shift_start),
          clockTime(vehicle.shift_end),
          timeOf(route.planned_start, zone),
          timeOf(route.planned_end, zone),
        ),
      ]
    : []
}
