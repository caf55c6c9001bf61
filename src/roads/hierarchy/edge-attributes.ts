// Computes the extras of shortcuts. A shortcut replaces two edges, which are stored at the middle node. The middle node
// is less important than both ends. Nodes are therefore processed from the least important one, so that the extras of
// both edges are already known.
import { arcOfVia, type Searchable, type Side } from './hierarchy.ts'

/** Sets the extras of all edges from the extras of arcs (`ofArc`). */
export function sumEdgeAttributes({ count, up, down }: Searchable, ofArc: Int32Array): void {
  for (let node = count - 1; node >= 0; node--)
    for (const side of [up, down])
      for (let edge = side.first[node]!; edge < side.first[node + 1]!; edge++) {
        const via = side.vias[edge]!
        const [from, to] = side === up ? [node, side.others[edge]!] : [side.others[edge]!, node]
        side.extras[edge] =
          via < 0
            ? (ofArc[arcOfVia(via)] ?? 0)
            : down.extras[edgeTo(down, via, from)]! + up.extras[edgeTo(up, via, to)]!
      }
}

/** Returns the index of a node's edge to another node. */
export function edgeTo({ first, others }: Side, node: number, other: number): number {
  const end = first[node + 1]!
  for (let edge = first[node]!; edge < end; edge++) if (others[edge] === other) return edge
  throw new Error(`no edge between ${node} and ${other}`)
}
