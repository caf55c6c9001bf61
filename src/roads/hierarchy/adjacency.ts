// Edges of each node that can be added and removed while a graph is contracted. The edges of a node are adjacent in one
// pool, 16 bytes per edge, so that a scan of a node touches little memory. They are sorted by weight, so that a scan can
// end early.
import { freeMemory } from '../free-memory.ts'
import type { Requirements } from '../requirements.ts'

/**
 * Offsets within the 4 elements of an edge in `ints`. The first two elements contain the weight of the edge, which is
 * read through `floats`. `floats` has 2 elements per edge.
 */
export const OTHER = 2
export const VIA = 3

/**
 * Offsets within the 4 elements of a node in `nodes`: its first edge in the pool, and the number of its edges. The last
 * two elements contain the weight of its lightest edge, which is read through `lightest` (`LIGHTEST`). `Infinity` if it
 * has no edge.
 */
export const FIRST = 0
export const SIZE = 1
/** Offset within the 2 elements of a node in `lightest`. */
export const LIGHTEST = 1

export class Adjacency {
  readonly nodes: Int32Array
  readonly lightest: Float64Array
  ints = new Int32Array(0)
  floats = new Float64Array(0)
  /** Requirement of each edge. Empty if there is no `table`. */
  requirements = new Int32Array(0)
  /** Table of the requirements. Null if no edge has one. */
  readonly table: Requirements | null
  readonly #room: Int32Array
  #used = 0

  /** `degrees` is the number of edges for which each node initially has room. The caller must not change it later. */
  constructor(degrees: Int32Array, table: Requirements | null) {
    this.table = table
    const count = degrees.length
    const records = new ArrayBuffer(16 * count)
    this.nodes = new Int32Array(records)
    this.lightest = new Float64Array(records)
    this.#room = degrees
    for (let node = 0; node < count; node++) {
      this.nodes[4 * node + FIRST] = this.#used
      this.lightest[2 * node + LIGHTEST] = Infinity
      this.#used += degrees[node]!
    }
    this.#allot(capacityFor(this.#used))
  }

  sizeOf(node: number): number {
    return this.nodes[4 * node + SIZE]!
  }

