// Undo log of a search step: the previous state of touched routes, and the stops that they lost.
import * as arena from './arena.ts'
import { latestBeforeBreak, leaveAfterBreak } from './breaks.ts'
import { sumExtraLoad } from './cost.ts'
import { setCount } from './empties.ts'
import { computePieces } from './release-times.ts'
import { assign, setLeave, setLeg, setLatest, computeSpans } from './times.ts'
import { beginTripStep, prepareTripSteps, restoreTrips } from './trips/log.ts'

let touchedAt = new Int32Array(0)
let touched = new Int32Array(0)
let touchedCount = 0
let step = 0

// Saved routes: their stops with the values stored by node.
let saved = new Int32Array(0)
let savedLength = 0
/** Values of the saved stops after and before a break, if the problem has breaks. */
let savedBreaks = new Int32Array(0)
let savedHeads = new Int32Array(0)
let savedCosts = new Float64Array(0)
let dropped = new Int32Array(0)
let droppedCount = 0
/** Total number of stops that have lost their position, including pickups. */
let lost = 0

/** Grows the arrays for the problem in the arena and forgets all steps. */
export function prepareSteps(): void {
  const { stops, routes } = arena
  if (touched.length < routes) {
    touched = new Int32Array(routes + 16)
    touchedAt = new Int32Array(routes + 16)
    savedHeads = new Int32Array(routes + 16)
    savedCosts = new Float64Array((routes + 16) * 2)
  }
  if (dropped.length < stops + 1) dropped = new Int32Array(stops + 64)
  if (saved.length < (stops + 64) * 5 + 6 * routes) saved = new Int32Array((stops + 64) * 5 + 12 * routes)
  if (arena.tracksBreaks && savedBreaks.length < saved.length) savedBreaks = new Int32Array(saved.length)
  touchedAt.fill(-1)
  step = 0
  if (arena.tracksTrips) prepareTripSteps()
}

/** Begins a step. `restoreStep` returns the routes to this state. */
export function beginStep(): void {
  step++
  touchedCount = 0
  savedLength = 0
  droppedCount = 0
  if (arena.tracksTrips) beginTripStep()
}

/**
 * Unassigns a stop because its route is infeasible with it. Records it for `collectLostStops`, except a pickup, which
 * is recorded by its delivery.
 */
export function dropStop(stop: number): void {
  assign(stop, -1)
  lost++
  if (arena.deliveryOf[stop]! < 0) dropped[droppedCount++] = stop
}

/**
 * Returns the total number of stops that have lost their position. Callers compare two values to see if a change
 * dropped stops.
 */
export function lostStops(): number {
  return lost
}

/**
 * Appends the stops that lost their position in this step to `into` and returns the new length. Even a removal can make
 * other stops lose theirs: if the triangle inequality doesn't hold, the shorter route is later.
 */
export function collectLostStops(into: Int32Array, length: number): number {
  for (let i = 0; i < droppedCount; i++) into[length + i] = dropped[i]!
  const more = length + droppedCount
  droppedCount = 0
  return more
}

/** Saves the route before its first change in a step. Later calls in the same step do nothing. */
export function touch(route: number): void {
  if (touchedAt[route] === step) return
  touchedAt[route] = step
  const { stops, routes, next, leave, latest, distanceOn, timeOn, load, routeCost } = arena
  savedHeads[touchedCount] = savedLength
  savedCosts[touchedCount * 2] = load[route]!
  savedCosts[touchedCount * 2 + 1] = routeCost[route]!
  touched[touchedCount++] = route
  const end = stops + routes + route
  let at = savedLength
  for (let node = stops + route; node !== end; node = next[node]!) {
    saved[at] = node
    saved[at + 1] = leave[node]!
    saved[at + 2] = latest[node]!
    saved[at + 3] = distanceOn[node]!
    saved[at + 4] = timeOn[node]!
    if (arena.tracksBreaks) {
      savedBreaks[at] = leaveAfterBreak[node]!
      savedBreaks[at + 1] = latestBeforeBreak[node]!
    }
    at += 5
  }
  saved[at] = -1
  savedLength = at + 1
}

/** Restores every touched route to its state at the beginning of the step. */
export function restoreStep(): void {
  if (arena.tracksTrips) return restoreTrips()
  const { stops, routes, next, prev, leave, timeOn, load, routeCost } = arena
  for (let i = 0; i < touchedCount; i++) {
    const route = touched[i]!
    const end = stops + routes + route
    let at = savedHeads[i]!
    let before = -1
    let length = 0
    for (let node = saved[at]!; node >= 0; node = saved[at]!) {
      setLeave(node, saved[at + 1]!)
      setLatest(node, saved[at + 2]!)
      if (arena.tracksBreaks) {
        leaveAfterBreak[node] = savedBreaks[at]!
        latestBeforeBreak[node] = savedBreaks[at + 1]!
      }
      if (before >= 0) {
        next[before] = node
        prev[node] = before
        assign(node, route)
        setLeg(before, node, saved[at - 2]!, saved[at - 1]!)
        length++
      }
      before = node
      at += 5
    }
    next[before] = end
    prev[end] = before
    setLeg(before, end, saved[at - 2]!, saved[at - 1]!)
    setLeave(end, leave[before]! + timeOn[before]!)
    setLatest(end, arena.due[end]!)
    setCount(route, length)
    load[route] = savedCosts[i * 2]!
    routeCost[route] = savedCosts[i * 2 + 1]!
    if (arena.extraDimensions > 0) sumExtraLoad(route)
    if (arena.tracksReleases) computePieces(route)
    if (arena.measuresTimes) computeSpans(route)
  }
}
