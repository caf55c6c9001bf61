// Finds the smallest single change that would let an unassigned stop be served. Tests each change by inserting the stop
// into a route of the plan.
import { joinedByAnd, text } from '../texts/text.ts'
import { drivers, hasRequired } from './constraints/drivers.ts'
import { lackingSkills, skills } from './constraints/skills.ts'
import { temperature } from './constraints/temperature.ts'
import { everyPlacing, unitOf } from './pairs.ts'
import type { Problem, Stop, Vehicle } from './problem.ts'
import { candidates } from './reasons.ts'
import { placeLocks } from './search/locks.ts'
import type { NearestFix } from './solution.ts'
import * as timeline from './timeline.ts'
import { clock, clockUp, loadWords, minutes } from './words.ts'

/**
 * Sizes of changes that aren't times, in equivalent hours, so that all changes can be compared. The changes are one
 * more stop, one more temperature class or skill (or another driver), one more reload, and a tenth more capacity.
 */
const STOP_SIZE = 0.5
const CLASS_SIZE = 2
const LOAD_SIZE = 1
const CAPACITY_TENTH_SIZE = 1

/** End of the planned day, in seconds since midnight. */
const DAY_END = 86_400

interface SizedFix {
  fix: NearestFix
  size: number
}

/**
 * Returns the smallest change to one vehicle or to the stop that makes the stop fit into `routes`. Null if none was
 * found.
 */
export function nearestFix(problem: Problem, stop: number, routes: readonly (readonly number[])[]): NearestFix | null {
  let best: SizedFix | null = null
  for (const vehicle of candidates(problem, stop)) {
    for (const trial of TRIALS) {
      const found = trial(problem, stop, vehicle, routes[vehicle]!)
      if (found !== null && (best === null || found.size < best.size)) best = found
    }
  }
  return best?.fix ?? null
}

type Trial = (problem: Problem, stop: number, vehicle: number, route: readonly number[]) => SizedFix | null

/** Returns the problem with a changed vehicle. */
function withVehicle(problem: Problem, index: number, change: Partial<Vehicle>): Problem {
  return { ...problem, vehicles: problem.vehicles.with(index, { ...problem.vehicles[index]!, ...change }) }
}

function withStop(problem: Problem, index: number, change: Partial<Stop>): Problem {
  return { ...problem, stops: problem.stops.with(index, { ...problem.stops[index]!, ...change }) }
}

const isBarred = (problem: Problem, stop: number, vehicle: number): boolean =>
  [temperature, skills, drivers].some((constraint) => constraint.blocks(problem, stop, vehicle))

/**
 * Returns the minimum of `measure` over all feasible insertions of the stop, or its pair, into the route. Infinity if
 * none is feasible.
 */
function leastOverInsertions(
  problem: Problem,
  stop: number,
  vehicle: number,
  route: readonly number[],
  measure: (order: Int32Array) => number,
): number {
  const { maxStops } = problem.vehicles[vehicle]!
  const unit = unitOf(problem.stops, stop)
  if (route.length + unit.length > maxStops || unit.some((each) => isBarred(problem, each, vehicle))) return Infinity
  const scratch = new Int32Array(route.length + unit.length)
  let best = Infinity
  for (const placed of everyPlacing(route, unit)) {
    const order = Int32Array.from(placed)
    if (!placeLocks(problem, order, order.length, scratch)) continue
    if (timeline.runTimeline(problem, problem.vehicles[vehicle]!, order, order.length))
      best = Math.min(best, measure(order))
  }
  return best
}

/** Returns whether a change is too large to suggest: it would more than double the current value. */
const isAbsurd = (more: number, of: number): boolean => more > of

const wholeMinutes = (seconds: number) => Math.ceil((seconds - 1e-6) / 60) * 60

