// The ways that vehicles use, as columns: kind, access, limits, and nodes.
import { COSTINGS, type Costing } from '../../domain/planning/costing.ts'
import { MOTOR_VEHICLES, PROFILES } from '../profile.ts'
import { Requirements } from '../requirements.ts'
import { accessConditions, CLOSED, isRoundabout, wayAccess } from './access.ts'
import type { Access } from './access-level.ts'
import { type Moment, noHours, type ReadHours } from './conditions.ts'
import { growingBytes, growingInts, growingNumbers, growingShorts } from './growing.ts'
import { kmhOf, minutesOf } from './measures.ts'
import type { Relation } from './restriction.ts'
import { ROAD_CLASSES, type RoadClass, roadClassOf } from './road-class.ts'
import { type Signs, signsOf, applicableValue } from './signs.ts'
import { surfaceKmh } from './surface.ts'
import { conditionalTags, type Tags } from './tags.ts'
import { hasRequirement, type VehicleAccess } from './vehicle-access.ts'

export const ROUNDABOUT = 1
export const TOLL = 2
/** Vehicles may drive in one direction only, for example on each carriageway of a divided road. */
export const ONE_WAY = 4

export interface Ways {
  count: number
  ids: Float64Array
  /** Index into `ROAD_CLASSES`. */
  classes: Uint8Array
  /** Highest access of any vehicle, 2 bits per direction and costing; see `accessAlong`. */
  access: Uint16Array
  flags: Uint8Array
  lanes: Uint8Array
  /** Speed limits in km/h by costing and direction, 2 per costing. 0 if unknown. */
  limits: Uint8Array
  /** Maximum speed on the surface in km/h. 0 if the surface is good. */
  surfaces: Uint8Array
  /** Hours of the access, keyed by way. Ways without an entry have the same access at all hours. */
  hours: ReadonlyMap<number, WayHours>
  /** Requirements for the access, keyed by way. All vehicles of a kind have the same access to a way without an entry. */
  requirements: ReadonlyMap<number, WayRequirements>
  /** Duration of ferries in minutes, keyed by way. */
  minutes: ReadonlyMap<number, number>
  /** Index of each way's first node in `nodes`. Has one element more than there are ways. */
  firstNode: Int32Array
}

export interface WayHours {
  /** Tags with the hours, such as `motor_vehicle:conditional=delivery @ (06:00-11:00)`. */
  text: string
  /** Indexed like `limits`, 2 per costing. */
  along: readonly Pick<VehicleAccess, 'hours' | 'sized'>[]
}

export interface WayRequirements {
  /** Name of the street. Empty if it has none. */
  name: string
  /** Indexed like `limits`, 2 per costing. */
  along: readonly Pick<VehicleAccess, 'through' | 'local'>[]
}

/** Returns the requirements of a way for one costing and direction. Null if there are none. */
export const requirementsAlong = (
  { requirements }: Ways,
  way: number,
  costing: Costing,
  backward: boolean,
): Pick<VehicleAccess, 'through' | 'local'> | null =>
  requirements.get(way)?.along[2 * COSTINGS.indexOf(costing) + (backward ? 1 : 0)] ?? null

/** Returns the hours of a way by size, for one costing and direction. Null if the access is the same at all hours. */
export const hoursAlong = (
  { hours }: Ways,
  way: number,
  costing: Costing,
  backward: boolean,
): WayHours['along'][number] | null => hours.get(way)?.along[2 * COSTINGS.indexOf(costing) + (backward ? 1 : 0)] ?? null

/** Unpacks the access of a way for one costing and direction. */
export const accessAlong = (access: number, costing: Costing, backward: boolean): Access =>
  ((access >> (4 * COSTINGS.indexOf(costing) + (backward ? 2 : 0))) & 3) as Access

/** Returns the speed limit in km/h for one costing and direction. 0 if it is unknown. */
export const limitAlong = ({ limits }: Ways, way: number, costing: Costing, backward: boolean): number =>
  limits[2 * COSTINGS.length * way + 2 * COSTINGS.indexOf(costing) + (backward ? 1 : 0)] as number

/**
 * Collects the ways that at least one of these kinds of vehicles may use. All other kinds have no access to any way. `seen` is
 * called with each condition about access to the ways.
 */
