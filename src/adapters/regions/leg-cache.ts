// Cache of recently computed legs. A route is timed again at every tap of its driver, with nearly the same chain of
// locations.
import type { RoadLeg } from '../../app/ports/roads.ts'
import type { Point } from '../../domain/orders/order.ts'
import { type RoadVehicle, roadVehicleKey } from '../../domain/planning/road-vehicle.ts'

type Leg = RoadLeg | null
type Ask = (chain: readonly Point[]) => Promise<readonly Leg[]>

/** A few megabytes, enough for the legs of some thousand routes. */
const MAX_LEGS = 50_000

export class LegCache {
  #legs = new Map<string, Leg>()

  /** Returns the legs of the chain. Null unless all of them are cached. */
  known(chain: readonly Point[], vehicle: RoadVehicle): Leg[] | null {
    const keys = chain.slice(1).map((to, i) => keyOf(roadVehicleKey(vehicle), chain[i] as Point, to))
    return keys.every((key) => this.#legs.has(key)) ? keys.map((key) => this.#legs.get(key) ?? null) : null
  }

  /** Returns all legs of the chain. Requests only those that are not cached. */
  async of(chain: readonly Point[], vehicle: RoadVehicle, ask: Ask): Promise<Leg[]> {
    const legs = this.#legs
    const keys = chain.slice(1).map((to, i) => keyOf(roadVehicleKey(vehicle), chain[i] as Point, to))
    const unknown = keys.flatMap((key, i) => (legs.has(key) ? [] : [i]))
    // Copied before the request, because the oldest entries may be evicted during it.
    const known = new Map(keys.map((key) => [key, legs.get(key) ?? null]))
    if (unknown.length > 0) {
      const asked = unknown.flatMap((i) => (unknown.includes(i - 1) ? [i + 1] : [i, i + 1]))
      const answered = await ask(asked.map((i) => chain[i] as Point))
      for (const i of unknown) {
        const key = keys[i] as string
        const leg = answered[asked.indexOf(i + 1) - 1] ?? null
        known.set(key, leg)
        legs.set(key, leg)
      }
      for (const key of legs.keys()) {
        if (legs.size <= MAX_LEGS) break
        legs.delete(key)
      }
    }
    return keys.map((key) => known.get(key) ?? null)
  }

  /** Clears the cache because the roads have changed. Results of running requests are not cached either. */
  forget(): void {
    this.#legs = new Map()
  }
}

const keyOf = (vehicle: string, from: Point, to: Point): string =>
  `${vehicle} ${from.lat},${from.lng} ${to.lat},${to.lng}`
