// Checks a solution from the problem alone: recomputes loads, times, locks and cost. Shares no code with the search.
import { costOf } from './check-cost.ts'
import type { Collect, Problem, Vehicle } from './problem.ts'
import type { SolvedRoute, Solution, Visit } from './solution.ts'

/** Tolerance for rounding, in seconds, meters and pounds. */
const NEAR = 1e-3

/** Returns the faults of the solution as messages. Empty if it keeps every rule and its figures are right. */
export function check(problem: Problem, solution: Solution): string[] {
  const faults: string[] = []
  everyStopOnce(problem, solution, faults)
  const used = new Set<number>()
  for (const route of solution.routes) {
    const vehicle = problem.vehicles[route.vehicle]
    if (vehicle === undefined || used.has(route.vehicle)) {
      faults.push(`vehicle ${route.vehicle} is unknown or has two routes`)
      continue
    }
    used.add(route.vehicle)
    faults.push(...checkRoute(problem, vehicle, route))
  }
  const cost = costOf(problem, solution)
  if (Math.abs(cost - solution.cost) > NEAR * Math.max(1, Math.abs(cost) * 1e-3)) {
    faults.push(`cost is ${cost}, not ${solution.cost}`)
  }
  return faults
}

function checkRoute(problem: Problem, vehicle: Vehicle, route: SolvedRoute): string[] {
  if (route.visits.length === 0) return [`vehicle ${vehicle.id} has a route without stops`]
  const rules: readonly Rule[] = [permissions, positions, loads, pairs, collects, legs, times, breaks, totals]
  return rules.flatMap((rule) => rule(problem, vehicle, route).map((fault) => `vehicle ${vehicle.id}: ${fault}`))
}

function everyStopOnce(problem: Problem, solution: Solution, faults: string[]): void {
  const seen = new Int32Array(problem.stops.length)
  const named = [...solution.routes.flatMap((route) => route.visits), ...solution.unassigned]
  for (const { stop } of named) {
    if (problem.stops[stop] === undefined) faults.push(`stop ${stop} is unknown`)
    else seen[stop]!++
  }
  seen.forEach((times, stop) => {
    if (times !== 1) faults.push(`stop ${problem.stops[stop]!.id} appears ${times} times`)
  })
}

type Rule = (problem: Problem, vehicle: Vehicle, route: SolvedRoute) => string[]

const permissions: Rule = (problem, vehicle, route) => {
  const faults: string[] = []
  if (route.visits.length > vehicle.maxStops) faults.push(`makes ${route.visits.length} stops of ${vehicle.maxStops}`)
  for (const visit of route.visits) {
    const { id, temperatureClass, forbiddenVehicles, lock, skills, drivers } = problem.stops[visit.stop]!
    const driver = vehicle.driver ?? ''
    if (drivers?.required.length && !drivers.required.includes(driver)) faults.push(`carries ${id} without its driver`)
    if (drivers?.excluded.includes(driver)) faults.push(`carries ${id}, which ${driver} must not drive`)
    for (const skill of skills ?? []) {
      if (!(vehicle.skills ?? []).includes(skill)) faults.push(`carries ${id}, which needs ${skill}`)
    }
    if (!vehicle.temperatureClasses.includes(temperatureClass))
      faults.push(`carries ${id}, which needs ${temperatureClass}`)
    if (forbiddenVehicles.includes(route.vehicle)) faults.push(`carries ${id}, which it may not`)
    if (lock !== null && lock.vehicle !== route.vehicle) faults.push(`carries ${id}, which is locked to another`)
  }
  return faults
}

