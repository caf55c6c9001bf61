// Collects the hierarchy during contraction. Nodes are added when they are removed from the graph, the least important
// first, with their edges to the remaining nodes. The finished hierarchy has the most important node first.
import { growingInts, growingNumbers } from '../read/growing.ts'
import { type Adjacency, OTHER, VIA } from './adjacency.ts'
import type { Hierarchy, Side } from './hierarchy.ts'

/** Collects a hierarchy of `count` nodes. Call `add` once for each node, least important first, then `done`. */
export function collectHierarchy(count: number) {
  const ranks = new Int32Array(count)
  const up = collectSide(count)
  const down = collectSide(count)
  let left = count
  return {
    add(node: number, out: Adjacency, into: Adjacency): void {
      ranks[node] = --left
      up.add(left, node, out)
      down.add(left, node, into)
    },
    done: (): Hierarchy => ({ count, ranks, up: up.done(ranks), down: down.done(ranks) }),
  }
}

/** Collects the edges of one direction. Nodes must be added from the highest rank to rank 0. */
function collectSide(count: number) {
  const first = new Int32Array(count + 1)
  const others = growingInts()
  const weights = growingNumbers()
  const vias = growingInts()
  return {
    add(rank: number, node: number, edges: Adjacency): void {
      const end = edges.first[node]! + edges.size[node]!
      for (let edge = edges.first[node]!; edge < end; edge++) {
        others.push(edges.ints[4 * edge + OTHER]!)
        weights.push(edges.floats[2 * edge]!)
        vias.push(edges.ints[4 * edge + VIA]!)
      }
      first[rank + 1] = edges.size[node]!
    },
    done(ranks: Int32Array): Side {
      for (let rank = 0; rank < count; rank++) first[rank + 1]! += first[rank]!
      const side: Side = {
        first,
        others: new Int32Array(others.length),
        weights: new Float64Array(others.length),
        vias: new Int32Array(others.length),
        extras: new Int32Array(others.length),
      }
      let from = 0
      for (let rank = count - 1; rank >= 0; rank--) {
        for (let to = first[rank]!; to < first[rank + 1]!; to++, from++) {
          const via = vias.at(from)
          side.others[to] = ranks[others.at(from)]!
          side.weights[to] = weights.at(from)
          side.vias[to] = via >= 0 ? ranks[via]! : via
        }
      }
      return side
    },
  }
}
