// Computes the extras of shortcuts. A shortcut replaces two edges, which are stored at the middle node. The middle node
// is less important than both ends. Nodes are therefore processed from the least important one, so that the extras of
// both edges are already known.
import { NO_REQUIREMENT, type Requirements } from '../requirements.ts'
import { arcOfVia, type Searchable, type Side } from './hierarchy.ts'

/** Sets the extras of all edges from the extras of arcs (`ofArc`). `table` has the requirements, or is null if there are none. */
export function sumEdgeAttributes(hierarchy: Searchable, ofArc: Int32Array, table: Requirements | null): void {
  const { count, up, down } = hierarchy
  for (let node = count - 1; node >= 0; node--)
    for (const side of [up, down])
      for (let edge = side.first[node]!; edge < side.first[node + 1]!; edge++) {
        const via = side.vias[edge]!
        if (via < 0) {
          side.extras[edge] = ofArc[arcOfVia(via)] ?? 0
          continue
        }
        const [from, to] = side === up ? [node, side.others[edge]!] : [side.others[edge]!, node]
        const requirement = requirementOf(side, edge)
        const [first, last] = replacedEdges(
          hierarchy,
          { from, to, via, weight: side.weights[edge]! },
          (one, other) =>
            table?.both(requirementOf(down, one), requirementOf(up, other)) === requirement || table === null,
        )
        side.extras[edge] = down.extras[first]! + up.extras[last]!
      }
}

export interface Shortcut {
  from: number
  to: number
  /** Node between both edges that the shortcut replaces. */
  via: number
  weight: number
}

/**
 * Returns the edges that a shortcut replaces: the index of an edge of `down`, then of an edge of `up`. Nodes may have several
 * edges to each other, with different requirements. `isRight` selects the edges with the right ones.
 */
export function replacedEdges(
  { up, down }: Searchable,
  { from, to, via, weight }: Shortcut,
  isRight: (down: number, up: number) => boolean,
): readonly [down: number, up: number] {
  for (let one = down.first[via]!; one < down.first[via + 1]!; one++) {
    if (down.others[one] !== from) continue
    for (let other = up.first[via]!; other < up.first[via + 1]!; other++)
      if (up.others[other] === to && weight === down.weights[one]! + up.weights[other]! && isRight(one, other))
        return [one, other]
  }
  throw new Error(`no edges from ${from} over ${via} to ${to}`)
}

export const requirementOf = ({ requirements }: Side, edge: number): number => requirements[edge] ?? NO_REQUIREMENT
