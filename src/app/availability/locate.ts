// The point asked about: as sent, or the geocoder's for an address.
import type { Point } from '../../domain/order.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import type { GeocodeAnswer } from '../ports.ts'

/** A hanging geocoder: 503 within 5 s (contract: Availability). */
const LOOKUP_BUDGET_MS = 4_000

export async function locate(
  { geocoder, log }: Pick<Context, 'geocoder' | 'log'>,
  { lat, lng, address }: { lat?: number; lng?: number; address?: string },
): Promise<Point> {
  if (lat !== undefined && lng !== undefined) return { lat, lng }
  if (geocoder.name === 'none')
    throw new AppError('unavailable', 'GEOCODER_NOT_CONFIGURED', 'No geocoder is configured here; send lat and lng.')
  let answer: GeocodeAnswer
  try {
    answer = await geocoder.find(address ?? '', AbortSignal.timeout(LOOKUP_BUDGET_MS))
  } catch (error) {
    log.warn({ err: error }, 'the geocoder did not answer an availability check')
    throw new AppError(
      'unavailable',
      'GEOCODER_DOWN',
      'Addresses can not be looked up right now; offer your own standard days.',
    )
  }
  if (!answer.found)
    throw new AppError('unprocessable', 'ADDRESS_NOT_FOUND', 'The address could not be found.', { fields: ['address'] })
  return answer.point
}
