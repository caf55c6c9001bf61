// Edges that no shortest way uses, left out at the end: while the graph is contracted, searches for other ways are cut short.
// Most are between important nodes, which every search goes through.
import type { Searchable, Side } from './hierarchy.ts'

/**
 * Leaves out each edge for which two others make up. What is kept and used keeps both of its halves: a part of a shortest
 * way is one.
 */
export function withoutDetours<H extends Searchable>(hierarchy: H): H {
  const { count, up, down } = hierarchy
  const best = new Float64Array(count).fill(Infinity)
  // Both sides are judged before either changes.
  const [upKept, downKept] = [usedOf(up, down, best), usedOf(down, up, best)]
  return { ...hierarchy, up: only(up, upKept), down: only(down, downKept) }
}

/** 1 for each edge that no two others undercut. `against` has the edges of the other direction. */
function usedOf(along: Side, against: Side, best: Float64Array): Uint8Array {
  const { first, others, weights } = along
  const used = new Uint8Array(others.length)
  for (let node = 0; node + 1 < first.length; node++) {
    const [from, end] = [first[node]!, first[node + 1]!]
    for (let edge = from; edge < end; edge++) best[others[edge]!] = weights[edge]!
    // By way of a less important node than the other end is, then of a more important one.
    for (let edge = from; edge < end; edge++)
      for (let next = first[others[edge]!]!; next < first[others[edge]! + 1]!; next++) {
        const sum = weights[edge]! + weights[next]!
        const before = best[others[next]!]!
        if (sum < before && before !== Infinity) best[others[next]!] = sum
      }
    for (let edge = from; edge < end; edge++) {
      const other = others[edge]!
      for (let last = against.first[other]!; last < against.first[other + 1]!; last++) {
        const sum = best[against.others[last]!]! + against.weights[last]!
        if (sum < best[other]!) best[other] = sum
      }
      used[edge] = best[other]! < weights[edge]! ? 0 : 1
    }
    for (let edge = from; edge < end; edge++) best[others[edge]!] = Infinity
  }
  return used
}

/** The edges that are kept move together where they are, as a whole extract's would take long to copy, and much memory. */
function only({ first, others, weights, vias, extras }: Side, used: Uint8Array): Side {
  let kept = 0
  let edge = 0
  for (let node = 0; node + 1 < first.length; node++) {
    first[node] = kept
    for (const end = first[node + 1]!; edge < end; edge++) {
      if (used[edge] === 0) continue
      others[kept] = others[edge]!
      weights[kept] = weights[edge]!
      vias[kept] = vias[edge]!
      extras[kept++] = extras[edge]!
    }
  }
  first[first.length - 1] = kept
  const part = <T extends Int32Array | Float64Array>(column: T): T => column.subarray(0, kept) as T
  return { first, others: part(others), weights: part(weights), vias: part(vias), extras: part(extras) }
}
