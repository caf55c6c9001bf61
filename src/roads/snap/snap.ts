// Snaps a location to the nearest suitable road. Alleys and driveways are used only if they are clearly nearer than the
// street, and motorways only if there is nothing else.
import type { Point } from '../../domain/orders/order.ts'
import { UNITS_A_DEGREE } from '../read/read-roads.ts'
import { ROAD_CLASSES, type RoadClass } from '../read/road-class.ts'
import { cellsAround, type Grid, type Shapes } from './grid.ts'

/** A point farther than this from every road is off the map. */
export const MAX_SNAP_METERS = 5_000
const METERS_A_UNIT = 111_195 / UNITS_A_DEGREE
/** Meters that are added to the distance of a kind of road, so that a more suitable road nearby is preferred. */
const RELUCTANCE_METERS: Partial<Record<RoadClass, number>> = {
  motorway: 1_000,
  motorway_link: 200,
  trunk_link: 50,
  alley: 10,
  service: 5,
  driveway: 10,
  track: 20,
  footway: 20,
  cycleway: 10,
  path: 20,
}
const RELUCTANCE = ROAD_CLASSES.map((name) => RELUCTANCE_METERS[name] ?? 0)

/** A point on a segment. */
export interface Spot {
  segment: number
  /** Position along the segment, 0 to 1, in the direction of its way. */
  share: number
}

export interface Place extends Spot {
  /** Meters from the location to the road. */
  meters: number
  /**
   * At a junction: the same point on the other roads that meet there, because drives may come and leave on any of them.
   */
  others: readonly Spot[]
}

export interface Ground extends Shapes {
  grid: Grid
  /** Node at the beginning of each arc. Segment n has arc 2n along its way and arc 2n + 1 against its way. */
  tails: Int32Array
  /** Indexed by arc: values of `read/access-level.ts`. */
  access: Uint8Array
  /** Indexed by segment: index into `ROAD_CLASSES`. */
  classes: Uint8Array
}

/** Returns the nearest suitable place on a road. Null if every road is farther than `MAX_SNAP_METERS`. */
export function snap(ground: Ground, point: Point): Place | null {
  const { grid } = ground
  const at = { lat: point.lat * UNITS_A_DEGREE, lng: point.lng * UNITS_A_DEGREE }
  const squeeze = Math.cos((point.lat * Math.PI) / 180)
  // Each cell of ring n is at least n - 1 times this distance away.
  const ringMeters = Math.min(grid.height, grid.width * squeeze) * METERS_A_UNIT
  let best: Nearest | null = null
  let least = Infinity
  for (let ring = 0; (ring - 1) * ringMeters <= Math.min(least, MAX_SNAP_METERS); ring++)
    for (const cell of cellsAround(grid, at, ring)) {
      if (metersTo(grid, cell, at, squeeze) >= least) continue
      for (let i = grid.first[cell]!; i < grid.first[cell + 1]!; i++) {
        const segment = grid.segments[i]!
        const place = nearestOn(ground, segment, at, squeeze)
        const counted = place.meters + RELUCTANCE[ground.classes[segment]!]!
        if (place.meters > MAX_SNAP_METERS || counted >= least) continue
        least = counted
        best = place
      }
    }
  return best && atJunction(ground, best)
}

type Nearest = Spot & { meters: number }

/**
 * Returns the place with the other roads that meet at the junction. Omits roads with less access than the most open
 * road, such as private roads, so that no drive takes a shortcut over them.
 */
function atJunction(ground: Ground, { meters, ...spot }: Nearest): Place {
  if (spot.share !== 0 && spot.share !== 1) return { ...spot, meters, others: [] }
  const { grid, firstPoint, lats, lngs, tails, access } = ground
  const point = spot.share === 0 ? firstPoint[spot.segment]! : firstPoint[spot.segment + 1]! - 1
  const node = tails[2 * spot.segment + spot.share]!
  const spots: Spot[] = [spot]
  for (const cell of cellsAround(grid, { lat: lats[point]!, lng: lngs[point]! }, 0))
    for (const segment of new Set(grid.segments.subarray(grid.first[cell], grid.first[cell + 1])))
      for (const share of [0, 1])
        if (tails[2 * segment + share] === node && !(segment === spot.segment && share === spot.share))
          spots.push({ segment, share })
  const openness = ({ segment }: Spot): number => Math.max(access[2 * segment]!, access[2 * segment + 1]!)
  const most = Math.max(...spots.map(openness))
  const [first = spot, ...others] = spots.filter((one) => openness(one) === most)
  return { ...first, meters, others }
}

/** Returns the meters to the nearest point of a cell. */
function metersTo({ lat, lng, height, width, columns }: Grid, cell: number, at: Point, squeeze: number): number {
  const south = lat + Math.floor(cell / columns) * height
  const west = lng + (cell % columns) * width
  const north = Math.max(south - at.lat, at.lat - south - height, 0)
  const east = Math.max(west - at.lng, at.lng - west - width, 0)
  return Math.hypot(north, east * squeeze) * METERS_A_UNIT
}

function nearestOn(
  { firstPoint, lats, lngs }: Shapes,
  segment: number,
  at: { lat: number; lng: number },
  squeeze: number,
): Nearest {
  const [first, end] = [firstPoint[segment]!, firstPoint[segment + 1]!]
  let nearest = Infinity
  let along = 0
  let whole = 0
  for (let i = first + 1; i < end; i++) {
    const [x, y] = [(lngs[i - 1]! - at.lng) * squeeze, lats[i - 1]! - at.lat]
    const [dx, dy] = [(lngs[i]! - lngs[i - 1]!) * squeeze, lats[i]! - lats[i - 1]!]
    const length = Math.hypot(dx, dy)
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(x * dx + y * dy) / (length * length)))
    const away = Math.hypot(x + share * dx, y + share * dy)
    if (away < nearest) {
      nearest = away
      along = whole + share * length
    }
    whole += length
  }
  return { segment, share: whole === 0 ? 0 : along / whole, meters: nearest * METERS_A_UNIT }
}
