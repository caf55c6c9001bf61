// Caches a geocoder's results.
import { addressKey } from '../../../domain/addresses/us-address.ts'
import type { Database } from '../../../store/database.ts'
import { deleteExpiredAnswers, cacheAnswer, findCachedAnswer } from '../../../store/addresses/geocode-answers.ts'
import type { Clock } from '../../ports/clock.ts'
import type { GeocodeAnswer, Geocoder } from '../../ports/geocoder.ts'

/** Google's terms allow 30 days. */
const CACHE_TTL_MS = 30 * 24 * 3_600_000

/**
 * Addresses that were not found aren't cached, because the house may be on the map tomorrow. An address in one line
 * isn't cached either: a customer enters it in an order form, hardly ever twice.
 */
export const withCache = (geocoder: Geocoder, db: Pick<Database, 'asSystem'>, clock: Clock): Geocoder => ({
  name: geocoder.name,
  find: async (address, signal) => {
    if (typeof address === 'string') return geocoder.find(address, signal)
    const key = addressKey(address)
    const cached = await db.asSystem((tx) => findCachedAnswer(tx, geocoder.name, key, clock()))
    // This function is the cache's only writer.
    if (cached) return cached as GeocodeAnswer
    const answer = await geocoder.find(address, signal)
    if (!answer.found) return answer
    const now = clock()
    await db.asSystem(async (tx) => {
      await deleteExpiredAnswers(tx, now)
      await cacheAnswer(tx, geocoder.name, key, answer, new Date(now.getTime() + CACHE_TTL_MS))
    })
    return answer
  },
})
