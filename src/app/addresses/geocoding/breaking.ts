// A circuit breaker for geocoders: after several failures in a row, calls fail immediately for a moment, so that nobody
// waits for a geocoder that is down.
import type { Clock } from '../../ports/clock.ts'
import type { Geocoder } from '../../ports/geocoder.ts'

export const FAILURES_IN_A_ROW = 5
/** Far shorter than a minute, because orders that wait are geocoded within a minute of the geocoder's recovery. */
const REST_MS = 5_000

/** While the circuit is open, every call throws immediately. Then one call tests the geocoder. */
export function withCircuitBreaker(geocoder: Geocoder, clock: Clock): Geocoder {
  let failures = 0
  let restsUntil = 0
  return {
    name: geocoder.name,
    find: async (address, signal) => {
      const now = clock().getTime()
      // If the end of the rest is further away than a rest lasts, the clock was set back.
      if (now < restsUntil && restsUntil - now <= REST_MS)
        throw new Error(`${geocoder.name} failed ${failures} times in a row and is not called for a moment`)
      if (failures >= FAILURES_IN_A_ROW) restsUntil = now + REST_MS
      try {
        const answer = await geocoder.find(address, signal)
        failures = 0
        restsUntil = 0
        return answer
      } catch (error) {
        failures++
        if (failures >= FAILURES_IN_A_ROW) restsUntil = clock().getTime() + REST_MS
        throw error
      }
    },
  }
}
