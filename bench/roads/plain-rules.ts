// A second, independent reading of the tags by the OpenStreetMap wiki. Shares no code with src/roads, so that the two
// readings can be compared. Based on the wiki's pages on access, conditional restrictions, one-way streets, limits,
// barriers, ferries and turn restrictions. 0 is closed, 1 is open only to locations on the way, 2 is open.
import type { Costing } from '../../src/domain/planning/costing.ts'
import { amountOf, limitIn, type Measure } from './plain-measures.ts'

type Tags = Readonly<Record<string, string>>
export type Level = 0 | 1 | 2

/** A vehicle in terms of traffic signs: modes from the most specific, dimensions in meters and tonnes. */
interface Vehicle {
  modes: readonly string[]
  height: number
  width: number
  length: number
  weight: number
  axleload: number
  axles: number
}

const VEHICLES: Record<Costing, Vehicle> = {
  CAR: {
    modes: ['motorcar', 'motor_vehicle', 'vehicle'],
    height: 2,
    width: 2,
    length: 6,
    weight: 3,
    axleload: 1.8,
    axles: 2,
  },
  TRUCK: {
    modes: ['hgv', 'goods', 'motor_vehicle', 'vehicle'],
    height: 4,
    width: 2.6,
    length: 10,
    weight: 11.79,
    axleload: 8,
    axles: 2,
  },
  BICYCLE: {
    modes: ['bicycle', 'vehicle'],
    height: 2,
    width: 0.9,
    length: 2.8,
    weight: 0.3,
    axleload: 0.2,
    axles: 2,
  },
}
const isBicycle = ({ modes }: Vehicle): boolean => modes.includes('bicycle')

/** Vehicle and hours for which roads are checked. */
export interface Subject {
  /** Measures that differ from those of the usual vehicle. */
  size?: Partial<Record<Exclude<Measure, 'axles'>, number>>
  /** Hours of the day in which a drive needs larger roads, or 'any' hour. Absent: conditions on hours are never met. */
  hours?: readonly number[] | 'any'
}

/** Keys that limit vehicles on ways and at nodes (https://wiki.openstreetmap.org/wiki/Key:access#Size_and_statutory). */
const LIMITS: readonly (readonly [key: string, measure: Measure])[] = [
  ['maxheight', 'height'],
  ['maxheight:physical', 'height'],
  ['maxwidth', 'width'],
  ['maxwidth:physical', 'width'],
  ['maxlength', 'length'],
  ['maxweight', 'weight'],
  ['maxweightrating', 'weight'],
  ['maxgcweight', 'weight'],
  ['maxgcweightrating', 'weight'],
  ['maxaxleload', 'axleload'],
  ['maxaxles', 'axles'],
]

/** Values that conditions compare (https://wiki.openstreetmap.org/wiki/Conditional_restrictions). */
const COMPARED: Readonly<Record<string, Measure>> = {
  height: 'height',
  width: 'width',
  length: 'length',
  weight: 'weight',
  weightrating: 'weight',
  gcweight: 'weight',
  gcweightrating: 'weight',
  axleload: 'axleload',
  axles: 'axles',
}

/** The smallest vehicle, and the largest one that limits are read for. */
const SMALLEST: Subject['size'] = { height: 0, width: 0, length: 0, weight: 0, axleload: 0 }
const LARGEST: Subject['size'] = { height: 5, width: 3, length: 25.5, weight: 60, axleload: 20 }
const DAY = Array.from({ length: 24 }, (_, hour) => hour)

/** Returns the subjects that may use the most and the fewest roads. */
export const extremes = (readsHours: boolean): { most: Subject; fewest: Subject } => ({
  most: { size: SMALLEST, ...(readsHours && { hours: 'any' }) },
  fewest: { size: LARGEST, ...(readsHours && { hours: DAY }) },
})

/** Returns a usual vehicle with these measures. No axle carries more than the vehicle weighs. */
function vehicleOf(costing: Costing, size: NonNullable<Subject['size']>): Vehicle {
  const { weight, axleload } = { ...VEHICLES[costing], ...size }
  return { ...VEHICLES[costing], weight: Math.max(weight, axleload), axleload: Math.min(axleload, weight), ...size }
}

const OPEN = /^(yes|permissive|designated|official|public|allowed|discouraged)$/
const LOCAL = /^(destination|delivery|customers|private|permit|residents|local|driveway|employees|dismount)$/
const CLOSED =
  /^(no|agricultural|forestry|emergency|military|psv|(mini|tourist_)?bus|coach|(share_)?taxi|hov|foot|use_sidepath|restricted)$/

/** The trip that is checked: a vehicle in a direction, passing through or with a destination on the way. */
interface Trip {
  vehicle: Vehicle
  direction: 'forward' | 'backward' | null
  isLocal: boolean
  /** Hour of the day. Null: conditions on hours are not met. */
  hour: number | null
}

