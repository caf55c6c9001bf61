// Stores the result of a search for combination with later searches. An additional location then takes two searches,
// not one for every other location.
import type { UpwardSearch } from './upward-search.ts'

export interface StoredSearch {
  nodes: Int32Array
  weights: Float64Array
  extras: Int32Array
}

/** Copies the settled nodes of a search. */
export function storedSearchOf({ nodes, weights, extras, settled }: UpwardSearch): StoredSearch {
  const kept = nodes.slice(0, settled)
  return { nodes: kept, weights: weights.slice(0, settled), extras: kept.map((node) => extras[node]!) }
}

/** Returns the memory of a stored search in bytes. */
export const bytesOf = ({ nodes }: StoredSearch): number => 16 * nodes.length

/**
 * Returns weight and extra of the lightest path that combines a search with a stored search of the other direction.
 * `Infinity` if both searches have no node in common.
 */
export function lightestMeeting(
  { reached, extras: carried }: UpwardSearch,
  { nodes, weights, extras }: StoredSearch,
): { weight: number; extra: number } {
  let weight = Infinity
  let best = -1
  for (let at = 0; at < nodes.length; at++) {
    const sum = reached[nodes[at]!]! + weights[at]!
    if (sum >= weight) continue
    weight = sum
    best = at
  }
  return { weight, extra: best < 0 ? 0 : carried[nodes[best]!]! + extras[best]! }
}
