// Binary heap of nodes by weight that contains each node once and supports decrease-key. If a search improves many of
// its nodes, it pops fewer nodes than with `Heap`.
export class DecreaseKeyHeap {
  size = 0
  #weights = new Float64Array(1_024)
  #nodes = new Int32Array(1_024)
  /** Indexed by node: position in the heap. */
  readonly #places: Int32Array

  constructor(count: number) {
    this.#places = new Int32Array(count)
  }

  add(weight: number, node: number): void {
    if (this.size === this.#nodes.length) this.#grow()
    this.#rise(this.size++, weight, node)
  }

  /** Reduces the weight of a node in the heap. */
  lighten(weight: number, node: number): void {
    this.#rise(this.#places[node]!, weight, node)
  }

  /** Weight of the node that `pop` returns next. */
  get least(): number {
    return this.#weights[0]!
  }

  pop(): number {
    const weights = this.#weights
    const nodes = this.#nodes
    const places = this.#places
    const top = nodes[0]!
    const size = --this.size
    const weight = weights[size]!
    const node = nodes[size]!
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (child + 1 < size && weights[child + 1]! < weights[child]!) child++
      if (weights[child]! >= weight) break
      const risen = nodes[child]!
      weights[at] = weights[child]!
      nodes[at] = risen
      places[risen] = at
      at = child
    }
    weights[at] = weight
    nodes[at] = node
    places[node] = at
    return top
  }

  #rise(from: number, weight: number, node: number): void {
    const weights = this.#weights
    const nodes = this.#nodes
    const places = this.#places
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (weights[parent]! <= weight) break
      const sunk = nodes[parent]!
      weights[at] = weights[parent]!
      nodes[at] = sunk
      places[sunk] = at
      at = parent
    }
    weights[at] = weight
    nodes[at] = node
    places[node] = at
  }

  #grow(): void {
    const [weights, nodes] = [this.#weights, this.#nodes]
    this.#weights = new Float64Array(2 * weights.length)
    this.#nodes = new Int32Array(2 * nodes.length)
    this.#weights.set(weights)
    this.#nodes.set(nodes)
  }
}
