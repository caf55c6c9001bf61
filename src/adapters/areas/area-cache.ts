// Cache of indexed areas with a limited size. The least recently used area is evicted first.
import type { IndexedArea } from './indexed-area.ts'

type CachedArea = { area: Promise<IndexedArea | null>; bytes: number }

export class AreaCache {
  readonly #maxBytes: number
  /** Sorted by last use. */
  readonly #entries = new Map<string, CachedArea>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  /** Returns the area and marks it as used. */
  get(key: string): Promise<IndexedArea | null> | undefined {
    const known = this.#entries.get(key)
    if (!known) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, known)
    return known.area
  }

  /** Adds an area that is being indexed. If there is none or indexing fails, removes it again. Returns the area. */
  add(key: string, area: Promise<IndexedArea | null>): Promise<IndexedArea | null> {
    const entry: CachedArea = { area, bytes: 0 }
    this.#entries.set(key, entry)
    const settled = (indexed: IndexedArea | null): void => {
      if (this.#entries.get(key) !== entry) return
      if (!indexed) return this.remove(key)
      entry.bytes = indexed.bytes
      this.#bytes += entry.bytes
      for (const oldest of this.#entries.keys()) {
        if (this.#bytes <= this.#maxBytes) break
        if (oldest !== key) this.remove(oldest)
      }
    }
    void area.then(settled, () => settled(null))
    return area
  }

  remove(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }
}
