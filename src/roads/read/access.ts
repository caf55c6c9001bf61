// Access to a way by vehicle and direction: https://wiki.openstreetmap.org/wiki/Key:access and Key:oneway.
import type { Measure } from '../../domain/planning/road-vehicle.ts'
import type { Profile } from '../profile.ts'
import { NEVER, type Requirements } from '../requirements.ts'
import { type Access, DESTINATION, NO, YES } from './access-level.ts'
import { ALWAYS } from '../../domain/planning/week-hours.ts'
import { accessOverWeek, DELIVERY_HOURS, type HourlyAccess, momentCount } from './access-hours.ts'
import {
  type ConditionHours,
  countOf,
  type Drive,
  hoursIn,
  type LimitValue,
  limitsIn,
  type ReadHours,
} from './conditions.ts'
import { metersOf, tonnesOf } from './measures.ts'
import type { RoadClass } from './road-class.ts'
import { BY_MODE, type Signs, signsOf, applicableValue } from './signs.ts'
import { type Tags, valuesOf } from './tags.ts'
import { vehicleAccess, type VehicleAccess } from './vehicle-access.ts'

const MEANING: ReadonlyMap<string, Access> = new Map([
  ...['yes', 'permissive', 'designated', 'official', 'public', 'allowed', 'discouraged'].map(
    (value) => [value, YES] as const,
  ),
  ...[
    'destination',
    'delivery',
    'customers',
    'private',
    'permit',
    'residents',
    'local',
    'driveway',
    'employees',
    'dismount',
  ].map((value) => [value, DESTINATION] as const),
  ...[
    'no',
    'agricultural',
    'forestry',
    'emergency',
    'military',
    'psv',
    'bus',
    'minibus',
    'coach',
    'tourist_bus',
    'taxi',
    'share_taxi',
    'hov',
    'foot',
    'use_sidepath',
    'restricted',
  ].map((value) => [value, NO] as const),
])

/** Returns the meaning of a value of an access key, or null if it is unknown. */
function accessOf(value: string): Access | null {
  const known = valuesOf(value).flatMap((part) => MEANING.get(part) ?? [])
  return known.length === 0 ? null : (Math.max(...known) as Access)
}

export interface WayAccess {
  forward: VehicleAccess
  backward: VehicleAccess
}

/** Roads that through traffic needs, also if they are closed at night or on weekends. */
const LARGE_ROADS: ReadonlySet<RoadClass> = new Set<RoadClass>([
  'motorway',
  'motorway_link',
  'trunk',
  'trunk_link',
  'primary',
  'primary_link',
  'secondary',
  'secondary_link',
  'tertiary',
  'tertiary_link',
  'ferry',
])

/** Access to a way that is always closed. */
export const CLOSED: VehicleAccess = { access: NO, through: NEVER, local: NEVER, hours: null, sized: null }

/** Returns the access to a way for one kind of vehicle. `routes` are the tags of the ferry routes to which the way belongs. */
export function wayAccess(
  tags: Tags,
  roadClass: RoadClass,
  profile: Profile,
  signs: Signs,
  routes: readonly Tags[],
  readHours: ReadHours,
  requirements: Requirements,
): WayAccess {
  const isImpassable = tags['impassable'] === 'yes' || tags['smoothness'] === 'impassable'
  if (isImpassable || tags['hov'] === 'designated') return { forward: CLOSED, backward: CLOSED }
  const isBicycle = profile.costing === 'BICYCLE'
  const conditions = [signs, ...routes.map(signsOf)].flatMap((one) => accessHoursIn(one, readHours))
  const width = metersOf(tags['width'])
  const values = [
    ...[signs, ...routes.map(signsOf)].flatMap(limitValues),
    ...(width === null ? [] : [['widthMeters', width] as const]),
  ]
  const isLarge = LARGE_ROADS.has(roadClass)
  const accessFor = (own: Profile, direction: 'forward' | 'backward'): HourlyAccess =>
    accessOverWeek(
      conditions,
      readHours,
      (isLocal, moment) => {
        const drive: Drive = { profile: own, direction, isLocal, ...(moment && { moment }) }
        if (isTooLarge(signs, drive) || isTooNarrow(tags, own)) return NO
        if (isAgainstTraffic(tags, signs, drive, roadClass)) return NO
        const byMode = applicableValue(signs, BY_MODE, drive, accessOf)
        if (byMode !== null) return byMode
        const general = applicableValue(signs, 'access', drive, accessOf)
        if (roadClass === 'ferry') return ferryAccess(tags, signs, drive, general, routes)
        // On a footway, `access=yes` is meant for pedestrians, so vehicles need a sign of their own.
        if (roadClass === 'footway' || (isBicycle && isForMotorVehicles(tags, roadClass))) return NO
        return general ?? usualAccess(roadClass, isBicycle)
      },
      isLarge ? DELIVERY_HOURS : ALWAYS,
    )
  const along = (direction: 'forward' | 'backward'): VehicleAccess =>
    vehicleAccess(profile, values, (own) => accessFor(own, direction), requirements, {
      isHourly: isLarge,
      moments: momentCount(conditions),
    })
  return { forward: along('forward'), backward: along('backward') }
}

