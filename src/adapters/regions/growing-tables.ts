// The growing tables of a thread: for each name, one on each region's roads. Those asked for longest ago go first.
import type { Drives } from '../../roads/drives.ts'
import type { GrowingTable } from '../../roads/growing-table.ts'

/** Some forty days of 300 places. */
const MOST_BYTES = 128 * 2 ** 20

export class GrowingTables {
  /** By roads and name; the one asked for last is the last. */
  #tables = new Map<string, Map<string, GrowingTable>>()
  readonly #mostBytes: number

  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes
  }

  /** On all these roads. */
  of(name: string, roads: ReadonlyMap<string, Drives>): GrowingTable[] {
    const own = this.#tables.get(name) ?? new Map<string, GrowingTable>()
    this.#tables.delete(name)
    this.#tables.set(name, own)
    return [...roads].map(([key, drives]) => {
      const table = own.get(key) ?? drives.growingTable()
      own.set(key, table)
      return table
    })
  }

  /** Lets go of what is too much; what is being asked for stays whole. */
  trim(): void {
    let bytes = 0
    for (const [name, own] of [...this.#tables].reverse()) {
      const before = bytes
      for (const table of own.values()) bytes += table.bytes
      if (before > 0 && bytes > this.#mostBytes) this.#tables.delete(name)
    }
  }

  /** Roads that nobody will ask about again. */
  forget(keys: readonly string[]): void {
    for (const [name, own] of this.#tables) {
      for (const key of keys) own.delete(key)
      if (own.size === 0) this.#tables.delete(name)
    }
  }
}