/**
 * Returns the access levels of a way in both directions: along its nodes and against them. Null if no vehicle ever drives on
 * the way. `routes` are the tags of its route relations.
 */
export function wayLevels(
  tags: Tags,
  costing: Costing,
  routes: readonly Tags[] = [],
  { size = {}, hours }: Subject = {},
): { along: Level; against: Level } | null {
  const vehicle = vehicleOf(costing, size)
  const kind = kindOf(tags, vehicle)
  if (kind === null) return null
  const isLarge = kind === 'ferry' || LARGE.test(tags['highway'] ?? '')
  const level = (direction: 'forward' | 'backward'): Level =>
    levelOf(hasHours(tags) ? hours : undefined, isLarge, (isLocal, hour) => {
      const trip = { vehicle, direction, isLocal, hour }
      if (isTooLarge(tags, trip, [...LIMITS, ['width', 'width']]) || isAgainstOneWay(tags, trip)) return 0
      return signed(tags, trip, kind, routes)
    })
  if (tags['impassable'] === 'yes' || tags['smoothness'] === 'impassable' || tags['hov'] === 'designated')
    return { along: 0, against: 0 }
  return { along: level('forward'), against: level('backward') }
}

/** Returns the level at which vehicles of a kind pass a node. */
export function nodeLevel(tags: Tags, costing: Costing, { size = {}, hours }: Subject = {}): Level {
  return levelOf(hasHours(tags) ? hours : undefined, false, (isLocal, hour) => {
    const trip = { vehicle: vehicleOf(costing, size), direction: null, isLocal, hour }
    if (isTooLarge(tags, trip, LIMITS)) return 0
    const barriers = tags['barrier']?.split(';')
    if (barriers === undefined) return 2
    const gaps = isBicycle(trip.vehicle) ? PASSED_BY_BICYCLES : []
    const isPassed = barriers.every((one) => PASSED_BARRIERS.includes(one) || gaps.includes(one))
    const isLocked = tags['locked'] === 'yes' && barriers.some((one) => !gaps.includes(one))
    // Bollards that can be lowered are lowered for drivers with a destination there.
    const opens = ['removable', 'rising', 'foldable'].includes(tags['bollard'] ?? '') || (isPassed && isLocked)
    return levelSaid(tags, [...trip.vehicle.modes, 'access'], trip) ?? (isPassed && !isLocked ? 2 : opens ? 1 : 0)
  })
}

const PASSED_BARRIERS = (
  'no entrance gate lift_gate swing_gate sliding_gate sliding_beam hampshire_gate bump_gate checkpoint cattle_grid ' +
  'border_control toll_booth sally_port height_restrictor kerb coupure'
).split(' ')

/** Barriers with gaps for bicycles (https://wiki.openstreetmap.org/wiki/Key:barrier). */
const PASSED_BY_BICYCLES = ['block', 'bollard', 'bus_trap', 'planter', 'sump_buster']

const hasHours = (tags: Tags): boolean => Object.values(tags).some((value) => /\d:00-\d/.test(value))

const LARGE = /^(motorway|trunk|primary|secondary|tertiary)(_link)?$/

/** Through traffic needs a large road in its hours, and other roads always. */
function levelOf(
  hours: Subject['hours'],
  isLarge: boolean,
  levelFor: (isLocal: boolean, hour: number | null) => Level,
): Level {
  const all = hours === undefined ? [null] : Array.from({ length: 24 }, (_, hour) => hour)
  const isOpen = (hour: number | null): boolean => levelFor(false, hour) === 2
  const isThrough =
    isLarge && hours === 'any' ? all.some(isOpen) : (isLarge && hours !== 'any' ? (hours ?? all) : all).every(isOpen)
  if (isThrough) return 2
  return all.some((hour) => levelFor(true, hour) > 0 || isOpen(hour)) ? 1 : 0
}

type Kind = 'road' | 'driveway' | 'path' | 'ferry'

const ROADS =
  /^((motorway|trunk|primary|secondary|tertiary)(_link)?|unclassified|residential|living_street|service|road|track|unsurfaced)$/
const PATHS = /^(pedestrian|footway|path|cycleway|bridleway|busway)$/
/** Service roads that are open only to locations on them. The wiki leaves it to routers which service roads lead through. */
const DRIVES = /^(driveway|parking_aisle|drive-through|drive_through)$/

/** A ferry or a train that carries vehicles. */
export const isFerry = ({ route }: Tags): boolean => route === 'ferry' || route === 'shuttle_train'

