// Minimum durations of routes with a break, from segments (Savelsbergh 1992). A piece of a route that is entered at `t`
// is left at max(`soonest`, t + `lead`), and t is at most `latest`. The break may be on any leg, and `lead` is the same
// for each of these legs. A node therefore keeps only those pieces with the break whose pair of `soonest` and `latest` is
// not worse than another pair in both.
import * as arena from './arena.ts'
import { breakBy, breakDue, breakFrom, breakLength, latestBeforeBreak, notDueFrom, unpaidLength } from './breaks.ts'
import { release } from './releases.ts'

/** Maximum number of pairs per node. Further pairs are dropped; the duration may then be too long. */
const PAIRS = 8

/** Pieces with the break, as `soonest` and `latest` in turn. */
type Pairs = Int32Array

// Per node: the piece from the departure to the end of the service, without the break and with it.
let headLead = new Int32Array(0)
let headSoonest = new Int32Array(0)
let headLatest = new Int32Array(0)
let headPairs: Pairs = new Int32Array(0)
let headCount = new Uint8Array(0)
// Per node: the piece from the arrival to the end of the route, without the break and with it.
let tailLead = new Int32Array(0)
let tailSoonest = new Int32Array(0)
let tailLatest = new Int32Array(0)
let tailPairs: Pairs = new Int32Array(0)
let tailCount = new Uint8Array(0)

// Earliest departure of the route, and earliest departure at which its break isn't due.
let departs = 0
let departsNotDue = 0

// The piece from the departure to a node that is being extended.
let lead = 0
let soonest = 0
let latest = 0
const pairs: Pairs = new Int32Array(2 * PAIRS)
let count = 0

/** Grows the arrays for the problem in the arena. */
export function prepareBreakSpans(): void {
  const nodes = arena.stops + 2 * arena.routes
  if (headLead.length >= nodes) return
  const ints = (): Int32Array<ArrayBuffer> => new Int32Array(nodes + (nodes >> 2))
  headLead = ints()
  headSoonest = ints()
  headLatest = ints()
  tailLead = ints()
  tailSoonest = ints()
  tailLatest = ints()
  headPairs = new Int32Array(headLead.length * 2 * PAIRS)
  tailPairs = new Int32Array(headLead.length * 2 * PAIRS)
  headCount = new Uint8Array(headLead.length)
  tailCount = new Uint8Array(headLead.length)
}

/** Adds a pair unless another is at least as good. Returns the new number of pairs. */
function addPair(to: Pairs, at: number, length: number, sooner: number, later: number): number {
  let kept = 0
  for (let i = 0; i < length; i++) {
    const own = to[at + 2 * i]!
    const by = to[at + 2 * i + 1]!
    if (own <= sooner && by >= later) return length
    if (own >= sooner && by <= later) continue
    to[at + 2 * kept] = own
    to[at + 2 * kept + 1] = by
    kept++
  }
  if (kept === PAIRS) return kept
  to[at + 2 * kept] = sooner
  to[at + 2 * kept + 1] = later
  return kept + 1
}

/** Begins a piece at the start of the route. */
function begin(): void {
  lead = 0
  soonest = -arena.FAR
  latest = arena.FAR
  count = 0
}

/** Takes the stored piece up to the node. */
function takeHead(node: number): void {
  lead = headLead[node]!
  soonest = headSoonest[node]!
  latest = headLatest[node]!
  count = headCount[node]!
  const at = node * 2 * PAIRS
  for (let i = 0; i < 2 * count; i++) pairs[i] = headPairs[at + i]!
}

function storeHead(node: number): void {
  headLead[node] = lead
  headSoonest[node] = soonest
  headLatest[node] = latest
  headCount[node] = count
  const at = node * 2 * PAIRS
  for (let i = 0; i < 2 * count; i++) headPairs[at + i] = pairs[i]!
}

/** Extends the piece over a leg of `ticks` and through the service of `node`. */
export function extend(route: number, ticks: number, node: number): void {
  const { ready, due, service, stops, FAR } = arena
  const rest = breakLength[route]!
  const from = ready[stops + route]!
  const reached = lead + ticks
  const opens = ready[node]!
  const closes = due[node]!
  const stay = service[node]!
  const restedBy = closes - reached - rest
  const length = count
  count = 0
  // The last round takes the break on this leg.
  const rounds = soonest <= breakBy[route]! ? length + 1 : length
  for (let i = 0; i < rounds; i++) {
    const sooner = i < length ? pairs[2 * i]! + ticks : soonestRested(route, ticks)
    const by = i < length ? pairs[2 * i + 1]! : latestRested(route)
    const later = by < restedBy ? by : restedBy
    if (sooner > closes || later < from) continue
    count = addPair(pairs, 0, count, (sooner > opens ? sooner : opens) + stay, later)
  }
  const by = closes - reached
  const sooner = soonest + ticks
  if (sooner > closes) latest = -FAR
  else if (by < latest) latest = by
  soonest = (sooner > opens ? sooner : opens) + stay
  lead = reached + stay
}

