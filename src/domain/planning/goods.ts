// Goods that are picked up during a route, for the depot or for another delivery of the route.
import type { OrderRules } from './rules.ts'

export interface WithGoods {
  externalRef: string
  rules?: OrderRules | null
}

/**
 * Maps each taker to its giver, as indexes into `orders`. The taker's goods are picked up at the giver's stop. A pair
 * needs both deliveries in `orders`, and a giver with its own goods from the depot and no earlier taker. `may` excludes
 * pairs that can't stay together.
 */
export function goodsPairs(
  orders: readonly WithGoods[],
  may: (taker: number, giver: number) => boolean = () => true,
): Map<number, number> {
  const byRef = new Map(orders.map(({ externalRef }, i) => [externalRef, i]))
  const pairs = new Map<number, number>()
  const givers = new Set<number>()
  for (const [taker, { rules }] of orders.entries()) {
    const giver = rules?.goodsFrom === undefined ? undefined : byRef.get(rules.goodsFrom)
    if (giver === undefined || giver === taker || givers.has(giver)) continue
    if (orders[giver]?.rules?.goodsFrom !== undefined || !may(taker, giver)) continue
    givers.add(giver)
    pairs.set(taker, giver)
  }
  return pairs
}
