// Finds the shortcuts that are necessary when a node is removed: one for each path through the node that no other path
// replaces. A search for other paths starts at each predecessor of the removed node. It ends one edge before the
// successors of the removed node, whose incoming edges are listed in advance (Geisberger et al., 2008, section 3.2).
// The search is limited for speed: if it misses a path, an unnecessary shortcut is added, which changes no result.
import { type Adjacency, OTHER } from './adjacency.ts'
import { Heap } from './lazy-heap.ts'

/** Maximum number of nodes that a search settles. */
const MAX_SETTLED = 60

export interface Shortcuts {
  count: number
  from: Int32Array
  to: Int32Array
  weights: Float64Array
}

/** Finds shortcuts in a graph of `count` nodes. Reads the current edges in `out` and `into` on each call. */
export class ShortcutFinder {
  readonly #out: Adjacency
  readonly #into: Adjacency
  readonly #reached: Float64Array
  readonly #touched: Int32Array
  readonly #heap = new Heap()
  /** Edges into the successors of the removed node, as a linked list for each node at which the edges begin. */
  readonly #lastOf: Int32Array
  #last = { count: 0, ...lastEdges(1_024) }
  /** Successors of the removed node: the weight of the edge to each, and whether there is another path to it. */
  #behind = { count: 0, ...nodesBehind(64) }
  #found: Shortcuts = { count: 0, ...room(1_024) }
  #node = -1

  constructor(count: number, out: Adjacency, into: Adjacency) {
    this.#out = out
    this.#into = into
    this.#reached = new Float64Array(count).fill(Infinity)
    this.#touched = new Int32Array(count)
    this.#lastOf = new Int32Array(count).fill(-1)
  }

  /** Shortcuts of the last call of `find`. */
  get found(): Shortcuts {
    return this.#found
  }

  /** Node of the last call. */
  get node(): number {
    return this.#node
  }

  /** Returns the number of shortcuts for removing the node. `found` contains them until the next call. */
  find(node: number): number {
    const into = this.#into
    this.#node = node
    this.#found.count = 0
    const size = into.size[node]!
    if (size === 0 || this.#out.size[node] === 0) return 0
    const soonest = this.#layOut(node)
    const first = into.first[node]!
    for (let edge = first; edge < first + size; edge++)
      this.#searchFrom(node, into.ints[4 * edge + OTHER]!, into.floats[2 * edge]!, soonest)
    const { count, from } = this.#last
    for (let i = 0; i < count; i++) this.#lastOf[from[i]!] = -1
    return this.#found.count
  }

  /** Lists the edges into the successors of the node. Returns the weight of the lightest of these edges. */
  #layOut(node: number): number {
    const { ints, floats, first, size } = this.#into
    const out = this.#out
    const lastOf = this.#lastOf
    const successors = out.size[node]!
    if (successors > this.#behind.nodes.length) this.#behind = { count: 0, ...nodesBehind(2 * successors) }
    const behind = this.#behind
    behind.count = successors
    let last = this.#last
    last.count = 0
    let lightest = Infinity
    for (let i = 0; i < successors; i++) {
      const edge = out.first[node]! + i
      const target = out.ints[4 * edge + OTHER]!
      behind.nodes[i] = target
      behind.weights[i] = out.floats[2 * edge]!
      const begin = first[target]!
      const end = begin + size[target]!
      if (last.count + end - begin > last.from.length) last = this.#growLast(last.count + end - begin)
      for (let one = begin; one < end; one++) {
        const from = ints[4 * one + OTHER]!
        if (from === node) continue
        const weight = floats[2 * one]!
        const at = last.count++
        last.from[at] = from
        last.behind[at] = i
        last.weights[at] = weight
        last.next[at] = lastOf[from]!
        lastOf[from] = at
        if (weight < lightest) lightest = weight
      }
    }
    return lightest
  }

  #searchFrom(node: number, start: number, weight: number, soonest: number): void {
    const { count, nodes, weights, isReached } = this.#behind
    let left = 0
    let most = 0
    for (let i = 0; i < count; i++) {
      isReached[i] = nodes[i] === start ? 1 : 0
      if (nodes[i] === start) continue
      left++
      if (weights[i]! > most) most = weights[i]!
    }
    if (left > 0) left -= this.#otherWays(node, start, weight, weight + most - soonest, left)
    if (left === 0) return
    for (let i = 0; i < count; i++) if (isReached[i] === 0) this.#add(start, nodes[i]!, weight + weights[i]!)
  }

