// Returns the requested location: the given coordinates, or the geocoder's result for an address.
import type { Point } from '../../../domain/orders/order.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { GeocodeAnswer } from '../../ports/geocoder.ts'

/**
 * Maximum time for the geocoder. If it hangs, the response must be 503 within 5 s (docs/spec/availability.md#statuses).
 */
const LOOKUP_BUDGET_MS = 4_000

export async function locate(
  ctx: Pick<Context, 'geocoder' | 'log'>,
  { lat, lng, address }: { lat?: number; lng?: number; address?: string },
): Promise<Point> {
  return lat !== undefined && lng !== undefined ? { lat, lng } : (await geocodeOrThrow(ctx, address ?? '')).point
}

/** Geocodes an address. If no location is found, throws an error with the reason. */
export async function geocodeOrThrow(
  { geocoder, log }: Pick<Context, 'geocoder' | 'log'>,
  address: string,
): Promise<Extract<GeocodeAnswer, { found: true }>> {
  if (geocoder.name === 'none')
    throw new AppError(
      'unconfigured',
      'GEOCODER_NOT_CONFIGURED',
      'Address lookup isn’t set up. Use coordinates (lat and lng).',
    )
  let answer: GeocodeAnswer
  try {
    answer = await geocoder.find(address, AbortSignal.timeout(LOOKUP_BUDGET_MS))
  } catch (error) {
    log.warn({ err: error }, 'the geocoder did not respond to an availability check')
    throw new AppError(
      'unavailable',
      'GEOCODER_DOWN',
      'Addresses can’t be looked up right now; offer your own standard days.',
    )
  }
  if (!answer.found)
    throw new AppError('unprocessable', 'ADDRESS_NOT_FOUND', 'The address could not be found.', { fields: ['address'] })
  return answer
}
