// Geocodes addresses with known locations and reports the error of each.
import type { Geocoder } from '../../src/app/ports/geocoder.ts'
import { straightLineMeters } from '../../src/domain/geo/geo.ts'
import type { Address, Point } from '../../src/domain/orders/order.ts'
import { seeded } from '../random.ts'
import type { Vary } from './variations.ts'

export interface KnownAddress {
  address: Address
  point: Point
}

export interface GeocodingErrors {
  asked: number
  within100: number
  within1000: number
  beyond: number
  /** Number of addresses with candidates to choose from instead of a location. */
  questions: number
  notFound: number
  approximate: number
}

const SIGNAL = new AbortController().signal

export async function geocodingErrors(
  geocoder: Geocoder,
  known: readonly KnownAddress[],
  vary: Vary,
  seed = 1,
): Promise<GeocodingErrors> {
  const random = seeded(seed)
  const landed = {
    asked: known.length,
    within100: 0,
    within1000: 0,
    beyond: 0,
    questions: 0,
    notFound: 0,
    approximate: 0,
  }
  for (const { address, point } of known) {
    const answer = await geocoder.find(vary(address, random), SIGNAL)
    if (!answer.found) {
      if (answer.candidates?.length) landed.questions++
      else landed.notFound++
      continue
    }
    const off = straightLineMeters(answer.point, point)
    if (off <= 100) landed.within100++
    else if (off <= 1_000) landed.within1000++
    else landed.beyond++
    if (answer.precision === 'APPROXIMATE') landed.approximate++
  }
  return landed
}

/** Divides all items randomly into five parts, the same for the same seed. Returns part `fold` as `held`. */
export function splitHeldOut<T>(all: readonly T[], seed: number, fold = 0): { held: T[]; rest: T[] } {
  const random = seeded(seed)
  const held: T[] = []
  const rest: T[] = []
  for (const one of all) (Math.floor(random() * 5) === fold ? held : rest).push(one)
  return { held, rest }
}
