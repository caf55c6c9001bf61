// Compares searches on a contraction hierarchy with a plain search on its graph. The graph is large enough for its nodes
// to get new numbers several times during the contraction.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seeded } from '../../bench/random.ts'
import { contract } from '../../src/roads/hierarchy/contract.ts'
import type { Graph } from '../../src/roads/hierarchy/hierarchy.ts'
import { manyToMany } from '../../src/roads/hierarchy/many-to-many.ts'
import { shortestPath } from '../../src/roads/hierarchy/one-to-one.ts'
import { type Starts, UpwardSearch } from '../../src/roads/hierarchy/upward-search.ts'

interface Shape {
  seed: number
  side: number
  /** Fraction of the grid's edges that are missing. */
  gaps: number
  longEdges: number
  /** Weight of the lightest long edge. The heaviest weighs 10 million. */
  lightest: number
}

/**
 * Two grids like roads, and two graphs without a grid, to which the contraction adds many shortcuts. The last one has so many
 * edges that the contraction ends before all nodes are removed.
 */
const SHAPES: readonly Shape[] = [
  { seed: 1, side: 70, gaps: 0.1, longEdges: 0, lightest: 1 },
  { seed: 2, side: 70, gaps: 0.1, longEdges: 150, lightest: 1 },
  { seed: 3, side: 40, gaps: 1, longEdges: 4_000, lightest: 1 },
  { seed: 4, side: 40, gaps: 1, longEdges: 16_000, lightest: 8_000_000 },
]
const CORES: Record<number, number> = { 4: 800 }

/** A grid with one-way edges, missing edges, long edges, an edge to itself, and two edges between two nodes. */
function randomGraph({ seed, side, gaps, longEdges, lightest }: Shape): Graph {
  const count = side * side
  const random = seeded(seed)
  const number = (below: number): number => Math.floor(below * random())
  const edges: [from: number, to: number, weight: number][] = [
    [5, 5, 1],
    [7, 9, 400_000],
    [7, 9, 100_000],
  ]
  for (let node = 0; node < count; node++)
    for (const [other, exists] of [
      [node + 1, (node + 1) % side !== 0],
      [node + side, node + side < count],
    ] as const) {
      if (!exists || random() < gaps) continue
      edges.push([node, other, 1 + number(1_000_000)])
      if (random() < 0.8) edges.push([other, node, 1 + number(1_000_000)])
    }
  for (let i = 0; i < longEdges; i++)
    edges.push([number(count), number(count), lightest + number(10_000_000 - lightest)])
  edges.sort(([a], [b]) => a - b)
  const first = new Int32Array(count + 1)
  for (const [from] of edges) first[from + 1]!++
  for (let node = 0; node < count; node++) first[node + 1]! += first[node]!
  return {
    count,
    first,
    to: Int32Array.from(edges, ([, to]) => to),
    weights: Float64Array.from(edges, ([, , weight]) => weight),
    arcs: Int32Array.from(edges, (_, i) => (i % 50 === 0 ? -1 : i)),
    extras: Int32Array.from(edges, () => number(1_000)),
  }
}

/** Returns the weight and the sum of extras of the lightest path to each node. Weights hardly ever tie. */
function plainSearch(
  { count, first, to, weights, arcs, extras }: Graph,
  start: number,
): [weight: number, extra: number][] {
  const best = Array.from({ length: count }, (): [number, number] => [Infinity, 0])
  best[start] = [0, 0]
  const open = new Set([start])
  while (open.size > 0) {
    const node = [...open].reduce((a, b) => (best[b]![0] < best[a]![0] ? b : a))
    open.delete(node)
    for (let edge = first[node]!; edge < first[node + 1]!; edge++) {
      const sum = best[node]![0] + weights[edge]!
      if (sum >= best[to[edge]!]![0]) continue
      best[to[edge]!] = [sum, best[node]![1] + (extras[arcs[edge]!] ?? 0)]
      open.add(to[edge]!)
    }
  }
  return best
}

const at = (node: number): Starts => ({ nodes: [node], weights: [0], extras: [0] })

test('searches on a hierarchy find the paths of a plain search', () => {
  for (const shape of SHAPES) {
    const graph = randomGraph(shape)
    const hierarchy = contract(randomGraph(shape))
    const random = seeded(shape.seed)
    const picked = Array.from({ length: 40 }, () => Math.floor(graph.count * random()))
    const starts = picked.map((node) => at(hierarchy.ranks[node]!))
    const searches = [new UpwardSearch(graph.count), new UpwardSearch(graph.count)] as const
    const { weights, extras } = manyToMany(hierarchy, searches[0], starts, starts)
    for (const [i, from] of picked.entries()) {
      const plain = plainSearch(graph, from)
      for (const [j, to] of picked.entries()) {
        const cell = i * picked.length + j
        const [weight, extra] = plain[to]!
        assert.deepEqual(
          [weights[cell], extras[cell]],
          [weight, extra],
          `from ${from} to ${to} with seed ${shape.seed}`,
        )
        const path = shortestPath(hierarchy, searches, starts[i]!, starts[j]!)
        if (weight === Infinity) assert.equal(path, null)
        else {
          const { weight: found, extra: carried, arcs } = path!
          const driven = arcs.reduce((sum, arc) => sum + graph.extras[arc]!, 0)
          assert.deepEqual(
            [found, carried, driven],
            [weight, extra, extra],
            `from ${from} to ${to} with seed ${shape.seed}`,
          )
        }
      }
    }
  }
})

for (const shape of SHAPES)
  test(`each node has edges to more important nodes or within the core, once to each, with seed ${shape.seed}`, () => {
    const { count, up, down, ranks } = contract(randomGraph(shape))
    const core = CORES[shape.seed] ?? 0
    assert.deepEqual(
      ranks.toSorted(),
      Int32Array.from({ length: count }, (_, rank) => rank),
    )
    assert.equal(down.first[core], 0, 'no search leaves the core downward')
    for (const { first, others } of [up, down])
      for (let node = 0; node < count; node++) {
        const own = [...others.subarray(first[node], first[node + 1])]
        assert.ok(own.every((other) => other >= 0 && other < Math.max(node, core)))
        assert.equal(new Set(own).size, own.length)
      }
  })
