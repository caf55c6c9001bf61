// The exact times of one route: trips, breaks, windows, lateness. Used for every answer, and inside the search for
// problems whose routes constant-time checks cannot judge. Results lie in module-level arrays until the next call.
import { type Pairs, pairsOf } from './pairs.ts'
import { type Collect, collectOf, type Problem, roadsOf, type Stop, type Vehicle } from './problem.ts'

/** Why a sequence cannot be driven. */
export type Fault =
  | 'PAIR'
  | 'CAPACITY'
  | 'RIDE'
  | 'UNREACHABLE'
  | 'TIME_WINDOW'
  | 'SHIFT'
  | 'MAX_DURATION'
  | 'MAX_DRIVE'
  | 'BREAK'

let room = 0
export let arrival = new Float64Array(0)
export let serviceStart = new Float64Array(0)
export let leaving = new Float64Array(0)
export let lateness = new Float64Array(0)
export let legDistance = new Float64Array(0)
export let legSeconds = new Float64Array(0)
/** 1 where the vehicle reloads on the way to the stop. */
export let reloadBefore = new Uint8Array(0)
/** By place in the sequence: the place of the first stop that has its goods from the same collect; -1 for no collect. */
let collectFirst = new Int32Array(0)
/** What collecting on the way to the stop takes. */
let collectSeconds = new Float64Array(0)
/** Some stop of the sequence has a collect on this vehicle. */
let collecting = false
/** Breaks taken on the way to the stop (or waiting at it): the indexes from the one below to this. */
let breaksBefore = new Int32Array(0)
/** Of the first stop of another load: when it can be reached once that load is ready. */
let soonest = new Float64Array(0)
/** When the first load is ready. */
let firstReady = -Infinity
let chosen = new Int32Array(0)
let unpaidRest = 0
let leaveBy = new Float64Array(0)
let tripCount = new Int32Array(0)
let tripCost = new Float64Array(0)
let tripFrom = new Int32Array(0)
/** By load dimension: the most on board at once on the trip so far, and what of it stays on board after its last stop. */
export let tripPeak = new Float64Array(4)
let tripAboard = new Float64Array(4)
/** As the peak, but since each of the trip's collects: one after the other, in the order in which it comes by. */
let peaksSince: Float64Array[] = []
/** By those: the place in the sequence of its first stop. */
let since: number[] = []
/** Pickups of the trip so far whose goods are still on board. */
let undelivered = 0
/** By place in the sequence: service starts no sooner, so that goods of a pair aren't on the way for too long. */
let heldUntil = new Float64Array(0)

export let departure = 0
/** Return, or the end of the last service with an open end. */
export let finish = 0
export let totalDistance = 0
export let totalDrive = 0
export let totalLateness = 0
/** Seconds from departure to return that are paid: all but unpaid breaks. */
export const paidSeconds = (): number => finish - departure - unpaidRest
export let breakTimes: { start: number; end: number; of: number }[] = []
export let fault: Fault | null = null

const SLACK = 1e-6

function grow(length: number, breaks: number): void {
  const states = (length + 2) * (breaks + 1)
  if (leaveBy.length < states) {
    leaveBy = new Float64Array(states * 2)
    chosen = new Int32Array(states * 2)
  }
  if (room > length + 1) return
  room = 2 * length + 16
  arrival = new Float64Array(room)
  serviceStart = new Float64Array(room)
  leaving = new Float64Array(room)
  lateness = new Float64Array(room)
  legDistance = new Float64Array(room)
  legSeconds = new Float64Array(room)
  reloadBefore = new Uint8Array(room)
  breaksBefore = new Int32Array(room)
  soonest = new Float64Array(room)
  heldUntil = new Float64Array(room)
  collectFirst = new Int32Array(room)
  collectSeconds = new Float64Array(room)
}

/**
 * Times `vehicle` driving the first `length` stops of `sequence`: every service as early as possible, then the
 * departure as late as keeps every service start (the finish, where time costs or the duration is limited).
 * False when it cannot be driven; `fault` then says why.
 */
