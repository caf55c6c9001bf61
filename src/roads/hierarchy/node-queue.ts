// Priority queue of nodes, lowest priority first: a binary heap that stores the position of each node.
export class NodeQueue {
  readonly #priorities: Float64Array
  readonly #heap: Int32Array
  readonly #places: Int32Array
  #size: number

  constructor(priorities: Float64Array) {
    this.#size = priorities.length
    this.#priorities = priorities
    this.#heap = Int32Array.from(priorities, (_, node) => node)
    this.#places = this.#heap.slice()
    for (let at = (this.#size >> 1) - 1; at >= 0; at--) this.#sink(at)
  }

  /** Returns the nodes in the queue, in no particular order. */
  nodes(): Int32Array<ArrayBuffer> {
    return this.#heap.slice(0, this.#size)
  }

  get first(): number {
    return this.#heap[0]!
  }

  change(node: number, priority: number): void {
    const before = this.#priorities[node]!
    this.#priorities[node] = priority
    if (priority < before) this.#rise(this.#places[node]!)
    else this.#sink(this.#places[node]!)
  }

  remove(node: number): void {
    const at = this.#places[node]!
    const last = this.#heap[--this.#size]!
    if (last === node) return
    this.#set(at, last)
    this.#rise(at)
    this.#sink(this.#places[last]!)
  }

  #rise(from: number): void {
    const node = this.#heap[from]!
    let at = from
    while (at > 0) {
      const parent = this.#heap[(at - 1) >> 1]!
      if (this.#priorities[parent]! <= this.#priorities[node]!) break
      this.#set(at, parent)
      at = (at - 1) >> 1
    }
    this.#set(at, node)
  }

  #sink(from: number): void {
    const node = this.#heap[from]!
    let at = from
    for (;;) {
      let child = 2 * at + 1
      if (child >= this.#size) break
      if (child + 1 < this.#size && this.#isLess(child + 1, child)) child++
      if (this.#priorities[this.#heap[child]!]! >= this.#priorities[node]!) break
      this.#set(at, this.#heap[child]!)
      at = child
    }
    this.#set(at, node)
  }

  #isLess(at: number, than: number): boolean {
    return this.#priorities[this.#heap[at]!]! < this.#priorities[this.#heap[than]!]!
  }

  #set(at: number, node: number): void {
    this.#heap[at] = node
    this.#places[node] = at
  }
}