function kindOf(tags: Tags, vehicle: Vehicle): Kind | null {
  const { highway = '', area, service = '' } = tags
  if (isFerry(tags)) return 'ferry'
  // Areas aren't roads, except service areas such as yards, which connect roads.
  if (area === 'yes' && highway !== 'service') return null
  if (isBicycle(vehicle)) {
    if (/^(cycleway|path|track|unsurfaced)$/.test(highway)) return isMotorway(tags) ? 'path' : 'road'
    // Bicycles need a sign on roads for motor vehicles.
    if (isMotorway(tags) && ROADS.test(highway)) return 'path'
  }
  if (PATHS.test(highway) || (highway === 'service' && service === 'emergency_access')) return 'path'
  if (!ROADS.test(highway)) return null
  const isDrive = highway === 'service' && DRIVES.test(service)
  return isDrive || highway === 'track' || highway === 'unsurfaced' ? 'driveway' : 'road'
}

const isMotorway = ({ highway = '', motorroad }: Tags): boolean =>
  /^motorway(_link)?$/.test(highway) || motorroad === 'yes'

/** Returns the level by the signs or, if no sign applies, by the kind of way. */
function signed(tags: Tags, trip: Trip, kind: Kind, routes: readonly Tags[]): Level {
  const { modes } = trip.vehicle
  const general = levelSaid(tags, ['access'], trip)
  const said = levelSaid(tags, modes, trip)
  if (said !== null) return said
  switch (kind) {
    case 'road':
      return general ?? 2
    case 'driveway':
      return general ?? 1
    // A path is for other users, such as pedestrians, and "access" refers to them.
    case 'path':
      return 0
    case 'ferry': {
      if (general === 0) return 0
      // A shuttle train carries cars by definition.
      const byKind = tags['route'] === 'shuttle_train' && modes.includes('motorcar') ? (general ?? 2) : 0
      // A ship that takes trucks also takes cars, and a ship that takes cars also takes bicycles.
      const bySigns = [tags, ...routes.filter((one) => one['type'] === 'route' && isFerry(one))].map(
        (one) =>
          levelSaid(one, [...modes, ...(isBicycle(trip.vehicle) ? ['motor_vehicle', 'motorcar'] : []), 'hgv'], trip) ??
          0,
      )
      return Math.max(byKind, ...bySigns) as Level
    }
  }
}

/** Returns the level of the most specific sign that has one. */
function levelSaid(tags: Tags, keys: readonly string[], trip: Trip): Level | null {
  for (const key of directed(keys, trip)) {
    const found = levelOfValue(valueAt(tags, key, trip, (value) => levelOfValue(value) !== null))
    if (found !== null) return found
  }
  return null
}

function levelOfValue(value: string | null): Level | null {
  const parts = (value ?? '').split(/[;,|]/).map((part) => part.trim().toLowerCase())
  if (parts.some((part) => OPEN.test(part))) return 2
  if (parts.some((part) => LOCAL.test(part))) return 1
  return parts.some((part) => CLOSED.test(part)) ? 0 : null
}

/** Returns each key for the direction of the trip, then for both directions. */
const directed = (keys: readonly string[], { direction }: Trip): string[] =>
  keys.flatMap((key) => (direction ? [`${key}:${direction}`, key] : [key]))

/** Returns the value of a key for a trip: the last conditional value that applies, else the plain value. */
function valueAt(tags: Tags, key: string, trip: Trip, isMeant: (value: string) => boolean): string | null {
  const applying = clausesOf(tags[`${key}:conditional`] ?? '')
    .filter(({ value, condition }) => isMeant(value) && holds(condition, trip))
    .at(-1)
  if (applying) return applying.value
  const plain = tags[key]
  return plain !== undefined && isMeant(plain) ? plain : null
}

/** Parses `value @ condition; value @ (condition; with semicolons)`. */
function clausesOf(text: string): { value: string; condition: string }[] {
  const clauses = text.match(/(?:\([^)]*\)|[^;(])+/g) ?? []
  return clauses.flatMap((clause) => {
    const [value, ...rest] = clause.split('@')
    return rest.length === 0 ? [] : [{ value: (value as string).trim(), condition: rest.join('@').trim() }]
  })
}

/**
 * Returns whether the condition applies to the trip. False for conditions that depend on more than the vehicle and its
 * destination, such as hours.
 */
function holds(condition: string, trip: Trip): boolean {
  return condition
    .replace(/[()]/g, ' ')
    .split(/\s+AND\s+/i)
    .every((part) => holdsAlone(part.trim().toLowerCase(), trip))
}

