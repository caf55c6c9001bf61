// The exact times of one route: trips, breaks, windows, lateness. Used for every answer, and inside the search for
// problems whose routes constant-time checks cannot judge. Results lie in module-level arrays until the next call.
import { pairsOf } from './pairs.ts'
import type { Problem, Vehicle } from './problem.ts'
import { fitsOneTrip, pairsAreWhole } from './timing/aboard.ts'
import * as legs from './timing/legs.ts'
import {
  breaksBefore,
  type Drive,
  endsBefore,
  finishWith,
  followChosen,
  growPasses,
  heldUntil,
  leastSeconds,
  opening,
  passBackward,
  passForward,
  startBy,
} from './timing/passes.ts'
import { latestBefore, notDueFrom, notDueUntil, reach, restsBeforeGate } from './timing/rests.ts'
import { findSplits, splitCost, splitsAtOnce, splitsFail, useSplit } from './timing/trips.ts'

export { tripPeak } from './timing/aboard.ts'
export { legDistance, legSeconds, reloadBefore, serviceOn, totalDistance, totalDrive } from './timing/legs.ts'

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
/** When the vehicle loads again on the way to the stop. */
let loadsFrom = new Float64Array(0)

export let departure = 0
/** Return, or the end of the last service with an open end. */
export let finish = 0
export let totalLateness = 0
let unpaidRest = 0
/** Seconds from departure to return that are paid: all but unpaid breaks. */
export const paidSeconds = (): number => finish - departure - unpaidRest
export let breakTimes: { start: number; end: number; of: number }[] = []
export let fault: Fault | null = null

const SLACK = 1e-6
/** Costs that differ by less are the same. */
const SAME = 1e-7

function grow(length: number, breaks: number): void {
  legs.growLegs(length)
  growPasses(length, breaks)
  if (room > length + 1) return
  room = 2 * length + 16
  arrival = new Float64Array(room)
  serviceStart = new Float64Array(room)
  leaving = new Float64Array(room)
  lateness = new Float64Array(room)
  loadsFrom = new Float64Array(room)
}

/**
 * Times `vehicle` driving the first `length` stops of `sequence` as cheaply as it can: where it reloads, when it departs
 * and where its breaks lie. If time costs nothing, every service is as early as possible, and the departure as late as
 * that allows. False when it cannot be driven; `fault` then says why.
 */
export function runTimeline(problem: Problem, vehicle: Vehicle, sequence: ArrayLike<number>, length: number): boolean {
  grow(length, vehicle.breaks.length)
  fault = null
  const drive = { problem, vehicle, sequence, length, soft: problem.objective.latenessCostPerSecond !== null }
  const pairs = pairsOf(problem.stops)
  if (pairs !== null && !pairsAreWhole(pairs, sequence, length)) return refuse('PAIR')
  legs.findCollects(problem, vehicle, sequence, length)
  legs.reloadBefore.fill(0, 0, length)
  if (vehicle.reload !== null && length > 1) return timeTrips(drive)
  return fitsOneTrip(problem, vehicle, sequence, length) ? timeAsSplit(drive) : refuse('CAPACITY')
}

function refuse(why: Fault): false {
  fault = why
  return false
}

/** Of the ways to split the route into trips, the cheapest that can be driven; of equals the one with the fewest trips. */
function timeTrips(drive: Drive): boolean {
  if (splitsAtOnce(drive)) return timeAsSplit(drive)
  const found = findSplits(drive, isTimed(drive))
  if (found === 0) return refuse(splitsFail)
  let best = -1
  let timed = -1
  let least = Infinity
  let why: Fault | null = null
  for (let index = 0; index < found && splitCost(drive, index) < least - SAME; index++) {
    useSplit(drive, index)
    timed = index
    if (timeAsSplit(drive)) {
      const money = moneyOf(drive)
      if (money >= least - SAME) continue
      least = money
      best = index
    } else why ??= fault
  }
  if (best < 0) return refuse(why!)
  fault = null
  if (best === timed) return true
  useSplit(drive, best)
  return timeAsSplit(drive)
}

/** Cost of the route as it is timed, in all that depends on where it reloads. */
function moneyOf({ problem, vehicle }: Drive): number {
  const late = problem.objective.latenessCostPerSecond ?? 0
  return vehicle.costPerMeter * legs.totalDistance + timeCost(vehicle, paidSeconds()) + late * totalLateness
}

/** Whether the time from departure to return counts: it costs, or is limited. */
const isTimed = ({ vehicle }: Drive): boolean =>
  vehicle.costPerSecond > 0 || Number.isFinite(vehicle.maxDuration) || vehicle.overtime !== undefined

