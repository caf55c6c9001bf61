// Geocodes addresses with known locations and reports the error of each.
import type { Geocoder } from '../../src/app/ports/geocoder.ts'
import { straightLineMeters } from '../../src/domain/geo/geo.ts'
import type { Address, Point } from '../../src/domain/orders/order.ts'
import { seeded } from '../random.ts'
import type { Variation } from './variations.ts'

export interface KnownAddress {
  address: Address
  point: Point
}

export interface GeocodingErrors {
  total: number
  within100: number
  within1000: number
  beyond1000: number
  /** Number of addresses with candidates to choose from instead of a location. */
  ambiguous: number
  notFound: number
  approximate: number
}

const NEVER_ABORTED = new AbortController().signal

export async function measureErrors(
  geocoder: Geocoder,
  addresses: readonly KnownAddress[],
  variation: Variation,
  seed = 1,
): Promise<GeocodingErrors> {
  const random = seeded(seed)
  const errors = {
    total: addresses.length,
    within100: 0,
    within1000: 0,
    beyond1000: 0,
    ambiguous: 0,
    notFound: 0,
    approximate: 0,
  }
  for (const { address, point } of addresses) {
    const answer = await geocoder.find(variation(address, random), NEVER_ABORTED)
    if (!answer.found) {
      if (answer.candidates?.length) errors.ambiguous++
      else errors.notFound++
      continue
    }
    const errorMeters = straightLineMeters(answer.point, point)
    if (errorMeters <= 100) errors.within100++
    else if (errorMeters <= 1_000) errors.within1000++
    else errors.beyond1000++
    if (answer.precision === 'APPROXIMATE') errors.approximate++
  }
  return errors
}

/** Divides all items randomly into five parts, the same for the same seed. Returns part `fold` as `heldOut`. */
export function splitHeldOut<T>(all: readonly T[], seed: number, fold = 0): { heldOut: T[]; remaining: T[] } {
  const random = seeded(seed)
  const heldOut: T[] = []
  const remaining: T[] = []
  for (const one of all) (Math.floor(random() * 5) === fold ? heldOut : remaining).push(one)
  return { heldOut, remaining }
}