/** A stop locked to a position is there, or as near to the end as a shorter route and the later locks allow. */
const positions: Rule = (problem, _vehicle, route) => {
  const faults: string[] = []
  const locks = route.visits.map((visit, index) => ({
    index,
    stop: problem.stops[visit.stop]!,
    lock: problem.stops[visit.stop]!.lock,
  }))
  let last = route.visits.length
  for (const { index, stop, lock } of locks
    .filter((each) => each.lock?.position !== undefined)
    .sort((a, b) => b.lock!.position! - a.lock!.position!)) {
    const place = Math.min(lock!.position!, last)
    if (index + 1 !== place) faults.push(`${stop.id} is stop ${index + 1}, locked to ${place}`)
    last = place - 1
  }
  const ordered = locks.filter((each) => each.lock?.order !== undefined)
  for (let i = 1; i < ordered.length; i++) {
    if (ordered[i]!.lock!.order! < ordered[i - 1]!.lock!.order!)
      faults.push(`${ordered[i]!.stop.id} is out of its locked order`)
  }
  return faults
}

const loads: Rule = (problem, vehicle, route) => {
  const faults: string[] = []
  const whole: number[] = []
  const trips = new Map<number, number[]>()
  for (const { trip, stop } of route.visits) trips.set(trip, [...(trips.get(trip) ?? []), stop])
  const dimensions = Math.max(0, ...problem.stops.map(({ load }) => load.length))
  for (const [trip, stops] of trips) {
    for (let k = 0; k < dimensions; k++) {
      let aboard = 0
      let pickedUp = 0
      for (const stop of stops) {
        const { load, from } = problem.stops[stop]!
        if (from !== undefined) continue
        if (collectFor(problem, vehicle, stop) === null) aboard += load[k] ?? 0
        whole[k] = (whole[k] ?? 0) + (load[k] ?? 0)
      }
      let most = aboard
      for (const [index, stop] of stops.entries()) {
        const { load, pickup, collect } = problem.stops[stop]!
        const met = collectFor(problem, vehicle, stop)
        const sharing = stops.filter((each) => problem.stops[each]!.collect === collect)
        if (met !== null && sharing[0] === stops[index]) {
          for (const each of sharing) aboard += problem.stops[each]!.load[k] ?? 0
          if (met.unloads) {
            aboard -= pickedUp
            pickedUp = 0
          }
          most = Math.max(most, aboard)
        }
        pickedUp += pickup?.[k] ?? 0
        aboard += (pickup?.[k] ?? 0) - (load[k] ?? 0)
        for (const { from, load: brought } of problem.stops) if (from?.stop === stop) aboard += brought[k] ?? 0
        most = Math.max(most, aboard)
      }
      const room = vehicle.capacity[k] ?? Infinity
      if (most > room + NEAR) faults.push(`trip ${trip} carries ${most} of ${room}`)
    }
  }
  whole.forEach((sum, k) => {
    if (Math.abs(sum - (route.load[k] ?? 0)) > NEAR) faults.push(`load is ${sum}, not ${route.load[k]}`)
  })
  return faults
}

/** Goods of a pair are picked up earlier on the same trip, at most `maxSeconds` before their delivery. */
const pairs: Rule = (problem, _vehicle, { visits }) => {
  const faults: string[] = []
  for (const [index, { stop, trip, serviceStart }] of visits.entries()) {
    const { id, from } = problem.stops[stop]!
    for (const [other, { from: its }] of problem.stops.entries())
      if (its?.stop === stop && !visits.some((visit) => visit.stop === other))
        faults.push(`leaves goods of ${id} on board`)
    if (from === undefined) continue
    const pickup = visits.slice(0, index).find((visit) => visit.stop === from.stop)
    if (pickup === undefined) faults.push(`brings ${id} what it did not pick up`)
    else if (pickup.trip !== trip) faults.push(`brings ${id} what it picked up on another trip`)
    else if (serviceStart - pickup.departure > (from.maxSeconds ?? Infinity) + NEAR)
      faults.push(`has the goods of ${id} on the way for ${serviceStart - pickup.departure}`)
  }
  return faults
}

/** Sum of meters or driving seconds from each location to the next, on the vehicle's roads. */
function sumAlong(
  of: 'distances' | 'durations',
  problem: Problem,
  vehicle: Vehicle,
  places: readonly number[],
): number {
  const own = vehicle.roads === undefined ? undefined : problem.otherRoads?.[vehicle.roads]
  const matrix = own ? own[of] : problem[of]
  let sum = 0
  for (let i = 1; i < places.length; i++) sum += matrix[places[i - 1]! * problem.locations + places[i]!]!
  return sum
}

