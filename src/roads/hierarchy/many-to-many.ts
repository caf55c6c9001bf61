// All shortest paths between many locations (Knopp, Sanders, Schultes, Schulz and Wagner, 2007). Each backward search
// from a target stores the remaining weight at every node. Each search from a source combines its weights with the
// stored ones.
import type { Met, Searchable } from './hierarchy.ts'
import { type Starts, UpwardSearch } from './upward-search.ts'

export interface Found {
  /** Weight of each path, stored row by row, with one row per source. `Infinity` if there is no path. */
  weights: Float64Array<ArrayBuffer>
  /** Sum of the extras of each path, in the same order. */
  extras: Int32Array
}

/** Returns the weights and extras of the shortest paths from each source to each target. */
export function manyToMany(
  hierarchy: Searchable,
  search: UpwardSearch,
  sources: readonly Starts[],
  targets: readonly Starts[],
  met: Met = null,
): Found {
  const { first, columns, weights, extras } = recordReachedTargets(hierarchy, search, targets, met)
  const table = new Float64Array(sources.length * targets.length).fill(Infinity)
  const carried = new Int32Array(table.length)
  for (const [i, source] of sources.entries()) {
    search.run(hierarchy.up, hierarchy.down, source, met)
    const row = i * targets.length
    for (let at = 0; at < search.settled; at++) {
      const node = search.nodes[at]!
      const weight = search.weights[at]!
      const extra = search.extras[node]!
      const end = first[node + 1]!
      for (let one = first[node]!; one < end; one++) {
        const cell = row + columns[one]!
        const sum = weight + weights[one]!
        if (sum >= table[cell]!) continue
        table[cell] = sum
        carried[cell] = extra + extras[one]!
      }
    }
  }
  return { weights: table, extras: carried }
}

/** Returns for each node the targets whose backward search reached the node, with weight and extra from there. */
function recordReachedTargets(
  { count, up, down }: Searchable,
  search: UpwardSearch,
  targets: readonly Starts[],
  met: Met,
) {
  let left = 0
  let nodes = new Int32Array(1 << 16)
  let columnOf = new Int32Array(1 << 16)
  let weightOf = new Float64Array(1 << 16)
  let extraOf = new Int32Array(1 << 16)
  const first = new Int32Array(count + 1)
  for (const [column, target] of targets.entries()) {
    search.run(down, up, target, met)
    if (left + search.settled > nodes.length) {
      const length = 2 * (left + search.settled)
      nodes = copyInto(nodes, new Int32Array(length))
      columnOf = copyInto(columnOf, new Int32Array(length))
      weightOf = copyInto(weightOf, new Float64Array(length))
      extraOf = copyInto(extraOf, new Int32Array(length))
    }
    for (let at = 0; at < search.settled; at++, left++) {
      const node = search.nodes[at]!
      nodes[left] = node
      columnOf[left] = column
      weightOf[left] = search.weights[at]!
      extraOf[left] = search.extras[node]!
      first[node + 1]!++
    }
  }
  for (let node = 0; node < count; node++) first[node + 1]! += first[node]!
  const filled = first.slice(0, count)
  const columns = new Int32Array(left)
  const weights = new Float64Array(left)
  const extras = new Int32Array(left)
  for (let i = 0; i < left; i++) {
    const at = filled[nodes[i]!]!++
    columns[at] = columnOf[i]!
    weights[at] = weightOf[i]!
    extras[at] = extraOf[i]!
  }
  return { first, columns, weights, extras }
}

function copyInto<T extends Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(from: T, to: T): T {
  to.set(from)
  return to
}
