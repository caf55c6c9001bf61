// Limits the rate of calls to a geocoder, across all processes.
import type { Database } from '../../../store/database.ts'
import { reserveRequestSlot } from '../../../store/addresses/geocode-answers.ts'
import type { Geocoder } from '../../ports/geocoder.ts'

/** Shorter than the shortest timeout of a caller, so that the caller still waits for a reserved slot. */
const MAX_WAIT_MS = 1_500

/** Each call waits for a free request slot. It throws if the next slot is more than `MAX_WAIT_MS` away. */
export const withRateLimit = (geocoder: Geocoder, db: Pick<Database, 'asSystem'>, perSecond: number): Geocoder => ({
  name: geocoder.name,
  find: async (address, signal) => {
    const waitMs = await db.asSystem((tx) => reserveRequestSlot(tx, geocoder.name, 1_000 / perSecond, MAX_WAIT_MS))
    if (waitMs === null)
      throw new Error(`${geocoder.name} accepts ${perSecond} calls per second, and too many are waiting`)
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    signal.throwIfAborted()
    return geocoder.find(address, signal)
  },
})
