// Zones as difficult as those of a real city: neighbors share borders of thousands of corners, some zones have holes and
// some have several parts. Invented; the same seed gives the same zones.
import { seeded } from '../../bench/random.ts'

type Position = [lng: number, lat: number]
type Ring = Position[]

export interface InventedZone {
  type: 'Feature'
  properties: { name: string }
  geometry: { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] }
}

interface Grid {
  seed: number
  /** Prefix of the zone names. */
  name: string
  columns: number
  rows: number
  /** Number of times that each border is halved: 9 make 512 sides. */
  halvings: number
  /** Number of zones with a hole in the middle that contains an exclave of the previous zone. */
  exclaves: number
  /** Number of additional zones with a hole in the middle that belongs to no zone. */
  holes: number
}

const WEST = -77.12
const SOUTH = 38.82
const WIDTH = 0.2
const HEIGHT = 0.16

/** Tiles the area: every location except in the holes is in exactly one zone. */
export const POSTAL_AREAS: Grid = { seed: 1, name: 'Area', columns: 5, rows: 5, halvings: 9, exclaves: 4, holes: 6 }
export const NEIGHBORHOODS: Grid = {
  seed: 2,
  name: 'Quarter',
  columns: 13,
  rows: 3,
  halvings: 6,
  exclaves: 0,
  holes: 0,
}
export const DISTRICTS: Grid = { seed: 3, name: 'District', columns: 5, rows: 2, halvings: 7, exclaves: 2, holes: 5 }

export function inventedZones(grid: Grid): { type: 'FeatureCollection'; features: InventedZone[] } {
  const { seed, name, columns, rows, halvings } = grid
  const random = seeded(seed)
  const cell = { width: WIDTH / columns, height: HEIGHT / rows }
  const jitter = () => (random() - 0.5) * 0.16
  const corners = Array.from({ length: rows + 1 }, (_, row) =>
    Array.from(
      { length: columns + 1 },
      (_, column): Position => [WEST + (column + jitter()) * cell.width, SOUTH + (row + jitter()) * cell.height],
    ),
  )
  const corner = (row: number, column: number): Position => corners[row]?.[column] ?? [0, 0]
  const border = (from: Position, to: Position): Position[] => wandering(from, to, halvings, random)
  const across = grided(rows + 1, columns, (row, column) => border(corner(row, column), corner(row, column + 1)))
  const upwards = grided(rows, columns + 1, (row, column) => border(corner(row, column), corner(row + 1, column)))

  const zones = grided(rows, columns, (row, column): Ring[][] => {
    const outline = [
      ...(across[row]?.[column] ?? []),
      ...(upwards[row]?.[column + 1] ?? []),
      ...(across[row + 1]?.[column] ?? []).toReversed(),
      ...(upwards[row]?.[column] ?? []).toReversed(),
    ]
    return [[closed(outline)]]
  }).flat()
  for (let i = 1; i <= grid.exclaves + grid.holes; i++) {
    const middle: Position = [
      WEST + ((i % columns) + 0.5) * cell.width,
      SOUTH + (Math.floor(i / columns) + 0.5) * cell.height,
    ]
    for (let n = 0; n < 1 + (i % 3); n++) {
      const at: Position = [middle[0] + (n - 1) * 0.12 * cell.width, middle[1]]
      const hole = roundish(at, 0.05 * cell.width, 5 + 9 * i, random)
      zones[i]?.[0]?.push(hole)
      if (i <= grid.exclaves) zones[i - 1]?.push([hole])
    }
  }
  return {
    type: 'FeatureCollection',
    features: zones.map((parts, i) => ({
      type: 'Feature',
      properties: { name: `${name} ${i + 1}` },
      geometry:
        parts.length === 1
          ? { type: 'Polygon', coordinates: parts[0] ?? [] }
          : { type: 'MultiPolygon', coordinates: parts },
    })),
  }
}

const grided = <T>(rows: number, columns: number, make: (row: number, column: number) => T): T[][] =>
  Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => make(row, column)))

/**
 * Returns a winding line between the two points, without its last point. Smaller parts stray less, so that no two
 * borders ever cross.
 */
function wandering(from: Position, to: Position, halvings: number, random: () => number): Position[] {
  let line = [from, to]
  for (let level = 0, stray = 0.16; level < halvings; level++, stray *= 0.7)
    line = line.flatMap((here, i) => {
      const next = line[i + 1]
      if (!next) return [here]
      const off = (random() - 0.5) * stray
      const [east, north] = [next[0] - here[0], next[1] - here[1]]
      return [here, rounded([here[0] + east / 2 - north * off, here[1] + north / 2 + east * off])]
    })
  return line.slice(0, -1).map(rounded)
}

function roundish([lng, lat]: Position, radius: number, sides: number, random: () => number): Ring {
  const ring = Array.from({ length: sides }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / sides
    const reach = radius * (0.7 + 0.3 * random())
    return rounded([lng + reach * Math.cos(angle), lat + reach * Math.sin(angle)])
  })
  return closed(ring)
}

const rounded = ([lng, lat]: Position): Position => [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]

const closed = (ring: Position[]): Ring => [...ring, ...ring.slice(0, 1)]
