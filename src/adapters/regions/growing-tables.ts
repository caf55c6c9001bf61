// Stores the growing tables of a thread, one per name and region. A growing table keeps the road searches of earlier
// queries, so that a new location takes only two searches. The least recently used tables are evicted first.
import type { RoadVehicle } from '../../domain/planning/road-vehicle.ts'
import type { Drives } from '../../roads/drives.ts'
import type { GrowingTable } from '../../roads/growing-table.ts'

/** Enough for about forty days with 300 locations each. */
const MAX_BYTES = 128 * 2 ** 20

export class GrowingTables {
  /** Keyed by name, then by roads. The most recently used name is last. */
  #tables = new Map<string, Map<string, GrowingTable>>()
  readonly #mostBytes: number

  constructor(mostBytes = MAX_BYTES) {
    this.#mostBytes = mostBytes
  }

  /** Returns the tables with this name on all these roads. The name must differ for vehicles with different roads. */
  of(name: string, roads: ReadonlyMap<string, Drives>, vehicle?: RoadVehicle): GrowingTable[] {
    const own = this.#tables.get(name) ?? new Map<string, GrowingTable>()
    this.#tables.delete(name)
    this.#tables.set(name, own)
    return [...roads].map(([key, drives]) => {
      const table = own.get(key) ?? drives.growingTable(vehicle)
      own.set(key, table)
      return table
    })
  }

  /** Evicts tables above the limit. The tables of the most recent name always stay. */
  trim(): void {
    let bytes = 0
    for (const [name, own] of [...this.#tables].reverse()) {
      const before = bytes
      for (const table of own.values()) bytes += table.bytes
      if (before > 0 && bytes > this.#mostBytes) this.#tables.delete(name)
    }
  }

  /** Removes tables on roads that are no longer used. */
  forget(keys: readonly string[]): void {
    for (const [name, own] of this.#tables) {
      for (const key of keys) own.delete(key)
      if (own.size === 0) this.#tables.delete(name)
    }
  }
}
