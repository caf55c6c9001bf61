// Finds the shortcuts that are necessary when a node is removed: one for each path through the node that no other path
// replaces. A search for other paths starts at each predecessor of the removed node. It ends one edge before the
// successors of the removed node, whose incoming edges are listed in advance (Geisberger et al., 2008, section 3.2).
// The search is limited for speed: if it misses a path, an unnecessary shortcut is added, which changes no result.
import { type Adjacency, FIRST, LIGHTEST, OTHER, SIZE } from './adjacency.ts'
import { NEVER, NO_REQUIREMENT } from '../requirements.ts'
import { Heap } from './lazy-heap.ts'

/** Maximum number of nodes that a search settles. */
const MAX_SETTLED = 120

export interface Shortcuts {
  count: number
  from: Int32Array
  to: Int32Array
  weights: Float64Array
  /** Valid only if the graph has requirements. */
  requirements: Int32Array
}

/**
 * Offsets in the state of a node: the weight of the path from the start of the search (of 2 elements, `Infinity` if the
 * search has not reached the node), and the last of its edges into the successors (of 4 elements, -1 if it has none).
 */
const REACHED = 0
const LAST_OF = 2

/** Finds shortcuts in a graph of `count` nodes. Reads the current edges in `out` and `into` on each call. */
export class ShortcutFinder {
  readonly #out: Adjacency
  readonly #into: Adjacency
  /** State of each node, 16 bytes. */
  readonly #reached: Float64Array
  readonly #lastOf: Int32Array
  /** Nodes that the search has reached. */
  #touched = new Int32Array(1_024)
  readonly #heap = new Heap()
  /** Edges into the successors of the removed node, as a linked list for each node at which the edges begin. */
  #last = { count: 0, ...lastEdges(1_024) }
  /**
   * Successors of the removed node, with the weight of the edge to each. The field `spare` has the difference to the
   * lightest other edge into the successor. The field `isReached` is 1 if another path to the successor is known. The field
   * `requirements` has the requirement of the path through the removed node.
   */
  #behind = { count: 0, ...nodesBehind(64) }
  #found: Shortcuts = { count: 0, ...room(1_024) }
  #node = -1
  #firstOut = 0

  constructor(count: number, out: Adjacency, into: Adjacency) {
    this.#out = out
    this.#into = into
    const states = new ArrayBuffer(16 * count)
    this.#reached = new Float64Array(states)
    this.#lastOf = new Int32Array(states)
    for (let node = 0; node < count; node++) {
      this.#reached[2 * node + REACHED] = Infinity
      this.#lastOf[4 * node + LAST_OF] = -1
    }
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
    const size = into.sizeOf(node)
    if (size === 0 || this.#out.sizeOf(node) === 0) return 0
    const first = into.nodes[4 * node + FIRST]!
    this.#layOut(node, into.floats[2 * (first + size - 1)]!)
    for (let edge = first; edge < first + size; edge++) {
      const requirement = into.table ? into.requirements[edge]! : NO_REQUIREMENT
      this.#searchFrom(node, into.ints[4 * edge + OTHER]!, into.floats[2 * edge]!, requirement)
    }
    const { count, from } = this.#last
    for (let i = 0; i < count; i++) this.#lastOf[4 * from[i]! + LAST_OF] = -1
    return this.#found.count
  }

  /** Lists the edges into the successors of the node. `heaviest` is the weight of the heaviest edge into the node. */
  #layOut(node: number, heaviest: number): void {
    const { ints, floats, nodes, table, requirements } = this.#into
    const out = this.#out
    const lastOf = this.#lastOf
    const successors = out.sizeOf(node)
    const firstOut = out.nodes[4 * node + FIRST]!
    this.#firstOut = firstOut
    if (successors > this.#behind.nodes.length) this.#behind = { count: 0, ...nodesBehind(2 * successors) }
    const behind = this.#behind
    behind.count = successors
    let last = this.#last
    last.count = 0
    for (let i = 0; i < successors; i++) {
      const target = out.ints[4 * (firstOut + i) + OTHER]!
      const ahead = out.floats[2 * (firstOut + i)]!
      let lightest = Infinity
      const begin = nodes[4 * target + FIRST]!
      const end = begin + nodes[4 * target + SIZE]!
      if (last.count + end - begin > last.from.length) last = this.#growLast(last.count + end - begin)
      for (let one = begin; one < end; one++) {
        const weight = floats[2 * one]!
        if (weight > heaviest + ahead) break
        const from = ints[4 * one + OTHER]!
        if (from === node) continue
        if (lightest === Infinity) lightest = weight
        const at = last.count++
        last.from[at] = from
        last.behind[at] = i
        last.weights[at] = weight
        if (table) last.requirements[at] = requirements[one]!
        last.next[at] = lastOf[4 * from + LAST_OF]!
        lastOf[4 * from + LAST_OF] = at
      }
      behind.nodes[i] = target
      behind.weights[i] = ahead
      behind.requirements[i] = NO_REQUIREMENT
      behind.spare[i] = ahead - lightest
    }
  }

  #searchFrom(node: number, start: number, weight: number, requirement: number): void {
    const { count, nodes, weights, isReached, requirements } = this.#behind
    const { table } = this.#into
    let wanted = 0
    for (let i = 0; i < count; i++) {
      if (table) requirements[i] = table.both(requirement, this.#out.requirements[this.#firstOut + i]!)
      isReached[i] = nodes[i] === start || requirements[i] === NEVER ? 1 : 0
      wanted += 1 - isReached[i]!
    }
    if (wanted === 0 || this.#markOtherWays(node, start, weight, wanted, requirement) === wanted) return
    for (let i = 0; i < count; i++)
      if (isReached[i] === 0) this.#add(start, nodes[i]!, weight + weights[i]!, requirements[i]!)
  }

  /**
   * Marks the successors of the removed node that have a path from `start` which avoids the node and is not heavier.
   * Returns their number. The search is limited, so it may miss some. It uses only edges that each vehicle may use that meets
   * the requirement of the edge into the removed node.
   */
  #markOtherWays(node: number, start: number, weight: number, wanted: number, requirement: number): number {
    const { ints, floats, nodes, lightest, table, requirements } = this.#out
    const heap = this.#heap
    const reached = this.#reached
    let touched = this.#touched
    let touchedCount = 0
    heap.size = 0
    reached[2 * start + REACHED] = 0
    touched[touchedCount++] = start
    let hits = this.#markBehind(start, 0, weight)
    // Paths up to this weight can still reach a successor.
    let most = weight + this.#mostSpare()
    heap.push(0, start)
    for (let settled = 0; heap.size > 0 && settled < MAX_SETTLED && hits < wanted; settled++) {
      const so = heap.least
      const at = heap.pop()
      if (so > reached[2 * at + REACHED]!) continue
      const begin = nodes[4 * at + FIRST]!
      const end = begin + nodes[4 * at + SIZE]!
      if (touchedCount + end - begin > touched.length) touched = this.#growTouched(touchedCount + end - begin)
      const before = hits
      for (let edge = begin; edge < end; edge++) {
        const sum = so + floats[2 * edge]!
        if (sum > most) break
        const next = ints[4 * edge + OTHER]!
        if (next === node) continue
        if (table && !table.isNoTighter(requirements[edge]!, requirement)) continue
        const known = reached[2 * next + REACHED]!
        if (sum >= known) continue
        if (known === Infinity) touched[touchedCount++] = next
        reached[2 * next + REACHED] = sum
        hits += this.#markBehind(next, sum, weight)
        if (sum + lightest[2 * next + LIGHTEST]! <= most) heap.push(sum, next)
      }
      if (hits > before) most = weight + this.#mostSpare()
    }
    while (touchedCount > 0) reached[2 * touched[--touchedCount]! + REACHED] = Infinity
    return hits
  }

  /**
   * Returns the weight that a path may have beyond that of the edge into the removed node, before the last edge into a
   * successor that is not yet marked.
   */
  #mostSpare(): number {
    const { count, spare, isReached } = this.#behind
    let most = -Infinity
    for (let i = 0; i < count; i++) if (isReached[i] === 0 && spare[i]! > most) most = spare[i]!
    return most
  }

