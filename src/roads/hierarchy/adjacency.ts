// Edges of each node that can be added and removed while a graph is contracted. The edges of a node are adjacent in one
// pool, 16 bytes per edge, so that a scan of a node touches little memory. They are sorted by weight, so that a scan can
// end early.

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
  readonly #room: Int32Array
  #used = 0

  /** `degrees` is the number of edges for which each node initially has room. The caller must not change it later. */
  constructor(degrees: Int32Array) {
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

  /** Adds an edge between two nodes. If the nodes already have an edge, only the lighter one of both is stored. */
  put(node: number, other: number, weight: number, via: number): void {
    const { nodes } = this
    const begin = nodes[4 * node + FIRST]!
    const end = begin + nodes[4 * node + SIZE]!
    let at = begin
    while (at < end && this.ints[4 * at + OTHER] !== other) at++
    if (at === end) {
      if (end - begin === this.#room[node]) this.#move(node)
      at = nodes[4 * node + FIRST]! + nodes[4 * node + SIZE]!++
    } else if (weight >= this.floats[2 * at]!) return
    const { ints, floats } = this
    const first = nodes[4 * node + FIRST]!
    for (; at > first && floats[2 * at - 2]! > weight; at--) this.#copy(at - 1, at)
    floats[2 * at] = weight
    ints[4 * at + OTHER] = other
    ints[4 * at + VIA] = via
    this.lightest[2 * node + LIGHTEST] = floats[2 * first]!
  }

  remove(node: number, other: number): void {
    const { nodes, ints } = this
    const first = nodes[4 * node + FIRST]!
    const end = first + nodes[4 * node + SIZE]!
    let edge = first
    while (edge < end && ints[4 * edge + OTHER] !== other) edge++
    if (edge === end) return
    for (; edge + 1 < end; edge++) this.#copy(edge + 1, edge)
    const size = --nodes[4 * node + SIZE]!
    this.lightest[2 * node + LIGHTEST] = size === 0 ? Infinity : this.floats[2 * first]!
  }

  /** Removes all edges of a node. The edges of its neighbors are not changed. */
  clear(node: number): void {
    this.nodes[4 * node + SIZE] = 0
    this.lightest[2 * node + LIGHTEST] = Infinity
  }

  /**
   * Returns the edges of the nodes in `kept`, which may only have edges to each other. They get new numbers, in the order
   * of `kept`. `numbers` has the new number of each node.
   */
  renumbered(kept: Int32Array, numbers: Int32Array): Adjacency {
    const smaller = new Adjacency(kept.map((node) => this.sizeOf(node)))
    for (const [number, node] of kept.entries()) {
      const [from, to, size] = [this.nodes[4 * node + FIRST]!, smaller.nodes[4 * number + FIRST]!, this.sizeOf(node)]
      smaller.ints.set(this.ints.subarray(4 * from, 4 * (from + size)), 4 * to)
      for (let edge = to; edge < to + size; edge++)
        smaller.ints[4 * edge + OTHER] = numbers[smaller.ints[4 * edge + OTHER]!]!
      smaller.nodes[4 * number + SIZE] = size
      smaller.lightest[2 * number + LIGHTEST] = this.lightest[2 * node + LIGHTEST]!
    }
    return smaller
  }

  #copy(from: number, to: number): void {
    const { ints, floats } = this
    floats[2 * to] = floats[2 * from]!
    ints[4 * to + OTHER] = ints[4 * from + OTHER]!
    ints[4 * to + VIA] = ints[4 * from + VIA]!
  }

  /** Moves the node's edges to the end of the pool, with room for more. */
  #move(node: number): void {
    const { nodes } = this
    const size = nodes[4 * node + SIZE]!
    const room = size + (size >> 1) + 2
    if (this.#used + room > this.ints.length / 4) this.#repack(room)
    const first = nodes[4 * node + FIRST]!
    this.ints.copyWithin(4 * this.#used, 4 * first, 4 * (first + size))
    nodes[4 * node + FIRST] = this.#used
    this.#room[node] = room
    this.#used += room
  }

  /** Replaces the pool by one without the places that are no longer used. It has room for `wanted` more edges. */
  #repack(wanted: number): void {
    const { nodes, ints } = this
    const count = nodes.length / 4
    let edges = 0
    for (let node = 0; node < count; node++) edges += nodes[4 * node + SIZE]!
    this.#allot(capacityFor(edges) + wanted)
    let used = 0
    for (let node = 0; node < count; node++) {
      const [first, size] = [nodes[4 * node + FIRST]!, nodes[4 * node + SIZE]!]
      this.ints.set(ints.subarray(4 * first, 4 * (first + size)), 4 * used)
      nodes[4 * node + FIRST] = used
      this.#room[node] = size
      used += size
    }
    this.#used = used
  }

  #allot(edges: number): void {
    const buffer = new ArrayBuffer(16 * edges)
    this.ints = new Int32Array(buffer)
    this.floats = new Float64Array(buffer)
  }
}

/** Returns the size of a pool that has room for new edges after `edges` edges. */
const capacityFor = (edges: number): number => edges + (edges >> 2) + 1_024
