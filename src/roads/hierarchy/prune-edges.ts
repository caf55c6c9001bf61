// Removes edges that no shortest path uses. They exist because the search for alternatives during contraction is
// limited. Most of them are between important nodes, which every search visits.
import { NO_REQUIREMENT } from '../requirements.ts'
import type { Searchable, Side } from './hierarchy.ts'

/**
 * Removes each edge that is heavier than a path of two other edges without requirements. Shortcuts on shortest paths can still be unpacked.
 * The two edges that such a shortcut replaces are not removed, because a part of a shortest path is a shortest path.
 */
export function pruneEdges<H extends Searchable>(hierarchy: H): H {
  const { count, up, down } = hierarchy
  const best = new Float64Array(count).fill(Infinity)
  // The marks of both sides are computed before either side changes.
  const [upKept, downKept] = [markUsedEdges(up, down, best), markUsedEdges(down, up, best)]
  return { ...hierarchy, up: keepUsedEdges(up, upKept), down: keepUsedEdges(down, downKept) }
}

/** Returns 1 for each edge that no path of two edges undercuts. `against` has the edges of the other direction. */
function markUsedEdges(along: Side, against: Side, best: Float64Array): Uint8Array {
  const { first, others, weights, requirements } = along
  const used = new Uint8Array(others.length)
  for (let node = 0; node + 1 < first.length; node++) {
    const [from, end] = [first[node]!, first[node + 1]!]
    for (let edge = from; edge < end; edge++) {
      const other = others[edge]!
      const isPlain = requirements.length === 0 || requirements[edge] === NO_REQUIREMENT
      if (isPlain && weights[edge]! < best[other]!) best[other] = weights[edge]!
      else if (best[other] === Infinity) best[other] = Number.MAX_VALUE
    }
    // First tries paths whose middle node is less important than the end, then paths with a more important middle node.
    for (let edge = from; edge < end; edge++) {
      if (requirements.length > 0 && requirements[edge] !== NO_REQUIREMENT) continue
      for (let next = first[others[edge]!]!; next < first[others[edge]! + 1]!; next++) {
        if (requirements.length > 0 && requirements[next] !== NO_REQUIREMENT) continue
        const sum = weights[edge]! + weights[next]!
        const before = best[others[next]!]!
        if (sum < before && before !== Infinity) best[others[next]!] = sum
      }
    }
    for (let edge = from; edge < end; edge++) {
      const other = others[edge]!
      for (let last = against.first[other]!; last < against.first[other + 1]!; last++) {
        if (against.requirements.length > 0 && against.requirements[last] !== NO_REQUIREMENT) continue
        const sum = best[against.others[last]!]! + against.weights[last]!
        if (sum < best[other]!) best[other] = sum
      }
      used[edge] = best[other]! < weights[edge]! ? 0 : 1
    }
    for (let edge = from; edge < end; edge++) best[others[edge]!] = Infinity
  }
  return used
}

/** Moves the kept edges together in place, because a copy for a whole extract would need much time and memory. */
function keepUsedEdges({ first, others, weights, vias, extras, requirements }: Side, used: Uint8Array): Side {
  let kept = 0
  let edge = 0
  for (let node = 0; node + 1 < first.length; node++) {
    first[node] = kept
    for (const end = first[node + 1]!; edge < end; edge++) {
      if (used[edge] === 0) continue
      others[kept] = others[edge]!
      weights[kept] = weights[edge]!
      vias[kept] = vias[edge]!
      if (requirements.length > 0) requirements[kept] = requirements[edge]!
      extras[kept++] = extras[edge]!
    }
  }
  first[first.length - 1] = kept
  const part = <T extends Int32Array | Uint16Array | Float64Array>(column: T): T => column.subarray(0, kept) as T
  return {
    first,
    others: part(others),
    weights: part(weights),
    vias: part(vias),
    extras: part(extras),
    requirements: part(requirements),
  }
}
