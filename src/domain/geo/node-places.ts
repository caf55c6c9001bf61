// Coordinates of the nodes of an extract, found by ID. Each node takes 16 bytes; x and y are 32-bit integers.
const CHUNK = 2 ** 18

interface Chunk {
  ids: Float64Array<ArrayBuffer>
  xs: Int32Array<ArrayBuffer>
  ys: Int32Array<ArrayBuffer>
}

export interface NodePlaces {
  /** Writes x and y to `into`, beginning at index `at`. Returns false if the extract doesn't contain the node. */
  put(node: number, into: Int32Array<ArrayBuffer>, at: number): boolean
}

/** Collects nodes. Extracts are usually sorted by node ID; nodes in another order are sorted at the end. */
export function collectNodes(): { add(node: number, x: number, y: number): void; done(): NodePlaces } {
  const chunks: Chunk[] = []
  let used = CHUNK
  let last = -Infinity
  let sorted = true
  return {
    add(node, x, y) {
      if (used === CHUNK) {
        chunks.push({ ids: new Float64Array(CHUNK), xs: new Int32Array(CHUNK), ys: new Int32Array(CHUNK) })
        used = 0
      }
      const chunk = chunks.at(-1) as Chunk
      chunk.ids[used] = node
      chunk.xs[used] = x
      chunk.ys[used++] = y
      sorted &&= node > last
      last = node
    },
    done() {
      const end = chunks.at(-1)
      if (end) chunks[chunks.length - 1] = trimmed(end, used)
      return lookUp(sorted ? chunks : chunksSortedById(chunks))
    },
  }
}

const trimmed = ({ ids, xs, ys }: Chunk, length: number): Chunk => ({
  ids: ids.subarray(0, length),
  xs: xs.subarray(0, length),
  ys: ys.subarray(0, length),
})

function chunksSortedById(chunks: readonly Chunk[]): Chunk[] {
  const length = chunks.reduce((sum, { ids }) => sum + ids.length, 0)
  const idOf = (at: number): number => chunks[Math.floor(at / CHUNK)]?.ids[at % CHUNK] as number
  const order = new Uint32Array(length).map((_, i) => i).sort((a, b) => idOf(a) - idOf(b))
  const whole = { ids: new Float64Array(length), xs: new Int32Array(length), ys: new Int32Array(length) }
  order.forEach((from, to) => {
    const { ids, xs, ys } = chunks[Math.floor(from / CHUNK)] as Chunk
    whole.ids[to] = ids[from % CHUNK] as number
    whole.xs[to] = xs[from % CHUNK] as number
    whole.ys[to] = ys[from % CHUNK] as number
  })
  return [whole]
}

function lookUp(chunks: readonly Chunk[]): NodePlaces {
  const firsts = Float64Array.from(chunks, ({ ids }) => ids[0] ?? Infinity)
  return {
    put(node, into, at) {
      const chunk = chunks[lastUpTo(firsts, node)]
      if (!chunk) return false
      const found = lastUpTo(chunk.ids, node)
      if (chunk.ids[found] !== node) return false
      into[at] = chunk.xs[found] as number
      into[at + 1] = chunk.ys[found] as number
      return true
    },
  }
}

/** Returns the index of the last element that is at most `value`, or -1. */
function lastUpTo(sorted: Float64Array<ArrayBuffer>, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}
