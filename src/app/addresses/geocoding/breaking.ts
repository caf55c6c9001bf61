// Leaves a geocoder alone for a moment after it failed several times in a row, so that nobody waits for what is down.
import type { Clock } from '../../ports/clock.ts'
import type { Geocoder } from '../../ports/geocoder.ts'

export const FAILURES_IN_A_ROW = 5
/** Well under the minute in which waiting orders are placed after its return. */
const REST_MS = 5_000

/** While it rests every look-up throws at once; then one is let through to try. */
export function breaking(geocoder: Geocoder, clock: Clock): Geocoder {
  let failures = 0
  let restsUntil = 0
  return {
    name: geocoder.name,
    find: async (address, signal) => {
      const now = clock().getTime()
      // Further off than a rest takes, the clock has stepped back.
      if (now < restsUntil && restsUntil - now <= REST_MS)
        throw new Error(`${geocoder.name} failed ${failures} times in a row and is left alone`)
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
