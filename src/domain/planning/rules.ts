// What vehicles have and may do, and what deliveries ask of them, beyond what each of them states. What is not ruled is
// left out, and an order or a vehicle without rules has null.

import type { IdCheck } from '../routes/door-checks.ts'
import type { Weekday } from '../orders/recurrence.ts'

/** HH:mm. */
export interface Span {
  start: string
  end: string
}

export interface OrderRules {
  /** Time windows after the first, in order. */
  moreWindows?: Span[]
  /** 0 to 100; among deliveries that cannot all be made, higher first. */
  priority?: number
  /** HH:mm: when its goods can be loaded at the depot. */
  readyAt?: string
  loadPieces?: number
  loadCubicFeet?: number
  /** What its vehicle must have. */
  requiredSkills?: string[]
  /** By name: one of the first must drive it, none of the second may, one of the third should. */
  requiredDrivers?: string[]
  excludedDrivers?: string[]
  preferredDrivers?: string[]
  /** What is picked up there and brought back. */
  pickupWeightLbs?: number
  pickupPieces?: number
  pickupCubicFeet?: number
  /** The reference of the delivery at whose stop its goods are picked up, and how long they may be on the way at most. */
  goodsFrom?: string
  maxRideMinutes?: number
  /** What is asked for at the door. The amount is a decimal in the business's currency. */
  collectAmount?: string
  idCheck?: IdCheck
  /** Whether the customer's code is, whatever is usual for the business. */
  doorCode?: boolean
}

export const ORDER_RULES = Object.keys({
  moreWindows: true,
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
} satisfies Record<keyof OrderRules, true>) as readonly (keyof OrderRules)[]

/** A driver's home, say. */
export interface RulePlace {
  address: string | null
  lat: number
  lng: number
}

/** A break of a driver, taken whole inside its window. */
export interface BreakRule extends Span {
  minutes: number
  /** An unpaid break costs nothing, and is no overtime. */
  paid: boolean
}

export interface VehicleRules {
  capacityPieces?: number
  capacityCubicFeet?: number
  skills?: string[]
  /** From departure to return, and at the wheel. */
  maxWorkingMinutes?: number
  maxDrivingMinutes?: number
  /** After so many minutes from departure, an hour weighs as much as so many ordinary ones; 1.5 unless stated. */
  overtimeAfterMinutes?: number
  overtimeFactor?: number
  /** What the service times of its stops are multiplied by. */
  serviceFactor?: number
  breaks?: BreakRule[]
  /** Where its routes start and end; absent: the depot. */
  start?: RulePlace
  end?: RulePlace
  /** They end at the last stop. */
  openEnd?: true
  /** It may come back to its depot to load again, which takes so long; at most once unless stated. */
  reloadMinutes?: number
  maxReloads?: number
  /** Zones that are its own on these days: another takes a delivery there only where that saves a detour. */
  areas?: AreaRule[]
}

export interface AreaRule {
  zoneId: string
  weekdays: Weekday[]
}

export const MOST_BREAKS = 10

/** Breaks by their windows, as they are taken. */
export const inOrder = (breaks: readonly BreakRule[]): BreakRule[] =>
  breaks.toSorted((a, b) => a.start.localeCompare(b.start) || a.end.localeCompare(b.end))

const OVERTIME_FACTOR = 1.5

const MAX_RELOADS = 1

export const reloadOf = (rules: VehicleRules | null): { minutes: number; max: number } | null =>
  rules?.reloadMinutes === undefined ? null : { minutes: rules.reloadMinutes, max: rules.maxReloads ?? MAX_RELOADS }

export const overtimeOf = (rules: VehicleRules | null): { afterMinutes: number; factor: number } | null =>
  rules?.overtimeAfterMinutes === undefined
    ? null
    : { afterMinutes: rules.overtimeAfterMinutes, factor: rules.overtimeFactor ?? OVERTIME_FACTOR }

/** Minutes that a stop takes on the vehicle, of those that it takes on any. */
export const serviceOn = (rules: VehicleRules | null, minutes: number): number =>
  Math.round(minutes * (rules?.serviceFactor ?? 1) * 100) / 100

/** Minutes on one vehicle, of those on another. */
export const serviceOnOther = (from: VehicleRules | null, to: VehicleRules | null, minutes: number): number =>
  from?.serviceFactor === to?.serviceFactor ? minutes : serviceOn(to, minutes / (from?.serviceFactor ?? 1))

/** Of a person: upper and lower case are the same. */
export const sameName = (one: string, other: string): boolean => plain(one) === plain(other)
const plain = (name: string): string => name.trim().toLowerCase()

/** The members that rule something; null when none does. */
export function statedRules<T extends object>(rules: { [Name in keyof T]: T[Name] | null }): T | null {
  const stated = Object.entries(rules).filter(([, value]) => value !== null && !(Array.isArray(value) && !value.length))
  return stated.length > 0 ? (Object.fromEntries(stated) as T) : null
}
