// Density of roads around a segment, in kilometers of road per square kilometer. Distinguishes towns from open country.
import type { Segments } from '../read/segments.ts'
import { UNITS_A_DEGREE } from '../read/read-roads.ts'
import { ROAD_CLASSES } from '../read/road-class.ts'
import type { Ways } from '../read/ways.ts'

/** Side of a cell in degrees of latitude: about half a kilometer. */
const CELL_DEGREES = 0.005
const CELL_METERS = CELL_DEGREES * 111_195
/** Number of neighboring cells in each direction that are included: 2 means a square of 5 by 5 cells. */
const AROUND = 2
/** Excludes kinds of roads that don't indicate a town, because parking lots and tracks are everywhere. */
const COUNTED = ROAD_CLASSES.map(
  (name) => !['service', 'alley', 'driveway', 'track', 'footway', 'ferry', 'cycleway', 'path'].includes(name),
)

/** Returns the density around each segment. */
export function roadDensity(segments: Segments, ways: Ways): Float32Array {
  const cells = new Map<number, number>()
  const columns = Math.ceil(360 / CELL_DEGREES)
  const cellOf = (segment: number): [row: number, column: number, squeeze: number] => {
    const point = ((segments.firstPoint[segment] as number) + (segments.firstPoint[segment + 1] as number)) >> 1
    const lat = (segments.lats[point] as number) / UNITS_A_DEGREE
    const lng = (segments.lngs[point] as number) / UNITS_A_DEGREE
    // Cells are square, so rows have fewer cells toward the poles.
    const row = Math.floor((lat + 90) / CELL_DEGREES)
    const squeeze = Math.cos(((row + 0.5) * CELL_DEGREES - 90) * (Math.PI / 180))
    return [row, Math.floor(((lng + 180) * squeeze) / CELL_DEGREES), squeeze]
  }
  for (let i = 0; i < segments.count; i++) {
    if (!COUNTED[ways.classes[segments.way[i] as number] as number]) continue
    const [row, column] = cellOf(i)
    const key = row * columns + column
    cells.set(key, (cells.get(key) ?? 0) + (segments.decimeters[i] as number) / 10)
  }
  const around = new Map<number, number>()
  const squareKilometers = (((2 * AROUND + 1) * CELL_METERS) / 1_000) ** 2
  return Float32Array.from({ length: segments.count }, (_, i) => {
    const [row, column, squeeze] = cellOf(i)
    const key = row * columns + column
    const known = around.get(key)
    if (known !== undefined) return known
    let meters = 0
    for (let r = row - AROUND; r <= row + AROUND; r++) {
      const there = Math.cos(((r + 0.5) * CELL_DEGREES - 90) * (Math.PI / 180))
      const middle = Math.floor(((column + 0.5) / squeeze) * there)
      for (let c = middle - AROUND; c <= middle + AROUND; c++) meters += cells.get(r * columns + c) ?? 0
    }
    const density = meters / 1_000 / squareKilometers
    around.set(key, density)
    return density
  })
}
