// Cost of duration and lateness of routes with soft windows. Service of a stop starts at the later of its earliest start
// and the departure plus all driving and service before it. The cost is therefore convex in the departure.
import * as arena from './arena.ts'
import { release } from './releases.ts'
import { closesAt, lateRate, softCost } from './soft-windows.ts'

// State of the route that is being driven with every service as early as possible. The departure from its last
// stop is `left`, its driving and service are `lead`, and its lateness is `late`. The arrays have the lead, the earliest start and the end
// of the window for each stop with a window.
let left = 0
let lead = 0
let late = 0
let visits = 0
let leads = new Int32Array(0)
let starts = new Int32Array(0)
let closes = new Int32Array(0)
let turns = new Int32Array(0)
/** Latest departure at which no stop is later than now. */
let firstTurn = 0
/** Duration of the last route that `latenessCost` judged. */
let span = 0

/** Grows the arrays for the stops of the problem in the arena. */
export function prepareLateness(): void {
  const { stops } = arena
  if (leads.length > stops) return
  leads = new Int32Array(stops + 64)
  starts = new Int32Array(stops + 64)
  closes = new Int32Array(stops + 64)
  turns = new Int32Array(stops + 64)
}

/** Begins a route that departs at this moment. */
export function beginLateness(moment: number): void {
  left = moment
  lead = 0
  late = 0
  visits = 0
  firstTurn = arena.FAR
}

/** Drives a leg of `ticks` to a stop and serves it as early as possible. */
export function driveLateness(stop: number, ticks: number): void {
  const { ready, service, FAR } = arena
  const reached = left + ticks
  const start = reached < ready[stop]! ? ready[stop]! : reached
  const by = closesAt[stop]!
  lead += ticks
  if (by < FAR) {
    if (start > by) late += start - by
    const turn = (start > by ? start : by) - lead
    if (turn < firstTurn) firstTurn = turn
    leads[visits] = lead
    starts[visits] = start
    closes[visits++] = by
  }
  lead += service[stop]!
  left = start + service[stop]!
}

/** Cost of duration, lateness and balance of the driven route, after a last leg of `ticks`. Infinity if infeasible. */
export function latenessCost(route: number, ticks: number, stopsOn: number): number {
  const { stops, routes, due, maxSpan, timeRate, balanceStops, balanceTime } = arena
  const finish = left + ticks
  if (finish > due[stops + routes + route]!) return Infinity
  if (!arena.tracksDuration) return lateRate * late
  const pays = departureBend(timeRate[route]!)
  const departure = Math.min(finish - lead - ticks, Math.max(pays, finish - maxSpan[route]!))
  if (departure > firstTurn) late = latenessAt(departure)
  span = finish - departure
  if (span > maxSpan[route]!) return Infinity
  return timeRate[route]! * span + balanceStops * stopsOn * stopsOn + balanceTime * span * span + lateRate * late
}

/** Returns the departure after which one more second of delay costs more in lateness than it `saves`. */
function departureBend(saves: number): number {
  if (lateRate * visits <= saves) return arena.FAR
  const turn = Math.floor(saves / lateRate)
  if (turn === 0) return firstTurn
  for (let i = 0; i < visits; i++) turns[i] = Math.max(starts[i]!, closes[i]!) - leads[i]!
  return turns.subarray(0, visits).sort()[turn]!
}

function latenessAt(departure: number): number {
  let sum = 0
  for (let i = 0; i < visits; i++) sum += Math.max(0, Math.max(starts[i]!, departure + leads[i]!) - closes[i]!)
  return sum
}

/** Lower bound of the lateness cost that the stop adds: its own lateness if it is reached as early as possible. */
export function ownLateness(stop: number, from: number): number {
  const { leave, timeTo, row, place } = arena
  const over = leave[from]! + timeTo[row[stop]! + place[from]!]! - closesAt[stop]!
  return over > 0 ? lateRate * over : 0
}

/** Cost of duration, lateness and balance that `stop` adds after node `before`. Infinity if it is infeasible. */
export function softCostOfInsertion(stop: number, before: number, route: number): number {
  const { stops, routes, next, timeOn, time, timeTo, row, place, leave, count } = arena
  const end = stops + routes + route
  const moment = leave[stops + route]!
  beginLateness(arena.tracksReleases && release[stop]! > moment ? release[stop]! : moment)
  let node = stops + route
  for (; node !== before; node = next[node]!) driveLateness(next[node]!, timeOn[node]!)
  const after = next[before]!
  driveLateness(stop, timeTo[row[stop]! + place[before]!]!)
  let ticks = time[row[stop]! + place[after]!]!
  for (node = after; node !== end; node = next[node]!) {
    driveLateness(node, ticks)
    ticks = timeOn[node]!
  }
  return latenessCost(route, ticks, count[route]! + 1) - softCost[route]!
}

/** Cost of duration, lateness and balance of the route with the first `length` stops of `order`. */
export function softCostOfOrder(route: number, order: Int32Array, length: number, departure: number): number {
  const { stops, routes, row, place, shift, time } = arena
  beginLateness(departure)
  let from = stops + route
  for (let i = 0; i < length; i++) {
    driveLateness(order[i]!, time[row[from]! + order[i]! + shift[route]!]!)
    from = order[i]!
  }
  return latenessCost(route, time[row[from]! + place[stops + routes + route]!]!, length)
}

/** Computes the cost, duration and waiting of the route. */
export function computeSoftCost(route: number): void {
  const { stops, routes, next, timeOn, leave, count, headSpan, waiting, tickRate, timeRate, balanceTime, FAR } = arena
  const end = stops + routes + route
  beginLateness(leave[stops + route]!)
  let node = stops + route
  for (; next[node] !== end; node = next[node]!) driveLateness(next[node]!, timeOn[node]!)
  span = 0
  const cost = count[route] === 0 ? 0 : latenessCost(route, timeOn[node]!, count[route]!)
  softCost[route] = Math.min(cost, FAR)
  headSpan[end] = count[route] === 0 ? 0 : span
  waiting[route] = Math.max(0, headSpan[end] - lead - timeOn[node]!)
  tickRate[route] = timeRate[route]! + 2 * balanceTime * headSpan[end]
}