function collectFor(problem: Problem, vehicle: Vehicle, stop: number): Collect | null {
  const { collect } = problem.stops[stop]!
  return collect === undefined ? null : (vehicle.collects?.[collect] ?? null)
}

/** Collection on the way to a visit, if the visit is the first one with goods from the collection. Null otherwise. */
function collectOnWay(problem: Problem, vehicle: Vehicle, { visits }: SolvedRoute, index: number): Collect | null {
  const stop = visits[index]?.stop
  const collect = stop === undefined ? null : collectFor(problem, vehicle, stop)
  const own = (visit: Visit): boolean => problem.stops[visit.stop]!.collect === problem.stops[stop!]!.collect
  return collect === null || visits.slice(0, index).some(own) ? null : collect
}

/** Goods of one collection are on one trip, and are collected no sooner than they are available. */
const collects: Rule = (problem, vehicle, route) => {
  const faults: string[] = []
  for (const [index, { stop, trip, arrival }] of route.visits.entries()) {
    const { id, collect, location } = problem.stops[stop]!
    if (collectFor(problem, vehicle, stop) === null) continue
    if (route.visits.some((other) => other.trip !== trip && problem.stops[other.stop]!.collect === collect))
      faults.push(`brings ${id} on another trip than others with goods from there`)
    const met = collectOnWay(problem, vehicle, route, index)
    if (met === null) continue
    const on = sumAlong('durations', problem, vehicle, [met.location, location])
    if (arrival < (met.ready ?? -Infinity) + met.seconds + on - NEAR)
      faults.push(`collects the goods of ${id} before they are there`)
  }
  return faults
}

/** Locations from the previous stop (or start) to a visit. Leads to the end if `index` is the number of visits. */
function locationsOnWay(problem: Problem, vehicle: Vehicle, route: SolvedRoute, index: number): number[] {
  const from = index === 0 ? vehicle.start : problem.stops[route.visits[index - 1]!.stop]!.location
  if (index === route.visits.length) return vehicle.end === null ? [from] : [from, vehicle.end]
  const to = problem.stops[route.visits[index]!.stop]!.location
  const reload = isReloadBefore(route, index) ? vehicle.reload : null
  const collect = collectOnWay(problem, vehicle, route, index)
  return [from, ...[reload, collect].flatMap((by) => by?.location ?? []), to]
}

function isReloadBefore(route: SolvedRoute, index: number): boolean {
  return index > 0 && index < route.visits.length && route.visits[index]!.trip !== route.visits[index - 1]!.trip
}

const legs: Rule = (problem, vehicle, route) => {
  const faults: string[] = []
  route.visits.forEach((visit, index) => {
    const places = locationsOnWay(problem, vehicle, route, index)
    const meters = sumAlong('distances', problem, vehicle, places)
    const seconds = sumAlong('durations', problem, vehicle, places)
    if (!(Math.abs(meters - visit.distance) <= NEAR))
      faults.push(`drives ${meters} to stop ${index + 1}, not ${visit.distance}`)
    if (!(Math.abs(seconds - visit.driveSeconds) <= NEAR)) faults.push(`takes ${seconds} to stop ${index + 1}`)
    const step = visit.trip - (index === 0 ? 1 : route.visits[index - 1]!.trip)
    if (step !== 0 && step !== 1) faults.push(`trips are out of order at stop ${index + 1}`)
  })
  const most = 1 + (vehicle.reload?.max ?? 0)
  if ((route.visits.at(-1)?.trip ?? 1) > most) faults.push(`makes more than ${most} trips`)
  return faults
}

/** Seconds of breaks inside a period. */
function breakSeconds(route: SolvedRoute, from: number, to: number): number {
  return route.breaks.reduce(
    (sum, rest) => (rest.start >= from - NEAR && rest.end <= to + NEAR ? sum + rest.end - rest.start : sum),
    0,
  )
}

