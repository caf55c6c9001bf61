// Cost of duration and lateness of routes with soft windows. Service of a stop starts at the later of its earliest start
// and the departure plus all driving and service before it. The cost is therefore convex in the departure. This is also true
// with a break, because it stays on the leg on which it lets the route end earliest.
import * as arena from './arena.ts'
import {
  arrivalWithBreak,
  breakBy,
  breakDue,
  breakLength,
  latestBeforeBreak,
  notDueFrom,
  unpaidLength,
} from './breaks.ts'
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
/** Duration and paid duration of the last route that `latenessCost` judged. */
let whole = 0
let span = 0
/** Latest departure that the break allows. */
let departBy = 0

// State of the same route with its break, or with a departure so late that the break isn't due. In the second case, `restTicks`
// is 0. `routeWithBreak` is the route, or -1 if its break can't be due. The break takes `restTicks` before the visit `rested`, and
// requires a departure by `restedBy`.
let routeWithBreak = -1
let leftRested = 0
let restTicks = 0
let lateRested = 0
let firstTurnRested = 0
let rested = 0
let restedBy = 0
let startsRested = new Int32Array(0)
/** The driven stops and the legs to them. */
let path = new Int32Array(0)
let legs = new Int32Array(0)
let driven = 0

/** Grows the arrays for the stops of the problem in the arena. */
export function prepareLateness(): void {
  const { stops } = arena
  if (leads.length > stops) return
  leads = new Int32Array(stops + 64)
  starts = new Int32Array(stops + 64)
  startsRested = new Int32Array(stops + 64)
  path = new Int32Array(stops + 64)
  legs = new Int32Array(stops + 64)
  closes = new Int32Array(stops + 64)
  turns = new Int32Array(stops + 64)
}

/** Begins a route that departs at this moment. */
export function beginLateness(route: number, moment: number): void {
  left = moment
  lead = 0
  late = 0
  visits = 0
  firstTurn = arena.FAR
  departBy = arena.FAR
  routeWithBreak = arena.tracksBreaks && moment <= breakDue[route]! ? route : -1
  leftRested = routeWithBreak < 0 ? arena.FAR : notDueFrom[route]!
  driven = 0
  restTicks = 0
  lateRested = 0
  firstTurnRested = arena.FAR
  rested = 0
  restedBy = arena.FAR
}

/** Drives a leg of `ticks` to a stop and serves it as early as possible. */
export function driveLateness(stop: number, ticks: number): void {
  const { ready, service, FAR } = arena
  if (routeWithBreak >= 0) {
    path[driven] = stop
    legs[driven++] = ticks
    driveRested(stop, ticks)
  }
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

/** Like `driveLateness`, with the break taken before this stop. */
function driveRested(stop: number, ticks: number): void {
  const { ready, service, FAR } = arena
  const reached = arrivalRested(ticks, ready[stop]!)
  if (reached >= FAR) return
  const start = reached < ready[stop]! ? ready[stop]! : reached
  const by = closesAt[stop]!
  if (by < FAR) {
    if (start > by) lateRested += start - by
    const turn = (start > by ? start : by) - lead - ticks - restTicks
    if (turn < firstTurnRested) firstTurnRested = turn
    startsRested[visits] = start
  }
  leftRested = start + service[stop]!
}

/**
 * Returns the arrival at a stop after a leg of `ticks`, with the break on this leg or on an earlier one. The stop opens at `opens`.
 * The break is on this leg unless the stop then starts later than with the earlier break.
 */
function arrivalRested(ticks: number, opens: number): number {
  const onLeg = arrivalWithBreak(routeWithBreak, left, ticks)
  if (onLeg > opens && onLeg > leftRested + ticks) return leftRested + ticks
  lateRested = late
  firstTurnRested = firstTurn
  restTicks = breakLength[routeWithBreak]!
  rested = visits
  restedBy = breakBy[routeWithBreak]! - lead
  return onLeg
}

/** Cost of duration, lateness and balance of the driven route, after a last leg of `ticks`. Infinity if infeasible. */
export function latenessCost(route: number, ticks: number, stopsOn: number): number {
  const { stops, routes, due } = arena
  const departsLater =
    routeWithBreak >= 0 && arena.tracksDuration && notDueFrom[route]! + lead + ticks <= due[stops + routes + route]!
  const cost = costAsDriven(route, ticks, stopsOn)
  if (!departsLater) return cost
  // The route may also depart so late that its break isn't due.
  const [wholeBefore, spanBefore, leadBefore] = [whole, span, lead]
  const length = driven
  beginLateness(route, notDueFrom[route]!)
  for (let i = 0; i < length; i++) driveLateness(path[i]!, legs[i]!)
  const later = costAsDriven(route, ticks, stopsOn)
  if (later < cost) return later
  whole = wholeBefore
  span = spanBefore
  lead = leadBefore
  return cost
}

/** Like `latenessCost`, for the departure from which the route was driven. */
function costAsDriven(route: number, ticks: number, stopsOn: number): number {
  const { stops, routes, due, maxSpan, timeRate, balanceStops, balanceTime } = arena
  const end = stops + routes + route
  let finish = left + ticks
  const rests = routeWithBreak >= 0 && finish > latestBeforeBreak[end]!
  if (rests) {
    finish = arrivalRested(ticks, -arena.FAR)
    takeBreak()
  }
  if (finish > due[end]!) return Infinity
  if (!arena.tracksDuration) return lateRate * late
  const pays = departureBend(timeRate[route]!)
  const departure = Math.min(departBy, finish - lead - ticks, Math.max(pays, finish - maxSpan[route]!))
  if (departure > firstTurn) late = latenessAt(departure)
  whole = finish - departure
  if (whole > maxSpan[route]!) return Infinity
  span = whole - (rests && restTicks > 0 ? unpaidLength[route]! : 0)
  return timeRate[route]! * span + balanceStops * stopsOn * stopsOn + balanceTime * span * span + lateRate * late
}

/** Continues with the state of the route with its break. */
function takeBreak(): void {
  lead += restTicks
  late = lateRested
  firstTurn = firstTurnRested
  departBy = restedBy
  for (let i = rested; i < visits; i++) {
    leads[i]! += restTicks
    starts[i] = startsRested[i]!
  }
}

/** Returns the departure after which one more second of delay costs more in lateness than it `saves`. */
function departureBend(saves: number): number {
  const turn = Math.floor(saves / lateRate)
  if (turn === 0) return firstTurn
  if (turn >= visits) return arena.FAR
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
  beginLateness(route, arena.tracksReleases && release[stop]! > moment ? release[stop]! : moment)
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
  beginLateness(route, departure)
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
  beginLateness(route, leave[stops + route]!)
  let node = stops + route
  for (; next[node] !== end; node = next[node]!) driveLateness(next[node]!, timeOn[node]!)
  whole = 0
  span = 0
  const cost = count[route] === 0 ? 0 : latenessCost(route, timeOn[node]!, count[route]!)
  softCost[route] = Math.min(cost, FAR)
  headSpan[end] = count[route] === 0 ? 0 : span
  waiting[route] = Math.max(0, whole - lead - timeOn[node]!)
  tickRate[route] = timeRate[route]! + 2 * balanceTime * headSpan[end]
}
