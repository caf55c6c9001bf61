// Computes the exact times of one route: trips, breaks, windows, lateness. Every solution uses it, and so does the
// search if constant-time checks can't judge a problem's routes. Results are in module-level arrays until the next
// call.
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
  ensurePassCapacity,
  heldUntil,
  leastSeconds,
  passBackward,
  passForward,
  startBy,
} from './timing/passes.ts'
import { latestBefore, breaksNotDueAfter, notDueUntil } from './timing/rests.ts'
import {
  arrival,
  breakTimes,
  departAt,
  departure,
  finish,
  ensureTraceCapacity,
  lateness,
  leaving,
  paidSeconds,
  serviceStart,
  totalLateness,
  trace,
  unpaidRest,
} from './timing/trace.ts'
import { isStraight, passStraight, straightDeparture, straightFinish } from './timing/straight.ts'
import { findSplits, splitCost, isSingleTrip, splitsFail, useSplit } from './timing/trips.ts'

export {
  arrival,
  breakTimes,
  departure,
  finish,
  lateness,
  leaving,
  loading,
  paidSeconds,
  serviceStart,
  totalLateness,
} from './timing/trace.ts'
export { tripPeak } from './timing/aboard.ts'
export { legDistance, legSeconds, reloadBefore, serviceOn, totalDistance, totalDrive } from './timing/legs.ts'

/** Constraint that makes a sequence infeasible. */
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

export let fault: Fault | null = null

const SLACK = 1e-6
/** Costs that differ by less are equal. */
const SAME = 1e-7

/**
 * Schedules `vehicle` on the first `length` stops of `sequence` at the lowest cost: its reloads, departure and breaks.
 * If time costs nothing, every service is as early as possible, and the departure as late as that allows. Returns false
 * if the sequence is infeasible; `fault` then holds the reason.
 */
