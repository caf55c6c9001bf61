// Collects the hierarchy during contraction. Nodes are added when they are removed from the graph, the least important
// first, with their edges to the remaining nodes. Nodes that are never removed, the core, come last. The finished
// hierarchy has the most important node first.
import { freeMemory } from '../free-memory.ts'
import { type Adjacency, FIRST, OTHER, SIZE, VIA } from './adjacency.ts'
import type { Requirements } from '../requirements.ts'
import type { Hierarchy, Side } from './hierarchy.ts'

/**
 * Collects a hierarchy of `count` nodes. Call `add` once for each removed node, least important first, then `addToCore`
 * once for each other node, then `done`.
 *
 * @param edges expected number of edges of each direction
 * @param table requirements of the edges, or null if no edge has one
 */
export function collectHierarchy(count: number, edges: number, table: Requirements | null) {
  const ranks = new Int32Array(count)
  const up = collectSide(count, edges, table)
  const down = collectSide(count, edges, table)
  let left = count
  return {
    /** `node` is a node of the remaining graph, `names` has the original number of each of its nodes. */
    add(node: number, names: Int32Array, out: Adjacency, into: Adjacency): void {
      ranks[names[node]!] = --left
      up.add(left, node, names, out)
      down.add(left, node, names, into)
    },
    addToCore(node: number, names: Int32Array, out: Adjacency): void {
      ranks[names[node]!] = --left
      up.add(left, node, names, out)
    },
    done: (): Hierarchy => ({ count, ranks, up: up.done(ranks), down: down.done(ranks) }),
  }
}

/**
 * Collects the edges of one direction. Nodes must be added from the highest rank to rank 0. All other nodes get no edges. Fills the columns from their
 * end, so that they need no second copy in the order of the ranks. Memory at their beginning that is never written to
 * doesn't exist.
 */
function collectSide(count: number, expected: number, table: Requirements | null) {
  const first = new Int32Array(count + 1)
  let room = Math.ceil(1.5 * expected)
  let begin = room
  let others = new Int32Array(room)
  let weights = new Float64Array(room)
  let vias = new Int32Array(room)
  let requirements = new Int32Array(table ? room : 0)
  const grow = (size: number): void => {
    const [before, by] = [begin, room + size]
    room += by
    begin += by
    others = movedToEnd(others, before, new Int32Array(room))
    weights = movedToEnd(weights, before, new Float64Array(room))
    vias = movedToEnd(vias, before, new Int32Array(room))
    if (table) requirements = movedToEnd(requirements, before, new Int32Array(room))
  }
  return {
    add(rank: number, node: number, names: Int32Array, { nodes, ints, floats, requirements: own }: Adjacency): void {
      const size = nodes[4 * node + SIZE]!
      const edge = nodes[4 * node + FIRST]!
      if (size > begin) grow(size)
      begin -= size
      for (let i = 0; i < size; i++) {
        others[begin + i] = names[ints[4 * (edge + i) + OTHER]!]!
        weights[begin + i] = floats[2 * (edge + i)]!
        vias[begin + i] = ints[4 * (edge + i) + VIA]!
        if (table) requirements[begin + i] = own[edge + i]!
      }
      first[rank + 1] = size
    },
    done(ranks: Int32Array): Side {
      for (let rank = 0; rank < count; rank++) first[rank + 1]! += first[rank]!
      for (let edge = begin; edge < room; edge++) {
        others[edge] = ranks[others[edge]!]!
        if (vias[edge]! >= 0) vias[edge] = ranks[vias[edge]!]!
      }
      return {
        first,
        others: others.subarray(begin),
        weights: weights.subarray(begin),
        vias: vias.subarray(begin),
        extras: new Int32Array(room - begin),
        requirements: table ? requirements.subarray(begin) : requirements,
      }
    },
  }
}

function movedToEnd<T extends Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(from: T, begin: number, to: T): T {
  to.set(from.subarray(begin), to.length - (from.length - begin))
  freeMemory(from)
  return to
}
