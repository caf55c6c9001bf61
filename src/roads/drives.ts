// Drives between locations on the roads of a file: tables of times and distances, and the geometry of single drives.
import type { Point } from '../domain/orders/order.ts'
import { eitherHours, type StreetHours } from '../domain/planning/street-hours.ts'
import { hasHours, type RoadFile, readRoadFile, RoadFileError } from './file/road-file.ts'
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
} from './ends.ts'
import { GrowingTable } from './growing-table.ts'
import type { Searchable, Side } from './hierarchy/hierarchy.ts'
import { manyToMany } from './hierarchy/many-to-many.ts'
import { shortestPath } from './hierarchy/one-to-one.ts'
import { UpwardSearch } from './hierarchy/upward-search.ts'
import { UNITS_A_DEGREE } from './read/read-roads.ts'
import { type Place, snap } from './snap/snap.ts'

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
  table(points: readonly Point[]): DriveTable
  /** Returns the drive with the lowest cost. Null if no drive connects the points, or if a point is off the map. */
  drive(from: Point, to: Point): Drive | null
  snap(point: Point): Place | null
  /** Returns the hours at which the location can be reached. Null if it can be reached at all hours or is off the map. */
  hours(point: Point): StreetHours | null
  /** Returns an empty growing table on these roads. */
  growingTable(): GrowingTable
}

/**
 * Opens a road file without copying its arrays, so that any number of threads may share the buffer. Throws a
 * `RoadFileError` if the file is not valid.
 */
export function openDrives(buffer: ArrayBufferLike): Drives {
  const file = readRoadFile(buffer)
  const columns = columnsOf(file)
  const hierarchy = hierarchyOf(file)
  const hoursAt = hoursOf(file)
  let searches: [UpwardSearch, UpwardSearch] | null = null
  const bothSearches = (): [UpwardSearch, UpwardSearch] =>
    (searches ??= [new UpwardSearch(hierarchy.count), new UpwardSearch(hierarchy.count)])
  return {
    facts: file.facts,
    snap: (point) => snap(columns, point),
    hours(point) {
      const place = snap(columns, point)
      return place && hoursAt(place)
    },
    growingTable: () => new GrowingTable(columns, hierarchy, hoursAt, () => bothSearches()[0]),
    table(points) {
      const places = points.map((point) => snap(columns, point))
      const hours = places.map((place) => place && hoursAt(place))
      return { ...tableAmong(columns, hierarchy, bothSearches()[0], places), hours }
    },
    drive(from, to) {
      const [start, end] = [snap(columns, from), snap(columns, to)]
      const drive = start && end && driveBetween(columns, hierarchy, bothSearches(), start, end)
      return drive && { ...drive, hours: hoursAt(end) }
    },
  }
}

/** Returns a function for the hours of a place. At a junction, the place can be reached over any of the roads there. */
function hoursOf(file: RoadFile): HoursAt {
  if (!hasHours(file.version)) return () => null
  const rules = JSON.parse(String(file.facts['hours'])) as StreetHours[]
  const segments = file.ints('hourSegments')
  const ruleAt = file.ints('hourRules')
  return (place) => {
    if (segments.length === 0) return null
    const found = spotsOf(place).map(({ segment }) => rules[ruleAt[indexIn(segments, segment)] ?? -1] ?? null)
    return found.reduce((one, other) => one && other && eitherHours(one, other))
  }
}

/** Returns the index of a number in a sorted list. -1 if the list does not contain it. */
function indexIn(sorted: Int32Array, wanted: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return sorted[low] === wanted ? low : -1
}

function tableAmong(
  columns: Columns,
  hierarchy: Searchable,
  search: UpwardSearch,
  places: readonly (Place | null)[],
): Omit<DriveTable, 'hours'> {
  const side = places.length
  const { weights, extras } = manyToMany(
    hierarchy,
    search,
    places.map((place) => (place ? startsAt(columns, place) : NOWHERE)),
    places.map((place) => (place ? endsAt(columns, place) : NOWHERE)),
  )
  const spots = places.flatMap((place, i) => (place ? spotsOf(place).map(({ segment }) => ({ segment, i })) : []))
  for (const together of Map.groupBy(spots, ({ segment }) => segment).values())
    for (const { i } of together)
      for (const { i: j } of together) {
        const [from, to] = [places[i], places[j]]
        const on = from && to && driveAlongSegment(columns, from, to)
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

function driveBetween(
  columns: Columns,
  hierarchy: Searchable,
  searches: readonly [UpwardSearch, UpwardSearch],
  from: Place,
  to: Place,
): Omit<Drive, 'hours'> | null {
  const [start, end] = [startsAt(columns, from), endsAt(columns, to)]
  const path = shortestPath(hierarchy, searches, start, end)
  const on = driveAlongSegment(columns, from, to)
  if (on && !(path && path.weight < on.weight)) {
    const line = lineAlong(columns, on.arc, on.first, on.last)
    return { seconds: secondsOf(on.weight, on.extra), meters: metersOf(on.weight), line }
  }
  if (!path) return null
  const [first, last] = [start.arcs[path.source]!, end.arcs[path.target]!]
  const line = [
    ...lineAlong(columns, first, start.shares[path.source]!, 1),
    ...path.arcs.flatMap((arc) => lineAlong(columns, arc, 0, 1)),
    ...lineAlong(columns, last, 0, end.shares[path.target]!),
  ]
  const isNew = ({ lat, lng }: Point, i: number): boolean =>
    i === 0 || line[i - 1]!.lat !== lat || line[i - 1]!.lng !== lng
  return {
    seconds: secondsOf(path.weight, path.extra),
    meters: metersOf(path.weight),
    line: line.filter(isNew),
  }
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
  const side = (name: string): Side => ({
    first: file.ints(`${name}First`),
    others: file.ints(`${name}Others`),
    weights: file.floats(`${name}Weights`),
    vias: file.ints(`${name}Vias`),
    extras: file.ints(`${name}Extras`),
  })
  const [up, down] = [side('up'), side('down')]
  return { count: up.first.length - 1, up, down }
}