const longerWindow: Trial = (problem, stop, vehicle, route) => {
  const { windows, street } = problem.stops[stop]!
  const last = windows.at(-1)
  if (street?.isMissed || last === undefined || problem.objective.latenessCostPerSecond !== null) return null
  const endless = withStop(problem, stop, { windows: [...windows.slice(0, -1), { start: last.start, end: Infinity }] })
  const start = leastOverInsertions(
    endless,
    stop,
    vehicle,
    route,
    (order) => timeline.serviceStart[order.indexOf(stop)]!,
  )
  if (start === Infinity || start <= last.end) return null
  const amount = wholeMinutes(start - last.end)
  const end = last.end + amount
  const open = street?.hours.find((hours) => hours.start <= last.end && last.end <= hours.end)
  if (end > Math.min(DAY_END, open?.end ?? DAY_END)) return null
  const changed = withStop(problem, stop, { windows: [...windows.slice(0, -1), { start: last.start, end }] })
  if (leastOverInsertions(changed, stop, vehicle, route, () => 0) === Infinity) return null
  const message = text('extend its window to {time}, for vehicle {vehicle}', {
    time: clockUp(problem, end),
    vehicle: problem.vehicles[vehicle]!.id,
  })
  return { fix: { kind: 'WINDOW', vehicle: null, amount, message }, size: amount / 3600 }
}

const longerShift: Trial = (problem, stop, vehicle, route) => {
  const { id, shiftStart, shiftEnd } = problem.vehicles[vehicle]!
  const endless = withVehicle(problem, vehicle, { shiftEnd: Infinity })
  const finish = leastOverInsertions(endless, stop, vehicle, route, () => timeline.finish)
  if (finish === Infinity || finish <= shiftEnd) return null
  const amount = wholeMinutes(finish - shiftEnd)
  if (isAbsurd(amount, shiftEnd - shiftStart) || shiftEnd + amount > DAY_END) return null
  const changed = withVehicle(problem, vehicle, { shiftEnd: shiftEnd + amount })
  if (leastOverInsertions(changed, stop, vehicle, route, () => 0) === Infinity) return null
  const message = text('extend the shift of vehicle {vehicle} by {more}, to {time}', {
    vehicle: id,
    more: minutes(amount),
    time: clockUp(problem, shiftEnd + amount),
  })
  return { fix: { kind: 'SHIFT', vehicle, amount, message }, size: amount / 3600 }
}

const longerWork: Trial = (problem, stop, vehicle, route) => {
  const { id, maxDuration } = problem.vehicles[vehicle]!
  // Uses the largest finite limit, because the timeline doesn't minimize the duration if the limit is infinite.
  const freed = withVehicle(problem, vehicle, { maxDuration: Number.MAX_VALUE })
  const out = leastOverInsertions(freed, stop, vehicle, route, () => timeline.finish - timeline.departure)
  if (out === Infinity || out <= maxDuration) return null
  const amount = wholeMinutes(out - maxDuration)
  const changed = withVehicle(problem, vehicle, { maxDuration: maxDuration + amount })
  if (leastOverInsertions(changed, stop, vehicle, route, () => 0) === Infinity) return null
  const message = text('let vehicle {vehicle} be out {more} longer, {most} in total', {
    vehicle: id,
    more: minutes(amount),
    most: minutes(maxDuration + amount),
  })
  return { fix: { kind: 'WORKING_TIME', vehicle, amount, message }, size: amount / 3600 }
}

const longerDrive: Trial = (problem, stop, vehicle, route) => {
  const { id, maxDrive = Infinity } = problem.vehicles[vehicle]!
  if (maxDrive === Infinity) return null
  const freed = withVehicle(problem, vehicle, { maxDrive: Infinity })
  const drive = leastOverInsertions(freed, stop, vehicle, route, () => timeline.totalDrive)
  if (drive === Infinity || drive <= maxDrive) return null
  const amount = wholeMinutes(drive - maxDrive)
  const changed = withVehicle(problem, vehicle, { maxDrive: maxDrive + amount })
  if (leastOverInsertions(changed, stop, vehicle, route, () => 0) === Infinity) return null
  const message = text('let vehicle {vehicle} drive {more} longer, {most} in total', {
    vehicle: id,
    more: minutes(amount),
    most: minutes(maxDrive + amount),
  })
  return { fix: { kind: 'DRIVING_TIME', vehicle, amount, message }, size: amount / 3600 }
}