  /**
   * Marks the successors of the removed node that have a path from `start` which avoids the node and is not heavier.
   * Returns their number. The search is limited, so it may miss some.
   */
  #otherWays(node: number, start: number, weight: number, most: number, wanted: number): number {
    const { ints, floats, first, size } = this.#out
    const heap = this.#heap
    const reached = this.#reached
    const touched = this.#touched
    let touchedCount = 0
    heap.size = 0
    reached[start] = 0
    touched[touchedCount++] = start
    heap.push(0, start)
    let hits = this.#markBehind(start, 0, weight)
    for (let settled = 0; heap.size > 0 && settled < MAX_SETTLED && hits < wanted; settled++) {
      const so = heap.least
      const at = heap.pop()
      if (so > reached[at]!) continue
      const end = first[at]! + size[at]!
      for (let edge = first[at]!; edge < end; edge++) {
        const next = ints[4 * edge + OTHER]!
        const sum = so + floats[2 * edge]!
        const before = reached[next]!
        if (next === node || sum > most || sum >= before) continue
        if (before === Infinity) touched[touchedCount++] = next
        reached[next] = sum
        hits += this.#markBehind(next, sum, weight)
        heap.push(sum, next)
      }
    }
    while (touchedCount > 0) reached[touched[--touchedCount]!] = Infinity
    return hits
  }

  /**
   * Marks each successor of the removed node that has an edge from `node`, if the path over this edge is not heavier than
   * the path through the removed node. Returns the number of new marks.
   *
   * @param sum weight of the path from the start to `node`
   * @param weight weight of the path from the start to the removed node
   */
  #markBehind(node: number, sum: number, weight: number): number {
    const { isReached, weights } = this.#behind
    const last = this.#last
    let marks = 0
    for (let one = this.#lastOf[node]!; one >= 0; one = last.next[one]!) {
      const i = last.behind[one]!
      if (isReached[i] === 1 || sum + last.weights[one]! > weight + weights[i]!) continue
      isReached[i] = 1
      marks++
    }
    return marks
  }

  #add(start: number, target: number, weight: number): void {
    let found = this.#found
    if (found.count === found.from.length) {
      const larger = { count: found.count, ...room(2 * found.count) }
      larger.from.set(found.from)
      larger.to.set(found.to)
      larger.weights.set(found.weights)
      found = this.#found = larger
    }
    found.from[found.count] = start
    found.to[found.count] = target
    found.weights[found.count++] = weight
  }

  #growLast(edges: number) {
    const last = this.#last
    const larger = { count: last.count, ...lastEdges(2 * edges) }
    larger.from.set(last.from)
    larger.behind.set(last.behind)
    larger.next.set(last.next)
    larger.weights.set(last.weights)
    this.#last = larger
    return larger
  }
}

const room = (length: number) => ({
  from: new Int32Array(length),
  to: new Int32Array(length),
  weights: new Float64Array(length),
})
const lastEdges = (length: number) => ({
  from: new Int32Array(length),
  behind: new Int32Array(length),
  next: new Int32Array(length),
  weights: new Float64Array(length),
})
const nodesBehind = (length: number) => ({
  nodes: new Int32Array(length),
  weights: new Float64Array(length),
  isReached: new Uint8Array(length),
})