/** Seconds that the vehicle takes to serve the stop. */
function serviceOf(problem: Problem, vehicle: Vehicle, { stop }: Visit): number {
  return problem.stops[stop]!.serviceSeconds * (vehicle.serviceFactor ?? 1)
}

const times: Rule = (problem, vehicle, route) => {
  const faults: string[] = []
  const soft = problem.objective.latenessCostPerSecond !== null
  if (route.departure < vehicle.shiftStart - NEAR) faults.push('departs before the shift')
  const readyOf = (trip: number) =>
    route.visits.reduce(
      (latest, visit) =>
        visit.trip === trip && collectFor(problem, vehicle, visit.stop) === null
          ? Math.max(latest, problem.stops[visit.stop]!.ready ?? -Infinity)
          : latest,
      -Infinity,
    )
  if (route.departure < readyOf(1) - NEAR) faults.push('departs before its load is ready')
  let free = route.departure
  route.visits.forEach((visit, index) => {
    const collecting = collectOnWay(problem, vehicle, route, index)?.seconds ?? 0
    if (isReloadBefore(route, index) && vehicle.reload !== null) {
      const [, ...fromDepot] = locationsOnWay(problem, vehicle, route, index)
      const way = sumAlong('durations', problem, vehicle, fromDepot) + collecting
      if (visit.arrival < readyOf(visit.trip) + vehicle.reload.seconds + way - NEAR)
        faults.push(`loads trip ${visit.trip} before it is ready`)
      faults.push(...loadingFaults(problem, vehicle, route, index))
    }
    const { id, windows, street } = problem.stops[visit.stop]!
    if (
      !soft &&
      street &&
      !street.hours.some((h) => visit.serviceStart >= h.start - NEAR && visit.serviceStart <= h.end + NEAR)
    )
      faults.push(`serves ${id} while its street is closed`)
    const serviceSeconds = serviceOf(problem, vehicle, visit)
    const busy = visit.driveSeconds + collecting + (isReloadBefore(route, index) ? (vehicle.reload?.seconds ?? 0) : 0)
    if (visit.arrival < free + busy + breakSeconds(route, free, visit.arrival) - NEAR)
      faults.push(`reaches ${id} too soon`)
    if (visit.serviceStart < visit.arrival + breakSeconds(route, visit.arrival, visit.serviceStart) - NEAR) {
      faults.push(`serves ${id} before it is there and rested`)
    }
    if (Math.abs(visit.departure - visit.serviceStart - serviceSeconds) > NEAR)
      faults.push(`leaves ${id} at a wrong time`)
    const open =
      windows.length === 0 ||
      windows.some((w) => visit.serviceStart >= w.start - NEAR && visit.serviceStart <= w.end + NEAR)
    const late = Math.max(0, visit.serviceStart - (windows.at(-1)?.end ?? Infinity))
    if (!open && !(soft && late > 0)) faults.push(`serves ${id} outside its windows`)
    if (Math.abs(late - visit.lateSeconds) > NEAR) faults.push(`is ${late} s late at ${id}, not ${visit.lateSeconds}`)
    free = visit.departure
  })
  return [...faults, ...finishFaults(problem, vehicle, route, free)]
}

/** The reload before a visit begins after the drive to it, takes its loading time, and ends before the next drive. */
function loadingFaults(problem: Problem, vehicle: Vehicle, route: SolvedRoute, index: number): string[] {
  const { reload, trip, arrival } = route.visits[index]!
  const before = route.visits[index - 1]!
  if (reload === undefined || vehicle.reload === null) return [`says not when trip ${trip} is loaded`]
  const { location, seconds } = vehicle.reload
  const there = sumAlong('durations', problem, vehicle, [problem.stops[before.stop]!.location, location])
  const [, ...fromDepot] = locationsOnWay(problem, vehicle, route, index)
  const collecting = collectOnWay(problem, vehicle, route, index)?.seconds ?? 0
  const on = sumAlong('durations', problem, vehicle, fromDepot) + collecting
  const faults: string[] = []
  if (reload.start < before.departure + there - NEAR) faults.push(`loads trip ${trip} before it is back`)
  if (reload.end < reload.start + seconds - NEAR) faults.push(`loads trip ${trip} for too short`)
  if (arrival < reload.end + on - NEAR) faults.push(`drives trip ${trip} before it is loaded`)
  return faults
}

