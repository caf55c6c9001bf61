// Rejects problems that contradict themselves. Messages name the fault by path and ID.
import type { Problem, Roads } from './problem.ts'

/**
 * A problem that contradicts itself. `fields` are dotted paths into it (`stops.3.lock`). The first one is the subject
 * of the message.
 */
export class InvalidProblem extends Error {
  readonly fields: readonly string[]
  constructor(message: string, fields: readonly string[]) {
    super(message)
    this.name = 'InvalidProblem'
    this.fields = fields
  }
}

/** Throws `InvalidProblem` if the problem contradicts itself. */
export function validate(problem: Problem): void {
  sizes(problem)
  if (!((problem.objective.otherDriverCost ?? 0) >= 0)) refuse('another driver has a cost below zero', 'objective')
  if (!((problem.objective.otherVehicleCost ?? 0) >= 0)) refuse('another vehicle has a cost below zero', 'objective')
  problem.vehicles.forEach((_, vehicle) => checkVehicle(problem, vehicle))
  problem.stops.forEach((_, stop) => checkStop(problem, stop))
  checkPairs(problem)
  checkLocks(problem)
}

function refuse(message: string, ...fields: string[]): never {
  throw new InvalidProblem(message, fields)
}

function sizes(problem: Problem): void {
  checkRoads(problem.locations, problem, '')
  problem.otherRoads?.forEach((roads, index) => checkRoads(problem.locations, roads, `otherRoads.${index}.`))
}

function checkRoads(locations: number, { durations, distances }: Roads, path: string): void {
  for (const [member, matrix] of Object.entries({ durations, distances })) {
    const name = `${path}${member}`
    if (matrix.length !== locations * locations) refuse(`${name} must hold ${locations} by ${locations} values`, name)
    const bad = firstNegative(matrix)
    if (bad >= 0)
      refuse(`${name} must be zero or more (${Math.floor(bad / locations)} to ${bad % locations} is not)`, name)
  }
}

/** Index of the first value that is negative or NaN. -1 if there is none. */
function firstNegative(matrix: Float64Array): number {
  for (let i = 0; i < matrix.length; i++) if (!(matrix[i]! >= 0)) return i
  return -1
}

function isLocation(problem: Problem, location: number): boolean {
  return Number.isInteger(location) && location >= 0 && location < problem.locations
}

function checkVehicle(problem: Problem, index: number): void {
  const vehicle = problem.vehicles[index]!
  const { id, start, end, reload, roads } = vehicle
  const path = `vehicles.${index}`
  if (roads !== undefined && problem.otherRoads?.[roads] === undefined)
    refuse(`vehicle ${id} drives unknown roads`, `${path}.roads`)
  if (!isLocation(problem, start)) refuse(`vehicle ${id} has an unknown start location`, `${path}.start`)
  if (end !== null && !isLocation(problem, end)) refuse(`vehicle ${id} has an unknown end location`, `${path}.end`)
  if (!(vehicle.shiftEnd >= vehicle.shiftStart))
    refuse(`the shift of vehicle ${id} ends before it starts`, `${path}.shiftEnd`)
  if (vehicle.capacity.some((room) => !(room >= 0))) refuse(`vehicle ${id} has a negative capacity`, `${path}.capacity`)
  if (!(vehicle.maxStops >= 0)) refuse(`vehicle ${id} has a negative number of stops`, `${path}.maxStops`)
  if (!(vehicle.maxDuration >= 0)) refuse(`vehicle ${id} has a negative longest duration`, `${path}.maxDuration`)
  if (!((vehicle.maxDrive ?? 0) >= 0)) refuse(`vehicle ${id} has a negative longest drive`, `${path}.maxDrive`)
  const factor = vehicle.serviceFactor ?? 1
  if (!(factor >= 0 && factor < Infinity))
    refuse(`vehicle ${id} has a service factor below zero`, `${path}.serviceFactor`)
  const costs = [vehicle.fixedCost, vehicle.costPerMeter, vehicle.costPerSecond, vehicle.overtime?.costPerSecond ?? 0]
  if (costs.some((cost) => !(cost >= 0 && cost < Infinity))) refuse(`vehicle ${id} has a cost below zero`, path)
  vehicle.breaks.forEach((rest, b) => {
    if (rest.windowEnd - rest.windowStart >= rest.seconds && rest.seconds >= 0) return
    refuse(`a break of vehicle ${id} does not fit in its window`, `${path}.breaks.${b}`)
  })
  if (reload !== null && !isLocation(problem, reload.location)) {
    refuse(`vehicle ${id} has an unknown reload location`, `${path}.reload.location`)
  }
  vehicle.collects?.forEach((collect, c) => {
    if (collect !== null && !isLocation(problem, collect.location))
      refuse(`vehicle ${id} has an unknown collection location`, `${path}.collects.${c}.location`)
    if (!((collect?.seconds ?? 0) >= 0))
      refuse(`vehicle ${id} has a negative collection time`, `${path}.collects.${c}.seconds`)
  })
}

