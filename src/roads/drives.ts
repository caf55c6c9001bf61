// Drives between locations on the roads of a file: tables of times and distances, and the geometry of single drives.
import type { Point } from '../domain/orders/order.ts'
import { COSTINGS } from '../domain/planning/costing.ts'
import { type Obstacle, type RoadVehicle, wholeSizeOf } from '../domain/planning/road-vehicle.ts'
import { eitherHours, type StreetHours } from '../domain/planning/street-hours.ts'
import { hasHours, hasRequirements, type RoadFile, readRoadFile, RoadFileError } from './file/road-file.ts'
import {
  endsAt,
  type Columns,
  type DriveTable,
  startsAt,
  metersOf,
  NOWHERE,
  secondsOf,
  spotsOf,
  driveAlongSegment,
  type HoursAt,
  type Part,
} from './ends.ts'
import type { SegmentHours } from './graph/street-hours.ts'
import { GrowingTable } from './growing-table.ts'
import type { Searchable, Side } from './hierarchy/hierarchy.ts'
import { manyToMany } from './hierarchy/many-to-many.ts'
import { shortestPath } from './hierarchy/one-to-one.ts'
import { UpwardSearch } from './hierarchy/upward-search.ts'
import { UNITS_A_DEGREE } from './read/read-roads.ts'
import { type Place, snap } from './snap/snap.ts'
import { classOf } from './size-classes.ts'
import { indexIn } from './sorted-index.ts'
import { rulesOf, type VehicleRules } from './vehicle-rules.ts'

export interface Drive {
  seconds: number
  meters: number
  /** Geometry of the drive, from the snapped start to the snapped end. */
  line: Point[]
  /** Hours at which the end can be reached. Null if at all hours. */
  hours: StreetHours | null
}

export interface Drives {
  facts: RoadFile['facts']
  /** Returns the table of a vehicle, by default one of usual size. Throws a `RangeError` if the vehicle is too large for its kind. */
  table(points: readonly Point[], vehicle?: RoadVehicle): DriveTable
  /** Returns the drive with the lowest cost. Null if no drive connects the points, or if a point is off the map. */
  drive(from: Point, to: Point, vehicle?: RoadVehicle): Drive | null
  /**
   * Returns what keeps the vehicle from a drive that smaller vehicles have at some hours. Null if the vehicle has a drive, or if no
   * vehicle has one.
   */
  obstacle(from: Point, to: Point, vehicle: RoadVehicle): Obstacle | null
  snap(point: Point): Place | null
  /**
   * Returns the hours at which a vehicle, by default one of usual size, can reach the location. Null if it can at all hours, or if
   * the location is off the map.
   */
  hours(point: Point, vehicle?: RoadVehicle): StreetHours | null
  /** Returns an empty growing table on these roads. */
  growingTable(vehicle?: RoadVehicle): GrowingTable
}

/**
 * Opens a road file without copying its arrays, so that any number of threads may share the buffer. Throws a
 * `RoadFileError` if the file is not valid.
 */
export function openDrives(buffer: ArrayBufferLike): Drives {
  const file = readRoadFile(buffer)
  const columns = columnsOf(file)
  const hierarchy = hierarchyOf(file)
  const hoursFor = hoursOf(file)
  const rules = rulesOf(file, columns)
  const usual: RoadVehicle = { costing: COSTINGS.find((costing) => costing === file.facts['costing']) ?? 'CAR' }
  let searches: [UpwardSearch, UpwardSearch] | null = null
  const bothSearches = (): [UpwardSearch, UpwardSearch] =>
    (searches ??= [new UpwardSearch(hierarchy.count), new UpwardSearch(hierarchy.count)])
  return {
    facts: file.facts,
    snap: (point) => snap(columns, point),
    hours(point, vehicle = usual) {
      const place = snap(columns, point)
      return place && hoursFor(vehicle)(place)
    },
    growingTable: (vehicle = usual) =>
      new GrowingTable(columns, hierarchy, hoursFor(vehicle), rules.of(vehicle), () => bothSearches()[0]),
    table(points, vehicle = usual) {
      const places = points.map((point) => snap(columns, point))
      const hoursAt = hoursFor(vehicle)
      const hours = places.map((place) => place && hoursAt(place))
      return { ...tableAmong(columns, hierarchy, bothSearches()[0], places, rules.of(vehicle)), hours }
    },
    drive(from, to, vehicle = usual) {
      const [start, end] = [snap(columns, from), snap(columns, to)]
      const found = start && end && pathBetween(columns, hierarchy, bothSearches(), start, end, rules.of(vehicle))
      return found && { ...driveAlong(columns, found), hours: hoursFor(vehicle)(end) }
    },
    obstacle(from, to, vehicle) {
      const [start, end] = [snap(columns, from), snap(columns, to)]
      if (!start || !end) return null
      const pathWith = (own: VehicleRules) => pathBetween(columns, hierarchy, bothSearches(), start, end, own)
      if (pathWith(rules.of(vehicle))) return null
      const path = pathWith(rules.smallest())
      return path && rules.obstacleOn(path.arcs, vehicle)
    },
  }
}

