// Evaluates requirements for one vehicle.
import {
  MAX_VEHICLE_SIZE,
  MEASURES,
  type RoadVehicle,
  type VehicleSize,
  wholeSizeOf,
} from '../domain/planning/road-vehicle.ts'
import { containsHours, WEEK_MINUTES, type WeekHours, weekHours } from '../domain/planning/week-hours.ts'
import { components } from './graph/largest-component.ts'
import { DELIVERY_HOURS } from './read/access-hours.ts'
import { cellOf, type Requirements, type SizeCondition } from './requirements.ts'

/**
 * The areas of a network: parts that are connected by roads without requirements. Area 0 is the largest. Links are roads
 * between areas, each with its requirement.
 */
export interface Areas {
  count: number
  from: readonly number[]
  to: readonly number[]
  requirements: readonly number[]
}

/** Size and hours that are compared with requirements. */
export interface Fitting {
  size: VehicleSize
  /** Hours in which all roads of a drive must be open. */
  hours: WeekHours
}

/** Returns the size and hours of a vehicle. Throws a `RangeError` if it exceeds `MAX_VEHICLE_SIZE`. */
export function fittingOf({ period, ...vehicle }: RoadVehicle): Fitting {
  const own = wholeSizeOf(vehicle)
  for (const measure of MEASURES)
    if (!(own[measure] <= MAX_VEHICLE_SIZE[measure]))
      throw new RangeError(`${measure} of ${own[measure]} is above ${MAX_VEHICLE_SIZE[measure]}`)
  return { size: own, hours: period ? hoursOf(period) : DELIVERY_HOURS }
}

/** The smallest vehicle, which drives at no hour, so that it meets all limits and hours. */
export const SMALLEST: Fitting = {
  size: { heightMeters: 0, widthMeters: 0, lengthMeters: 0, weightTonnes: 0, axleTonnes: 0 },
  hours: [],
}

function hoursOf({ from, to }: { from: number; to: number }): WeekHours {
  const start = from % WEEK_MINUTES
  const end = start + Math.min(to - from, WEEK_MINUTES)
  return weekHours(
    end <= WEEK_MINUTES
      ? [[start, end]]
      : [
          [start, WEEK_MINUTES],
          [0, end - WEEK_MINUTES],
        ],
  )
}

/** Returns 1 for each requirement that the vehicle meets. */
export function requirementsMet(requirements: Requirements, areas: Areas, { size, hours }: Fitting): Uint8Array {
  const own = MEASURES.map((measure) => size[measure])
  const known = new Map<number, boolean>()
  let inMain: readonly boolean[] | null = null
  const isMet = (requirement: number): boolean =>
    requirements.limitsOf(requirement).every((limit, i) => own[i]! <= limit) &&
    requirements.conditionsOf(requirement).every(meets)
  const isMetCondition = (number: number): boolean => {
    const condition = requirements.conditions[number]!
    if (!('unless' in condition)) return containsHours(hoursFor(condition, size), hours)
    const main = (inMain ??= areasInMain(areas, isMet))
    return !isMet(condition.unless) || condition.areas.some((area) => !main[area])
  }
  function meets(number: number): boolean {
    const met = known.get(number) ?? isMetCondition(number)
    known.set(number, met)
    return met
  }
  return Uint8Array.from({ length: requirements.count }, (_, requirement) => (isMet(requirement) ? 1 : 0))
}

/** Returns for each area whether it can be reached from area 0 and left to it on links that the vehicle may use. */
function areasInMain({ count, from, to, requirements }: Areas, isMet: (requirement: number) => boolean): boolean[] {
  const network = { count: from.length, nodes: count, tail: Int32Array.from(from), head: Int32Array.from(to) }
  const { component } = components(network, (link) => isMet(requirements[link]!))
  return Array.from(component, (one) => one === component[0])
}

/** Returns the hours of a condition for a vehicle of this size. */
export const hoursFor = ({ limits, hours }: SizeCondition, size: VehicleSize): WeekHours => hours[cellOf(limits, size)]!
