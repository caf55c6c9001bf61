// Distances and times between places as scaled 32-bit integers: exact where the input is, on the safe side where not.
import { type Problem, type Roads, UNREACHABLE } from '../problem.ts'

/** A leg that cannot be driven. Two of them still add up inside 32 bits, and every deadline is below one. */
export const FAR = 2 ** 29

/** The end of a route that may end anywhere. */
export const OPEN_END = -1

/** Stops first, then every distinct place a vehicle starts or ends. */
export let places = 0
/** Kinds of roads: the problem's own, and others. */
export let roadKinds = 1
/**
 * Cells of a row of the matrices: a column for each place, once for each kind of roads. A node's column (`place` in
 * arena.ts) is on the roads of its route, so that a leg is read in the same way however many kinds there are.
 */
export let width = 0
export let timeScale = 1
export let distanceScale = 1

export let distance = new Int32Array(0)
/** `distance` with the places of rows and columns swapped; the same array when the distances are symmetric. */
export let distanceTo = new Int32Array(0)
/** The same array as `distance` when every leg takes as long as it is far. */
export let time = new Int32Array(0)
export let timeTo = new Int32Array(0)

type Cells = Int32Array<ArrayBuffer>

/** Matrices larger than this, 250 MB in all, make way for smaller ones. */
const MOST_KEPT_CELLS = 2 ** 24

let matrices: Cells[] = [new Int32Array(0)]

const SCALES = [1, 10, 100, 1000]

/**
 * Loads the matrices of all stops, in their order, and of the places vehicles start or end at. Says which place each of
 * those locations is; `OPEN_END` is one that costs nothing to reach.
 */
export function loadMatrices(problem: Problem): Map<number, number> {
  const ends = new Map<number, number>()
  const locations = problem.stops.map((stop) => stop.location)
  for (const vehicle of problem.vehicles) {
    for (const location of [vehicle.start, vehicle.end ?? OPEN_END]) {
      if (ends.has(location)) continue
      ends.set(location, locations.length)
      locations.push(location)
    }
  }
  places = locations.length
  roadKinds = 1 + (problem.otherRoads?.length ?? 0)
  width = places * roadKinds
  const cells = places * width
  const room = matrices[0]!.length
  if (room < cells || (room > MOST_KEPT_CELLS && room > 2 * cells))
    matrices = Array.from({ length: 4 }, () => new Int32Array(cells))
  ;[distance, distanceTo, time, timeTo] = matrices as [Cells, Cells, Cells, Cells]
  fill(problem, locations)
  if (same(distance, distanceTo, cells)) distanceTo = distance
  if (same(time, timeTo, cells)) timeTo = time
  if (same(distance, time, cells)) {
    time = distance
    timeTo = distanceTo
  }
  return ends
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) <= 1e-6
}

/** The smallest scale at which all values are whole, else the finest that keeps `bound` below `FAR`. */
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

/** One array instead of two equal ones leaves more of the processor's cache to the rest. */
function same(a: Int32Array, b: Int32Array, cells: number): boolean {
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
    lastMoment(problem),
    longest * (problem.stops.length + 1) + totalService(problem) + lastReady(problem),
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

/** The least that the leg is, on any kind of roads, in one of the matrices. */
export function leastLeg(matrix: Int32Array, from: number, to: number): number {
  let cell = from * width + to
  let least = matrix[cell]!
  for (let kind = 1; kind < roadKinds; kind++) {
    cell += places
    if (matrix[cell]! < least) least = matrix[cell]!
  }
  return least
}

/** No moment of a plan is later, in seconds. */
function lastMoment(problem: Problem): number {
  return problem.vehicles.reduce((last, vehicle) => Math.max(last, vehicle.shiftEnd), 0)
}

function totalService(problem: Problem): number {
  const factor = problem.vehicles.reduce((most, vehicle) => Math.max(most, vehicle.serviceFactor ?? 1), 1)
  return problem.stops.reduce((sum, stop) => sum + stop.serviceSeconds * factor, 0)
}

function lastReady(problem: Problem): number {
  const shifts = problem.vehicles.map((vehicle) => vehicle.shiftStart)
  const windows = problem.stops.map((stop) => stop.windows.at(-1)?.start ?? 0)
  return [...shifts, ...windows].reduce((last, moment) => (moment > last && Number.isFinite(moment) ? moment : last), 0)
}

/** Scaled moments: rounded up, and down, and kept where they add up inside 32 bits. */
export const early = (seconds: number) => Math.ceil(Math.max(-FAR / 2, Math.min(FAR - 1, seconds * timeScale - 1e-6)))
export const late = (seconds: number) => Math.floor(Math.max(-FAR / 2, Math.min(FAR - 1, seconds * timeScale + 1e-6)))
