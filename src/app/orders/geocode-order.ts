// Determines an order's location: the point in the request, its current point, a confirmed location, or the geocoder's
// result.
import { type Address, type Order, type OrderInput, type Point, sameJson } from '../../domain/orders/order.ts'
import { MAX_CANDIDATES } from '../../contract/order-actions.ts'
import { addressKey } from '../../domain/addresses/us-address.ts'
import { findConfirmedLocations } from '../../store/addresses/confirmed-locations.ts'
import type { Context } from '../context.ts'
import type { GeocodeAnswer } from '../ports/geocoder.ts'

/** The API promises that geocoding on arrival takes at most 2 s of the request. */
const ARRIVAL_BUDGET_MS = 2_000

/** Concurrent geocoder requests per API request. */
const MAX_CONCURRENT_LOOKUPS = 8

export type GeocodeResult = Pick<Order, 'point' | 'placement' | 'candidates'>

export const placedAt = (point: Point): GeocodeResult => ({ point, placement: 'PLACED', candidates: null })

/** Converts the response of a geocoder. */
export function placedBy(answer: GeocodeAnswer): GeocodeResult {
  if (answer.found) return { point: answer.point, placement: answer.precision, candidates: null }
  const candidates = answer.candidates?.slice(0, MAX_CANDIDATES) ?? []
  if (candidates.length === 0) return { point: null, placement: 'UNPLACED', candidates: null }
  return {
    point: null,
    placement: 'AMBIGUOUS',
    candidates: candidates.map(({ point, label }) => ({ address: label, lat: point.lat, lng: point.lng })),
  }
}

/** State of an order that the job will geocode later. */
export const GEOCODING_PENDING: GeocodeResult = { point: null, placement: 'PENDING', candidates: null }

/**
 * Returns the location if no geocoding is needed, or null. If neither the point nor the address in the request has
 * changed, the order keeps its location, even if the office has moved it.
 */
export function knownLocation(input: OrderInput, current: Order | null): GeocodeResult | null {
  if (current && sameJson(current.givenPoint, input.givenPoint) && sameJson(current.address, input.address))
    return { point: current.point, placement: current.placement, candidates: current.candidates }
  return input.givenPoint && placedAt(input.givenPoint)
}

/**
 * Uses the business's confirmed locations, then the geocoder. Never throws: an address that can't be geocoded now stays
 * PENDING for the job.
 */
export async function geocode(ctx: Context, input: OrderInput): Promise<GeocodeResult> {
  const [placed] = await geocodeAll(ctx, [input.address])
  return placed ?? GEOCODING_PENDING
}

/** Like `geocode`, but for several addresses within the same time limit. Geocodes equal addresses once. */
export async function geocodeAll(ctx: Context, addresses: readonly Address[]): Promise<GeocodeResult[]> {
  const keys = addresses.map(addressKey)
  const asked = new Map(addresses.map((address) => [JSON.stringify(address), address]))
  const known = await ctx.read((tx) => findConfirmedLocations(tx, [...new Set(keys)]))
  const waiting = [...asked].filter(([, address]) => !known.has(addressKey(address)))
  const found = new Map<string, GeocodeResult>()
  const signal = AbortSignal.timeout(ARRIVAL_BUDGET_MS)
  const ask = async (): Promise<void> => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift())
      found.set(next[0], await askGeocoder(ctx, next[1], signal))
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_LOOKUPS }, ask))
  return addresses.map((address, i) => {
    const point = known.get(keys[i] ?? '')
    return point ? placedAt(point) : (found.get(JSON.stringify(address)) ?? GEOCODING_PENDING)
  })
}

async function askGeocoder({ geocoder, log }: Context, address: Address, signal: AbortSignal): Promise<GeocodeResult> {
  try {
    return placedBy(await geocoder.find(address, signal))
  } catch (error) {
    log.warn({ err: error }, 'no response from the geocoder; the job geocodes the order later')
    return GEOCODING_PENDING
  }
}
