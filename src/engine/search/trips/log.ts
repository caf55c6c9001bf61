// Undo log of a search step for routes with several trips.
import * as arena from '../arena.ts'
import { freeReloads, orderOf, writeTrips } from './route.ts'

let touchedAt = new Int32Array(0)
let touched = new Int32Array(0)
let touchedCount = 0
let step = 0
/** Orders of the touched routes, each at `begins`. */
let saved = new Int32Array(0)
let begins = new Int32Array(0)

/** Grows the arrays for the problem in the arena and forgets all steps. */
export function prepareTripSteps(): void {
  const { stops, routes } = arena
  if (touched.length < routes + 1) {
    touched = new Int32Array(routes + 16)
    touchedAt = new Int32Array(routes + 16)
    begins = new Int32Array(routes + 16)
  }
  if (saved.length < 2 * stops + 64) saved = new Int32Array(2 * stops + 64)
  touchedAt.fill(-1)
  step = 0
  beginTripStep()
}

/** Begins a step. `restoreTrips` returns the routes to this state. */
export function beginTripStep(): void {
  step++
  touchedCount = 0
  begins[0] = 0
}

/** Saves the route before its first change in a step. */
export function touchTrips(route: number): void {
  if (touchedAt[route] === step) return
  touchedAt[route] = step
  touched[touchedCount] = route
  const from = begins[touchedCount]!
  begins[++touchedCount] = from + orderOf(route, saved.subarray(from))
}

/** Restores every touched route to its state at the beginning of the step. */
export function restoreTrips(): void {
  for (let i = 0; i < touchedCount; i++) freeReloads(touched[i]!)
  for (let i = 0; i < touchedCount; i++)
    writeTrips(touched[i]!, saved.subarray(begins[i], begins[i + 1]), begins[i + 1]! - begins[i]!)
}
