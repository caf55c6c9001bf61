// Tracks recent calls to a provider. Its own health check is not enough: it may pass while the provider rejects calls
// above a rate limit or sends invalid responses.
import type { Clock } from '../../ports/clock.ts'
import type { Geocoder } from '../../ports/geocoder.ts'
import type { RoadDistances } from '../../ports/roads.ts'

/** Time after which a failure no longer counts, because the provider may work again. */
const REMEMBERED_FOR_MS = 60_000

export interface ProviderCalls {
  /** Returns a sentence about the last failure if the last `failuresInARow` calls or more failed. Null otherwise. */
  fault: () => string | null
  /** Makes the call and records its result. */
  noted<T>(call: () => Promise<T>): Promise<T>
}

/** Creates a tracker that reports a fault after this many failures in a row. */
export function providerCalls(clock: Clock, failuresInARow: number): ProviderCalls {
  let failures = 0
  let last = { at: 0, fault: '' }
  return {
    fault: () =>
      failures >= failuresInARow && clock().getTime() - last.at < REMEMBERED_FOR_MS
        ? `Calls fail: ${last.fault}.`
        : null,
    noted: async (call) => {
      try {
        const answer = await call()
        failures = 0
        return answer
      } catch (error) {
        // Ignore a 400, because the request causes it and not the provider.
        if (statusOf(error) !== 400) {
          failures++
          last = { at: clock().getTime(), fault: wordsFor(error) }
        }
        throw error
      }
    },
  }
}

function wordsFor(error: unknown): string {
  const status = statusOf(error)
  if (status !== null) return `it responded with ${status}`
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError') return 'it did not respond in time'
  return name === 'SyntaxError' || name === 'ZodError'
    ? 'its response was invalid'
    : 'the response was missing or incomplete'
}

const statusOf = (error: unknown): number | null =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null

export const withGeocoderStatistics = (geocoder: Geocoder, calls: ProviderCalls): Geocoder => ({
  name: geocoder.name,
  find: (address, signal) => calls.noted(() => geocoder.find(address, signal)),
})

export const withDistanceStatistics = (distances: RoadDistances, calls: ProviderCalls): RoadDistances => ({
  ...distances,
  table: (...asked) => calls.noted(() => distances.table(...asked)),
})
