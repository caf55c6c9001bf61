// Divides the houses and roads with one street name into separate streets. Houses and roads close to each other form
// one street. If they are in several towns, each town has its own street, because each town numbers its houses from 1.
import { METERS_A_DEGREE, straightLineMeters } from '../../geo/geo.ts'
import type { Point } from '../../orders/order.ts'
import { type BoundingBox, MAX_SAME_STREET_METERS } from '../matching/town-street.ts'
import type { Line } from '../street-lines.ts'
import type { StagedHouse, StagedRoad } from './staged-entries.ts'
import { withDensePoints } from './surroundings.ts'

type StagedItem = StagedHouse | StagedRoad

export interface StreetItems {
  town: string
  houses: StagedHouse[]
  roads: StagedRoad[]
}

/** `townOf` returns the folded town of an item; empty if unknown. */
export function divideIntoStreets(items: readonly StagedItem[], townOf: (item: StagedItem) => string): StreetItems[] {
  return connectedParts(items).flatMap((part) => divideByTown(part, townOf))
}

/** Groups items that are close to each other: those in the same cell or in neighboring cells of a grid. */
function connectedParts(items: readonly StagedItem[]): StagedItem[][] {
  const [first] = items.flatMap(pointsOf)
  if (!first) return []
  const rowsPerDegree = METERS_A_DEGREE / MAX_SAME_STREET_METERS
  const columnsPerDegree = rowsPerDegree * Math.max(0.05, Math.cos((first.lat * Math.PI) / 180))
  const cellKey = (row: number, column: number) => row * 1e7 + column
  const groups = new Map<number, number>()
  const rootOf = (cell: number): number => {
    let root = cell
    while (groups.get(root) !== root) root = groups.get(root) as number
    for (let at = cell; at !== root; ) {
      const next = groups.get(at) as number
      groups.set(at, root)
      at = next
    }
    return root
  }
  const join = (a: number, b: number): void => void groups.set(rootOf(a), rootOf(b))
  const cells = items.map((item) =>
    pointsOf(item).map(({ lat, lng }) => cellKey(Math.floor(lat * rowsPerDegree), Math.floor(lng * columnsPerDegree))),
  )
  for (const cell of cells.flat()) if (!groups.has(cell)) groups.set(cell, cell)
  for (const cell of groups.keys())
    for (const step of [1, 1e7 - 1, 1e7, 1e7 + 1]) if (groups.has(cell + step)) join(cell, cell + step)
  for (const own of cells) for (const cell of own) join(cell, own[0] as number)
  return [...Map.groupBy(items, (_, i) => rootOf((cells[i] as number[])[0] as number)).values()]
}

const pointsOf = (item: StagedItem): readonly Point[] => (item.kind === 'ROAD' ? withDensePoints(item.line) : [item])

function divideByTown(part: readonly StagedItem[], townOf: (item: StagedItem) => string): StreetItems[] {
  const streets: StreetItems[] = []
  const itemsInTown = (town: string): StreetItems => {
    const existing = streets.find((one) => isSameTown(one.town, town))
    if (existing) return existing
    const street = { town, houses: [], roads: [] }
    streets.push(street)
    return street
  }
  for (const item of part) if (item.kind === 'HOUSE') itemsInTown(townOf(item)).houses.push(item)
  for (const item of part)
    if (item.kind === 'ROAD') {
      const town = townOf(item)
      const nearest = town === '' ? nearestStreet(streets, middlePoint(item.line)) : undefined
      ;(nearest ?? itemsInTown(town)).roads.push(item)
    }
  return streets
}

/** "Washington" and "Washington DC" are one town. */
export const isSameTown = (a: string, b: string): boolean =>
  a === b || (a !== '' && b !== '' && (a.startsWith(`${b} `) || b.startsWith(`${a} `)))

function nearestStreet(streets: readonly StreetItems[], at: Point): StreetItems | undefined {
  const distance = ({ houses, roads }: StreetItems): number =>
    Math.min(
      ...[houses[0], roads[0] && middlePoint(roads[0].line)].map((point) =>
        point ? straightLineMeters(point, at) : Infinity,
      ),
    )
  return streets.toSorted((a, b) => distance(a) - distance(b))[0]
}

export const middlePoint = (line: Line): Point => line[line.length >> 1] as Point

/** Returns the center of the points, the distance to the farthest, and their box. */
export function extentOfPoints(points: readonly Point[]): { middle: Point; radiusMeters: number; box: BoundingBox } {
  const box = { south: Infinity, west: Infinity, north: -Infinity, east: -Infinity }
  let [lat, lng] = [0, 0]
  for (const point of points) {
    lat += point.lat / points.length
    lng += point.lng / points.length
    box.south = Math.min(box.south, point.lat)
    box.west = Math.min(box.west, point.lng)
    box.north = Math.max(box.north, point.lat)
    box.east = Math.max(box.east, point.lng)
  }
  const middle = { lat, lng }
  const radiusMeters = points.reduce((most, point) => Math.max(most, straightLineMeters(point, middle)), 0)
  return { middle, radiusMeters, box }
}
