// Dijkstra search in a hierarchy, from some nodes only to more important nodes. It lists the nodes that it settles. A
// node that was reached by a detour is skipped, because it can't be on a shortest path (stall on demand, Geisberger et
// al., 2008, section 4).
import type { Met, Side } from './hierarchy.ts'
import { DecreaseKeyHeap } from './decrease-key-heap.ts'

/** Nodes from which a search starts, with the initial weight and the initial extra of each node. */
export interface Starts {
  nodes: number[]
  weights: number[]
  extras: number[]
}

export class UpwardSearch {
  /** Settled nodes, in the order in which they were settled. `weights` are their weights, `settled` is their number. */
  nodes = new Int32Array(1_024)
  weights = new Float64Array(1_024)
  settled = 0
  /** Indexed by node: weight of the lightest known path to the node. `Infinity` if the search has not reached it. */
  readonly reached: Float64Array
  /** Indexed by node: sum of the extras on the path to the node. Valid only for settled nodes. */
  readonly extras: Int32Array
  /** Indexed by reached node: last edge of the path to the node, -1 at a start. `before` is the previous node. */
  readonly edges: Int32Array
  readonly before: Int32Array
  #touched = new Int32Array(1_024)
  #touchedCount = 0
  readonly #heap: DecreaseKeyHeap

  constructor(count: number) {
    this.reached = new Float64Array(count).fill(Infinity)
    this.extras = new Int32Array(count)
    this.edges = new Int32Array(count)
    this.before = new Int32Array(count)
    this.#heap = new DecreaseKeyHeap(count)
  }

  /**
   * Runs a new search. It follows the edges in `along` whose requirement is met. `against` has the edges of the other
   * direction, to find detours.
   */
  run(along: Side, against: Side, starts: Starts, met: Met): void {
    this.#clear()
    const { reached, edges, before, extras } = this
    const heap = this.#heap
    for (const [i, node] of starts.nodes.entries()) {
      const weight = starts.weights[i]!
      if (weight >= reached[node]!) continue
      this.#reach(node, weight)
      edges[node] = -1
      extras[node] = starts.extras[i]!
    }
    const { first, others, weights: lengths, extras: carried, requirements } = along
    while (heap.size > 0) {
      const weight = heap.least
      const node = heap.pop()
      if (this.#isDetour(against, node, weight, met)) continue
      this.#settle(node, weight)
      if (edges[node] !== -1) extras[node] = extras[before[node]!]! + carried[edges[node]!]!
      const end = first[node + 1]!
      for (let edge = first[node]!; edge < end; edge++) {
        const other = others[edge]!
        const sum = weight + lengths[edge]!
        if (sum >= reached[other]! || (met !== null && met[requirements[edge]!] === 0)) continue
        this.#reach(other, sum)
        edges[other] = edge
        before[other] = node
      }
    }
  }

  /** Returns whether a path over a more important node reaches this node with less weight. */
  #isDetour({ first, others, weights, requirements }: Side, node: number, weight: number, met: Met): boolean {
    const end = first[node + 1]!
    for (let edge = first[node]!; edge < end; edge++)
      if (this.reached[others[edge]!]! + weights[edge]! < weight && (met === null || met[requirements[edge]!] === 1))
        return true
    return false
  }

  #settle(node: number, weight: number): void {
    if (this.settled === this.nodes.length) {
      this.nodes = doubled(this.nodes, new Int32Array(2 * this.settled))
      this.weights = doubled(this.weights, new Float64Array(2 * this.settled))
    }
    this.nodes[this.settled] = node
    this.weights[this.settled++] = weight
  }

  #reach(node: number, weight: number): void {
    if (this.reached[node] === Infinity) {
      if (this.#touchedCount === this.#touched.length)
        this.#touched = doubled(this.#touched, new Int32Array(2 * this.#touchedCount))
      this.#touched[this.#touchedCount++] = node
      this.#heap.add(weight, node)
    } else this.#heap.lighten(weight, node)
    this.reached[node] = weight
  }

  #clear(): void {
    while (this.#touchedCount > 0) this.reached[this.#touched[--this.#touchedCount]!] = Infinity
    this.settled = 0
    this.#heap.size = 0
  }
}

function doubled<T extends Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(from: T, to: T): T {
  to.set(from)
  return to
}