/** Times the route with the reloads that it has. */
function timeAsSplit(drive: Drive): boolean {
  const { problem, vehicle, sequence, length } = drive
  if (!legs.measureLegs(problem, vehicle, sequence, length)) return refuse('UNREACHABLE')
  if (legs.totalDrive > (vehicle.maxDrive ?? Infinity) + SLACK) return refuse('MAX_DRIVE')
  legs.awaitLoads(problem, vehicle, sequence, length)
  const from = Math.max(vehicle.shiftStart, legs.firstReady)
  if (length > 0 && isTimed(drive)) return timeCheapest(drive, from)
  if (!settle(drive, from, null, null)) return false
  if (finish > vehicle.shiftEnd + SLACK) return refuse('SHIFT')
  if (length > 0) leaveLater(drive, from)
  return true
}

/**
 * Times the route from `from` on, every service as early as possible: with `skipped` breaks not due at the departure and
 * `taken` of them taken or skipped at the end; if null, with those that let it end first.
 */
function settle(drive: Drive, from: number, skipped: number | null, taken: number | null): boolean {
  const { problem, vehicle, length } = drive
  heldUntil.fill(-Infinity, 0, length)
  const pairs = pairsOf(problem.stops)
  for (let round = 0; ; round++) {
    if (!passForward(drive, from, skipped)) return refuse(round > 0 ? 'RIDE' : 'TIME_WINDOW')
    const end = taken ?? soonestEnd(drive)
    if (end < 0) return refuse(vehicle.breaks.length > 0 ? 'BREAK' : 'SHIFT')
    if (finishWith(drive, end) === Infinity) return refuse('BREAK')
    trace(drive, from, followChosen(drive, end), end)
    if (pairs === null) return true
    const held = holdBack(drive, round)
    if (held === 'DONE') return true
    if (held === 'NEVER') return refuse('RIDE')
  }
}

/** The number of breaks that are taken or skipped on the way that ends first; -1 if none is allowed. */
function soonestEnd(drive: Drive): number {
  let best = -1
  let end = Infinity
  for (let taken = 0; taken <= drive.vehicle.breaks.length; taken++) {
    const back = finishWith(drive, taken)
    if (back >= end || !endsBefore(drive, back, taken)) continue
    end = back
    best = taken
  }
  return best
}

/** Writes the times of a route that departs at `from` or once the `skipped` breaks are not due. */
function trace(drive: Drive, from: number, skipped: number, taken: number): void {
  const { problem, vehicle, sequence, length, soft } = drive
  breakTimes = []
  unpaidRest = 0
  totalLateness = 0
  departure = notDueFrom(vehicle, skipped, from)
  let [free, rests] = [departure, skipped]
  for (let i = 0; i < length; i++) {
    const stop = problem.stops[sequence[i]!]!
    const served = reach(vehicle, i, length, free, rests, breaksBefore[i]!)
    arrival[i] = Math.max(legs.soonest[i]!, traceLeg(drive, i, free, rests, breaksBefore[i]!))
    serviceStart[i] = opening(stop, Math.max(served, heldUntil[i]!), soft)
    const late = serviceStart[i]! - (stop.windows.at(-1)?.end ?? Infinity)
    lateness[i] = late > SLACK ? late : 0
    totalLateness += lateness[i]!
    free = serviceStart[i]! + legs.serviceOn(vehicle, stop)
    leaving[i] = free
    rests = breaksBefore[i]!
  }
  finish = reach(vehicle, length, length, free, rests, taken)
  placeBreaks(vehicle, free, legs.legTime(vehicle, length, length), rests, taken)
}

