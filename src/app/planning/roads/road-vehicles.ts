// Determines the roads that the vehicles of a plan and of a route need: those for their kind, their size and their hours.
import type { Costing } from '../../../domain/planning/costing.ts'
import {
  type Measure,
  MEASURES,
  type RoadVehicle,
  roadVehicleKey,
  wholeSizeOf,
} from '../../../domain/planning/road-vehicle.ts'
import { weekdayOf } from '../../../domain/planning/street-hours.ts'
import { minuteOf } from '../../../domain/time-of-day.ts'
import type { Route } from '../../../store/routes/routes.ts'
import type { RoadDistances } from '../../ports/roads.ts'
import { LARGE_TABLE_POINTS } from './large-tables.ts'
import { differentVehicles } from './tables-by-vehicle.ts'

/** Maximum number of different road tables of a plan. Large tables have up to 400 MB each. */
export const MAX_TABLES = 6
const MAX_LARGE_TABLES = 3

const DAY_MINUTES = 24 * 60
const WHOLE_DAY = { shiftStart: '00:00', shiftEnd: '23:59' }
/** Hours in which a vehicle drives whose shift is the whole day, in minutes. */
const BY_DAY = { from: 6 * 60, to: 20 * 60 }

/** Times of day as HH:mm. */
interface Shift {
  shiftStart: string
  shiftEnd: string
}

/**
 * Returns the time of the week from the earliest start to the latest end of these shifts, in whole hours. A shift of the whole
 * day counts as 6 AM to 8 PM. Undefined if there is no shift, or if the weekday is null.
 */
export function periodOf(weekday: number | null, shifts: readonly Shift[]): RoadVehicle['period'] {
  if (weekday === null || shifts.length === 0) return undefined
  const spans = shifts.map(({ shiftStart, shiftEnd }) =>
    shiftStart === WHOLE_DAY.shiftStart && shiftEnd === WHOLE_DAY.shiftEnd
      ? BY_DAY
      : { from: Math.floor(minuteOf(shiftStart) / 60) * 60, to: Math.ceil(minuteOf(shiftEnd) / 60) * 60 },
  )
  const day = weekday * DAY_MINUTES
  return {
    from: day + Math.min(...spans.map(({ from }) => from)),
    to: day + Math.max(...spans.map(({ to }) => to)),
  }
}

type Provider = Pick<RoadDistances, 'costings' | 'knowsSizes' | 'knowsPeriods'> | null

/** Returns the properties that the provider distinguishes. */
const knownMembers = (
  distances: Provider,
  { size, period }: Pick<RoadVehicle, 'size' | 'period'>,
): Pick<RoadVehicle, 'size' | 'period'> => ({
  ...(distances?.knowsSizes && size && { size }),
  ...(distances?.knowsPeriods && period && { period }),
})

/**
 * Returns the kind of vehicle for which distances are requested: the vehicle's own kind if the provider has roads for it,
 * otherwise CAR.
 */
export const costingFor = (distances: Provider, { costing }: { costing: Costing }): Costing =>
  distances?.costings?.includes(costing) ? costing : 'CAR'

/**
 * Returns the vehicles of a plan with this number of stops for the roads, in the same order. All have the same period, so that a
 * plan has few different tables.
 */
export function planVehicles(
  distances: RoadDistances | null,
  weekday: number | null,
  vehicles: readonly (Pick<RoadVehicle, 'costing'> & { size: RoadVehicle['size'] } & Shift)[],
  stops = 0,
): RoadVehicle[] {
  const period = periodOf(weekday, vehicles)
  return withFewTables(
    vehicles.map((vehicle) => ({
      costing: costingFor(distances, vehicle),
      ...knownMembers(distances, { size: vehicle.size, period }),
    })),
    stops > LARGE_TABLE_POINTS ? MAX_LARGE_TABLES : MAX_TABLES,
  )
}

/** Returns the vehicle of a route for the roads. The route has stored a kind that its provider supports. */
export const routeVehicle = (
  distances: RoadDistances | null,
  route: Pick<Route, 'costing' | 'terms' | 'day' | 'shiftStart' | 'shiftEnd'>,
): RoadVehicle => ({
  costing: route.costing,
  ...knownMembers(distances, { size: route.terms?.size, period: periodOf(weekdayOf(route.day), [route]) }),
})

/**
 * Reduces the number of different vehicles to `most`, but not below the number of kinds. Merges the most similar sizes of the
 * same kind, neighbors by weight and height, into the larger one of each measure. A vehicle therefore never gets a road on which
 * it doesn't fit.
 */
export function withFewTables(vehicles: readonly RoadVehicle[], most = MAX_TABLES): RoadVehicle[] {
  const different = [...differentVehicles(vehicles)]
  if (different.length <= most) return [...vehicles]
  const bySize = (a: Group, b: Group): number =>
    a.vehicle.costing.localeCompare(b.vehicle.costing) ||
    measureOf(a.vehicle, 'weightTonnes') - measureOf(b.vehicle, 'weightTonnes') ||
    measureOf(a.vehicle, 'heightMeters') - measureOf(b.vehicle, 'heightMeters')
  const groups = different.map(([key, vehicle]): Group => ({ vehicle, keys: [key] })).sort(bySize)
  while (groups.length > most) {
    const steps = groups.slice(1).map((next, i) => differenceOf((groups[i] as Group).vehicle, next.vehicle))
    const least = Math.min(...steps)
    if (least === Infinity) break
    const at = steps.indexOf(least)
    const [one, other] = groups.slice(at, at + 2) as [Group, Group]
    groups.splice(at, 2, { vehicle: larger(one.vehicle, other.vehicle), keys: [...one.keys, ...other.keys] })
  }
  const merged = new Map(groups.flatMap(({ vehicle, keys }) => keys.map((key) => [key, vehicle])))
  return vehicles.map((vehicle) => merged.get(roadVehicleKey(vehicle)) ?? vehicle)
}

interface Group {
  vehicle: RoadVehicle
  /** Keys of the vehicles that were merged into `vehicle`. */
  keys: string[]
}

const measureOf = (vehicle: RoadVehicle, measure: Measure): number => wholeSizeOf(vehicle)[measure]

/** Returns the sum of the relative differences of the measures. Infinity if the vehicles can't share a table. */
function differenceOf(one: RoadVehicle, other: RoadVehicle): number {
  if (roadVehicleKey({ ...one, size: {} }) !== roadVehicleKey({ ...other, size: {} })) return Infinity
  return MEASURES.reduce(
    (sum, measure) => sum + Math.abs(Math.log(measureOf(one, measure) / measureOf(other, measure))),
    0,
  )
}

/** Returns a vehicle with the larger one of each measure. */
function larger(one: RoadVehicle, other: RoadVehicle): RoadVehicle {
  const stated = MEASURES.filter((measure) => one.size?.[measure] !== undefined || other.size?.[measure] !== undefined)
  const size = Object.fromEntries(
    stated.map((measure) => [measure, Math.max(measureOf(one, measure), measureOf(other, measure))]),
  )
  return { ...one, size }
}