function finishFaults(problem: Problem, vehicle: Vehicle, route: SolvedRoute, free: number): string[] {
  const faults: string[] = []
  const home = sumAlong('durations', problem, vehicle, locationsOnWay(problem, vehicle, route, route.visits.length))
  if ((route.returnTime === null) !== (vehicle.end === null)) faults.push('returns, or not, against its vehicle')
  const end = route.returnTime ?? free
  if (
    route.returnTime !== null &&
    route.returnTime < free + home + breakSeconds(route, free, route.returnTime) - NEAR
  ) {
    faults.push('is back too soon')
  }
  if (end > vehicle.shiftEnd + NEAR) faults.push(`ends at ${end}, after the shift`)
  if (end - route.departure > vehicle.maxDuration + NEAR) faults.push(`lasts ${end - route.departure}`)
  return faults
}

const breaks: Rule = (_problem, vehicle, route) => {
  const faults: string[] = []
  const end = route.returnTime ?? route.visits.at(-1)?.departure ?? route.departure
  for (const [index, due] of vehicle.breaks.entries()) {
    const taken = route.breaks.filter(({ of }) => of === index)
    if (taken.length > 1) faults.push(`takes break ${index} more than once`)
    for (const rest of taken) {
      if (rest.start < due.windowStart - NEAR || rest.end > due.windowEnd + NEAR)
        faults.push(`takes break ${index} outside its window`)
      if (Math.abs(rest.end - rest.start - due.seconds) > NEAR)
        faults.push(`takes break ${index} for too long or short`)
    }
    const latest = due.windowEnd - due.seconds
    if (taken.length === 0 && route.departure <= latest && end > latest + NEAR)
      faults.push(`lacks the break due by ${latest}`)
  }
  if (route.breaks.some(({ of }) => vehicle.breaks[of] === undefined))
    faults.push('takes a break that is not in its vehicle')
  for (const rest of route.breaks) {
    const clash = route.visits.find(
      (visit: Visit) => rest.start < visit.departure - NEAR && rest.end > visit.serviceStart + NEAR,
    )
    if (clash !== undefined) faults.push(`rests while serving stop ${clash.stop}`)
    if (rest.start < route.departure - NEAR) faults.push('rests before it departs')
  }
  return faults
}

const totals: Rule = (problem, vehicle, route) => {
  const faults: string[] = []
  const home = locationsOnWay(problem, vehicle, route, route.visits.length)
  const sum = (read: (visit: Visit) => number) => route.visits.reduce((total, visit) => total + read(visit), 0)
  const figures: [string, number, number][] = [
    ['distance', route.distance, sum((visit) => visit.distance) + sumAlong('distances', problem, vehicle, home)],
    ['drive', route.driveSeconds, sum((visit) => visit.driveSeconds) + sumAlong('durations', problem, vehicle, home)],
    ['service', route.serviceSeconds, sum((visit) => serviceOf(problem, vehicle, visit))],
    ['wait', route.waitSeconds, sum((visit) => visit.waitSeconds)],
  ]
  for (const [name, stated, right] of figures) {
    if (!(Math.abs(stated - right) <= NEAR)) faults.push(`${name} is ${right}, not ${stated}`)
  }
  for (const visit of route.visits) {
    const wait = visit.serviceStart - visit.arrival - breakSeconds(route, visit.arrival, visit.serviceStart)
    if (Math.abs(wait - visit.waitSeconds) > NEAR)
      faults.push(`waits ${wait} at ${visit.stop}, not ${visit.waitSeconds}`)
  }
  if (vehicle.maxDrive !== undefined && route.driveSeconds > vehicle.maxDrive + NEAR)
    faults.push(`drives for ${route.driveSeconds} of ${vehicle.maxDrive}`)
  return faults
}
