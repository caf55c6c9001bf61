// Edges of each node that can be added and removed while a graph is contracted. The edges of a node are adjacent in one
// pool, 16 bytes per edge, so that a scan of a node touches little memory.

/**
 * Offsets within the 4 elements of an edge in `ints`. The first two elements contain the weight of the edge, which is
 * read through `floats`. `floats` has 2 elements per edge.
 */
export const OTHER = 2
export const VIA = 3

export class Adjacency {
  readonly first: Int32Array
  readonly size: Int32Array
  ints = new Int32Array(0)
  floats = new Float64Array(0)
  readonly #room: Int32Array
  #used = 0

  /** `degrees` is the number of edges for which each node initially has room. */
  constructor(degrees: Int32Array) {
    const count = degrees.length
    this.first = new Int32Array(count)
    this.size = new Int32Array(count)
    this.#room = degrees.slice()
    for (let node = 0; node < count; node++) {
      this.first[node] = this.#used
      this.#used += degrees[node] as number
    }
    this.#allot(2 * this.#used + 1_024)
  }

  /** Adds an edge between two nodes. If the nodes already have an edge, only the lighter one of both is stored. */
  put(node: number, other: number, weight: number, via: number): void {
    const { ints, floats } = this
    const first = this.first[node]!
    const end = first + this.size[node]!
    for (let edge = first; edge < end; edge++) {
      if (ints[4 * edge + OTHER] !== other) continue
      if (weight < floats[2 * edge]!) {
        floats[2 * edge] = weight
        ints[4 * edge + VIA] = via
      }
      return
    }
    if (this.size[node] === this.#room[node]) this.#move(node)
    const edge = this.first[node]! + this.size[node]!++
    this.floats[2 * edge] = weight
    this.ints[4 * edge + OTHER] = other
    this.ints[4 * edge + VIA] = via
  }

  remove(node: number, other: number): void {
    const { ints, floats } = this
    const first = this.first[node]!
    const last = first + this.size[node]! - 1
    for (let edge = first; edge <= last; edge++) {
      if (ints[4 * edge + OTHER] !== other) continue
      floats[2 * edge] = floats[2 * last]!
      ints[4 * edge + OTHER] = ints[4 * last + OTHER]!
      ints[4 * edge + VIA] = ints[4 * last + VIA]!
      this.size[node]!--
      return
    }
  }

  /** Moves the node's edges to the end of the pool, with room for twice as many. */
  #move(node: number): void {
    const size = this.size[node]!
    const room = Math.max(4, 2 * size)
    if (this.#used + room > this.ints.length / 4) this.#allot(Math.ceil(1.5 * this.#used) + room)
    const first = this.first[node]!
    this.ints.copyWithin(4 * this.#used, 4 * first, 4 * (first + size))
    this.first[node] = this.#used
    this.#room[node] = room
    this.#used += room
  }

  #allot(edges: number): void {
    const before = this.ints
    const buffer = new ArrayBuffer(16 * edges)
    this.ints = new Int32Array(buffer)
    this.floats = new Float64Array(buffer)
    this.ints.set(before.subarray(0, 4 * this.#used))
  }
}
