// Legs asked for lately. A route is timed again at every tap of its driver, by nearly the same chain of places.
import type { Costing } from '../../domain/planning/costing.ts'
import type { Point } from '../../domain/orders/order.ts'

type Leg = { seconds: number; meters: number } | null
type Ask = (chain: readonly Point[]) => Promise<readonly Leg[]>

/** A few megabytes: the legs of some thousand routes. */
const MOST_LEGS = 50_000

export class RememberedLegs {
  #legs = new Map<string, Leg>()

  /** Null where not all legs of the chain are known. */
  known(chain: readonly Point[], costing: Costing): Leg[] | null {
    const keys = chain.slice(1).map((to, i) => keyOf(costing, chain[i] as Point, to))
    return keys.every((key) => this.#legs.has(key)) ? keys.map((key) => this.#legs.get(key) ?? null) : null
  }

  /** Each leg of the chain; only those not known are asked for. */
  async of(chain: readonly Point[], costing: Costing, ask: Ask): Promise<Leg[]> {
    const legs = this.#legs
    const keys = chain.slice(1).map((to, i) => keyOf(costing, chain[i] as Point, to))
    const unknown = keys.flatMap((key, i) => (legs.has(key) ? [] : [i]))
    // Known before anything is waited for: the oldest may be forgotten meanwhile.
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
        if (legs.size <= MOST_LEGS) break
        legs.delete(key)
      }
    }
    return keys.map((key) => known.get(key) ?? null)
  }

  /** The roads have changed; what is being asked for now is not kept either. */
  forget(): void {
    this.#legs = new Map()
  }
}

const keyOf = (costing: Costing, from: Point, to: Point): string =>
  `${costing} ${from.lat},${from.lng} ${to.lat},${to.lng}`
