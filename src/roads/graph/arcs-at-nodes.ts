// Arcs that lead to each node and arcs that lead away from it. Contains only arcs that can be driven.
import type { Arcs } from './arcs.ts'

export interface ArcsAtNodes {
  into(node: number): number[]
  outOf(node: number): number[]
}

/** Groups the drivable arcs by their end nodes. */
export function arcsAtNodes(arcs: Arcs): ArcsAtNodes {
  const heads = groupByNode(arcs, arcs.head)
  const tails = groupByNode(arcs, arcs.tail)
  return {
    into: (node) => arcsOf(heads, node),
    outOf: (node) => arcsOf(tails, node),
  }
}

/** Returns a new array, which is smaller than a view and faster to make. */
function arcsOf({ first, list }: ReturnType<typeof groupByNode>, node: number): number[] {
  const arcs: number[] = []
  for (let at = first[node]!; at < first[node + 1]!; at++) arcs.push(list[at]!)
  return arcs
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
