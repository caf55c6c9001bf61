// Distances and times between places as scaled 32-bit integers, which are exact if the input allows it. Otherwise times
// are rounded to the safe side, and distances to the nearest integer.
import { type Problem, type Roads, UNREACHABLE } from '../problem.ts'

/**
 * Value of an unreachable leg. The sum of two such legs fits in 32 bits. Every deadline is lower, so the leg is never
 * in time.
 */
export const FAR = 2 ** 29

/** Location key of an open end. */
export const OPEN_END = -1

/** Number of places: the stops, then every distinct start, end or reload location of a vehicle. */
export let places = 0
/** Number of kinds of roads, including the problem's own. */
export let roadKinds = 1
/**
 * Cells per matrix row: a column for each place, repeated for each kind of roads. A node's column (`place` in arena.ts)
 * is on the roads of its route, so a leg is read in the same way for any number of kinds.
 */
export let width = 0
export let timeScale = 1
export let distanceScale = 1

export let distance = new Int32Array(0)
/** `distance` with rows and columns swapped. The same array if distances are symmetric. */
export let distanceTo = new Int32Array(0)
/** The same array as `distance` if both have equal values. */
export let time = new Int32Array(0)
export let timeTo = new Int32Array(0)

type Cells = Int32Array<ArrayBuffer>

/** Larger matrices (250 MB in total) are replaced if a problem needs less than half. */
const MAX_STORED_CELLS = 2 ** 24

let matrices: Cells[] = [new Int32Array(0)]

const SCALES = [1, 10, 100, 1000]

/** Place (row index) of each start, end and reload location, keyed by location. */
export let placeOf: ReadonlyMap<number, number> = new Map()

/**
 * Loads the matrices of all stops, in order, and then of the start, end and reload locations of vehicles. A leg
 * to or from `OPEN_END` has distance and time 0.
 */
export function loadMatrices(problem: Problem): void {
  const found = new Map<number, number>()
  const locations = problem.stops.map((stop) => stop.location)
  for (const vehicle of problem.vehicles) {
    const ends = [vehicle.start, vehicle.end ?? OPEN_END]
    for (const location of vehicle.reload === null ? ends : [...ends, vehicle.reload.location]) {
      if (found.has(location)) continue
      found.set(location, locations.length)
      locations.push(location)
    }
  }
  placeOf = found
  places = locations.length
  roadKinds = 1 + (problem.otherRoads?.length ?? 0)
  width = places * roadKinds
  const cells = places * width
  const room = matrices[0]!.length
  if (room < cells || (room > MAX_STORED_CELLS && room > 2 * cells))
    matrices = Array.from({ length: 4 }, () => new Int32Array(cells))
  ;[distance, distanceTo, time, timeTo] = matrices as [Cells, Cells, Cells, Cells]
  fill(problem, locations)
  if (isSameMatrix(distance, distanceTo, cells)) distanceTo = distance
  if (isSameMatrix(time, timeTo, cells)) timeTo = time
  if (isSameMatrix(distance, time, cells)) {
    time = distance
    timeTo = distanceTo
  }
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) <= 1e-6
}

/** Returns the smallest scale at which all values are integers, or the finest that keeps `bound` below `FAR / 2`. */
function scaleFor(matrices: readonly Float64Array[], bound: number): number {
  let index = 0
  for (const values of matrices) {
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!
      if (value === UNREACHABLE) continue
      while (index < SCALES.length - 1 && !isWhole(value * SCALES[index]!)) index++
      if (index === SCALES.length - 1) break
    }
  }
  while (index > 0 && bound * SCALES[index]! >= FAR / 2) index--
  return SCALES[index]!
}

/** Equal matrices share one array, which leaves more of the processor's cache for other data. */
function isSameMatrix(a: Int32Array, b: Int32Array, cells: number): boolean {
  for (let i = 0; i < cells; i++) if (a[i] !== b[i]) return false
  return true
}