  /**
   * Adds an edge between two nodes. If the nodes already have an edge, only the lighter one of both is stored, unless the
   * heavier edge has a requirement that more vehicles meet.
   */
  put(node: number, other: number, weight: number, via: number, requirement: number): void {
    if (this.table) return this.#putRequired(this.table, node, other, weight, via, requirement)
    const { nodes } = this
    const begin = nodes[4 * node + FIRST]!
    const end = begin + nodes[4 * node + SIZE]!
    let at = begin
    while (at < end && this.ints[4 * at + OTHER] !== other) at++
    if (at === end) {
      if (end - begin === this.#room[node]) this.#move(node)
      at = nodes[4 * node + FIRST]! + nodes[4 * node + SIZE]!++
    } else if (weight >= this.floats[2 * at]!) return
    this.#place(node, at, other, weight, via)
  }

  #putRequired(
    table: Requirements,
    node: number,
    other: number,
    weight: number,
    via: number,
    requirement: number,
  ): void {
    const { nodes, ints, floats, requirements } = this
    const first = nodes[4 * node + FIRST]!
    const end = first + nodes[4 * node + SIZE]!
    let kept = first
    for (let edge = first; edge < end; edge++) {
      const isParallel = ints[4 * edge + OTHER] === other
      const isLighter = floats[2 * edge]! <= weight
      // Only an edge to the same node, so no edge was removed before.
      if (isParallel && isLighter && table.isNoTighter(requirements[edge]!, requirement)) return
      if (isParallel && floats[2 * edge]! >= weight && table.isNoTighter(requirement, requirements[edge]!)) continue
      if (kept < edge) this.#copy(edge, kept)
      kept++
    }
    nodes[4 * node + SIZE] = kept - first
    if (kept - first === this.#room[node]) this.#move(node)
    const at = nodes[4 * node + FIRST]! + nodes[4 * node + SIZE]!++
    this.requirements[this.#place(node, at, other, weight, via)] = requirement
  }

  /** Writes an edge to the free place `at` after the edges of the node, in the order of weights. Returns its place. */
  #place(node: number, from: number, other: number, weight: number, via: number): number {
    const { ints, floats } = this
    const first = this.nodes[4 * node + FIRST]!
    let at = from
    for (; at > first && floats[2 * at - 2]! > weight; at--) this.#copy(at - 1, at)
    floats[2 * at] = weight
    ints[4 * at + OTHER] = other
    ints[4 * at + VIA] = via
    this.lightest[2 * node + LIGHTEST] = floats[2 * first]!
    return at
  }

  /** Removes all edges between two nodes. */
  remove(node: number, other: number): void {
    const { nodes, ints } = this
    const first = nodes[4 * node + FIRST]!
    const end = first + nodes[4 * node + SIZE]!
    let kept = first
    while (kept < end && ints[4 * kept + OTHER] !== other) kept++
    if (kept === end) return
    for (let edge = kept + 1; edge < end; edge++) if (ints[4 * edge + OTHER] !== other) this.#copy(edge, kept++)
    const size = kept - first
    nodes[4 * node + SIZE] = size
    this.lightest[2 * node + LIGHTEST] = size === 0 ? Infinity : this.floats[2 * first]!
  }

  /** Removes all edges of a node. The edges of its neighbors are not changed. */
  clear(node: number): void {
    this.nodes[4 * node + SIZE] = 0
    this.lightest[2 * node + LIGHTEST] = Infinity
  }

  /**
   * Returns the edges of the nodes in `kept`, which may only have edges to each other. They get new numbers, in the order
   * of `kept`. `numbers` has the new number of each node. Frees this adjacency.
   */
  renumbered(kept: Int32Array, numbers: Int32Array): Adjacency {
    const smaller = new Adjacency(
      kept.map((node) => this.sizeOf(node)),
      this.table,
    )
    for (const [number, node] of kept.entries()) {
      const [from, to, size] = [this.nodes[4 * node + FIRST]!, smaller.nodes[4 * number + FIRST]!, this.sizeOf(node)]
      smaller.ints.set(this.ints.subarray(4 * from, 4 * (from + size)), 4 * to)
      for (let edge = to; edge < to + size; edge++)
        smaller.ints[4 * edge + OTHER] = numbers[smaller.ints[4 * edge + OTHER]!]!
      if (this.table) smaller.requirements.set(this.requirements.subarray(from, from + size), to)
      smaller.nodes[4 * number + SIZE] = size
      smaller.lightest[2 * number + LIGHTEST] = this.lightest[2 * node + LIGHTEST]!
    }
    freeMemory(this.nodes, this.ints, this.requirements)
    return smaller
  }

  #copy(from: number, to: number): void {
    const { ints, floats } = this
    floats[2 * to] = floats[2 * from]!
    ints[4 * to + OTHER] = ints[4 * from + OTHER]!
    ints[4 * to + VIA] = ints[4 * from + VIA]!
    if (this.table) this.requirements[to] = this.requirements[from]!
  }

  /** Moves the node's edges to the end of the pool, with room for more. */
  #move(node: number): void {
    const { nodes } = this
    const size = nodes[4 * node + SIZE]!
    const room = size + (size >> 1) + 2
    if (this.#used + room > this.ints.length / 4) this.#repack(room)
    const first = nodes[4 * node + FIRST]!
    this.ints.copyWithin(4 * this.#used, 4 * first, 4 * (first + size))
    if (this.table) this.requirements.copyWithin(this.#used, first, first + size)
    nodes[4 * node + FIRST] = this.#used
    this.#room[node] = room
    this.#used += room
  }

  /** Replaces the pool by one without the places that are no longer used. It has room for `wanted` more edges. */
  #repack(wanted: number): void {
    const { nodes, ints, requirements } = this
    const count = nodes.length / 4
    let edges = 0
    for (let node = 0; node < count; node++) edges += nodes[4 * node + SIZE]!
    this.#allot(capacityFor(edges) + wanted)
    let used = 0
    for (let node = 0; node < count; node++) {
      const [first, size] = [nodes[4 * node + FIRST]!, nodes[4 * node + SIZE]!]
      this.ints.set(ints.subarray(4 * first, 4 * (first + size)), 4 * used)
      if (this.table) this.requirements.set(requirements.subarray(first, first + size), used)
      nodes[4 * node + FIRST] = used
      this.#room[node] = size
      used += size
    }
    this.#used = used
    freeMemory(ints, requirements)
  }

  #allot(edges: number): void {
    const buffer = new ArrayBuffer(16 * edges)
    this.ints = new Int32Array(buffer)
    this.floats = new Float64Array(buffer)
    if (this.table) this.requirements = new Int32Array(edges)
  }
}

/** Returns the size of a pool that has room for new edges after `edges` edges. */
const capacityFor = (edges: number): number => edges + (edges >> 2) + 1_024