export function runTimeline(problem: Problem, vehicle: Vehicle, sequence: ArrayLike<number>, length: number): boolean {
  legs.ensureLegCapacity(length)
  ensurePassCapacity(length, vehicle.breaks.length)
  ensureTraceCapacity(length)
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

/** Times the cheapest feasible split of the route into trips, and among equal splits the one with the fewest trips. */
function timeTrips(drive: Drive): boolean {
  if (isSingleTrip(drive)) return timeAsSplit(drive)
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

/** Cost of the timed route, without parts that don't depend on its reloads. */
function moneyOf({ problem, vehicle }: Drive): number {
  const late = problem.objective.latenessCostPerSecond ?? 0
  return vehicle.costPerMeter * legs.totalDistance + timeCost(vehicle, paidSeconds()) + late * totalLateness
}

/** Returns whether the time from departure to return has a cost or a limit. */
const isTimed = ({ vehicle }: Drive): boolean =>
  vehicle.costPerSecond > 0 || Number.isFinite(vehicle.maxDuration) || vehicle.overtime !== undefined

/** Times the route with its current reloads. */
function timeAsSplit(drive: Drive): boolean {
  const { problem, vehicle, sequence, length } = drive
  if (!legs.measureLegs(problem, vehicle, sequence, length)) return refuse('UNREACHABLE')
  if (legs.totalDrive > (vehicle.maxDrive ?? Infinity) + SLACK) return refuse('MAX_DRIVE')
  legs.computeReadyTimes(problem, vehicle, sequence, length)
  const from = Math.max(vehicle.shiftStart, legs.firstReady)
  if (length > 0 && isTimed(drive)) return isStraight(drive) ? timeStraight(drive, from) : timeCheapest(drive, from)
  if (!timeFrom(drive, from, null, null)) return false
  if (finish > vehicle.shiftEnd + SLACK) return refuse('SHIFT')
  if (length > 0) delayDeparture(drive, from)
  return true
}

/**
 * Times the route from `from` on, every service as early as possible. The first `skipped` breaks are not due at the
 * departure. The breaks from index `taken` on are not due at the end. Null: the value with the earliest end.
 */
function timeFrom(drive: Drive, from: number, skipped: number | null, taken: number | null): boolean {
  const { problem, vehicle, length } = drive
  heldUntil.fill(-Infinity, 0, length)
  const pairs = pairsOf(problem.stops)
  for (let round = 0; ; round++) {
    const opened = round > 0 ? 'RIDE' : 'TIME_WINDOW'
    if (vehicle.breaks.length === 0) {
      breaksBefore.fill(0, 0, length + 1)
      if (!trace(drive, from, 0, 0)) return refuse(opened)
    } else {
      if (!passForward(drive, from, skipped)) return refuse(opened)
      const end = taken ?? breaksOfEarliestEnd(drive)
      if (end < 0 || finishWith(drive, end) === Infinity) return refuse('BREAK')
      trace(drive, from, followChosen(drive, end), end)
    }
    if (pairs === null) return true
    const held = delayPickups(drive, round)
    if (held === 'DONE') return true
    if (held === 'NEVER') return refuse('RIDE')
  }
}

/** Returns the number of breaks taken or skipped if the route ends as early as possible. -1 if no number is allowed. */
function breaksOfEarliestEnd(drive: Drive): number {
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

/** Delays the departure as long as no service starts later. Breaks on the first leg are delayed with it. */
function delayDeparture(drive: Drive, from: number): void {
  const { vehicle, length } = drive
  const taken = breaksBefore[0]!
  const end = breaksBefore[length]!
  for (let skipped = taken; skipped >= 0; skipped--) {
    const latest = latestBefore(vehicle, 0, length, serviceStart[0]!, skipped, taken)
    if (latest < breaksNotDueAfter(vehicle, skipped, from) - SLACK) continue
    if (latest <= departure + SLACK) return
    if (vehicle.breaks.length > 0) trace(drive, latest, skipped, end)
    else departAt(latest, vehicle, length)
    return
  }
}

/** Times a straight route (see `isStraight`) so that time and lateness cost least. */
function timeStraight(drive: Drive, from: number): boolean {
  const { vehicle, length } = drive
  const least = leastSeconds(drive)
  if (from + least > vehicle.shiftEnd + SLACK) return refuse('SHIFT')
  if (least > vehicle.maxDuration + SLACK) return refuse('MAX_DURATION')
  if (!passStraight(drive, from)) return refuse('TIME_WINDOW')
  if (straightFinish > vehicle.shiftEnd + SLACK) return refuse('SHIFT')
  const leaves = straightDeparture(drive)
  if (straightFinish - leaves > vehicle.maxDuration + SLACK) return refuse('MAX_DURATION')
  breaksBefore.fill(0, 0, length + 1)
  heldUntil.fill(-Infinity, 0, length)
  return trace(drive, leaves, 0, 0)
}

/** Result of timing the route with one choice of breaks: those from `skipped` (inclusive) to `taken` (exclusive). */
interface Timing {
  skipped: number
  taken: number
  departure: number
  finish: number
  money: number
}

/**
 * Times the route within its longest duration so that time and lateness cost least. Prefers the earlier end, then the
 * later departure. Departure and end determine the due breaks, so every choice of breaks is tried.
 */
function timeCheapest(drive: Drive, from: number): boolean {
  const { vehicle } = drive
  const breaks = vehicle.breaks.length
  const seconds = leastSeconds(drive)
  let best: Timing | null = null
  let why: Fault | null = null
  for (let skipped = 0; skipped <= breaks; skipped++) {
    const leaves = breaksNotDueAfter(vehicle, skipped, from)
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
  return timeFrom(drive, best.departure, best.skipped, best.taken)
}

const isBetter = (a: Timing, b: Timing): boolean =>
  a.money < b.money - SAME ||
  (a.money < b.money + SAME &&
    (a.finish < b.finish - SLACK || (a.finish < b.finish + SLACK && a.departure > b.departure + SLACK)))

/** Maximum number of departures tried. */
const MAX_DEPARTURES = 24
const A_MOMENT = 1e-3

/**
 * Returns the cheapest timing with the breaks from `skipped` to `taken` (exclusive) that ends by `by`. Null if there is
 * none; `fault` then holds the reason.
 */
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
  // A later departure may miss a window or move a break, and then take less time in total.
  let several = taken > skipped
  for (let i = 0; i < length; i++) if (problem.stops[sequence[i]!]!.windows.length > 1) several = true
  for (let tries = 0; tries < MAX_DEPARTURES; tries++) {
    if (!timeFrom(drive, leaves, skipped, taken)) {
      why = fault
      break
    }
    if (finish > by + SLACK) {
      why = by < vehicle.shiftEnd ? 'BREAK' : 'SHIFT'
      break
    }
    const found = drive.soft ? cheapestLate(drive, skipped, taken, by) : latestDepartureTiming(drive, skipped, taken)
    if (found.finish - found.departure > vehicle.maxDuration + SLACK) why = 'MAX_DURATION'
    else if (best === null || isBetter(found, best)) best = found
    if (!several || drive.soft || found.finish - found.departure <= least + SLACK) break
    leaves = found.departure + A_MOMENT
  }
  fault = why
  return best
}

/** Returns the latest departure for the current end of the route. */
function latestDepartureTiming(drive: Drive, skipped: number, taken: number): Timing {
  const latest = Math.max(departure, passBackward(drive, finish, skipped, taken))
  const money = timeCost(drive.vehicle, finish - latest - unpaidRest)
  return { skipped, taken, departure: latest, finish, money }
}

/**
 * Returns the timing with the lowest cost of waiting and lateness. Tries only the departures of `laterDepartures`, at
 * which the cost function bends.
 */
function cheapestLate(drive: Drive, skipped: number, taken: number, by: number): Timing {
  const { vehicle } = drive
  const isShort = (one: Timing): boolean => one.finish - one.departure <= vehicle.maxDuration + SLACK
  let best = asLateAsNow(drive, skipped, taken)
  if (!timeFrom(drive, best.departure, skipped, taken)) return best
  for (const leaves of laterDepartures(drive)) {
    if (!timeFrom(drive, leaves, skipped, taken) || finish > by + SLACK) break
    const found = asLateAsNow(drive, skipped, taken)
    if (isShort(best) === isShort(found) ? isBetter(found, best) : isShort(found)) best = found
  }
  return best
}

/** Returns the latest departure for the current end of the route at which no late stop is served later than now. */
function asLateAsNow(drive: Drive, skipped: number, taken: number): Timing {
  const { problem, length } = drive
  for (let i = 0; i < length; i++) if (lateness[i]! > 0) startBy[i] = serviceStart[i]!
  const found = latestDepartureTiming(drive, skipped, taken)
  startBy.fill(Infinity, 0, length)
  return { ...found, money: found.money + problem.objective.latenessCostPerSecond! * totalLateness }
}

/**
 * Returns the later departures at which the cost function bends: a service moves, a stop becomes late, or the route is
 * short enough.
 */
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

/** 'DONE': no goods ride longer than allowed. 'AGAIN': pickups were delayed; time again. 'NEVER': impossible. */
type DelayResult = 'DONE' | 'AGAIN' | 'NEVER'

/**
 * Delays each pickup whose goods ride longer than allowed, by the excess. A delayed pickup delays later stops by at
 * most as much, so repeated calls approach the smallest delay from below.
 */
function delayPickups(drive: Drive, round: number): DelayResult {
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

/** Seconds from leaving the stop at `at` to arriving at the stop at `to`, without waiting. */
function leastRide({ problem, vehicle, sequence }: Drive, at: number, to: number): number {
  let seconds = 0
  for (let i = at + 1; i <= to; i++) {
    seconds += legs.legSeconds[i]!
    if (i < to) seconds += legs.serviceOn(vehicle, problem.stops[sequence[i]!]!)
  }
  return seconds
}

/** Returns the cost of `seconds` paid seconds on the vehicle, including overtime. */
export function timeCost(vehicle: Vehicle, seconds: number): number {
  const { overtime } = vehicle
  const ordinary = vehicle.costPerSecond * seconds
  return overtime === undefined ? ordinary : ordinary + overtime.costPerSecond * Math.max(0, seconds - overtime.after)
}
