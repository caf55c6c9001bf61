// Binary heap of nodes by weight, for searches. A node that is pushed twice is popped twice, and the caller skips the
// second one.
export class Heap {
  size = 0
  #weights = new Float64Array(1_024)
  #nodes = new Int32Array(1_024)

  push(weight: number, node: number): void {
    if (this.size === this.#nodes.length) this.#grow()
    const weights = this.#weights
    const nodes = this.#nodes
    let at = this.size++
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (weights[parent]! <= weight) break
      weights[at] = weights[parent]!
      nodes[at] = nodes[parent]!
      at = parent
    }
    weights[at] = weight
    nodes[at] = node
  }

  /** Weight of the node that `pop` returns next. */
  get least(): number {
    return this.#weights[0]!
  }

  pop(): number {
    const weights = this.#weights
    const nodes = this.#nodes
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
      weights[at] = weights[child]!
      nodes[at] = nodes[child]!
      at = child
    }
    weights[at] = weight
    nodes[at] = node
    return top
  }

  #grow(): void {
    const [weights, nodes] = [this.#weights, this.#nodes]
    this.#weights = new Float64Array(2 * weights.length)
    this.#nodes = new Int32Array(2 * nodes.length)
    this.#weights.set(weights)
    this.#nodes.set(nodes)
  }
}