function checkStop(problem: Problem, index: number): void {
  const stop = problem.stops[index]!
  const path = `stops.${index}`
  if (!isLocation(problem, stop.location)) refuse(`stop ${stop.id} has an unknown location`, `${path}.location`)
  if (!(stop.serviceSeconds >= 0)) refuse(`stop ${stop.id} has a negative service time`, `${path}.serviceSeconds`)
  if (Number.isNaN(stop.ready)) refuse(`stop ${stop.id} has an invalid ready time`, `${path}.ready`)
  if (!(stop.priority >= 0)) refuse(`stop ${stop.id} has a negative priority`, `${path}.priority`)
  if (stop.load.some((load) => load !== null && !(load >= 0)))
    refuse(`stop ${stop.id} has a negative load`, `${path}.load`)
  if (stop.pickup?.some((load) => load !== null && !(load >= 0)))
    refuse(`stop ${stop.id} has a negative pickup`, `${path}.pickup`)
  if (stop.collect !== undefined && stop.from !== undefined)
    refuse(`stop ${stop.id} has its goods both from a collection and from another stop`, `${path}.collect`)
  stop.windows.forEach((window, w) => {
    if (!(window.end >= window.start))
      refuse(`a window of stop ${stop.id} ends before it starts`, `${path}.windows.${w}`)
    if (w > 0 && window.start <= stop.windows[w - 1]!.end) {
      refuse(`the windows of stop ${stop.id} overlap or are out of order`, `${path}.windows.${w}`)
    }
  })
}

/** A pickup stop supplies exactly one delivery, and isn't itself supplied by another stop. */
function checkPairs({ stops }: Problem): void {
  const giver = new Map<number, string>()
  for (const [index, { id, from, lock }] of stops.entries()) {
    if (from === undefined) continue
    const path = `stops.${index}.from`
    const pickup = stops[from.stop]
    if (pickup === undefined || from.stop === index)
      refuse(`stop ${id} has its goods from an unknown stop`, `${path}.stop`)
    if (pickup.from !== undefined)
      refuse(`stop ${id} gets its goods from ${pickup.id}, which is itself supplied by another stop`, `${path}.stop`)
    const other = giver.get(from.stop)
    if (other !== undefined) refuse(`stops ${other} and ${id} both get their goods from ${pickup.id}`, `${path}.stop`)
    giver.set(from.stop, id)
    if (!((from.maxSeconds ?? 0) >= 0)) refuse(`stop ${id} has a negative longest time on board`, `${path}.maxSeconds`)
    if (lock && pickup.lock && lock.vehicle !== pickup.lock.vehicle)
      refuse(`stops ${pickup.id} and ${id} are locked to different vehicles, but go together`, `stops.${index}.lock`)
  }
}

/**
 * Rejects locks that no plan can satisfy: an unknown or forbidden vehicle, or two stops locked to one position or
 * order.
 */
function checkLocks(problem: Problem): void {
  const taken = new Map<string, number>()
  problem.stops.forEach(({ id, lock, forbiddenVehicles }, index) => {
    if (lock === null) return
    const path = `stops.${index}.lock`
    const vehicle = problem.vehicles[lock.vehicle]
    if (vehicle === undefined) refuse(`stop ${id} is locked to a vehicle that is not in this build`, `${path}.vehicle`)
    if (forbiddenVehicles.includes(lock.vehicle)) {
      refuse(`stop ${id} is locked to vehicle ${vehicle.id}, which may not serve it`, `${path}.vehicle`)
    }
    const { position, order } = lock
    if (position !== undefined && !(Number.isInteger(position) && position >= 1)) {
      refuse(`stop ${id} is locked to a position that is not 1 or more`, `${path}.position`)
    }
    if (position !== undefined && position > vehicle.maxStops) {
      refuse(
        `stop ${id} is locked to position ${position} of vehicle ${vehicle.id}, which makes at most ${vehicle.maxStops} stops`,
        `${path}.position`,
      )
    }
    for (const [name, value] of Object.entries({ position, order })) {
      if (value === undefined) continue
      const key = `${lock.vehicle}|${name}|${value}`
      const other = taken.get(key)
      if (other !== undefined) {
        const both = `stops ${problem.stops[other]!.id} and ${id} are both locked to ${name} ${value} of vehicle ${vehicle.id}`
        refuse(both, `stops.${other}.lock.${name}`, `${path}.${name}`)
      }
      taken.set(key, index)
    }
  })
  checkOrders(problem)
}

/** Rejects two stops whose locked positions contradict their locked orders. */
function checkOrders(problem: Problem): void {
  const both = problem.stops
    .map((stop, index) => ({ index, id: stop.id, lock: stop.lock }))
    .filter(({ lock }) => lock?.position !== undefined && lock.order !== undefined)
    .sort((a, b) => a.lock!.order! - b.lock!.order!)
  both.forEach((one, at) => {
    const other = both
      .slice(at + 1)
      .find(({ lock }) => lock!.vehicle === one.lock!.vehicle && lock!.position! < one.lock!.position!)
    if (other === undefined) return
    refuse(
      `stops ${one.id} and ${other.id} are locked to contradictory positions and orders`,
      `stops.${one.index}.lock`,
      `stops.${other.index}.lock`,
    )
  })
}