/** `soonest` of the piece without the break, extended over a leg of `ticks` with the break on it. */
function soonestRested(route: number, ticks: number): number {
  const reached = soonest + ticks
  const from = breakFrom[route]!
  return (reached > from ? reached : from) + breakLength[route]!
}

/** `latest` of the piece without the break if the break follows. */
function latestRested(route: number): number {
  const by = breakBy[route]! - lead
  return by < latest ? by : latest
}

/** Duration of a route with this piece. Infinity if it can't depart from `from` on, or takes too long. */
function duration(route: number, whole: number, sooner: number, later: number, from: number): number {
  if (later < from) return Infinity
  const span = sooner - later > whole ? sooner - later : whole
  return span > arena.maxSpan[route]! ? Infinity : span
}

/** Sets the earliest departure of the route whose duration is asked. */
function departFrom(route: number, moment: number): void {
  departs = moment
  departsNotDue = moment > breakDue[route]! ? moment : notDueFrom[route]!
}

/** Minimum paid duration of the current piece with the tail of a route that has the same break and the same end. */
function spanWithTail(route: number, ticks: number, to: number): number {
  const rested = restedSpan(route, ticks, to) - unpaidLength[route]!
  const without = spanWithoutBreak(route, ticks, to)
  return without < rested ? without : rested
}

/** Minimum duration if the break is taken. */
function restedSpan(route: number, ticks: number, to: number): number {
  const rest = breakLength[route]!
  const reached = lead + ticks
  const onward = tailLead[to]!
  const whole = reached + onward + rest
  const sooner = tailSoonest[to]!
  const later = tailLatest[to]!
  let best = Infinity
  // The break is taken before. The last round takes it on this leg.
  const rounds = soonest <= breakBy[route]! ? count + 1 : count
  for (let i = 0; i < rounds; i++) {
    const arrival = i < count ? pairs[2 * i]! + ticks : soonestRested(route, ticks)
    if (arrival > later) continue
    const leaves = Math.min(i < count ? pairs[2 * i + 1]! : latestRested(route), later - reached - rest)
    const span = duration(route, whole, Math.max(sooner, arrival + onward), leaves, departs)
    if (span < best) best = span
  }
  // The break is taken after.
  const arrival = soonest + ticks
  const at = to * 2 * PAIRS
  for (let i = 0; i < tailCount[to]!; i++) {
    const by = tailPairs[at + 2 * i + 1]!
    if (arrival > by) continue
    const back = Math.max(tailPairs[at + 2 * i]!, arrival + onward + rest)
    const span = duration(route, whole, back, Math.min(latest, by - reached), departs)
    if (span < best) best = span
  }
  return best
}

/** Minimum duration if the route departs after the latest start of the break, or ends before it. */
function spanWithoutBreak(route: number, ticks: number, to: number): number {
  const { stops, routes } = arena
  const arrival = soonest + ticks
  if (arrival > tailLatest[to]!) return Infinity
  const whole = lead + ticks + tailLead[to]!
  const back = Math.max(tailSoonest[to]!, arrival + tailLead[to]!)
  const leaves = Math.min(latest, tailLatest[to]! - lead - ticks)
  const late = duration(route, whole, back, leaves, departsNotDue)
  const by = latestBeforeBreak[stops + routes + route]!
  if (back > by) return late
  return Math.min(late, duration(route, whole, back, Math.min(leaves, by - whole), departs))
}

/** Minimum paid duration of the route with `stop` between two adjacent nodes. */
export function spanWithBreak(stop: number, before: number, after: number, route: number): number {
  const { place, row, time, timeTo } = arena
  const moment = arena.leave[arena.stops + route]!
  departFrom(route, arena.tracksReleases && release[stop]! > moment ? release[stop]! : moment)
  takeHead(before)
  extend(route, timeTo[row[stop]! + place[before]!]!, stop)
  return spanWithTail(route, time[row[stop]! + place[after]!]!, after)
}

/**
 * Minimum paid duration of the route up to `before`, continued from `after` on and departing from `departure` on. Both
 * routes end alike.
 */
export function spanJoinedWithBreak(before: number, after: number, route: number, departure: number): number {
  const { place, row, time } = arena
  departFrom(route, departure)
  takeHead(before)
  return spanWithTail(route, time[row[before]! + place[after]!]!, after)
}

/**
 * Minimum paid duration of the route with the first `length` stops of `order`, departing from `departure` on. Infinity if
 * times forbid it.
 */