const usualAccess = (roadClass: RoadClass, isBicycle: boolean): Access =>
  roadClass === 'driveway' || (roadClass === 'track' && !isBicycle) ? DESTINATION : YES

/** Returns whether bicycles need a sign of their own to use the way. */
const isForMotorVehicles = (tags: Tags, roadClass: RoadClass): boolean =>
  roadClass === 'motorway' || roadClass === 'motorway_link' || tags['motorroad'] === 'yes'

/** A ferry without known access carries only pedestrians. A shuttle train carries cars. */
function ferryAccess(tags: Tags, signs: Signs, drive: Drive, general: Access | null, routes: readonly Tags[]): Access {
  if (general === NO) return NO
  // A ship that carries trucks has room for cars, and a ship that carries any of these has room for bicycles.
  const larger = drive.profile.costing === 'BICYCLE' ? ['motor_vehicle', 'motorcar', 'hgv'] : ['hgv']
  const withLarger = { ...drive, profile: { ...drive.profile, modes: [...drive.profile.modes, ...larger] } }
  const said = [signs, ...routes.map(signsOf)].map((one) => applicableValue(one, BY_MODE, withLarger, accessOf) ?? NO)
  const isTrain = tags['route'] === 'shuttle_train' && drive.profile.costing === 'CAR'
  return Math.max(isTrain ? (general ?? YES) : NO, ...said) as Access
}

function isAgainstTraffic(tags: Tags, signs: Signs, drive: Drive, roadClass: RoadClass): boolean {
  if (drive.profile.costing === 'BICYCLE' && hasOppositeLane(tags)) return false
  const isUsual = roadClass === 'motorway' || isRoundabout(tags)
  const said = applicableValue(signs, 'oneway', { ...drive, direction: null }, (value) => FLOWS.get(value) ?? null)
  const flow = said ?? (isUsual ? 'forward' : 'both')
  return flow !== 'both' && flow !== drive.direction
}

/** Returns whether bicycles may use a one-way street in both directions (https://wiki.openstreetmap.org/wiki/Key:cycleway). */
const hasOppositeLane = (tags: Tags): boolean =>
  ['cycleway', 'cycleway:left', 'cycleway:right', 'cycleway:both'].some((key) => tags[key]?.startsWith('opposite'))

const FLOWS: ReadonlyMap<string, 'both' | 'forward' | 'backward' | 'none'> = new Map([
  ...['yes', 'true', '1'].map((value) => [value, 'forward'] as const),
  ...['-1', 'reverse'].map((value) => [value, 'backward'] as const),
  ...['no', 'false', '0', 'alternating'].map((value) => [value, 'both'] as const),
  // The direction depends on the time of day, so neither direction is used.
  ['reversible', 'none'],
])

export const isRoundabout = (tags: Tags): boolean =>
  tags['junction'] === 'roundabout' || tags['junction'] === 'circular'

interface Limit {
  subject: string
  read: (value: string) => number | null
  own: Measure | 'axles'
}
const limits = (subjects: readonly string[], read: Limit['read'], own: Limit['own']): Limit[] =>
  subjects.map((subject) => ({ subject, own, read: (value) => lowest(value, read) }))

