// Loads on board along a trip, and their peak by load dimension.
import { type Pairs, pairsOf } from '../pairs.ts'
import { type Collect, collectOf, type Problem, type Vehicle } from '../problem.ts'
import { collecting, collectFirst } from './legs.ts'

const SLACK = 1e-6

/**
 * Per load dimension: the peak of the trip so far, and goods picked up on it that are on board after its last stop.
 */
export let tripPeak = new Float64Array(4)
let tripAboard = new Float64Array(4)
/** Peak load since each collection of the trip, in the order of the collections. */
let peaksSince: Float64Array[] = []
/** Per entry of `peaksSince`: position of the first stop with goods from this collection. */
let since: number[] = []
/** Number of pickups of the trip so far whose goods are still on board. */
let undelivered = 0

/** Returns whether the whole sequence can be one trip. */
export function fitsOneTrip(problem: Problem, vehicle: Vehicle, sequence: ArrayLike<number>, length: number): boolean {
  const pairs = pairsOf(problem.stops)
  beginTrip(vehicle.capacity)
  for (let i = 0; i < length; i++) if (!addStopToTrip(problem, vehicle, pairs, sequence, i, 0)) return false
  return true
}

/** Starts an empty trip of a vehicle with these capacities. */
export function beginTrip({ length }: readonly number[]): void {
  if (tripPeak.length < length) {
    tripPeak = new Float64Array(2 * length)
    tripAboard = new Float64Array(2 * length)
  }
  tripPeak.fill(0, 0, length)
  tripAboard.fill(0, 0, length)
  undelivered = 0
  if (since.length > 0) since = []
}

/**
 * Adds the stop at position `at` to the trip that begins at position `tripFrom`. Returns false if the load would exceed
 * a capacity, or if its goods aren't on this trip. Deliveries from the start are on board until their stop, pickups
 * from their stop on.
 */
export function addStopToTrip(
  problem: Problem,
  vehicle: Vehicle,
  pairs: Pairs | null,
  sequence: ArrayLike<number>,
  at: number,
  tripFrom: number,
): boolean {
  const { capacity } = vehicle
  const stop = sequence[at]!
  const { load, pickup, from } = problem.stops[stop]!
  const bringsTo = pairs === null ? -1 : pairs.deliveryOf[stop]!
  if (bringsTo >= 0) undelivered++
  // More deliveries than pickups: these goods were picked up on the previous trip and unloaded at the reload.
  if (from !== undefined && --undelivered < 0) return false
  // Collected goods are on board from the collection on, all other deliveries from the start of the trip.
  const collected = collecting ? collectFirst[at]! : -1
  if (collected >= 0 && collected < tripFrom) return false
  if (collected === at) loadCollection(collectOf(vehicle, problem.stops[stop]!)!, at, capacity.length)
  for (let k = 0; k < capacity.length; k++) {
    const own = from === undefined ? (load[k] ?? 0) : 0
    const picked = pickup?.[k] ?? 0
    const brought = bringsTo < 0 ? 0 : (problem.stops[bringsTo]!.load[k] ?? 0)
    tripAboard[k]! += picked + brought - (from === undefined ? 0 : (load[k] ?? 0))
    let least = tripAboard[k]!
    for (let phase = since.length - 1; phase >= 0; phase--) {
      const peaks = peaksSince[phase]!
      peaks[k] = Math.max(peaks[k]! + (collected <= since[phase]! ? own : 0), least)
      least = peaks[k]!
    }
    tripPeak[k] = Math.max(tripPeak[k]! + (collected < 0 ? own : 0), least)
    if (tripPeak[k]! > capacity[k]! + SLACK) return false
  }
  return true
}

/**
 * Begins the phase of the trip after the collection before position `at`. Empties the vehicle first if it `unloads`.
 */
function loadCollection({ unloads }: Collect, at: number, dimensions: number): void {
  if (unloads) tripAboard.fill(0, 0, dimensions)
  const peaks = (peaksSince[since.length] ??= new Float64Array(4))
  if (peaks.length < dimensions) peaksSince[since.length] = new Float64Array(dimensions)
  peaksSince[since.length]!.set(tripAboard.subarray(0, dimensions))
  since.push(at)
}

/** Returns whether every pickup is followed by its delivery, and every delivery follows its pickup. */
export function pairsAreWhole({ pickupOf, deliveryOf }: Pairs, sequence: ArrayLike<number>, length: number): boolean {
  let open = 0
  for (let i = 0; i < length; i++) {
    const stop = sequence[i]!
    if (deliveryOf[stop]! >= 0) open++
    if (pickupOf[stop]! < 0) continue
    open--
    let at = i - 1
    while (at >= 0 && sequence[at] !== pickupOf[stop]) at--
    if (at < 0) return false
  }
  return open === 0
}
