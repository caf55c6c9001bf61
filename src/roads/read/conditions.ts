// Conditions of signs. A condition on the vehicle, the purpose of its drive or the hours of the week is evaluated. A
// condition on weather or permits is never met.
// https://wiki.openstreetmap.org/wiki/Conditional_restrictions
import type { Measure } from '../../domain/planning/road-vehicle.ts'
import { isWithin, type WeekHours } from '../../domain/planning/week-hours.ts'
import type { Profile } from '../profile.ts'
import { metersOf, tonnesOf } from './measures.ts'

/** Drive for which a sign is evaluated. */
export interface Drive {
  profile: Profile
  /** Direction along the way. Null at nodes and in relations. */
  direction: 'forward' | 'backward' | null
  /** Whether the drive ends on the way, instead of passing through. */
  isLocal: boolean
  /** Absent: no condition on hours is met. */
  moment?: Moment
}

/** A time of the week at which signs are evaluated. */
export interface Moment {
  /** Minutes since Monday 00:00. */
  minute: number
  /** Whether a condition is met that applies at this time only in some weeks. */
  metIfPossible: boolean
  read: ReadHours
}

/**
 * Hours of a condition. Both are equal if the hours are the same each week. Otherwise `certain` are the hours at which the
 * condition is met in every week, and `possible` those at which it is met in some weeks.
 */
export interface ConditionHours {
  certain: WeekHours
  possible: WeekHours
}

/** Parses hours in the format of the tag opening_hours. Null if the text has another meaning. */
export type ReadHours = (text: string) => ConditionHours | null

/** Reads no hours, so that no condition on hours is met. */
export const noHours: ReadHours = () => null

const ERRANDS = new Set(['delivery', 'destination', 'customers', 'loading', 'unloading', 'loading_unloading'])

interface Property {
  own: Measure | 'axles'
  read: (text: string) => number | null
}
const WEIGHT: Property = { own: 'weightTonnes', read: tonnesOf }
/** Keyed by name without `max`, because `maxweight > 7.5` is another notation for `weight > 7.5`. */
const PROPERTIES: ReadonlyMap<string, Property> = new Map([
  ['height', { own: 'heightMeters', read: metersOf }],
  ['width', { own: 'widthMeters', read: metersOf }],
  ['length', { own: 'lengthMeters', read: metersOf }],
  ['axleload', { own: 'axleTonnes', read: tonnesOf }],
  ['axles', { own: 'axles', read: countOf }],
  ...['weight', 'weightrating', 'gcweight', 'gcweightrating'].map((name) => [name, WEIGHT] as const),
])
const COMPARISONS: Readonly<Record<string, (own: number, limit: number) => boolean>> = {
  '<': (own, limit) => own < limit,
  '<=': (own, limit) => own <= limit,
  '=': (own, limit) => own === limit,
  '>=': (own, limit) => own >= limit,
  '>': (own, limit) => own > limit,
}

/** Returns true if the drive meets every part of a condition such as `(weight > 7.5 AND 22:00-06:00)`. */
export function isConditionMet(condition: string, drive: Drive): boolean {
  return partsOf(condition).every(({ text, isErrand, compared }) => {
    if (isErrand) return drive.isLocal
    if (compared !== null) return compared.compare(drive.profile[compared.own], compared.limit)
    return drive.moment !== undefined && isMetAt(text, drive.moment)
  })
}

function isMetAt(part: string, { minute, metIfPossible, read }: Moment): boolean {
  const hours = read(part)
  return hours !== null && isWithin(metIfPossible ? hours.possible : hours.certain, minute)
}

/** Returns the hours in a condition. */
export const hoursIn = (condition: string, read: ReadHours): ConditionHours[] =>
  otherPartsOf(condition).flatMap((part) => read(part) ?? [])

/** Returns the parts of a condition that are not read, such as weather, so that they are never met. */
export const unreadIn = (condition: string, read: ReadHours): string[] =>
  otherPartsOf(condition).filter((part) => read(part) === null)

/** Returns the parts of a condition that depend on neither the vehicle nor its purpose. */
const otherPartsOf = (condition: string): string[] =>
  partsOf(condition).flatMap(({ text, isErrand, compared }) => (isErrand || compared !== null ? [] : text))

/** Limit in a tag, in the unit of the measure. */
export type LimitValue = readonly [measure: Measure, limit: number]

/** Returns the values with which a condition compares the size of the vehicle. */
export const limitsIn = (condition: string): LimitValue[] =>
  partsOf(condition).flatMap(({ compared }) =>
    compared && compared.own !== 'axles' ? [[compared.own, compared.limit] as const] : [],
  )

interface Part {
  text: string
  isErrand: boolean
  /** Null if the part doesn't compare the vehicle with a limit. */
  compared: ReturnType<typeof comparisonOf>
}

/** Parts by condition. Each condition is evaluated for many sizes and hours. */
const parsed = new Map<string, Part[]>()
const MAX_PARSED = 1_000

/** Returns the parts of a condition without parentheses, which group nothing but one part or all parts. */
function partsOf(condition: string): Part[] {
  const known = parsed.get(condition)
  if (known) return known
  const parts = condition
    .replace(/[()]/g, ' ')
    .split(/\sand\s/i)
    .map((part) => part.trim())
    .map((text) => ({ text, isErrand: ERRANDS.has(text.toLowerCase()), compared: comparisonOf(text) }))
  if (parsed.size >= MAX_PARSED) parsed.clear()
  parsed.set(condition, parts)
  return parts
}

function comparisonOf(part: string) {
  const [, name = '', operator = '', amount = ''] =
    /^(?:max)?([a-z]+)\s*(<=|>=|<|>|=)(.+)$/.exec(part.toLowerCase()) ?? []
  const property = PROPERTIES.get(name)
  const compare = COMPARISONS[operator]
  const limit = property?.read(amount) ?? null
  return property && compare && limit !== null ? { own: property.own, compare, limit } : null
}

/** Parses a whole number. Returns null if the text is not valid. */
export function countOf(text: string): number | null {
  return /^\d+$/.test(text.trim()) ? Number(text) : null
}
