// Divides the houses and roads of one name into streets, which are connected pieces. Each town in a piece has a street of
// its own, because each town numbers its houses from 1.
import { METERS_A_DEGREE, straightLineMeters } from '../../geo/geo.ts'
import type { Point } from '../../orders/order.ts'
import { type Box, SAME_STREET_METERS } from '../matching/run.ts'
import type { Line } from '../street-lines.ts'
import type { StagedHouse, StagedRoad } from './staged.ts'
import { denseLine } from './surroundings.ts'

type Item = StagedHouse | StagedRoad

export interface Stretch {
  town: string
  houses: StagedHouse[]
  roads: StagedRoad[]
}

/** `townOf` returns the folded town of an item; empty if unknown. */
export function streetsOf(items: readonly Item[], townOf: (item: Item) => string): Stretch[] {
  return partsOf(items).flatMap((part) => byTown(part, townOf))
}

/** Divides items by distance. Occupied neighboring cells of a grid are connected. */
function partsOf(items: readonly Item[]): Item[][] {
  const [first] = items.flatMap(pointsOf)
  if (!first) return []
  const high = METERS_A_DEGREE / SAME_STREET_METERS
  const wide = high * Math.max(0.05, Math.cos((first.lat * Math.PI) / 180))
  const keyOf = (row: number, column: number) => row * 1e7 + column
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
    pointsOf(item).map(({ lat, lng }) => keyOf(Math.floor(lat * high), Math.floor(lng * wide))),
  )
  for (const cell of cells.flat()) if (!groups.has(cell)) groups.set(cell, cell)
  for (const cell of groups.keys())
    for (const step of [1, 1e7 - 1, 1e7, 1e7 + 1]) if (groups.has(cell + step)) join(cell, cell + step)
  for (const own of cells) for (const cell of own) join(cell, own[0] as number)
  return [...Map.groupBy(items, (_, i) => rootOf((cells[i] as number[])[0] as number)).values()]
}

const pointsOf = (item: Item): readonly Point[] => (item.kind === 'ROAD' ? denseLine(item.line) : [item])

function byTown(part: readonly Item[], townOf: (item: Item) => string): Stretch[] {
  const stretches: Stretch[] = []
  const stretchFor = (town: string): Stretch => {
    const known = stretches.find((one) => isSameTown(one.town, town))
    if (known) return known
    const made = { town, houses: [], roads: [] }
    stretches.push(made)
    return made
  }
  for (const item of part) if (item.kind === 'HOUSE') stretchFor(townOf(item)).houses.push(item)
  for (const item of part)
    if (item.kind === 'ROAD') {
      const town = townOf(item)
      const own = town === '' ? nearestStretch(stretches, middlePoint(item.line)) : undefined
      ;(own ?? stretchFor(town)).roads.push(item)
    }
  return stretches
}

/** "Washington" and "Washington DC" are one town. */
export const isSameTown = (a: string, b: string): boolean =>
  a === b || (a !== '' && b !== '' && (a.startsWith(`${b} `) || b.startsWith(`${a} `)))

function nearestStretch(stretches: readonly Stretch[], at: Point): Stretch | undefined {
  const far = ({ houses, roads }: Stretch): number =>
    Math.min(
      ...[houses[0], roads[0] && middlePoint(roads[0].line)].map((point) =>
        point ? straightLineMeters(point, at) : Infinity,
      ),
    )
  return stretches.toSorted((a, b) => far(a) - far(b))[0]
}

export const middlePoint = (line: Line): Point => line[line.length >> 1] as Point

/** Returns the center of the points, the distance to the farthest, and their box. */
export function extentOf(points: readonly Point[]): { middle: Point; reach: number; box: Box } {
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
  const reach = points.reduce((most, point) => Math.max(most, straightLineMeters(point, middle)), 0)
  return { middle, reach, box }
}