const readySooner: Trial = (problem, stop, vehicle, route) => {
  const { ready } = problem.stops[stop]!
  const { shiftStart, id } = problem.vehicles[vehicle]!
  if (ready === undefined || ready <= shiftStart) return null
  const fits = (minutesSooner: number): boolean =>
    leastOverInsertions(withStop(problem, stop, { ready: ready - minutesSooner * 60 }), stop, vehicle, route, () => 0) <
    Infinity
  const most = Math.ceil((ready - shiftStart) / 60)
  if (fits(0) || !fits(most)) return null
  const amount = smallestSufficientMinutes(most, fits) * 60
  const message = text('have it ready to load by {time}, for vehicle {vehicle}', {
    time: clock(problem, ready - amount),
    vehicle: id,
  })
  return { fix: { kind: 'READY', vehicle: null, amount, message }, size: amount / 3600 }
}

/** Returns the smallest number of minutes for which `enough` is true, by bisection. `most` minutes are enough. */
function smallestSufficientMinutes(most: number, enough: (minutes: number) => boolean): number {
  let [short, found] = [0, most]
  while (found - short > 1) {
    const middle = Math.floor((short + found) / 2)
    if (enough(middle)) found = middle
    else short = middle
  }
  return found
}

/** Maximum delay suggested for a break, because a longer delay changes its time of day. */
const MAX_MINUTES_LATER = 240

const laterBreak: Trial = (problem, stop, vehicle, route) => {
  const { id, breaks } = problem.vehicles[vehicle]!
  for (const [b, rest] of breaks.entries()) {
    const fits = (minutesLater: number): boolean => {
      const later = breaks.with(b, { ...rest, windowEnd: rest.windowEnd + minutesLater * 60 })
      return (
        leastOverInsertions(withVehicle(problem, vehicle, { breaks: later }), stop, vehicle, route, () => 0) < Infinity
      )
    }
    if (fits(0) || !fits(MAX_MINUTES_LATER)) continue
    const amount = smallestSufficientMinutes(MAX_MINUTES_LATER, fits) * 60
    const message = text('let the break of vehicle {vehicle} end {later} later, by {time}', {
      vehicle: id,
      later: minutes(amount),
      time: clockUp(problem, rest.windowEnd + amount),
    })
    return { fix: { kind: 'BREAK', vehicle, amount, message }, size: amount / 3600 }
  }
  return null
}

const moreCapacity: Trial = (problem, stop, vehicle, route) => {
  const { id, capacity, reload } = problem.vehicles[vehicle]!
  if (reload !== null) return null
  const short = capacity.map((room, k) => peakLoad(problem, stop, vehicle, route, k) - room)
  const k = short.findIndex((amount) => amount > 1e-6)
  if (k < 0 || short.filter((amount) => amount > 1e-6).length > 1 || short[k] === Infinity) return null
  const amount = Math.ceil(short[k]! * 100 - 1e-6) / 100
  if (isAbsurd(amount, capacity[k]!)) return null
  const changed = withVehicle(problem, vehicle, { capacity: capacity.with(k, capacity[k]! + amount) })
  if (leastOverInsertions(changed, stop, vehicle, route, () => 0) === Infinity) return null
  const message = text('add {load} of capacity to vehicle {vehicle}', {
    load: loadWords(problem, amount, k),
    vehicle: id,
  })
  const size = (10 * CAPACITY_TENTH_SIZE * amount) / Math.max(1, capacity[k]!)
  return { fix: { kind: 'CAPACITY', vehicle, amount, message }, size }
}

/** Returns the load that the vehicle would carry at its peak in dimension `k`, including the stop. */
function peakLoad(problem: Problem, stop: number, vehicle: number, route: readonly number[], k: number): number {
  const all = [...route, ...unitOf(problem.stops, stop)].map((each) => problem.stops[each]!)
  if (all.every(({ pickup, from }) => !pickup && !from)) return all.reduce((sum, { load }) => sum + (load[k] ?? 0), 0)
  const endless = withVehicle(problem, vehicle, { capacity: problem.vehicles[vehicle]!.capacity.map(() => Infinity) })
  return leastOverInsertions(endless, stop, vehicle, route, () => timeline.tripPeak[k]!)
}

/** Assumed seconds of a reload for a vehicle that doesn't reload yet. */
const LOADING_SECONDS = 1800

