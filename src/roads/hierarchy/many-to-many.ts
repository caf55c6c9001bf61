// All shortest ways between many places at once (Knopp, Sanders, Schultes, Schulz and Wagner, 2007): each search back
// from a target leaves at every node what is left to drive; each search from a source picks it up there.
import type { Searchable } from './hierarchy.ts'
import { type Starts, UpwardSearch } from './upward-search.ts'

/** Weights, row by row from each source to each target; `Infinity` where there is no way. */
export function manyToMany(
  hierarchy: Searchable,
  search: UpwardSearch,
  sources: readonly Starts[],
  targets: readonly Starts[],
): Float64Array<ArrayBuffer> {
  const { first, columns, weights } = leaveBehind(hierarchy, search, targets)
  const table = new Float64Array(sources.length * targets.length).fill(Infinity)
  for (const [i, source] of sources.entries()) {
    search.run(hierarchy.up, hierarchy.down, source)
    const row = i * targets.length
    for (let at = 0; at < search.settled; at++) {
      const node = search.nodes[at]!
      const weight = search.weights[at]!
      const end = first[node + 1]!
      for (let one = first[node]!; one < end; one++) {
        const cell = row + columns[one]!
        const sum = weight + weights[one]!
        if (sum < table[cell]!) table[cell] = sum
      }
    }
  }
  return table
}

/** By node: the targets whose search came by, and what is left to each. */
function leaveBehind({ count, up, down }: Searchable, search: UpwardSearch, targets: readonly Starts[]) {
  let left = 0
  let nodes = new Int32Array(1 << 16)
  let columnOf = new Int32Array(1 << 16)
  let weightOf = new Float64Array(1 << 16)
  const first = new Int32Array(count + 1)
  for (const [column, target] of targets.entries()) {
    search.run(down, up, target)
    if (left + search.settled > nodes.length) {
      const length = 2 * (left + search.settled)
      nodes = moved(nodes, new Int32Array(length))
      columnOf = moved(columnOf, new Int32Array(length))
      weightOf = moved(weightOf, new Float64Array(length))
    }
    for (let at = 0; at < search.settled; at++, left++) {
      const node = search.nodes[at]!
      nodes[left] = node
      columnOf[left] = column
      weightOf[left] = search.weights[at]!
      first[node + 1]!++
    }
  }
  for (let node = 0; node < count; node++) first[node + 1]! += first[node]!
  const filled = first.slice(0, count)
  const columns = new Int32Array(left)
  const weights = new Float64Array(left)
  for (let i = 0; i < left; i++) {
    const at = filled[nodes[i]!]!++
    columns[at] = columnOf[i]!
    weights[at] = weightOf[i]!
  }
  return { first, columns, weights }
}

function moved<T extends Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(from: T, to: T): T {
  to.set(from)
  return to
}