/** Writes the breaks of the leg to a stop, and when it is loaded on it; returns when the driving is done. */
function traceLeg({ vehicle, length }: Drive, i: number, free: number, from: number, to: number): number {
  const drive = legs.legTime(vehicle, i, length)
  if (legs.gate[i] === -Infinity) return placeBreaks(vehicle, free, drive, from, to)
  const split = from === to ? from : restsBeforeGate(vehicle, i, length, free, from, to)
  const rested = breakTimes.length
  const there = placeBreaks(vehicle, free, legs.gateAfter[i]!, from, split)
  const over = breakTimes.length > rested ? breakTimes.at(-1)!.end : there
  loadsFrom[i] = Math.max(legs.gate[i]!, there, over)
  return placeBreaks(vehicle, loadsFrom[i], drive - legs.gateAfter[i]!, split, to)
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
export function loading(vehicle: Vehicle, index: number): { start: number; end: number } {
  const { seconds } = vehicle.reload!
  const left = leaving[index - 1]!
  if (legs.gate[index] !== -Infinity) {
    const start = loadsFrom[index]!
    return { start, end: doneAt(start, seconds) }
  }
  const there = legs.gateAfter[index]!
  return { start: doneAt(left, there), end: doneAt(left, there + seconds) }
}

/** When so much of a way is done, with the breaks that begin on it before then. */
function doneAt(left: number, seconds: number): number {
  return breakTimes.reduce(
    (at, rest) => (rest.start >= left - SLACK && rest.start < at ? at + rest.end - rest.start : at),
    left + seconds,
  )
}

/** Lets the route leave as late as no service starts later for it; the breaks on its first leg with it. */
function leaveLater(drive: Drive, from: number): void {
  const { vehicle, length } = drive
  const taken = breaksBefore[0]!
  const end = breaksBefore[length]!
  for (let skipped = taken; skipped >= 0; skipped--) {
    const latest = latestBefore(vehicle, 0, length, serviceStart[0]!, skipped, taken)
    if (latest < notDueFrom(vehicle, skipped, from) - SLACK) continue
    if (latest <= departure + SLACK) return
    if (vehicle.breaks.length > 0) trace(drive, latest, skipped, end)
    else {
      departure = latest
      arrival[0] = Math.max(legs.soonest[0]!, latest + legs.legTime(vehicle, 0, length))
    }
    return
  }
}

/** A way to time the route: which breaks it leaves out, and what it comes to. */
interface Timing {
  skipped: number
  taken: number
  departure: number
  finish: number
  money: number
}

/**
 * Times the route so that its time and lateness cost least, inside its longest duration; of equals so that it ends first,
 * and then departs last. Which breaks are due follows from departure and end, so that each choice of them is tried.
 */
function timeCheapest(drive: Drive, from: number): boolean {
  const { vehicle } = drive
  const breaks = vehicle.breaks.length
  const seconds = leastSeconds(drive)
  let best: Timing | null = null
  let why: Fault | null = null
  for (let skipped = 0; skipped <= breaks; skipped++) {
    const leaves = notDueFrom(vehicle, skipped, from)
    let [least, unpaid] = [seconds, 0]
    for (let taken = skipped; taken <= breaks; taken++) {
      if (taken > skipped) {
        const rest = vehicle.breaks[taken - 1]!
        least += rest.seconds
        if (rest.unpaid) unpaid += rest.seconds
      }
      const by = Math.min(vehicle.shiftEnd, notDueUntil(vehicle, taken))
      if (leaves + least > by + SLACK) why ??= by < vehicle.shiftEnd ? 'BREAK' : 'SHIFT'
      else if (least > vehicle.maxDuration + SLACK) why ??= 'MAX_DURATION'
      else if (best === null || timeCost(vehicle, least - unpaid) < best.money - SAME) {
        const found = cheapestWith(drive, leaves, skipped, taken, by, least)
        if (found === null) why = fault
        else if (best === null || isBetter(found, best)) best = found
      }
    }
  }
  if (best === null) return refuse(why!)
  fault = null
  return settle(drive, best.departure, best.skipped, best.taken)
}

const isBetter = (a: Timing, b: Timing): boolean =>
  a.money < b.money - SAME ||
  (a.money < b.money + SAME &&
    (a.finish < b.finish - SLACK || (a.finish < b.finish + SLACK && a.departure > b.departure + SLACK)))

/** So many departures are tried at most. */
const MOST_DEPARTURES = 24
const A_MOMENT = 1e-3

/** The cheapest way with these breaks left out that ends by `by`; null if there is none: `fault` then says why. */
function cheapestWith(
  drive: Drive,
  from: number,
  skipped: number,
  taken: number,
  by: number,
  least: number,
): Timing | null {
  const { problem, vehicle, sequence, length } = drive
  let best: Timing | null = null
  let why: Fault | null = null
  let leaves = from
  // A later departure may miss a window, or have its breaks elsewhere, and be out for less time.
  let several = taken > skipped
  for (let i = 0; i < length; i++) if (problem.stops[sequence[i]!]!.windows.length > 1) several = true
  for (let tries = 0; tries < MOST_DEPARTURES; tries++) {
    if (!settle(drive, leaves, skipped, taken)) {
      why = fault
      break
    }
    if (finish > by + SLACK) {
      why = by < vehicle.shiftEnd ? 'BREAK' : 'SHIFT'
      break
    }
    const found = drive.soft ? cheapestLate(drive, skipped, taken, by) : shortestTo(drive, skipped, taken)
    if (found.finish - found.departure > vehicle.maxDuration + SLACK) why = 'MAX_DURATION'
    else if (best === null || isBetter(found, best)) best = found
    if (!several || drive.soft || found.finish - found.departure <= least + SLACK) break
    leaves = found.departure + A_MOMENT
  }
  fault = why
  return best
}

/** The latest departure for the end that the route has now. */
function shortestTo(drive: Drive, skipped: number, taken: number): Timing {
  const latest = Math.max(departure, passBackward(drive, finish, skipped, taken))
  const money = timeCost(drive.vehicle, finish - latest - unpaidRest)
  return { skipped, taken, departure: latest, finish, money }
}

/** The departure from which waiting and lateness cost least: one at which a stop begins to be served later, or late. */
function cheapestLate(drive: Drive, skipped: number, taken: number, by: number): Timing {
  const { vehicle } = drive
  const isShort = (one: Timing): boolean => one.finish - one.departure <= vehicle.maxDuration + SLACK
  let best = asLateAsNow(drive, skipped, taken)
  if (!settle(drive, best.departure, skipped, taken)) return best
  for (const leaves of laterDepartures(drive)) {
    if (!settle(drive, leaves, skipped, taken) || finish > by + SLACK) break
    const found = asLateAsNow(drive, skipped, taken)
    if (isShort(best) === isShort(found) ? isBetter(found, best) : isShort(found)) best = found
  }
  return best
}

/** The latest departure at which the route ends as it does now, and no stop is later than now. */
function asLateAsNow(drive: Drive, skipped: number, taken: number): Timing {
  const { problem, length } = drive
  for (let i = 0; i < length; i++) if (lateness[i]! > 0) startBy[i] = serviceStart[i]!
  const found = shortestTo(drive, skipped, taken)
  startBy.fill(Infinity, 0, length)
  return { ...found, money: found.money + problem.objective.latenessCostPerSecond! * totalLateness }
}

/** Later departures at which something changes: a stop is served later, or late, or the route is short enough. */
function laterDepartures({ problem, vehicle, sequence, length }: Drive): number[] {
  const found = [finish - vehicle.maxDuration, departure + A_MOMENT]
  if (vehicle.overtime !== undefined) found.push(finish - unpaidRest - vehicle.overtime.after)
  let wait = 0
  for (let i = 0; i < length; i++) {
    const rests = breakTimes.filter((rest) => rest.start >= arrival[i]! - SLACK && rest.end <= serviceStart[i]! + SLACK)
    wait += serviceStart[i]! - arrival[i]! - rests.reduce((sum, { start, end }) => sum + end - start, 0)
    const last = problem.stops[sequence[i]!]!.windows.at(-1)?.end ?? Infinity
    found.push(departure + wait)
    if (last > serviceStart[i]!) found.push(departure + wait + last - serviceStart[i]!)
  }
  const from = departure
  return found.filter((at) => at > from + SLACK && at < Infinity).sort((a, b) => a - b)
}

/** Whether goods are on the way for no longer than they may be, or their pickups have to wait for that. */
type Held = 'DONE' | 'AGAIN' | 'NEVER'

/**
 * Holds pickups back until their goods are on the way for no longer than they may be: each as little as is enough, which
 * is found from below, since holding one back delays what follows by no more than that.
 */
function holdBack(drive: Drive, round: number): Held {
  const { problem, sequence, length } = drive
  let late = false
  for (let to = 1; to < length; to++) {
    const { from } = problem.stops[sequence[to]!]!
    if (from?.maxSeconds === undefined) continue
    let at = to - 1
    while (sequence[at] !== from.stop) at--
    const over = serviceStart[to]! - leaving[at]! - from.maxSeconds
    if (over <= SLACK) continue
    if (round === 0 && leastRide(drive, at, to) > from.maxSeconds + SLACK) return 'NEVER'
    heldUntil[at] = serviceStart[at]! + over
    late = true
  }
  if (!late) return 'DONE'
  return round > 2 * length ? 'NEVER' : 'AGAIN'
}

/** Seconds from leaving the one to reaching the other without any wait. */
function leastRide({ problem, vehicle, sequence }: Drive, at: number, to: number): number {
  let seconds = 0
  for (let i = at + 1; i <= to; i++) {
    seconds += legs.legSeconds[i]!
    if (i < to) seconds += legs.serviceOn(vehicle, problem.stops[sequence[i]!]!)
  }
  return seconds
}

/** What so many paid seconds cost. */
export function timeCost(vehicle: Vehicle, seconds: number): number {
  const { overtime } = vehicle
  const ordinary = vehicle.costPerSecond * seconds
  return overtime === undefined ? ordinary : ordinary + overtime.costPerSecond * Math.max(0, seconds - overtime.after)
}
