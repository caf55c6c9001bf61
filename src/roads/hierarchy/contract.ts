// Contraction hierarchies (Geisberger, Sanders, Schultes and Delling, 2008). Nodes are removed from the graph one by
// one, the least important first. Shortcuts preserve all shortest paths among the remaining nodes. A search then only
// leads to more important nodes.
import { NO_REQUIREMENT } from '../requirements.ts'
import { type Graph, type Hierarchy, viaOfArc } from './hierarchy.ts'
import { freeMemory } from '../free-memory.ts'
import { Adjacency, FIRST, OTHER, SIZE } from './adjacency.ts'
import { collectHierarchy } from './collect.ts'
import { pruneEdges } from './prune-edges.ts'
import { sumEdgeAttributes } from './edge-attributes.ts'
import { NodeQueue } from './node-queue.ts'
import { ShortcutFinder } from './shortcuts.ts'

/** The nodes that are not yet removed. They get new numbers from time to time, so that they stay close in memory. */
interface Remaining {
  count: number
  /** Number of each node in the graph. */
  names: Int32Array
  out: Adjacency
  into: Adjacency
  /** Each node is above all of its removed neighbors. */
  levels: Int32Array
  /** 1 for nodes whose neighborhood has changed since their priority was computed. */
  changed: Uint8Array
  priorities: Float64Array
}

/** Nodes get new numbers when this fraction is left. With few nodes, all are close in memory. */
const RENUMBERED_AT = 0.5
const RENUMBERED_ABOVE = 1_000

/**
 * The contraction ends when the nodes that are left have more edges than this on average. In a large city in which all
 * streets have the same speed, the removal of these nodes would take longer than that of all others. They become the
 * core of the hierarchy, which each search visits.
 */
const MOST_EDGES_A_NODE = 32

/**
 * Contracts the graph, and removes its edges to free their memory. `progress` is called with the number of finished
 * nodes, every 1,024 nodes.
 */
export function contract(graph: Graph, progress: (done: number) => void = () => {}): Hierarchy {
  const table = graph.restricted?.table ?? null
  const collected = collectHierarchy(graph.count, graph.to.length, table)
  let remaining = allNodes(graph)
  freeMemory(graph.first, graph.to, graph.arcs, graph.weights, graph.restricted?.of ?? new Int32Array(0))
  graph.first = graph.to = graph.arcs = new Int32Array(0)
  graph.weights = new Float64Array(0)
  graph.restricted = null
  while (remaining.count > 0 && edgesPerNode(remaining) <= MOST_EDGES_A_NODE) {
    const left = remaining.count > RENUMBERED_ABOVE ? Math.floor(RENUMBERED_AT * remaining.count) : 0
    const before = graph.count - remaining.count
    remaining = removeNodes(remaining, left, collected, (done) => {
      if ((before + done) % 1_024 === 0) progress(before + done)
    })
  }
  for (let node = 0; node < remaining.count; node++) collected.addToCore(node, remaining.names, remaining.out)
  const hierarchy = collected.done()
  sumEdgeAttributes(hierarchy, graph.extras, table)
  return pruneEdges(hierarchy)
}

function edgesPerNode({ count, out }: Remaining): number {
  let edges = 0
  for (let node = 0; node < count; node++) edges += out.sizeOf(node)
  return edges / count
}

/** Removes the least important nodes until `left` are left. Returns these, with new numbers. */
function removeNodes(
  { count, names, out, into, levels, changed, priorities }: Remaining,
  left: number,
  collected: ReturnType<typeof collectHierarchy>,
  progress: (done: number) => void,
): Remaining {
  const finder = new ShortcutFinder(count, out, into)
  // Nodes with a low priority are removed first. The formula prefers nodes whose removal adds few shortcuts and removes
  // many edges, evenly distributed over the map. It was the best of several common formulas on the grid of a city.
  const priority = (node: number): number =>
    3 * levels[node]! + 4 * finder.find(node) - (out.sizeOf(node) + into.sizeOf(node))
  for (let node = 0; node < count; node++) if (priorities[node] === UNKNOWN) priorities[node] = priority(node)
  const queue = new NodeQueue(priorities)
  for (let done = 0; done < count - left; done++) {
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
    collected.add(node, names, out, into)
    takeOut(node)
    const { found } = finder
    for (let i = 0; i < found.count; i++) {
      const [from, to, weight, requirement] = [found.from[i]!, found.to[i]!, found.weights[i]!, found.requirements[i]!]
      out.put(from, to, weight, names[node]!, requirement)
      into.put(to, from, weight, names[node]!, requirement)
    }
    progress(done)
  }
  const kept = queue.nodes().sort()
  const numbers = new Int32Array(count)
  for (const [number, node] of kept.entries()) numbers[node] = number
  return {
    count: left,
    names: kept.map((node) => names[node]!),
    out: out.renumbered(kept, numbers),
    into: into.renumbered(kept, numbers),
    levels: kept.map((node) => levels[node]!),
    changed: Uint8Array.from(kept, (node) => changed[node]!),
    priorities: Float64Array.from(kept, (node) => priorities[node]!),
  }

  function takeOut(node: number): void {
    const level = levels[node]! + 1
    for (const [edges, others] of [
      [into, out],
      [out, into],
    ] as const) {
      const first = edges.nodes[4 * node + FIRST]!
      const end = first + edges.nodes[4 * node + SIZE]!
      for (let edge = first; edge < end; edge++) {
        const other = edges.ints[4 * edge + OTHER]!
        others.remove(other, node)
        changed[other] = 1
        if (levels[other]! < level) levels[other] = level
      }
    }
    out.clear(node)
    into.clear(node)
  }
}

const UNKNOWN = -Infinity

function allNodes({ count, first, to, weights, arcs, restricted = null }: Graph): Remaining {
  const outDegrees = new Int32Array(count)
  const inDegrees = new Int32Array(count)
  for (let node = 0; node < count; node++) {
    outDegrees[node] = first[node + 1]! - first[node]!
    for (let edge = first[node]!; edge < first[node + 1]!; edge++) inDegrees[to[edge]!]!++
  }
  const out = new Adjacency(outDegrees, restricted && restricted.table)
  const into = new Adjacency(inDegrees, restricted && restricted.table)
  for (let node = 0; node < count; node++)
    for (let edge = first[node]!; edge < first[node + 1]!; edge++) {
      const other = to[edge]!
      if (other === node) continue
      // The field for the middle node of a shortcut contains the arc of an original edge.
      const requirement = restricted ? restricted.of[edge]! : NO_REQUIREMENT
      out.put(node, other, weights[edge]!, viaOfArc(arcs[edge]!), requirement)
      into.put(other, node, weights[edge]!, viaOfArc(arcs[edge]!), requirement)
    }
  return {
    count,
    names: Int32Array.from({ length: count }, (_, node) => node),
    out,
    into,
    levels: new Int32Array(count),
    changed: new Uint8Array(count),
    priorities: new Float64Array(count).fill(UNKNOWN),
  }
}
