// Shortest path as a list of arcs, with all shortcuts unpacked.
import { replacedEdges, type Shortcut } from './edge-attributes.ts'
import { arcOfVia, type Met, type Searchable, type Side } from './hierarchy.ts'
import type { Starts, UpwardSearch } from './upward-search.ts'

export interface Path {
  weight: number
  /** Sum of the extras of all arcs, and of both starts. */
  extra: number
  /** Index of the used start in `source` of `shortestPath`. `target` is the index in `target`. */
  source: number
  target: number
  /** Arcs between both starts, in driving order. The arcs on which the drive begins and ends are not included. */
  arcs: number[]
}

/** Returns the lightest path from any start in `source` to any in `target`, or null if there is no path. */
export function shortestPath(
  hierarchy: Searchable,
  [ahead, back]: readonly [UpwardSearch, UpwardSearch],
  source: Starts,
  target: Starts,
  met: Met = null,
): Path | null {
  const { up, down } = hierarchy
  ahead.run(up, down, source, met)
  back.run(down, up, target, met)
  let weight = Infinity
  let top = -1
  for (let at = 0; at < ahead.settled; at++) {
    const node = ahead.nodes[at]!
    const sum = ahead.weights[at]! + back.reached[node]!
    if (sum >= weight) continue
    weight = sum
    top = node
  }
  if (top < 0) return null
  const arcs: number[] = []
  let node = top
  const climbed: number[] = []
  for (; ahead.edges[node] !== -1; node = ahead.before[node]!) climbed.push(node)
  const sourceNode = node
  const extra = ahead.extras[top]! + back.extras[top]!
  for (const higher of climbed.reverse())
    unpackEdge(hierarchy, met, shortcutOf(up, ahead.edges[higher]!, ahead.before[higher]!, higher), arcs)
  for (node = top; back.edges[node] !== -1; node = back.before[node]!)
    unpackEdge(hierarchy, met, shortcutOf(down, back.edges[node]!, node, back.before[node]!), arcs)
  return { weight, extra, source: lightestStart(source, sourceNode), target: lightestStart(target, node), arcs }
}

/** Returns the index of the lightest start at the node. */
function lightestStart({ nodes, weights }: Starts, node: number): number {
  let best = -1
  for (const [i, at] of nodes.entries()) if (at === node && (best < 0 || weights[i]! < weights[best]!)) best = i
  return best
}

/** Appends the arcs of an edge to `arcs`. Edges within a junction have arc -1, and are omitted. */
function unpackEdge(hierarchy: Searchable, met: Met, shortcut: Shortcut, arcs: number[]): void {
  const { up, down } = hierarchy
  const isMet = (one: number, other: number): boolean =>
    met === null || (met[down.requirements[one]!] === 1 && met[up.requirements[other]!] === 1)
  const open = [shortcut]
  for (let edge = open.pop(); edge; edge = open.pop()) {
    const { from, to, via } = edge
    if (via < 0) {
      if (arcOfVia(via) >= 0) arcs.push(arcOfVia(via))
      continue
    }
    // Both edges that a shortcut replaces are stored at its middle node, which is less important than its ends.
    const [one, other] = replacedEdges(hierarchy, edge, isMet)
    open.push(shortcutOf(up, other, via, to), shortcutOf(down, one, from, via))
  }
}

const shortcutOf = ({ vias, weights }: Side, edge: number, from: number, to: number): Shortcut => ({
  from,
  to,
  via: vias[edge]!,
  weight: weights[edge]!,
})