function fill(problem: Problem, locations: readonly number[]): void {
  const roads = [problem, ...(problem.otherRoads ?? [])]
  const durations = roads.map((own) => own.durations)
  const distances = roads.map((own) => own.distances)
  const longest = longestOf(durations)
  const farthest = longestOf(distances)
  const horizon = Math.min(
    timeUpperBound(problem),
    longest * mostLegs(problem) + totalService(problem) + lastReady(problem),
  )
  timeScale = scaleFor(durations, Math.max(horizon, longest) + 1)
  distanceScale = scaleFor(distances, farthest + 1)
  roads.forEach((own, kind) => fillRoads(own, problem.locations, locations, kind * places))
}

function longestOf(matrices: readonly Float64Array[]): number {
  let longest = 0
  for (const values of matrices) {
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!
      if (value !== UNREACHABLE && value > longest) longest = value
    }
  }
  return longest
}

/** Fills the columns from `shift` on. */
function fillRoads({ durations, distances }: Roads, side: number, locations: readonly number[], shift: number): void {
  for (let i = 0; i < places; i++) {
    const from = locations[i]!
    for (let j = 0; j < places; j++) {
      const to = locations[j]!
      const cell = i * width + shift + j
      if (from < 0 || to < 0) {
        distance[cell] = 0
        time[cell] = 0
      } else {
        const duration = durations[from * side + to]!
        const meters = distances[from * side + to]!
        const way = duration !== UNREACHABLE && meters !== UNREACHABLE && duration * timeScale < FAR
        distance[cell] = way ? Math.round(meters * distanceScale) : FAR
        time[cell] = way ? Math.ceil(duration * timeScale - 1e-6) : FAR
      }
      distanceTo[j * width + shift + i] = distance[cell]!
      timeTo[j * width + shift + i] = time[cell]!
    }
  }
}

/** Returns the smallest value of the leg in `matrix` over all kinds of roads. */
export function leastLeg(matrix: Int32Array, from: number, to: number): number {
  let cell = from * width + to
  let least = matrix[cell]!
  for (let kind = 1; kind < roadKinds; kind++) {
    cell += places
    if (matrix[cell]! < least) least = matrix[cell]!
  }
  return least
}

/** Upper bound of all times of a plan, in seconds. */
function timeUpperBound(problem: Problem): number {
  return problem.vehicles.reduce((last, vehicle) => Math.max(last, vehicle.shiftEnd), 0)
}

/** Upper bound of the number of legs of a route. */
function mostLegs({ stops, vehicles }: Problem): number {
  return vehicles.some(({ reload }) => reload !== null) ? 2 * stops.length : stops.length + 1
}

function totalService(problem: Problem): number {
  const factor = problem.vehicles.reduce((most, vehicle) => Math.max(most, vehicle.serviceFactor ?? 1), 1)
  const loading = problem.vehicles.reduce((most, { reload }) => Math.max(most, reload?.seconds ?? 0), 0)
  return problem.stops.reduce((sum, stop) => sum + stop.serviceSeconds * factor + loading, 0)
}

function lastReady(problem: Problem): number {
  const shifts = problem.vehicles.map((vehicle) => vehicle.shiftStart)
  const windows = problem.stops.map((stop) => stop.windows.at(-1)?.start ?? 0)
  return [...shifts, ...windows].reduce((last, moment) => (moment > last && Number.isFinite(moment) ? moment : last), 0)
}

/** Scaled times, rounded up and rounded down, clamped so that sums fit in 32 bits. */
export const scaledUp = (seconds: number) =>
  Math.ceil(Math.max(-FAR / 2, Math.min(FAR - 1, seconds * timeScale - 1e-6)))
export const scaledDown = (seconds: number) =>
  Math.floor(Math.max(-FAR / 2, Math.min(FAR - 1, seconds * timeScale + 1e-6)))
