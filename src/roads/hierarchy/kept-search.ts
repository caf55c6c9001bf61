// What a search found, kept to be met by later ones: then a place more costs two searches, not one for every other place.
import type { UpwardSearch } from './upward-search.ts'

export interface KeptSearch {
  nodes: Int32Array
  weights: Float64Array
  extras: Int32Array
}

export function keptOf({ nodes, weights, extras, settled }: UpwardSearch): KeptSearch {
  const kept = nodes.slice(0, settled)
  return { nodes: kept, weights: weights.slice(0, settled), extras: kept.map((node) => extras[node]!) }
}

export const bytesOf = ({ nodes }: KeptSearch): number => 16 * nodes.length

/** The lightest way between where the search began, in one direction, and where the kept one did, in the other. */
export function meeting(
  { reached, extras: carried }: UpwardSearch,
  { nodes, weights, extras }: KeptSearch,
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