function holdsAlone(condition: string, { vehicle, isLocal, hour }: Trip): boolean {
  if (/^(delivery|destination|customers|(un)?loading(_unloading)?)$/.test(condition)) return isLocal
  const [, from, to] = /^(\d\d):00-(\d\d):00$/.exec(condition) ?? []
  if (from !== undefined && hour !== null)
    return Number(from) < Number(to)
      ? Number(from) <= hour && hour < Number(to)
      : hour >= Number(from) || hour < Number(to)
  const [, property = '', operator, amount = ''] = /^(?:max)?([a-z]+)\s*(<=|>=|<|>|=)\s*(.+)$/.exec(condition) ?? []
  const measure = COMPARED[property]
  if (measure === undefined) return false
  const [own, limit] = [vehicle[measure], amountOf(amount, measure)]
  if (Number.isNaN(limit)) return false
  if (operator === '=') return own === limit
  return operator === '>'
    ? own > limit
    : operator === '>='
      ? own >= limit
      : operator === '<'
        ? own < limit
        : own <= limit
}

function isTooLarge(tags: Tags, trip: Trip, limits: readonly (readonly [key: string, measure: Measure])[]): boolean {
  return limits.some(([base, measure]) => {
    const limitOf = (value: string): number => limitIn(value, measure)
    const keys = directed([...trip.vehicle.modes.map((mode) => `${base}:${mode}`), base], trip)
    for (const key of keys) {
      const value = valueAt(tags, key, trip, (one) => !Number.isNaN(limitOf(one)))
      if (value !== null) return trip.vehicle[measure] > limitOf(value)
    }
    return false
  })
}

function isAgainstOneWay(tags: Tags, trip: Trip): boolean {
  const [along, against, both, neither] = [
    /^(yes|true|1)$/,
    /^(-1|reverse)$/,
    /^(no|false|0|alternating)$/,
    /^reversible$/,
  ]
  // A lane against the traffic (https://wiki.openstreetmap.org/wiki/Key:cycleway).
  const lanes = ['cycleway', 'cycleway:left', 'cycleway:right', 'cycleway:both'].map((key) => tags[key] ?? '')
  if (isBicycle(trip.vehicle) && lanes.some((lane) => lane.startsWith('opposite'))) return false
  const isMeant = (value: string): boolean => [along, against, both, neither].some((words) => words.test(value))
  const isRound = ['roundabout', 'circular'].includes(tags['junction'] ?? '')
  let value = isRound || tags['highway'] === 'motorway' ? 'yes' : 'no'
  for (const key of [...trip.vehicle.modes.map((mode) => `oneway:${mode}`), 'oneway']) {
    const found = valueAt(tags, key, trip, isMeant)
    if (found === null) continue
    value = found
    break
  }
  return neither.test(value) || (trip.direction === 'backward' ? along.test(value) : against.test(value))
}

export interface Rule {
  only: boolean
  from: number[]
  viaNode: number | null
  viaWays: number[]
  to: number[]
}

/** The first word is the effect. Rules for turns on red only concern the signal, at which a drive waits anyway. */
const TURNS = /^(no|only)_(?!.*_on_red$)/

/**
 * Returns the rule of a relation for this kind of vehicle at all hours. Null if it doesn't apply
 * (https://wiki.openstreetmap.org/wiki/Relation:restriction).
 */
export function ruleOf(
  { tags, members }: { tags: Tags; members: readonly { type: string; ref: number; role: string }[] },
  costing: Costing,
): Rule | null {
  const vehicle = VEHICLES[costing]
  const [type, mode] = (tags['type'] ?? '').split(':')
  if (type !== 'restriction' || (mode !== undefined && !vehicle.modes.includes(mode))) return null
  const isExcepted = (tags['except'] ?? '').split(';').some((one) => vehicle.modes.includes(one.trim().toLowerCase()))
  const dated = ['day_on', 'day_off', 'hour_on', 'hour_off'].some((key) => tags[key] !== undefined)
  if (isExcepted || dated) return null
  // A vehicle that turns passes through the junction, so exceptions for local destinations don't apply.
  const trip: Trip = { vehicle, direction: null, isLocal: false, hour: null }
  const keys = [...vehicle.modes.map((one) => `restriction:${one}`), 'restriction']
  const value = keys.map((key) => valueAt(tags, key, trip, () => true)).find((one) => one !== null) ?? ''
  const word = TURNS.exec(value.trim().toLowerCase())?.[1]
  if (word === undefined) return null
  const of = (role: string, kind: string): number[] =>
    members.flatMap((member) => (member.role === role && member.type === kind ? [member.ref] : []))
  const rule = { only: word === 'only', from: of('from', 'way'), viaWays: of('via', 'way'), to: of('to', 'way') }
  const viaNodes = of('via', 'node')
  const isWhole = viaNodes.length + Math.min(1, rule.viaWays.length) === 1
  return isWhole && rule.from.length > 0 && rule.to.length > 0 ? { ...rule, viaNode: viaNodes[0] ?? null } : null
}
