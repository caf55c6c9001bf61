// Minimum durations of routes with several trips, from segments per node (Savelsbergh 1992; Vidal et al. 2013). A reload
// is a node whose window opens when the goods of its trip are ready. Breaks only make routes longer.
import * as arena from '../arena.ts'
import { unpaidLength } from '../breaks.ts'
import * as trips from './data.ts'
import { releaseOf } from './times.ts'

/** Computes minimum durations from the start to each node and from each node to the end, without the break. */
export function computeTripSpans(route: number): void {
  const { stops, routes, next, prev, timeOn, ready, due, service, headSpan, headTo, tailSpan, tailFrom } = arena
  const start = stops + route
  const end = stops + routes + route
  let span = 0
  let latest = due[start]!
  headSpan[start] = 0
  headTo[start] = latest
  for (let node = start; node !== end; ) {
    const to = next[node]!
    const lead = span + timeOn[node]!
    const slack = ready[to]! - lead
    span = lead + service[to]! + (slack > latest ? slack - latest : 0)
    if (due[to]! - lead < latest) latest = due[to]! - lead
    headSpan[to] = span
    headTo[to] = latest
    node = to
  }
  span = 0
  let from = ready[end]!
  tailSpan[end] = 0
  tailFrom[end] = from
  for (let node = end; node !== start; ) {
    const before = prev[node]!
    const lead = service[before]! + timeOn[before]!
    const here = from - lead
    const idle = here > due[before]! ? here - due[before]! : 0
    span = lead + span + idle
    from = (here > ready[before]! ? here : ready[before]!) - idle
    tailSpan[before] = span
    tailFrom[before] = from
    node = before
  }
}

/**
 * Least paid duration of the route with `stop` between two adjacent nodes, in one trip. The minimum if `isMinimum` is
 * true for the position.
 */
export function leastSpan(stop: number, from: number, to: number, route: number): number {
  const { place, row, time, timeTo, headSpan, headTo, tailSpan, tailFrom, ready, due, service } = arena
  const reached = headSpan[from]! + timeTo[row[stop]! + place[from]!]! + trips.loading[from]!
  const by = due[stop]! - reached
  const latest = by < headTo[from]! ? by : headTo[from]!
  const slack = ready[stop]! - reached - headTo[from]!
  const lead = reached + service[stop]! + (slack > 0 ? slack : 0) + time[row[stop]! + place[to]!]!
  const wait = tailFrom[to]! - lead - latest
  const span = lead + tailSpan[to]! + (wait > 0 ? wait : 0)
  return arena.tracksBreaks ? span - unpaidLength[route]! : span
}

/** Returns whether the stop delays no trip of a route without a break. */
export const isMinimum = (stop: number, from: number): boolean =>
  !arena.tracksBreaks && releaseOf(stop) <= arena.leave[trips.head[from]!]!