export function spanOfOrderWithBreak(route: number, order: Int32Array, length: number, departure: number): number {
  const { stops, routes, row, place, shift, time } = arena
  let from = stops + route
  beginOrder(route, departure)
  for (let i = 0; i < length; i++) {
    const to = order[i]!
    extend(route, time[row[from]! + to + shift[route]!]!, to)
    from = to
  }
  return spanToEnd(route, time[row[from]! + place[stops + routes + route]!]!)
}

/** Begins an order of the route that departs from `departure` on. */
export function beginOrder(route: number, departure: number): void {
  departFrom(route, departure)
  begin()
}

/** Minimum paid duration of the current piece with a last leg of `ticks`. */
export function spanToEnd(route: number, ticks: number): number {
  return spanWithTail(route, ticks, arena.stops + arena.routes + route)
}

/** Computes the pieces of the route and its minimum paid duration. */
export function computeSpansWithBreak(route: number): void {
  const { stops, routes, headMeters } = arena
  const start = stops + route
  const end = stops + routes + route
  begin()
  storeHead(start)
  headMeters[start] = 0
  startTail(route)
  updateSpansWithBreak(route, start, end)
}

/** Sets the tail that consists of the end of the route. */
export function startTail(route: number): void {
  const end = arena.stops + arena.routes + route
  tailLead[end] = 0
  tailSoonest[end] = -arena.FAR
  tailLatest[end] = arena.due[end]!
  tailCount[end] = 0
}

/** Like `computeSpansWithBreak`, for a route that is unchanged up to `head` and from `tail` on. */
export function updateSpansWithBreak(route: number, head: number, tail: number): void {
  const { stops, routes, next, prev, timeOn, distanceOn, headMeters, headSpan, waiting, FAR } = arena
  const { timeRate, tickRate, balanceTime } = arena
  const start = stops + route
  const end = stops + routes + route
  departFrom(route, arena.leave[start]!)
  takeHead(head)
  let node = head
  for (let to = next[node]!; to !== end; node = to, to = next[node]!) {
    extend(route, timeOn[node]!, to)
    storeHead(to)
    headMeters[to] = headMeters[node]! + distanceOn[node]!
  }
  headMeters[end] = headMeters[node]! + distanceOn[node]!
  const span = node === start ? 0 : spanWithTail(route, timeOn[node]!, end)
  headSpan[end] = Math.min(span, FAR)
  // The part of the duration that another stop can use up: all but driving, service and a break that is always taken.
  const paidRest = mayOmitBreak(route, timeOn[node]!) ? 0 : breakLength[route]! - unpaidLength[route]!
  waiting[route] = Math.max(0, headSpan[end] - lead - timeOn[node]! - paidRest)
  tickRate[route] = timeRate[route]! + 2 * balanceTime * headSpan[end]
  for (node = tail; node !== start; node = prev[node]!) prependTo(route, prev[node]!, node)
}

/** Returns whether the current piece, which ends with a leg of `ticks`, can be driven without the break. */
function mayOmitBreak(route: number, ticks: number): boolean {
  const { stops, routes, due } = arena
  const end = stops + routes + route
  const whole = lead + ticks
  if (soonest + ticks > due[end]!) return false
  if (latest >= departsNotDue && due[end]! - whole >= departsNotDue) return true
  const by = latestBeforeBreak[end]!
  return soonest + ticks <= by && Math.min(latest, by - whole) >= departs
}

/** Computes the tail from `node` on, which is followed by the known tail from `to` on. */
function prependTo(route: number, node: number, to: number): void {
  const { timeOn, ready, due, service, FAR } = arena
  const ticks = timeOn[node]!
  const stay = service[node]!
  const closes = due[node]!
  const rest = breakLength[route]!
  const onward = ticks + tailLead[to]!
  const leaves = ready[node]! + stay
  const back = leaves + onward
  const at = node * 2 * PAIRS
  const from = to * 2 * PAIRS
  const length = tailCount[to]!
  const doneBy = breakFrom[route]! + rest
  let kept = 0
  // The last round takes the break on this leg.
  const rounds = doneBy <= tailLatest[to]! ? length + 1 : length
  for (let i = 0; i < rounds; i++) {
    const onLeg = i === length
    const by = onLeg ? Math.min(breakBy[route]!, tailLatest[to]! - ticks - rest) : tailPairs[from + 2 * i + 1]! - ticks
    if (leaves > by) continue
    const sooner = onLeg ? Math.max(tailSoonest[to]!, doneBy + tailLead[to]!) : tailPairs[from + 2 * i]!
    kept = addPair(tailPairs, at, kept, Math.max(sooner, back + rest), Math.min(closes, by - stay))
  }
  tailCount[node] = kept
  tailLead[node] = stay + onward
  tailSoonest[node] = Math.max(tailSoonest[to]!, back)
  const by = tailLatest[to]! - ticks
  tailLatest[node] = leaves > by ? -FAR : Math.min(closes, by - stay)
}
