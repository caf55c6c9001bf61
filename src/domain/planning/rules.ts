// Optional rules of vehicles and deliveries. A rule that isn't set is absent, and an order or vehicle without rules has
// null.

import type { IdCheck } from '../routes/door-checks.ts'
import type { Weekday } from '../orders/recurrence.ts'
import type { VehicleMeasures } from './vehicle-size.ts'

/** Times are HH:mm. */
export interface Span {
  start: string
  end: string
}

export interface OrderRules {
  /** Time windows after the first, in order. */
  moreWindows?: Span[]
  /** Hours of the street, instead of those of the map: `06:00-11:00,18:00-20:00`, or `24/7` for all hours. */
  streetHours?: string
  /**
   * Hours of the street that the business set for the address. They apply if `streetHours` is absent. They are stored
   * with the address, not with the order.
   */
  addressHours?: string
  /** 0 to 100. If not all deliveries can be made, a higher priority comes first. */
  priority?: number
  /** HH:mm, when the goods can be loaded at the depot. */
  readyAt?: string
  loadPieces?: number
  loadCubicFeet?: number
  /** Skills that the vehicle must have. */
  requiredSkills?: string[]
  /**
   * Names of drivers: one of `requiredDrivers` must drive, none of `excludedDrivers` may, and one of `preferredDrivers`
   * should.
   */
  requiredDrivers?: string[]
  excludedDrivers?: string[]
  preferredDrivers?: string[]
  /** Goods that are picked up at the stop and brought back. */
  pickupWeightLbs?: number
  pickupPieces?: number
  pickupCubicFeet?: number
  /** Reference of the delivery at whose stop the goods are picked up, and the maximum time of the goods on the way. */
  goodsFrom?: string
  maxRideMinutes?: number
  /** Checks at the door. The amount is a decimal in the business's currency. */
  collectAmount?: string
  idCheck?: IdCheck
  /** Whether the customer's code is required, regardless of the default of the business. */
  doorCode?: boolean
}

export const ORDER_RULES = Object.keys({
  moreWindows: true,
  streetHours: true,
  priority: true,
  readyAt: true,
  loadPieces: true,
  loadCubicFeet: true,
  requiredSkills: true,
  requiredDrivers: true,
  excludedDrivers: true,
  preferredDrivers: true,
  pickupWeightLbs: true,
  pickupPieces: true,
  pickupCubicFeet: true,
  goodsFrom: true,
  maxRideMinutes: true,
  collectAmount: true,
  idCheck: true,
  doorCode: true,
} satisfies Record<Exclude<keyof OrderRules, 'addressHours'>, true>) as readonly (keyof OrderRules)[]

/** Start or end location of a route, for example a driver's home. */
export interface RulePlace {
  address: string | null
  lat: number
  lng: number
}

/** A driver's break, taken completely within its window. */
export interface BreakRule extends Span {
  minutes: number
  /** An unpaid break costs nothing and doesn't count as overtime. */
  paid: boolean
}

/** Measures that are absent are those of a usual vehicle of its kind. */
export interface VehicleRules extends VehicleMeasures {
  capacityPieces?: number
  capacityCubicFeet?: number
  skills?: string[]
  /** Maximum minutes from departure to return, and of driving. */
  maxWorkingMinutes?: number
  maxDrivingMinutes?: number
  /**
   * Minutes from departure after which overtime begins, and the cost of an overtime hour relative to a normal hour
   * (default 1.5).
   */
  overtimeAfterMinutes?: number
  overtimeFactor?: number
  /** Factor for the service times of the vehicle's stops. */
  serviceFactor?: number
  breaks?: BreakRule[]
  /** Start and end of the vehicle's routes. Absent: the depot. */
  start?: RulePlace
  end?: RulePlace
  /** The vehicle's routes end at their last stop. */
  openEnd?: true
  /**
   * Minutes for a reload at the depot, and the maximum number of reloads (default 1). Absent: the vehicle can't reload.
   */
  reloadMinutes?: number
  maxReloads?: number
  /** Zones that belong to this vehicle on these days. Other vehicles deliver there only if that saves a detour. */
  areas?: AreaRule[]
}

export interface AreaRule {
  zoneId: string
  weekdays: Weekday[]
}

export const MAX_BREAKS = 10

/** Sorts breaks by window, which is the order in which they are taken. */
export const breaksByWindow = (breaks: readonly BreakRule[]): BreakRule[] =>
  breaks.toSorted((a, b) => a.start.localeCompare(b.start) || a.end.localeCompare(b.end))

const OVERTIME_FACTOR = 1.5

const MAX_RELOADS = 1

/** Returns the reload rule with its default maximum. Null if the vehicle can't reload. */
export const reloadOf = (rules: VehicleRules | null): { minutes: number; max: number } | null =>
  rules?.reloadMinutes === undefined ? null : { minutes: rules.reloadMinutes, max: rules.maxReloads ?? MAX_RELOADS }

/** Returns the overtime rule with its default factor. Null if the vehicle has none. */
export const overtimeOf = (rules: VehicleRules | null): { afterMinutes: number; factor: number } | null =>
  rules?.overtimeAfterMinutes === undefined
    ? null
    : { afterMinutes: rules.overtimeAfterMinutes, factor: rules.overtimeFactor ?? OVERTIME_FACTOR }

/** Returns a stop's service time on this vehicle, in minutes, from its standard service time. */
export const serviceOn = (rules: VehicleRules | null, minutes: number): number =>
  Math.round(minutes * (rules?.serviceFactor ?? 1) * 100) / 100

/** Converts service minutes from one vehicle to another. */
export const convertServiceMinutes = (from: VehicleRules | null, to: VehicleRules | null, minutes: number): number =>
  from?.serviceFactor === to?.serviceFactor ? minutes : serviceOn(to, minutes / (from?.serviceFactor ?? 1))

/** Compares names of people, ignoring case. */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other)
const plain = (name: string): string => name.trim().toLowerCase()

/** Returns the members with a value, or null if there are none. */
export function statedRules<T extends object>(rules: { [Name in keyof T]: T[Name] | null }): T | null {
  const stated = Object.entries(rules).filter(([, value]) => value !== null && !(Array.isArray(value) && !value.length))
  return stated.length > 0 ? (Object.fromEntries(stated) as T) : null
}
