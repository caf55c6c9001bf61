// The main network: the largest set of arcs that are open to all and strongly connected. All other roads (behind a
// gate, in a private estate, on an island) can only be the beginning or end of a drive. Uses Tarjan's algorithm for
// strongly connected components (1972), without recursion.
import { YES } from '../read/access-level.ts'
import type { Arcs } from './arcs.ts'

/** Returns 1 for each arc of the main network. */
export function mainNetwork(arcs: Arcs): Uint8Array {
  const { access, gated, head, tail } = arcs
  const { component, sizes } = components(
    arcs,
    (arc) => access[arc] === YES && gated[tail[arc] as number] === 0 && gated[head[arc] as number] === 0,
  )
  const main = sizes.indexOf(sizes.reduce((most, size) => Math.max(most, size), 0))
  return Uint8Array.from({ length: arcs.count }, (_, arc) => {
    return access[arc] === YES && component[tail[arc] as number] === main && component[head[arc] as number] === main
      ? 1
      : 0
  })
}

/** Returns the component of each node, using only open arcs, and the number of nodes in each component. */
export function components(
  { count, nodes, tail, head }: Pick<Arcs, 'count' | 'nodes' | 'tail' | 'head'>,
  open: (arc: number) => boolean,
): { component: Int32Array; sizes: number[] } {
  const first = new Int32Array(nodes + 1)
  for (let arc = 0; arc < count; arc++) if (open(arc)) first[(tail[arc] as number) + 1]!++
  for (let node = 0; node < nodes; node++) first[node + 1]! += first[node] as number
  const out = new Int32Array(first[nodes] as number)
  const filled = first.slice(0, nodes)
  for (let arc = 0; arc < count; arc++) if (open(arc)) out[filled[tail[arc] as number]!++] = head[arc] as number

  const component = new Int32Array(nodes).fill(-1)
  const sizes: number[] = []
  const index = new Int32Array(nodes).fill(-1)
  const low = new Int32Array(nodes)
  const next = first.slice(0, nodes)
  const stack = new Int32Array(nodes)
  const path = new Int32Array(nodes)
  let stacked = 0
  let depth = 0
  let visited = 0
  for (let root = 0; root < nodes; root++) {
    if (index[root] !== -1) continue
    path[depth++] = root
    while (depth > 0) {
      const node = path[depth - 1] as number
      if (index[node] === -1) {
        index[node] = low[node] = visited++
        stack[stacked++] = node
      }
      const at = next[node]!++
      if (at < (first[node + 1] as number)) {
        const to = out[at] as number
        if (index[to] === -1) path[depth++] = to
        else if (component[to] === -1) low[node] = Math.min(low[node] as number, index[to] as number)
        continue
      }
      depth--
      const before = path[depth - 1]
      if (depth > 0 && before !== undefined) low[before] = Math.min(low[before] as number, low[node] as number)
      if (low[node] !== index[node]) continue
      let size = 0
      let member: number
      do {
        member = stack[--stacked] as number
        component[member] = sizes.length
        size++
      } while (member !== node)
      sizes.push(size)
    }
  }
  return { component, sizes }
}
