// Cache of the hours of streets. The page of a day asks for the hours of all its stops each time it is shown.
import type { Point } from '../../domain/orders/order.ts'
import { type RoadVehicle, roadVehicleKey } from '../../domain/planning/road-vehicle.ts'
import type { StreetHours } from '../../domain/planning/street-hours.ts'

type Hours = StreetHours | null
type Ask = (points: readonly Point[]) => Promise<readonly Hours[]>

/** A few megabytes, enough for the stops of some hundred days. */
const MAX_POINTS = 50_000

export class HoursCache {
  #hours = new Map<string, Hours>()

  /** Returns the hours at each point. Requests only those that are not cached, in one question. */
  async of(points: readonly Point[], vehicle: RoadVehicle, ask: Ask): Promise<Hours[]> {
    const hours = this.#hours
    const name = roadVehicleKey(vehicle)
    const keys = points.map(({ lat, lng }) => `${name} ${lat},${lng}`)
    // Copied before the request, because the oldest entries may be evicted during it.
    const known = new Map(keys.flatMap((key) => (hours.has(key) ? [[key, hours.get(key) ?? null] as const] : [])))
    const unknown = new Map(keys.flatMap((key, i) => (known.has(key) ? [] : [[key, points[i] as Point] as const])))
    if (unknown.size > 0) {
      const answered = await ask([...unknown.values()])
      for (const [i, key] of [...unknown.keys()].entries()) {
        const found = answered[i] ?? null
        known.set(key, found)
        hours.set(key, found)
      }
      for (const key of hours.keys()) {
        if (hours.size <= MAX_POINTS) break
        hours.delete(key)
      }
    }
    return keys.map((key) => known.get(key) ?? null)
  }

  /** Clears the cache because the roads have changed. Results of running requests are not cached either. */
  forget(): void {
    this.#hours = new Map()
  }
}
