// Goods that are picked up on the way: for the depot, or for another delivery of the same route.
import type { OrderRules } from './rules.ts'

export interface WithGoods {
  externalRef: string
  rules?: OrderRules | null
}

/**
 * By delivery the one at whose stop its goods are picked up, as indexes: only among these, and only where that one has
 * its own goods from the depot and gives to no other before it. `may` leaves out what can't be kept together.
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