export function runTimeline(problem: Problem, vehicle: Vehicle, sequence: ArrayLike<number>, length: number): boolean {
  const breaks = vehicle.breaks.length
  grow(length, breaks)
  fault = null
  breakTimes = []
  unpaidRest = 0
  heldUntil.fill(-Infinity, 0, length)
  const pairs = pairsOf(problem.stops)
  if (pairs !== null && !pairsAreWhole(pairs, sequence, length)) return refuse('PAIR')
  findCollects(problem, vehicle, sequence, length)
  if (!splitTrips(problem, vehicle, sequence, length)) return refuse('CAPACITY')
  if (!measureLegs(problem, vehicle, sequence, length)) return refuse('UNREACHABLE')
  if (totalDrive > (vehicle.maxDrive ?? Infinity) + SLACK) return refuse('MAX_DRIVE')
  awaitLoads(problem, vehicle, sequence, length)
  if (!earliest(problem, vehicle, sequence, length)) return false
  if (pairs !== null && !shortenRides(problem, vehicle, sequence, length)) return false
  delayDeparture(problem, vehicle, sequence, length)
  if (finish - departure > vehicle.maxDuration + SLACK) return refuse('MAX_DURATION')
  return true
}

function refuse(why: Fault): false {
  fault = why
  return false
}