export function collectWays(
  costings: readonly Costing[] = MOTOR_VEHICLES,
  readHours: ReadHours = noHours,
  seen: (condition: string) => void = () => {},
  requirements = new Requirements(),
) {
  const isForBicycles = costings.includes('BICYCLE')
  const [ids, nodes] = [growingNumbers(), growingNumbers()]
  const access = growingShorts()
  const [classes, flags, lanes] = [growingBytes(), growingBytes(), growingBytes()]
  const [limits, surfaces, firstNode] = [growingBytes(), growingBytes(), growingInts()]
  const [minutes, hours] = [new Map<number, number>(), new Map<number, WayHours>()]
  const required = new Map<number, WayRequirements>()
  firstNode.push(0)
  const ferries: { id: number; refs: readonly number[]; tags: Tags }[] = []
  const ferryRoutes = new Map<number, Tags[]>()
  const append = (roadClass: RoadClass, id: number, refs: readonly number[], tags: Tags): void => {
    const signs = signsOf(tags)
    const along = accessAlongWay(costings, tags, roadClass, signs, ferryRoutes.get(id) ?? [], readHours, requirements)
    const bits = along.reduce((sum, { access }, i) => sum | (access << (2 * i)), 0)
    for (const condition of accessConditions(signs)) seen(condition)
    if (bits === 0) return
    if (along.some((one) => one.hours ?? one.sized))
      hours.set(ids.length, { text: conditionalTags(tags), along: along.map(({ hours, sized }) => ({ hours, sized })) })
    if (along.some(hasRequirement)) required.set(ids.length, { name: tags['name'] ?? tags['ref'] ?? '', along })
    if (roadClass === 'ferry') minutes.set(ids.length, minutesOf(tags['duration']) ?? 0)
    ids.push(id)
    classes.push(ROAD_CLASSES.indexOf(roadClass))
    access.push(bits)
    flags.push(flagsOf(tags, bits))
    lanes.push(Math.min(255, Math.max(0, Number.parseInt(tags['lanes'] ?? '', 10) || 0)))
    surfaces.push(surfaceKmh(tags) ?? 0)
    for (const kmh of limitsOf(tags, signs, readHours)) limits.push(kmh)
    for (const ref of refs) nodes.push(ref)
    firstNode.push(nodes.length)
  }
  return {
    /**
     * Adds a way. Ferries wait until `done`, because relations after all ways in the extract may allow access to them.
     */
    add(id: number, refs: readonly number[], tags: Tags): void {
      const roadClass = roadClassOf(tags, isForBicycles)
      if (roadClass === null || refs.length < 2) return
      if (roadClass === 'ferry') ferries.push({ id, refs, tags })
      else append(roadClass, id, refs, tags)
    },
    addFerryRoute({ members, tags }: Relation): void {
      for (const { type, ref } of members)
        if (type === 'way') ferryRoutes.set(ref, [...(ferryRoutes.get(ref) ?? []), tags])
    },
    done(): { ways: Ways; nodes: Float64Array<ArrayBuffer> } {
      for (const { id, refs, tags } of ferries) append('ferry', id, refs, tags)
      const ways = {
        count: ids.length,
        ids: ids.done(),
        classes: classes.done(),
        access: access.done(),
        flags: flags.done(),
        lanes: lanes.done(),
        limits: limits.done(),
        surfaces: surfaces.done(),
        minutes,
        hours,
        requirements: required,
        firstNode: firstNode.done(),
      }
      return { ways, nodes: nodes.done() }
    },
  }
}

/** Returns the access for each costing and direction, in the order of `limits`. */
const accessAlongWay = (
  costings: readonly Costing[],
  tags: Tags,
  roadClass: RoadClass,
  signs: Signs,
  routes: readonly Tags[],
  readHours: ReadHours,
  requirements: Requirements,
): VehicleAccess[] =>
  COSTINGS.flatMap((costing) => {
    if (!costings.includes(costing)) return [CLOSED, CLOSED]
    const { forward, backward } = wayAccess(tags, roadClass, PROFILES[costing], signs, routes, readHours, requirements)
    return [forward, backward]
  })

function flagsOf(tags: Tags, access: number): number {
  const both = COSTINGS.some((costing) => accessAlong(access, costing, false) && accessAlong(access, costing, true))
  return (isRoundabout(tags) ? ROUNDABOUT : 0) | (tags['toll'] === 'yes' ? TOLL : 0) | (both ? 0 : ONE_WAY)
}

const IMPLIED_LIMITS = ['maxspeed:type', 'source:maxspeed', 'zone:maxspeed', 'zone:traffic']

/** Tuesday, 10 AM. Speed limits that depend on the hour are those of this time. */
const TYPICAL_MINUTE = (24 + 10) * 60

/** Returns the speed limits in the order of `limits`. */
const limitsOf = (tags: Tags, signs: Signs, read: ReadHours): number[] =>
  COSTINGS.flatMap((costing) =>
    (['forward', 'backward'] as const).map((direction) =>
      Math.round(limitOf(tags, signs, costing, direction, read) ?? 0),
    ),
  )

function limitOf(
  tags: Tags,
  signs: Signs,
  costing: Costing,
  direction: 'forward' | 'backward',
  read: ReadHours,
): number | null {
  const moment: Moment = { minute: TYPICAL_MINUTE, metIfPossible: false, read }
  const drive = { profile: PROFILES[costing], direction, isLocal: false, moment }
  const signed = applicableValue(signs, 'maxspeed', drive, kmhOf)
  if (signed !== null) return signed
  return IMPLIED_LIMITS.map((key) => kmhOf(tags[key])).find((kmh) => kmh !== null) ?? null
}
