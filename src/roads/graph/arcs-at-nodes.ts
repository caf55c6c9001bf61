// Arcs that lead to each node and arcs that lead away from it. Contains only arcs that can be driven.
import type { Arcs } from './arcs.ts'

export interface ArcsAtNodes {
  into(node: number): Int32Array
  outOf(node: number): Int32Array
}

/** Groups the drivable arcs by their end nodes. The returned arrays are views of arc indexes. */
export function arcsAtNodes(arcs: Arcs): ArcsAtNodes {
  const heads = groupByNode(arcs, arcs.head)
  const tails = groupByNode(arcs, arcs.tail)
  return {
    into: (node) => heads.list.subarray(heads.first[node], heads.first[node + 1]),
    outOf: (node) => tails.list.subarray(tails.first[node], tails.first[node + 1]),
  }
}

function groupByNode({ count, nodes, access }: Arcs, end: Int32Array): { first: Int32Array; list: Int32Array } {
  const first = new Int32Array(nodes + 1)
  for (let arc = 0; arc < count; arc++) if (access[arc]) first[(end[arc] as number) + 1]!++
  for (let node = 0; node < nodes; node++) first[node + 1]! += first[node] as number
  const list = new Int32Array(first[nodes] as number)
  const filled = first.slice(0, nodes)
  for (let arc = 0; arc < count; arc++) if (access[arc]) list[filled[end[arc] as number]!++] = arc
  return { first, list }
}