  /**
   * Marks each successor of the removed node that has an edge from `node`, if the path over this edge is not heavier than
   * the path through the removed node. Returns the number of new marks.
   *
   * @param sum weight of the path from the start to `node`
   * @param weight weight of the path from the start to the removed node
   */
  #markBehind(node: number, sum: number, weight: number): number {
    const { isReached, weights, requirements } = this.#behind
    const { table } = this.#into
    const last = this.#last
    let marks = 0
    for (let one = this.#lastOf[4 * node + LAST_OF]!; one >= 0; one = last.next[one]!) {
      const i = last.behind[one]!
      if (isReached[i] === 1 || sum + last.weights[one]! > weight + weights[i]!) continue
      if (table && !table.isNoTighter(last.requirements[one]!, requirements[i]!)) continue
      isReached[i] = 1
      marks++
    }
    return marks
  }

  #add(start: number, target: number, weight: number, requirement: number): void {
    let found = this.#found
    if (found.count === found.from.length) {
      const larger = { count: found.count, ...room(2 * found.count) }
      larger.from.set(found.from)
      larger.to.set(found.to)
      larger.weights.set(found.weights)
      larger.requirements.set(found.requirements)
      found = this.#found = larger
    }
    found.from[found.count] = start
    found.to[found.count] = target
    found.requirements[found.count] = requirement
    found.weights[found.count++] = weight
  }

  #growTouched(nodes: number): Int32Array<ArrayBuffer> {
    const larger = new Int32Array(2 * nodes)
    larger.set(this.#touched)
    this.#touched = larger
    return larger
  }

  #growLast(edges: number) {
    const last = this.#last
    const larger = { count: last.count, ...lastEdges(2 * edges) }
    larger.from.set(last.from)
    larger.behind.set(last.behind)
    larger.next.set(last.next)
    larger.weights.set(last.weights)
    larger.requirements.set(last.requirements)
    this.#last = larger
    return larger
  }
}

const room = (length: number) => ({
  from: new Int32Array(length),
  to: new Int32Array(length),
  weights: new Float64Array(length),
  requirements: new Int32Array(length),
})
const lastEdges = (length: number) => ({
  from: new Int32Array(length),
  behind: new Int32Array(length),
  next: new Int32Array(length),
  weights: new Float64Array(length),
  requirements: new Int32Array(length),
})
const nodesBehind = (length: number) => ({
  nodes: new Int32Array(length),
  weights: new Float64Array(length),
  spare: new Float64Array(length),
  requirements: new Int32Array(length),
  isReached: new Uint8Array(length),
})
