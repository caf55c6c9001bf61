// The last certain fact about a route under way: the last stop that the driver reached or left, by taps and by stays of
// the vehicle. Times are epoch seconds.
import { MIN_STAY_SECONDS, type Stay } from './stays.ts'

export interface StopFacts {
  isOpen: boolean
  /** Start of the time window. Null if the stop has none. */
  opensAt: number | null
  arrivedAt: number | null
  finishedAt: number | null
  stay: Stay | null
}

export interface LastFact {
  /** Index of the stop. */
  stop: number
  /** AT: the vehicle is still at the stop. */
  kind: 'AT' | 'LEFT'
  at: number
}

/**
 * Returns the last fact, and the stays that count as visits, keyed by the index of their open stop. The `stops` must be
 * in driving order. `seenAt` is the time of the last position.
 *
 * A stay counts only at the next stop of the route, because a vehicle that waits near a later stop is probably not making
 * that delivery. It also counts only after the facts of all earlier stops, and after the window of its stop opens.
 */
export function lastFactOf(
  stops: readonly StopFacts[],
  seenAt: number | null,
): { last: LastFact | null; visits: ReadonlyMap<number, Stay> } {
  const visits = new Map<number, Stay>()
  let last: LastFact | null = null
  const note = (fact: LastFact) => {
    if (fact.at >= (last?.at ?? -Infinity)) last = fact
  }
  let before = -Infinity
  let isNext = true
  for (const [stop, facts] of stops.entries()) {
    const { isOpen, arrivedAt, finishedAt } = facts
    const tappedAt = finishedAt ?? arrivedAt
    const stay: Stay | null = isOpen && isNext ? countedStay(facts, before) : null
    if (stay) {
      visits.set(stop, stay)
      if (seenAt === null || stay.until >= seenAt) note({ stop, kind: 'AT', at: stay.from })
      else note({ stop, kind: 'LEFT', at: stay.until })
    } else if (tappedAt !== null) note({ stop, kind: isOpen ? 'AT' : 'LEFT', at: tappedAt })
    before = Math.max(before, stay?.until ?? tappedAt ?? before)
    isNext &&= !isOpen || stay !== null || arrivedAt !== null
  }
  return { last, visits }
}

/** Returns the part of the stay in which the stop may be served, from the arrival if it was tapped. Null if it is too short. */
function countedStay({ stay, arrivedAt, opensAt }: StopFacts, before: number): Stay | null {
  if (!stay) return null
  const { until } = stay
  const from = arrivedAt ?? Math.max(stay.from, before, opensAt ?? -Infinity)
  return until - from >= MIN_STAY_SECONDS ? { from, until } : null
}