/** Returns a function for the hours of a place by vehicle. At a junction, the place can be reached over any of the roads there. */
function hoursOf(file: RoadFile): (vehicle: RoadVehicle) => HoursAt {
  if (!hasHours(file.version)) return () => () => null
  const rules = JSON.parse(String(file.facts['hours'])) as StreetHours[]
  const segments = file.ints('hourSegments')
  const ruleAt = file.ints('hourRules')
  if (segments.length === 0) return () => () => null
  const stored = file.facts['hourClasses']
  const { tops, ends }: Pick<SegmentHours, 'tops' | 'ends'> =
    stored === undefined ? { tops: {}, ends: [segments.length] } : JSON.parse(String(stored))
  return (vehicle) => {
    const at = classOf(tops, wholeSizeOf(vehicle))
    const first = ends[at - 1] ?? 0
    const own = segments.subarray(first, ends[at])
    const hoursOn = (segment: number): StreetHours | null => {
      const found = indexIn(own, segment)
      return found < 0 ? null : rules[ruleAt[first + found]!]!
    }
    return (place) =>
      spotsOf(place)
        .map(({ segment }) => hoursOn(segment))
        .reduce((one, other) => one && other && eitherHours(one, other))
  }
}

function tableAmong(
  columns: Columns,
  hierarchy: Searchable,
  search: UpwardSearch,
  places: readonly (Place | null)[],
  rules: VehicleRules,
): Omit<DriveTable, 'hours'> {
  const side = places.length
  const { weights, extras } = manyToMany(
    hierarchy,
    search,
    places.map((place) => (place ? startsAt(columns, place, rules) : NOWHERE)),
    places.map((place) => (place ? endsAt(columns, place, rules) : NOWHERE)),
    rules.metOnEdges,
  )
  const spots = places.flatMap((place, i) => (place ? spotsOf(place).map(({ segment }) => ({ segment, i })) : []))
  for (const together of Map.groupBy(spots, ({ segment }) => segment).values())
    for (const { i } of together)
      for (const { i: j } of together) {
        const [from, to] = [places[i], places[j]]
        const on = from && to && driveAlongSegment(columns, from, to, rules)
        const cell = i * side + j
        if (!on || on.weight >= weights[cell]!) continue
        weights[cell] = on.weight
        extras[cell] = on.extra
      }
  const distances = new Float64Array(weights.length)
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i]!
    const isOwn = i % (side + 1) === 0
    distances[i] = isOwn ? 0 : weight === Infinity ? Infinity : metersOf(weight)
    weights[i] = isOwn ? 0 : weight === Infinity ? Infinity : secondsOf(weight, extras[i]!)
  }
  return { durations: weights, distances, roadMeters: places.map((place) => place && place.meters) }
}

/** Arcs of a drive, with the share of the first arc before its start and the share of the last arc before its end. */
interface DrivenPath extends Part {
  arcs: readonly number[]
  first: number
  last: number
}

function pathBetween(
  columns: Columns,
  hierarchy: Searchable,
  searches: readonly [UpwardSearch, UpwardSearch],
  from: Place,
  to: Place,
  rules: VehicleRules,
): DrivenPath | null {
  const [start, end] = [startsAt(columns, from, rules), endsAt(columns, to, rules)]
  const path = shortestPath(hierarchy, searches, start, end, rules.metOnEdges)
  const on = driveAlongSegment(columns, from, to, rules)
  if (on && !(path && path.weight < on.weight)) return { ...on, arcs: [on.arc] }
  if (!path) return null
  return {
    weight: path.weight,
    extra: path.extra,
    arcs: [start.arcs[path.source]!, ...path.arcs, end.arcs[path.target]!],
    first: start.shares[path.source]!,
    last: end.shares[path.target]!,
  }
}

