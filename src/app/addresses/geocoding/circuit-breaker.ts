// A circuit breaker for geocoders: after several failures in a row, calls fail immediately for a moment, so that nobody
// waits for a geocoder that is down.
import type { Clock } from '../../ports/clock.ts'
import type { Geocoder } from '../../ports/geocoder.ts'

export const MAX_CONSECUTIVE_FAILURES = 5
/** Far shorter than a minute, because orders that wait are geocoded within a minute of the geocoder's recovery. */
const OPEN_MS = 5_000

/** While the circuit is open, every call throws immediately. Then one call tests the geocoder. */
export function withCircuitBreaker(geocoder: Geocoder, clock: Clock): Geocoder {
  let failures = 0
  let openUntil = 0
  return {
    name: geocoder.name,
    find: async (address, signal) => {
      const now = clock().getTime()
      // If the circuit would stay open for more than `OPEN_MS`, the clock was set back.
      if (now < openUntil && openUntil - now <= OPEN_MS)
        throw new Error(`${geocoder.name} failed ${failures} times in a row and is not called for a moment`)
      if (failures >= MAX_CONSECUTIVE_FAILURES) openUntil = now + OPEN_MS
      try {
        const answer = await geocoder.find(address, signal)
        failures = 0
        openUntil = 0
        return answer
      } catch (error) {
        failures++
        if (failures >= MAX_CONSECUTIVE_FAILURES) openUntil = clock().getTime() + OPEN_MS
        throw error
      }
    },
  }
}
