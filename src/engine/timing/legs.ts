// Legs of a route, including detours to reload or to collect goods.
import { type Collect, collectOf, type Problem, roadsOf, type Stop, type Vehicle } from '../problem.ts'

let room = 0
export let legDistance = new Float64Array(0)
export let legSeconds = new Float64Array(0)
/** 1 if the vehicle reloads on the way to the stop at this position. */
export let reloadBefore = new Uint8Array(0)
/**
 * Per position: the first position with goods from the same collection. -1 if the goods don't come from a collection.
 */
export let collectFirst = new Int32Array(0)
/** Per position: seconds spent collecting on the way there. */
export let collectSeconds = new Float64Array(0)
/** Whether any stop of the sequence has its goods from a collection. */
export let collecting = false
/** Per position: earliest arrival that a collection on the way there allows. */
export let soonest = new Float64Array(0)
/**
 * Per position: time when the load of a reload on the way there is ready (-Infinity if there is no reload, or if the
 * load is always ready), and seconds of driving to that reload.
 */
export let gate = new Float64Array(0)
export let gateAfter = new Float64Array(0)
/** Time when the load of the first trip is ready. */
export let firstReady = -Infinity

export let totalDistance = 0
export let totalDrive = 0

/** Grows the arrays for a sequence of `length` stops. */
export function ensureLegCapacity(length: number): void {
  if (room > length + 1) return
  room = 2 * length + 16
  legDistance = new Float64Array(room)
  legSeconds = new Float64Array(room)
  reloadBefore = new Uint8Array(room)
  soonest = new Float64Array(room)
  gate = new Float64Array(room)
  gateAfter = new Float64Array(room)
  collectFirst = new Int32Array(room)
  collectSeconds = new Float64Array(room)
}

/** Finds the stops of the sequence whose goods come from one of the vehicle's collections. */
export function findCollects({ stops }: Problem, vehicle: Vehicle, sequence: ArrayLike<number>, length: number): void {
  collecting = false
  if (vehicle.collects === undefined) return
  const first = new Map<number, number>()
  for (let i = 0; i < length; i++) {
    const stop = stops[sequence[i]!]!
    collectFirst[i] = -1
    if (collectOf(vehicle, stop) === null) continue
    collecting = true
    if (!first.has(stop.collect!)) first.set(stop.collect!, i)
    collectFirst[i] = first.get(stop.collect!)!
  }
}

/** Returns where the vehicle collects goods on the way to position `i`. Null if it doesn't. */
export function collectBefore(
  { stops }: Problem,
  vehicle: Vehicle,
  sequence: ArrayLike<number>,
  i: number,
): Collect | null {
  return collecting && collectFirst[i] === i ? collectOf(vehicle, stops[sequence[i]!]!) : null
}

/**
 * Computes the leg to each position, including detours, and to the end (index `length`). Returns false if a leg is
 * unreachable.
 */
export function measureLegs(problem: Problem, vehicle: Vehicle, sequence: ArrayLike<number>, length: number): boolean {
  const { locations, stops } = problem
  const { distances, durations } = roadsOf(problem, vehicle)
  let from = vehicle.start
  totalDistance = 0
  totalDrive = 0
  for (let i = 0; i <= length; i++) {
    const to = i < length ? stops[sequence[i]!]!.location : vehicle.end
    legDistance[i] = 0
    legSeconds[i] = 0
    collectSeconds[i] = 0
    if (to === null || length === 0) break
    if (i < length && reloadBefore[i] === 1) {
      const by = vehicle.reload!.location
      legDistance[i] = distances[from * locations + by]!
      legSeconds[i] = durations[from * locations + by]!
      from = by
    }
    const collect = i < length ? collectBefore(problem, vehicle, sequence, i) : null
    if (collect !== null) {
      legDistance[i]! += distances[from * locations + collect.location]!
      legSeconds[i]! += durations[from * locations + collect.location]!
      collectSeconds[i] = collect.seconds
      from = collect.location
    }
    legDistance[i]! += distances[from * locations + to]!
    legSeconds[i]! += durations[from * locations + to]!
    totalDistance += legDistance[i]!
    totalDrive += legSeconds[i]!
    from = to
  }
  return Number.isFinite(totalDistance) && Number.isFinite(totalDrive)
}

/** Seconds of service at the stop on this vehicle. */
export function serviceOn(vehicle: Vehicle, stop: Stop): number {
  return stop.serviceSeconds * (vehicle.serviceFactor ?? 1)
}

/**
 * Seconds from departure at the previous stop to arrival: driving, reloading and collecting. Index `length` is the last
 * leg.
 */
export function legTime(vehicle: Vehicle, index: number, length: number): number {
  if (index === length) return legSeconds[index]!
  return legSeconds[index]! + collectSeconds[index]! + (reloadBefore[index] === 1 ? vehicle.reload!.seconds : 0)
}

/** Finds when each whole load is ready, and when the goods of each collection are available. */
export function computeReadyTimes(
  problem: Problem,
  vehicle: Vehicle,
  sequence: ArrayLike<number>,
  length: number,
): void {
  const { locations, stops } = problem
  let ready = -Infinity
  for (let i = length - 1; i >= 0; i--) {
    const stop = stops[sequence[i]!]!
    const collect = collectBefore(problem, vehicle, sequence, i)
    const there = collect?.ready ?? -Infinity
    soonest[i] =
      collect === null ? -Infinity : there + collect.seconds + secondsOn(problem, vehicle, collect.location, stop)
    gate[i] = -Infinity
    ready = Math.max(ready, readyOf(vehicle, stop))
    if (reloadBefore[i] === 0) continue
    gate[i] = ready
    const from = stops[sequence[i - 1]!]!.location
    gateAfter[i] = roadsOf(problem, vehicle).durations[from * locations + vehicle.reload!.location]!
    ready = -Infinity
  }
  firstReady = ready
}

/** Time when the stop's goods can be loaded at the vehicle's start or reload. -Infinity if at any time. */
export const readyOf = (vehicle: Vehicle, stop: Stop): number =>
  stop.ready === undefined || collectOf(vehicle, stop) !== null ? -Infinity : stop.ready

const secondsOn = (problem: Problem, vehicle: Vehicle, from: number, { location }: Pick<Stop, 'location'>): number =>
  roadsOf(problem, vehicle).durations[from * problem.locations + location]!

/** Seconds from location `from` to position `i`, including a collection on the way. */
export function timeOn(
  problem: Problem,
  vehicle: Vehicle,
  sequence: ArrayLike<number>,
  i: number,
  from: number,
): number {
  const stop = problem.stops[sequence[i]!]!
  const collect = collectBefore(problem, vehicle, sequence, i)
  if (collect === null) return secondsOn(problem, vehicle, from, stop)
  const { location, seconds } = collect
  return secondsOn(problem, vehicle, from, collect) + seconds + secondsOn(problem, vehicle, location, stop)
}