const oneMoreLoad: Trial = (problem, stop, vehicle, route) => {
  const { id, start, end, reload } = problem.vehicles[vehicle]!
  if (reload === null && start !== end) return null
  const then = reload ? { ...reload, max: reload.max + 1 } : { location: start, seconds: LOADING_SECONDS, max: 1 }
  if (leastOverInsertions(withVehicle(problem, vehicle, { reload: then }), stop, vehicle, route, () => 0) === Infinity)
    return null
  const message = reload
    ? text('allow vehicle {vehicle} one more reload', { vehicle: id })
    : text('let vehicle {vehicle} reload at the depot ({time})', { vehicle: id, time: minutes(LOADING_SECONDS) })
  return { fix: { kind: 'RELOAD', vehicle, amount: then.max, message }, size: LOAD_SIZE }
}

const oneMoreStop: Trial = (problem, stop, vehicle, route) => {
  const { id, maxStops } = problem.vehicles[vehicle]!
  const more = route.length + unitOf(problem.stops, stop).length - maxStops
  if (more <= 0 || isAbsurd(more, maxStops)) return null
  const changed = withVehicle(problem, vehicle, { maxStops: maxStops + more })
  if (leastOverInsertions(changed, stop, vehicle, route, () => 0) === Infinity) return null
  const message = text('allow vehicle {vehicle} {count} stops', { vehicle: id, count: maxStops + more })
  return { fix: { kind: 'MAX_STOPS', vehicle, amount: more, message }, size: STOP_SIZE }
}

const addedClass: Trial = (problem, stop, vehicle, route) => {
  const { id, temperatureClasses } = problem.vehicles[vehicle]!
  const { temperatureClass } = problem.stops[stop]!
  if (temperatureClasses.includes(temperatureClass)) return null
  const changed = withVehicle(problem, vehicle, { temperatureClasses: [...temperatureClasses, temperatureClass] })
  if (leastOverInsertions(changed, stop, vehicle, route, () => 0) === Infinity) return null
  const message = text('let vehicle {vehicle} carry {goods} goods', {
    vehicle: id,
    goods: { sentence: temperatureClass.toLowerCase() },
  })
  return { fix: { kind: 'TEMPERATURE', vehicle, amount: temperatureClass, message }, size: CLASS_SIZE }
}

const addedSkills: Trial = (problem, stop, vehicle, route) => {
  const { id, skills: has = [] } = problem.vehicles[vehicle]!
  const lacking = lackingSkills(problem, stop, vehicle)
  if (lacking.length === 0) return null
  const changed = withVehicle(problem, vehicle, { skills: [...has, ...lacking] })
  if (leastOverInsertions(changed, stop, vehicle, route, () => 0) === Infinity) return null
  const amount = lacking.join(' and ')
  const message = text('give vehicle {vehicle} the skill {skills}', { vehicle: id, skills: joinedByAnd(lacking) })
  return { fix: { kind: 'SKILL', vehicle, amount, message }, size: CLASS_SIZE * lacking.length }
}

const otherDriver: Trial = (problem, stop, vehicle, route) => {
  if (!drivers.blocks(problem, stop, vehicle)) return null
  const { driver, ...own } = problem.vehicles[vehicle]!
  const { required, excluded } = problem.stops[stop]!.drivers!
  const wanted = required.find((name) => !excluded.includes(name))
  if (required.length > 0 && wanted === undefined) return null
  const named = { ...own, ...(wanted !== undefined && { driver: wanted }) }
  const changed: Problem = { ...problem, vehicles: problem.vehicles.with(vehicle, named) }
  if (route.some((other) => drivers.blocks(changed, other, vehicle))) return null
  if (leastOverInsertions(changed, stop, vehicle, route, () => 0) === Infinity) return null
  const message = hasRequired(problem, stop, vehicle)
    ? text('let someone other than {driver} drive vehicle {vehicle}', { driver: driver ?? '', vehicle: own.id })
    : text('let {driver} drive vehicle {vehicle}', { driver: wanted ?? '', vehicle: own.id })
  return { fix: { kind: 'DRIVER', vehicle, amount: wanted ?? '', message }, size: CLASS_SIZE }
}

/**
 * Kinds of changes in order of preference: of equally small changes, the first one wins. Changes at the depot come
 * before changes of a customer's window.
 */
const TRIALS: readonly Trial[] = [
  readySooner,
  longerWindow,
  longerShift,
  longerWork,
  longerDrive,
  laterBreak,
  moreCapacity,
  oneMoreLoad,
  oneMoreStop,
  addedClass,
  addedSkills,
  otherDriver,
]
