// Requests route geometry for a whole chain of locations. If one of its legs has no route, requests each leg
// separately.
import type { Point } from '../../domain/orders/order.ts'
import { ProviderStatus } from '../fetch-json.ts'

/** Requests the geometry of a chain, one line per leg. Status 400 means that there is no route. */
type AskWays = (chain: readonly Point[]) => Promise<Point[][]>

/**
 * Returns the geometry of each leg. Null for a leg without a route. If the whole chain has no route, requests each leg.
 */
export async function fetchWays(ask: AskWays, chain: readonly Point[]): Promise<(Point[] | null)[]> {
  const legs = chain.slice(1).map((to, i) => [chain[i] as Point, to] as const)
  if (legs.length === 0) return []
  const whole = await nullIfRefused(ask, chain)
  if (whole) {
    if (whole.length !== legs.length) throw new Error(`${whole.length} ways were answered for ${legs.length} legs`)
    return whole
  }
  if (legs.length === 1) return [null]
  const ways: (Point[] | null)[] = []
  for (const leg of legs) ways.push((await nullIfRefused(ask, leg))?.[0] ?? null)
  return ways
}

async function nullIfRefused(ask: AskWays, chain: readonly Point[]): Promise<Point[][] | null> {
  try {
    return await ask(chain)
  } catch (error) {
    if (error instanceof ProviderStatus && error.status === 400) return null
    throw error
  }
}