/** Returns the lowest of several limits, such as those of the arches of a bridge. */
function lowest(value: string, read: Limit['read']): number | null {
  const found = value.split(';').flatMap((part) => (UNLIMITED.has(part.trim()) ? Infinity : (read(part) ?? [])))
  return found.length === 0 ? null : Math.min(...found)
}
const UNLIMITED = new Set(['none', 'no'])

/** `below_default` is a height below the maximum of the law, which is 4 m in most countries. */
const heightOf = (value: string): number | null => (value.trim() === 'below_default' ? 3.99 : metersOf(value))

/** Limits of size and weight. A vehicle must be within all of them: signed and physical, actual and rated weight. */
const LIMITS: readonly Limit[] = [
  ...limits(['maxheight', 'maxheight:physical'], heightOf, 'heightMeters'),
  ...limits(['maxwidth', 'maxwidth:physical'], metersOf, 'widthMeters'),
  ...limits(['maxlength'], metersOf, 'lengthMeters'),
  ...limits(['maxweight', 'maxweightrating', 'maxgcweight', 'maxgcweightrating'], tonnesOf, 'weightTonnes'),
  ...limits(['maxaxleload'], tonnesOf, 'axleTonnes'),
  ...limits(['maxaxles'], countOf, 'axles'),
]

/** Subjects of signs that decide whether a vehicle may drive on a way in a direction. */
const ACCESS_SUBJECTS: ReadonlySet<string> = new Set([
  BY_MODE,
  'access',
  'oneway',
  ...LIMITS.map(({ subject }) => subject),
])

/** Returns the hours that access depends on. */
const accessHoursIn = (signs: Signs, readHours: ReadHours): ConditionHours[] =>
  accessConditions(signs).flatMap((condition) => hoursIn(condition, readHours))

/** Returns the conditions of the signs that decide about access. */
export const accessConditions = (signs: Signs): string[] =>
  [...signs].flatMap(([subject, some]) =>
    ACCESS_SUBJECTS.has(subject)
      ? some.flatMap(({ values }) => values.flatMap(({ condition }) => condition ?? []))
      : [],
  )

function isTooLarge(signs: Signs, drive: Drive): boolean {
  return LIMITS.some(
    ({ subject, read, own }) => (applicableValue(signs, subject, drive, read) ?? Infinity) < drive.profile[own],
  )
}

/** Returns whether the road itself is narrower than the vehicle. `isTooLarge` compares with signed widths. */
const isTooNarrow = (tags: Tags, { widthMeters }: Profile): boolean =>
  (metersOf(tags['width']) ?? Infinity) < widthMeters

/**
 * Returns the access at a node: its limits, and the signs of its barrier. If there are no signs, the kind of barrier
 * decides (`usual`).
 */
export function nodeAccess(
  tags: Tags,
  profile: Profile,
  usual: Access,
  readHours: ReadHours,
  requirements: Requirements,
): VehicleAccess {
  const signs = signsOf(tags)
  const hours = accessHoursIn(signs, readHours)
  const accessFor = (own: Profile): HourlyAccess =>
    accessOverWeek(hours, readHours, (isLocal, moment) => {
      const drive: Drive = { profile: own, direction: null, isLocal, ...(moment && { moment }) }
      if (isTooLarge(signs, drive)) return NO
      if (tags['barrier'] === undefined) return YES
      return (
        applicableValue(signs, BY_MODE, drive, accessOf) ?? applicableValue(signs, 'access', drive, accessOf) ?? usual
      )
    })
  return vehicleAccess(profile, limitValues(signs), accessFor, requirements, {
    isHourly: false,
    moments: momentCount(hours),
  })
}

/** Returns the limits of size in signs about access, and in their conditions. */
const limitValues = (signs: Signs): LimitValue[] => [
  ...LIMITS.flatMap(({ subject, read, own }) =>
    own === 'axles'
      ? []
      : (signs.get(subject) ?? []).flatMap(({ values }) =>
          values.flatMap(({ value }) => {
            const limit = read(value)
            return limit === null || limit === Infinity ? [] : [[own, limit] as const]
          }),
        ),
  ),
  ...accessConditions(signs).flatMap(limitsIn),
]
