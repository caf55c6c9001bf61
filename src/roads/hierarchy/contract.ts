// Contraction hierarchies (Geisberger, Sanders, Schultes and Delling, 2008): one node after another is taken out of the
// graph, the least important first, and shortcuts keep all shortest ways among those that are left. A search
// then only ever goes on to more important nodes.
import { type Graph, type Hierarchy, viaOfArc } from './hierarchy.ts'
import { Adjacency, OTHER } from './adjacency.ts'
import { collectHierarchy } from './collect.ts'
import { withoutDetours } from './detours.ts'
import { addUpExtras } from './extras.ts'
import { NodeQueue } from './node-queue.ts'
import { shortcutFinder } from './shortcuts.ts'

/** `progress` hears how many nodes are done, now and then. */
export function contract(graph: Graph, progress: (done: number) => void = () => {}): Hierarchy {
  const { count } = graph
  const { out, into } = adjacencies(graph)
  const finder = shortcutFinder(count, out, into)
  const levels = new Int32Array(count)
  const changed = new Uint8Array(count)
  // Few shortcuts for many edges gone, and nodes spread evenly: measured among the usual rules on a city's grid.
  const priority = (node: number): number =>
    levels[node]! + 2 * finder.find(node) - (out.size[node]! + into.size[node]!)
  const queue = new NodeQueue(Float64Array.from({ length: count }, (_, node) => priority(node)))
  const collected = collectHierarchy(count)
  for (let done = 0; done < count; done++) {
    let node = queue.first
    // What is around a node may have changed since it was valued.
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
  addUpExtras(hierarchy, graph.extras)
  return withoutDetours(hierarchy)

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
      // What is no shortcut names its arc instead of a node.
      out.put(node, other, weights[edge]!, viaOfArc(arcs[edge]!))
      into.put(other, node, weights[edge]!, viaOfArc(arcs[edge]!))
    }
  return { out, into }
}
