// Conditions of signs. A condition on the vehicle or the purpose of its drive is evaluated. A condition on hours,
// weather or permits is never met, because a plan has no particular hour.
// https://wiki.openstreetmap.org/wiki/Conditional_restrictions
import type { Profile } from '../profile.ts'
import { metersOf, tonnesOf } from './measures.ts'

/** Drive for which a sign is evaluated. */
export interface Drive {
  profile: Profile
  /** Direction along the way. Null at nodes and in relations. */
  direction: 'forward' | 'backward' | null
  /** Whether the drive ends on the way, instead of passing through. */
  isLocal: boolean
}

const ERRANDS = new Set(['delivery', 'destination', 'customers'])

interface Property {
  own: (profile: Profile) => number
  read: (text: string) => number | null
}
const WEIGHT: Property = { own: ({ weightTonnes }) => weightTonnes, read: tonnesOf }
const PROPERTIES: ReadonlyMap<string, Property> = new Map([
  ['height', { own: ({ heightMeters }) => heightMeters, read: metersOf }],
  ['width', { own: ({ widthMeters }) => widthMeters, read: metersOf }],
  ['length', { own: ({ lengthMeters }) => lengthMeters, read: metersOf }],
  ['axleload', { own: ({ axleTonnes }) => axleTonnes, read: tonnesOf }],
  ['axles', { own: ({ axles }) => axles, read: countOf }],
  ...['weight', 'weightrating', 'maxweightrating', 'gcweight', 'gcweightrating'].map((name) => [name, WEIGHT] as const),
])
const COMPARISONS: Readonly<Record<string, (own: number, limit: number) => boolean>> = {
  '<': (own, limit) => own < limit,
  '<=': (own, limit) => own <= limit,
  '=': (own, limit) => own === limit,
  '>=': (own, limit) => own >= limit,
  '>': (own, limit) => own > limit,
}

/** Returns true if the drive meets every part of a condition such as `(weight > 7.5 AND delivery)`. */
export function isConditionMet(condition: string, drive: Drive): boolean {
  return partsOf(condition).every((part) => {
    if (ERRANDS.has(part)) return drive.isLocal
    const compared = comparisonOf(part)
    return compared !== null && compared.compare(compared.own(drive.profile), compared.limit)
  })
}

/** Returns whether a condition depends on anything except the vehicle and its purpose, such as the time of day. */
export const hasUnknownCondition = (condition: string): boolean =>
  partsOf(condition).some((part) => !ERRANDS.has(part) && comparisonOf(part) === null)

const partsOf = (condition: string): string[] =>
  condition
    .replace(/^\((.*)\)$/, '$1')
    .toLowerCase()
    .split(/\sand\s/)
    .map((part) => part.trim())

function comparisonOf(part: string) {
  const [, name = '', operator = '', amount = ''] = /^([a-z]+)\s*(<=|>=|<|>|=)(.+)$/.exec(part) ?? []
  const property = PROPERTIES.get(name)
  const compare = COMPARISONS[operator]
  const limit = property?.read(amount) ?? null
  return property && compare && limit !== null ? { own: property.own, compare, limit } : null
}

/** Parses a whole number. Returns null if the text is not valid. */
export function countOf(text: string): number | null {
  return /^\d+$/.test(text.trim()) ? Number(text) : null
}
