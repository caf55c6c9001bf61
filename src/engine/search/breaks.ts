// Breaks of a problem whose routes are timed with two states per node: before and after the break of the vehicle. Each
// vehicle has at most one break. A vehicle without a break has one of no length that fits anywhere.
import type { Problem } from '../problem.ts'
import { breaksNotDueAfter } from '../timing/rests.ts'
import { FAR, scaledDown, scaledUp } from './matrices.ts'

/** Per node: earliest end of service if the break is taken before or not due. `FAR`: impossible. */
export let leaveAfterBreak = new Int32Array(0)
/** Per node: latest arrival that keeps the rest of the route on time with the break still to come. */
export let latestBeforeBreak = new Int32Array(0)
/** Per route: earliest and latest start of the break, and its length. */
export let breakFrom = new Int32Array(0)
export let breakBy = new Int32Array(0)
export let breakLength = new Int32Array(0)
/** Per route: latest start of the break, -FAR if it has none, and a departure at which the break isn't due. */
export let breakDue = new Int32Array(0)
export let notDueFrom = new Int32Array(0)
/** Per route: length of the break if it is unpaid, else 0. */
export let unpaidLength = new Int32Array(0)

/** Loads the breaks of the vehicles, and the states of start and end nodes that no route changes. */
export function loadBreaks(problem: Problem): void {
  const stops = problem.stops.length
  const routes = problem.vehicles.length
  const nodes = stops + 2 * routes
  if (leaveAfterBreak.length < nodes) {
    leaveAfterBreak = new Int32Array(nodes + (nodes >> 2))
    latestBeforeBreak = new Int32Array(nodes + (nodes >> 2))
  }
  if (breakFrom.length < routes) {
    breakFrom = new Int32Array(routes + 16)
    breakBy = new Int32Array(routes + 16)
    breakLength = new Int32Array(routes + 16)
    unpaidLength = new Int32Array(routes + 16)
    breakDue = new Int32Array(routes + 16)
    notDueFrom = new Int32Array(routes + 16)
  }
  problem.vehicles.forEach((vehicle, route) => {
    const [rest] = vehicle.breaks
    const { shiftStart, shiftEnd } = vehicle
    const latestStart = rest === undefined ? Infinity : rest.windowEnd - rest.seconds
    breakFrom[route] = rest === undefined ? -FAR : scaledUp(rest.windowStart)
    breakBy[route] = scaledDown(latestStart)
    breakLength[route] = rest === undefined ? 0 : scaledUp(rest.seconds)
    unpaidLength[route] = rest?.unpaid ? breakLength[route] : 0
    const notDue = rest === undefined ? shiftStart : breaksNotDueAfter(vehicle, 1, shiftStart)
    breakDue[route] = rest === undefined ? -FAR : scaledDown(latestStart)
    notDueFrom[route] = scaledUp(notDue)
    leaveAfterBreak[stops + route] = notDueFrom[route]
    latestBeforeBreak[stops + routes + route] = scaledDown(Math.min(shiftEnd, latestStart))
  })
}

/** Returns whether the two routes have equal breaks. */
export function breaksAlike(one: number, two: number): boolean {
  return breakFrom[one] === breakFrom[two] && breakBy[one] === breakBy[two] && breakLength[one] === breakLength[two]
}

/**
 * Returns the arrival after leaving at `moment` and driving `ticks` with the break of the route on the way. `FAR` if it
 * can't be taken any more.
 */
export function arrivalWithBreak(route: number, moment: number, ticks: number): number {
  if (moment > breakBy[route]!) return FAR
  const reached = moment + ticks
  return (reached > breakFrom[route]! ? reached : breakFrom[route]!) + breakLength[route]!
}