function driveAlong(columns: Columns, { arcs, first, last, weight, extra }: DrivenPath): Omit<Drive, 'hours'> {
  const line = arcs.flatMap((arc, i) => lineAlong(columns, arc, i === 0 ? first : 0, i === arcs.length - 1 ? last : 1))
  const isNew = ({ lat, lng }: Point, i: number): boolean =>
    i === 0 || line[i - 1]!.lat !== lat || line[i - 1]!.lng !== lng
  // A drive along a single arc keeps both of its ends, which may be the same point.
  const points = arcs.length === 1 ? line : line.filter(isNew)
  return { seconds: secondsOf(weight, extra), meters: metersOf(weight), line: points }
}

/** Returns the points of an arc between two shares of its length, in driving order. */
function lineAlong({ firstPoint, lats, lngs }: Columns, arc: number, from: number, to: number): Point[] {
  const [first, end] = [firstPoint[arc >> 1]!, firstPoint[(arc >> 1) + 1]!]
  const points: Point[] = []
  for (let i = first; i < end; i++) points.push({ lat: lats[i]! / UNITS_A_DEGREE, lng: lngs[i]! / UNITS_A_DEGREE })
  if (arc % 2 === 1) points.reverse()
  const lengths = points.slice(1).map((point, i) => planar(points[i]!, point))
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const at = (share: number): Point => {
    let left = share * whole
    for (const [i, length] of lengths.entries()) {
      if (left <= length || i === lengths.length - 1)
        return between(points[i]!, points[i + 1]!, length === 0 ? 0 : Math.min(1, left / length))
      left -= length
    }
    return points[0]!
  }
  let along = 0
  const inner = points.slice(1, -1).filter((_, i) => {
    along += lengths[i]!
    return along > from * whole && along < to * whole
  })
  return [at(from), ...inner, at(to)]
}

function planar(a: Point, b: Point): number {
  const squeeze = Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180)
  return Math.hypot(b.lat - a.lat, (b.lng - a.lng) * squeeze)
}

const between = (a: Point, b: Point, share: number): Point => ({
  lat: a.lat + share * (b.lat - a.lat),
  lng: a.lng + share * (b.lng - a.lng),
})

function columnsOf(file: RoadFile): Columns {
  const fact = (name: string): number => {
    const value = file.facts[name]
    if (typeof value !== 'number') throw new RoadFileError('the road file is damaged: add the region again')
    return value
  }
  const [lat, lng, height, width, rows, columns] = ['lat', 'lng', 'height', 'width', 'rows', 'columns'].map(fact) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return {
    classes: file.bytes('classes'),
    decimeters: file.ints('decimeters'),
    firstPoint: file.ints('firstPoint'),
    lats: file.ints('lats'),
    lngs: file.ints('lngs'),
    access: file.bytes('access'),
    tails: file.ints('tails'),
    centiseconds: file.ints('centiseconds'),
    costs: file.ints('costs'),
    ends: file.ints('ends'),
    arriving: file.ints('arriving'),
    firstEntry: file.ints('firstEntry'),
    entryStates: file.ints('entryStates'),
    entryCosts: file.ints('entryCosts'),
    grid: { lat, lng, height, width, rows, columns, first: file.ints('cells'), segments: file.ints('cellSegments') },
  }
}

function hierarchyOf(file: RoadFile): Searchable {
  const requirementsOf = (name: string): Side['requirements'] =>
    hasRequirements(file.version) ? file.numbers(`${name}Requirements`) : new Int32Array(0)
  const side = (name: string): Side => ({
    first: file.ints(`${name}First`),
    others: file.ints(`${name}Others`),
    weights: file.floats(`${name}Weights`),
    vias: file.ints(`${name}Vias`),
    extras: file.ints(`${name}Extras`),
    requirements: requirementsOf(name),
  })
  const [up, down] = [side('up'), side('down')]
  return { count: up.first.length - 1, up, down }
}