function findCollects({ stops }: Problem, vehicle: Vehicle, sequence: ArrayLike<number>, length: number): void {
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

/** Where the vehicle comes by for goods on the way to the stop at this place. */
function collectBefore({ stops }: Problem, vehicle: Vehicle, sequence: ArrayLike<number>, i: number): Collect | null {
  return collecting && collectFirst[i] === i ? collectOf(vehicle, stops[sequence[i]!]!) : null
}

/** Chooses where to reload: as seldom as the capacity allows, and then where it lengthens the route least. */
function splitTrips(problem: Problem, vehicle: Vehicle, sequence: ArrayLike<number>, length: number): boolean {
  for (let i = 0; i < length; i++) reloadBefore[i] = 0
  if (fitsOneTrip(problem, vehicle, sequence, length)) return true
  const { reload, capacity } = vehicle
  if (reload === null) return false
  if (tripCost.length < length + 1) {
    tripCount = new Int32Array(2 * length + 2)
    tripCost = new Float64Array(2 * length + 2)
    tripFrom = new Int32Array(2 * length + 2)
  }
  tripCount.fill(reload.max + 2, 0, length + 1)
  tripCost.fill(Infinity, 0, length + 1)
  tripCount[0] = 0
  tripCost[0] = 0
  const pairs = pairsOf(problem.stops)
  for (let from = 0; from < length; from++) {
    const trips = tripCount[from]! + 1
    if (trips > reload.max + 1) continue
    const detour = from === 0 ? 0 : reloadDetour(problem, vehicle, sequence[from - 1]!, sequence[from]!)
    const cost = tripCost[from]! + detour
    beginTrip(capacity)
    for (let to = from + 1; to <= length && loadMore(problem, vehicle, pairs, sequence, to - 1, from); to++) {
      if (trips > tripCount[to]! || (trips === tripCount[to]! && cost >= tripCost[to]!)) continue
      tripCount[to] = trips
      tripCost[to] = cost
      tripFrom[to] = from
    }
  }
  if (tripCost[length] === Infinity) return false
  for (let at = tripFrom[length]!; at > 0; at = tripFrom[at]!) reloadBefore[at] = 1
  return true
}

function fitsOneTrip(problem: Problem, vehicle: Vehicle, sequence: ArrayLike<number>, length: number): boolean {
  const pairs = pairsOf(problem.stops)
  beginTrip(vehicle.capacity)
  for (let i = 0; i < length; i++) if (!loadMore(problem, vehicle, pairs, sequence, i, 0)) return false
  return true
}

function beginTrip({ length }: readonly number[]): void {
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
 * Adds the stop to the trip; false when the vehicle would hold too much at one time. What is delivered from the start is
 * on board until then; what is picked up, from then on.
 */
function loadMore(
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
  // Picked up on the trip before, its goods were put off at the reload.
  if (from !== undefined && --undelivered < 0) return false
  // Goods of a collect are aboard from there on, all others of a stop from the start of its trip.
  const collected = collecting ? collectFirst[at]! : -1
  if (collected >= 0 && collected < tripFrom) return false
  if (collected === at) comeBy(collectOf(vehicle, problem.stops[stop]!)!, at, capacity.length)
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

/** From here on the goods of a collect are on board. */
function comeBy({ unloads }: Collect, at: number, dimensions: number): void {
  if (unloads) tripAboard.fill(0, 0, dimensions)
  const peaks = (peaksSince[since.length] ??= new Float64Array(4))
  if (peaks.length < dimensions) peaksSince[since.length] = new Float64Array(dimensions)
  peaksSince[since.length]!.set(tripAboard.subarray(0, dimensions))
  since.push(at)
}

/** Every pickup is followed by its delivery, and every delivery comes after its pickup. */
function pairsAreWhole({ pickupOf, deliveryOf }: Pairs, sequence: ArrayLike<number>, length: number): boolean {
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

/**
 * Holds pickups back until their goods are on the way for no longer than they may be: each as little as is enough, which
 * is found from below, since holding one back delays what follows by no more than that.
 */
function shortenRides(problem: Problem, vehicle: Vehicle, sequence: ArrayLike<number>, length: number): boolean {
  for (let rounds = 0; ; rounds++) {
    let late = false
    for (let to = 1; to < length; to++) {
      const { from } = problem.stops[sequence[to]!]!
      if (from?.maxSeconds === undefined) continue
      let at = to - 1
      while (sequence[at] !== from.stop) at--
      const over = serviceStart[to]! - leaving[at]! - from.maxSeconds
      if (over <= SLACK) continue
      if (rounds === 0 && leastRide(problem, vehicle, sequence, at, to) > from.maxSeconds + SLACK) return refuse('RIDE')
      heldUntil[at] = serviceStart[at]! + over
      late = true
    }
    if (!late) return true
    if (rounds > 2 * length) return refuse('RIDE')
    breakTimes = []
    unpaidRest = 0
    if (!earliest(problem, vehicle, sequence, length)) return refuse('RIDE')
  }
}

/** Seconds from leaving the one to reaching the other without any wait. */
function leastRide(problem: Problem, vehicle: Vehicle, sequence: ArrayLike<number>, at: number, to: number): number {
  let seconds = 0
  for (let i = at + 1; i <= to; i++) {
    seconds += legSeconds[i]!
    if (i < to) seconds += serviceOn(vehicle, problem.stops[sequence[i]!]!)
  }
  return seconds
}

function reloadDetour(problem: Problem, vehicle: Vehicle, from: number, to: number): number {
  const { locations, stops } = problem
  const { distances, durations } = roadsOf(problem, vehicle)
  const a = stops[from]!.location
  const b = stops[to]!.location
  const by = vehicle.reload!.location
  const meters = distances[a * locations + by]! + distances[by * locations + b]! - distances[a * locations + b]!
  const seconds = durations[a * locations + by]! + durations[by * locations + b]!
  return meters * vehicle.costPerMeter + seconds * (vehicle.costPerSecond + 1e-9)
}

/** Fills the legs to each stop, by way of the reload where there is one, and to the end (index `length`). */
function measureLegs(problem: Problem, vehicle: Vehicle, sequence: ArrayLike<number>, length: number): boolean {
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

/** Seconds of service at the stop when this vehicle serves it. */
export function serviceOn(vehicle: Vehicle, stop: Stop): number {
  return stop.serviceSeconds * (vehicle.serviceFactor ?? 1)
}

/** What so many paid seconds cost. */
export function timeCost(vehicle: Vehicle, seconds: number): number {
  const { overtime } = vehicle
  const ordinary = vehicle.costPerSecond * seconds
  return overtime === undefined ? ordinary : ordinary + overtime.costPerSecond * Math.max(0, seconds - overtime.after)
}

/** Seconds from leaving the place before to arriving: driving, reloading and collecting on the way. */
function legTime(vehicle: Vehicle, index: number, length: number): number {
  if (index === length) return legSeconds[index]!
  return legSeconds[index]! + collectSeconds[index]! + (reloadBefore[index] === 1 ? vehicle.reload!.seconds : 0)
}

/** Finds when each load is ready, all of it, and when goods are there to collect. */
function awaitLoads(problem: Problem, vehicle: Vehicle, sequence: ArrayLike<number>, length: number): void {
  let ready = -Infinity
  for (let i = length - 1; i >= 0; i--) {
    const stop = problem.stops[sequence[i]!]!
    const collect = collectBefore(problem, vehicle, sequence, i)
    const there = collect?.ready ?? -Infinity
    soonest[i] =
      collect === null ? -Infinity : there + collect.seconds + secondsOn(problem, vehicle, collect.location, stop)
    if (collectOf(vehicle, stop) === null) ready = Math.max(ready, stop.ready ?? -Infinity)
    if (reloadBefore[i] === 0 || ready === -Infinity) continue
    const { location, seconds } = vehicle.reload!
    soonest[i] = Math.max(soonest[i]!, ready + seconds + timeOn(problem, vehicle, sequence, i, location))
    ready = -Infinity
  }
  firstReady = ready
}

const secondsOn = (problem: Problem, vehicle: Vehicle, from: number, { location }: Pick<Stop, 'location'>): number =>
  roadsOf(problem, vehicle).durations[from * problem.locations + location]!

/** Seconds from a place to the stop, collecting on the way. */
function timeOn(problem: Problem, vehicle: Vehicle, sequence: ArrayLike<number>, i: number, from: number): number {
  const stop = problem.stops[sequence[i]!]!
  const collect = collectBefore(problem, vehicle, sequence, i)
  if (collect === null) return secondsOn(problem, vehicle, from, stop)
  const { location, seconds } = collect
  return secondsOn(problem, vehicle, from, collect) + seconds + secondsOn(problem, vehicle, location, stop)
}

/** Earliest service start on or after `moment`; the moment itself (late) when no window is left and lateness may be. */
function opening(stop: Stop, moment: number, soft: boolean): number {
  if (stop.windows.length === 0) return moment
  for (const window of stop.windows) {
    if (moment <= window.end + SLACK) return Math.max(moment, window.start)
  }
  return soft ? moment : Infinity
}

/** Takes the breaks `from` to below `to` after leaving at `moment`; the moment the driving time is then done, or Infinity. */
function withBreaks(vehicle: Vehicle, moment: number, drive: number, from: number, to: number): number {
  let free = moment
  let left = drive
  for (let b = from; b < to; b++) {
    const rest = vehicle.breaks[b]!
    const start = Math.max(rest.windowStart, free)
    if (start + rest.seconds > rest.windowEnd + SLACK) return Infinity
    left -= Math.min(left, start - free)
    free = start + rest.seconds
  }
  return free + left
}

/**
 * Earliest times by dynamic programming over the number of breaks taken so far. A break lies on the way to a stop or
 * in the wait before its service; breaks whose latest start is before the departure or after the finish are not due.
 */
function earliest(problem: Problem, vehicle: Vehicle, sequence: ArrayLike<number>, length: number): boolean {
  const breaks = vehicle.breaks.length
  const width = breaks + 1
  const soft = problem.objective.latenessCostPerSecond !== null
  leaveBy[0] = Math.max(vehicle.shiftStart, firstReady)
  for (let k = 1; k <= breaks; k++) leaveBy[k] = Math.max(leaveBy[k - 1]!, notDueFrom(vehicle, k - 1))
  let stuck: Fault = 'SHIFT'
  for (let i = 0; i < length; i++) {
    const stop = problem.stops[sequence[i]!]!
    const drive = legTime(vehicle, i, length)
    let some = false
    for (let k = 0; k <= breaks; k++) {
      const state = (i + 1) * width + k
      let doneBy = Infinity
      for (let from = 0; from <= k; from++) {
        const before = leaveBy[i * width + from]!
        if (before === Infinity) continue
        const reached = Math.max(soonest[i]!, withBreaks(vehicle, before, drive, from, k))
        const start = opening(stop, Math.max(reached, heldUntil[i]!), soft)
        const done = start + serviceOn(vehicle, stop)
        if (done >= doneBy) continue
        doneBy = done
        chosen[state] = from
      }
      leaveBy[state] = doneBy
      if (doneBy < Infinity) some = true
    }
    if (!some) return refuse('TIME_WINDOW')
  }
  let best = -1
  let bestFrom = -1
  finish = Infinity
  const home = length === 0 || vehicle.end === null ? 0 : legTime(vehicle, length, length)
  for (let k = 0; k <= breaks; k++) {
    for (let from = 0; from <= k; from++) {
      const back = withBreaks(vehicle, leaveBy[length * width + from]!, home, from, k)
      if (k < breaks && back > vehicle.breaks[k]!.windowEnd - vehicle.breaks[k]!.seconds + SLACK) {
        if (back < Infinity) stuck = 'BREAK'
        continue
      }
      if (back >= finish) continue
      finish = back
      best = k
      bestFrom = from
    }
  }
  if (best < 0) return refuse(breaks > 0 ? 'BREAK' : stuck)
  if (finish > vehicle.shiftEnd + SLACK) return refuse('SHIFT')
  breaksBefore[length] = best
  let k = bestFrom
  for (let i = length - 1; i >= 0; i--) {
    breaksBefore[i] = k
    k = chosen[(i + 1) * width + k]!
  }
  traceTimes(problem, vehicle, sequence, length, k)
  return true
}

/** From this departure on the break is no longer due. */
function notDueFrom(vehicle: Vehicle, index: number): number {
  const rest = vehicle.breaks[index]!
  return rest.windowEnd - rest.seconds + 1
}

/** Writes the times of the chosen states. `skipped` breaks are not due because the route departs after them. */
function traceTimes(
  problem: Problem,
  vehicle: Vehicle,
  sequence: ArrayLike<number>,
  length: number,
  skipped: number,
): void {
  const soft = problem.objective.latenessCostPerSecond !== null
  departure = leaveBy[skipped]!
  totalLateness = 0
  let taken = skipped
  let free = departure
  for (let i = 0; i < length; i++) {
    const stop = problem.stops[sequence[i]!]!
    const drive = legTime(vehicle, i, length)
    arrival[i] = Math.max(soonest[i]!, placeBreaks(vehicle, free, drive, taken, breaksBefore[i]!))
    const served = Math.max(soonest[i]!, withBreaks(vehicle, free, drive, taken, breaksBefore[i]!))
    serviceStart[i] = opening(stop, Math.max(served, heldUntil[i]!), soft)
    const end = stop.windows.at(-1)?.end ?? Infinity
    lateness[i] = Math.max(0, serviceStart[i]! - end)
    if (lateness[i]! <= SLACK) lateness[i] = 0
    totalLateness += lateness[i]!
    free = serviceStart[i]! + serviceOn(vehicle, stop)
    leaving[i] = free
    taken = breaksBefore[i]!
  }
  const home = length === 0 || vehicle.end === null ? 0 : legTime(vehicle, length, length)
  placeBreaks(vehicle, free, home, taken, breaksBefore[length]!)
}

/** Writes the breaks of a leg and says when the driving is done: a break after that is taken waiting at the stop. */
function placeBreaks(vehicle: Vehicle, moment: number, drive: number, from: number, to: number): number {
  let free = moment
  let left = drive
  let arrived = left === 0 ? moment : -1
  for (let b = from; b < to; b++) {
    const rest = vehicle.breaks[b]!
    const start = Math.max(rest.windowStart, free)
    const driven = Math.min(left, start - free)
    left -= driven
    if (left === 0 && arrived < 0) arrived = free + driven
    breakTimes.push({ start, end: start + rest.seconds, of: b })
    if (rest.unpaid) unpaidRest += rest.seconds
    free = start + rest.seconds
  }
  return arrived >= 0 ? arrived : free + left
}

/** When the load of the stop at this index is loaded, where the vehicle reloads before it. */
export function loading(
  problem: Problem,
  vehicle: Vehicle,
  sequence: readonly number[],
  index: number,
): { start: number; end: number } {
  const { locations, stops } = problem
  const { location, seconds } = vehicle.reload!
  const { durations } = roadsOf(problem, vehicle)
  const left = leaving[index - 1]!
  const there = durations[stops[sequence[index - 1]!]!.location * locations + location]!
  const on = timeOn(problem, vehicle, sequence, index, location)
  const ready = soonest[index]! - seconds - on
  const start = Math.max(doneAt(left, there), ready)
  return { start, end: Math.max(doneAt(left, there + seconds), start + seconds) }
}

/** When so much of a way is done, with the breaks that begin on it before then. */
function doneAt(left: number, seconds: number): number {
  return breakTimes.reduce(
    (at, rest) => (rest.start >= left - SLACK && rest.start < at ? at + rest.end - rest.start : at),
    left + seconds,
  )
}

/** Moves the departure later by what the waits and the windows allow. */
function delayDeparture(problem: Problem, vehicle: Vehicle, sequence: ArrayLike<number>, length: number): void {
  if (length === 0) return
  const wholeRoute = vehicle.costPerSecond > 0 || Number.isFinite(vehicle.maxDuration) || vehicle.overtime !== undefined
  const firstLegBreaks = breakTimes.length > 0 && breakTimes[0]!.start < serviceStart[0]!
  if (firstLegBreaks) {
    const rest = breakTimes[0]!
    const driven = Math.min(legTime(vehicle, 0, length), rest.start - departure)
    departure = Math.max(departure, rest.start - driven)
    if (driven === legTime(vehicle, 0, length)) arrival[0] = rest.start
    return
  }
  let allowed = 0
  if (wholeRoute && problem.objective.latenessCostPerSecond === null) {
    for (let i = length - 1; i >= 1; i--) {
      const spare = windowSpare(problem.stops[sequence[i]!]!, serviceStart[i]!)
      const rested = breakTimes.some(
        (rest) => rest.start >= leaving[i - 1]! - SLACK && rest.end <= serviceStart[i]! + SLACK,
      )
      const wait = rested ? 0 : serviceStart[i]! - arrival[i]!
      allowed = rested ? 0 : wait + Math.min(allowed, spare)
    }
    allowed = Math.min(allowed, windowSpare(problem.stops[sequence[0]!]!, serviceStart[0]!))
  }
  const delay = Math.max(0, serviceStart[0]! - arrival[0]! + allowed)
  if (delay <= 0) return
  departure += delay
  let free = departure
  let moved = 0
  for (let i = 0; i < length; i++) {
    const reached = Math.max(soonest[i]!, free + legTime(vehicle, i, length))
    if (i > 0 && moved <= SLACK) break
    arrival[i] = reached
    const start = Math.max(serviceStart[i]!, reached)
    moved = start - serviceStart[i]!
    serviceStart[i] = start
    leaving[i] = start + serviceOn(vehicle, problem.stops[sequence[i]!]!)
    free = leaving[i]!
  }
}

/** How much later the service may start inside the window it starts in. */
function windowSpare(stop: Stop, start: number): number {
  if (stop.windows.length === 0) return Infinity
  const window = stop.windows.find((each) => start <= each.end + SLACK)
  return window === undefined ? 0 : Math.max(0, window.end - start)
}
