// Closed-form departure of a route without breaks whose stops have at most one window each. Service of each stop starts
// at the later of two times: its earliest start, and the departure plus all driving and service before it. The cost of
// time and lateness is therefore convex in the departure, and a later departure never ends the route earlier.
import { gate, gateAfter, legTime, serviceOn, soonest } from './legs.ts'
import type { Drive } from './passes.ts'

const SLACK = 1e-6

/** Earliest end of the route. */
export let straightFinish = 0
/** Latest departure that keeps this end of the route and misses no hard window. */
let latest = Infinity
/** Departures after which one more stop is late, in the order of the stops. */
let turns = new Float64Array(0)
let turnCount = 0

/** Returns whether a single pass over the stops finds the cheapest departure. */
export function isStraight({ problem, vehicle, sequence, length }: Drive): boolean {
  if (vehicle.breaks.length > 0) return false
  for (let i = 0; i < length; i++) {
    const { windows, from } = problem.stops[sequence[i]!]!
    if (windows.length > 1 || from?.maxSeconds !== undefined) return false
  }
  return true
}

/**
 * Finds the earliest times of a straight route that departs at `from` or later. Returns false if a stop can't be served
 * in its window.
 */
export function passStraight(drive: Drive, from: number): boolean {
  const { problem, vehicle, sequence, length, soft } = drive
  if (turns.length < length) turns = new Float64Array(2 * length + 16)
  turnCount = 0
  latest = Infinity
  let [free, lead] = [from, 0]
  for (let i = 0; i < length; i++) {
    const stop = problem.stops[sequence[i]!]!
    const leg = legTime(vehicle, i, length)
    const loaded = gate[i] === -Infinity ? free + leg : Math.max(gate[i]!, free + gateAfter[i]!) + leg - gateAfter[i]!
    let start = Math.max(soonest[i]!, loaded)
    lead += leg
    const window = stop.windows[0]
    if (window !== undefined) {
      start = Math.max(start, window.start)
      if (!soft && start > window.end + SLACK) return false
      const turn = Math.max(start, window.end) - lead
      if (soft) turns[turnCount++] = turn
      else latest = Math.min(latest, turn)
    }
    const service = serviceOn(vehicle, stop)
    free = start + service
    lead += service
  }
  const home = legTime(vehicle, length, length)
  straightFinish = free + home
  latest = Math.min(latest, straightFinish - lead - home)
  return true
}

/**
 * Returns the cheapest departure for the route of the last `passStraight` call, and among equal ones the latest.
 * Respects the vehicle's `maxDuration` if a departure allows it.
 */
export function straightDeparture({ problem, vehicle }: Drive): number {
  const rate = problem.objective.latenessCostPerSecond ?? 0
  const { costPerSecond, overtime } = vehicle
  // A later departure saves paid time. It pays off until the lateness that it adds costs more per second.
  let cheapest = departureBend(costPerSecond, rate)
  if (overtime !== undefined) {
    const inOvertime = departureBend(costPerSecond + overtime.costPerSecond, rate)
    cheapest = Math.max(cheapest, Math.min(straightFinish - overtime.after, inOvertime))
  }
  return Math.min(latest, Math.max(cheapest, straightFinish - vehicle.maxDuration))
}

/** Returns the departure after which one more second of delay costs more in lateness than it `saves`. */
function departureBend(saves: number, rate: number): number {
  if (turnCount === 0 || rate * turnCount <= saves) return Infinity
  const turn = Math.floor(saves / rate)
  const sorted = turns.subarray(0, turnCount)
  if (turn > 0) return sorted.sort()[turn]!
  let first = Infinity
  for (const at of sorted) first = Math.min(first, at)
  return first
}
