// Contraction hierarchies (Geisberger, Sanders, Schultes and Delling, 2008). Nodes are removed from the graph one by
// one, the least important first. Shortcuts preserve all shortest paths among the remaining nodes. A search then only
// leads to more important nodes.
import { type Graph, type Hierarchy, viaOfArc } from './hierarchy.ts'
import { Adjacency, OTHER } from './adjacency.ts'
import { collectHierarchy } from './collect.ts'
import { pruneEdges } from './prune-edges.ts'
import { sumEdgeAttributes } from './edge-attributes.ts'
import { NodeQueue } from './node-queue.ts'
import { ShortcutFinder } from './shortcuts.ts'

/** `progress` is called with the number of finished nodes, every 1,024 nodes. */
export function contract(graph: Graph, progress: (done: number) => void = () => {}): Hierarchy {
  const { count } = graph
  const { out, into } = adjacencies(graph)
  const finder = new ShortcutFinder(count, out, into)
  const levels = new Int32Array(count)
  const changed = new Uint8Array(count)
  // Nodes with a low priority are removed first. The formula prefers nodes whose removal adds few shortcuts and removes
  // many edges, evenly distributed over the map. It was the best of several common formulas on the grid of a city.
  const priority = (node: number): number =>
    levels[node]! + 2 * finder.find(node) - (out.size[node]! + into.size[node]!)
  const queue = new NodeQueue(Float64Array.from({ length: count }, (_, node) => priority(node)))
  const collected = collectHierarchy(count)
  for (let done = 0; done < count; done++) {
    let node = queue.first
    // The neighborhood of a node may have changed since its priority was computed.
    while (changed[node] === 1) {
      changed[node] = 0
      queue.change(node, priority(node))
      if (queue.first === node) break
      node = queue.first
    }
    if (finder.node !== node) finder.find(node)
    queue.remove(node)
    collected.add(node, out, into)
    takeOut(node)
    const { found } = finder
    for (let i = 0; i < found.count; i++) {
      const [from, to, weight] = [found.from[i]!, found.to[i]!, found.weights[i]!]
      out.put(from, to, weight, node)
      into.put(to, from, weight, node)
    }
    if (done % 1_024 === 0) progress(done)
  }
  const hierarchy = collected.done()
  sumEdgeAttributes(hierarchy, graph.extras)
  return pruneEdges(hierarchy)

  function takeOut(node: number): void {
    const level = levels[node]! + 1
    for (const [edges, others] of [
      [into, out],
      [out, into],
    ] as const) {
      const first = edges.first[node]!
      const end = first + edges.size[node]!
      for (let edge = first; edge < end; edge++) {
        const other = edges.ints[4 * edge + OTHER]!
        others.remove(other, node)
        changed[other] = 1
        if (levels[other]! < level) levels[other] = level
      }
    }
  }
}

function adjacencies({ count, first, to, weights, arcs }: Graph): { out: Adjacency; into: Adjacency } {
  const outDegrees = new Int32Array(count)
  const inDegrees = new Int32Array(count)
  for (let node = 0; node < count; node++) {
    outDegrees[node] = first[node + 1]! - first[node]!
    for (let edge = first[node]!; edge < first[node + 1]!; edge++) inDegrees[to[edge]!]!++
  }
  const out = new Adjacency(outDegrees)
  const into = new Adjacency(inDegrees)
  for (let node = 0; node < count; node++)
    for (let edge = first[node]!; edge < first[node + 1]!; edge++) {
      const other = to[edge]!
      if (other === node) continue
      // The field for the middle node of a shortcut contains the arc of an original edge.
      out.put(node, other, weights[edge]!, viaOfArc(arcs[edge]!))
      into.put(other, node, weights[edge]!, viaOfArc(arcs[edge]!))
    }
  return { out, into }
}
