// A table to which locations are added one by one. It stores the searches of its locations, so that another location
// takes two searches, regardless of the number of locations. Used for repeated queries about almost the same locations.
import type { Point } from '../domain/orders/order.ts'
import {
  endsAt,
  type Columns,
  type DriveTable,
  type HoursAt,
  startsAt,
  NOWHERE,
  type Part,
  driveAlongSegment,
} from './ends.ts'
import { costOf, decimetersOf } from './graph/weight.ts'
import type { Searchable } from './hierarchy/hierarchy.ts'
import { bytesOf, type StoredSearch, storedSearchOf, lightestMeeting } from './hierarchy/stored-search.ts'
import type { UpwardSearch } from './hierarchy/upward-search.ts'
import { type Place, snap } from './snap/snap.ts'
import type { VehicleRules } from './vehicle-rules.ts'

interface Known {
  key: string
  place: Place | null
  ahead: StoredSearch
  back: StoredSearch
  /**
   * Driving time (hundredths of a second) and distance (decimeters) to and from each location with a lower number. -1
   * if there is no drive.
   */
  legs: Int32Array
}

/** Fields in `legs` per location: time and distance to it, then time and distance from it. */
const FIELDS = 4
const FROM = 2
/** The table is emptied if it has more locations than twice the number of requested locations plus this number. */
const MAX_UNUSED = 50

export class GrowingTable {
  /** Approximate memory of the table in bytes. */
  bytes = 0
  readonly #columns: Columns
  readonly #hierarchy: Searchable
  readonly #hoursAt: HoursAt
  readonly #rules: VehicleRules
  readonly #search: () => UpwardSearch
  #known: Known[] = []
  #numbers = new Map<string, number>()

  constructor(
    columns: Columns,
    hierarchy: Searchable,
    hoursAt: HoursAt,
    rules: VehicleRules,
    search: () => UpwardSearch,
  ) {
    this.#hoursAt = hoursAt
    this.#rules = rules
    this.#columns = columns
    this.#hierarchy = hierarchy
    this.#search = search
  }

  /** Adds at most `most` of the points and removes unused locations. Returns whether all points are in the table. */
  add(points: readonly Point[], most: number): boolean {
    const wanted = new Set(points.map(keyOf))
    if (this.#known.length > 2 * wanted.size + MAX_UNUSED) this.#cut(0)
    // Legs refer to locations by number, so only locations at the end of the list can be removed.
    const used = this.#known.findLastIndex(({ key }) => wanted.has(key)) + 1
    this.#cut(used)
    const missing = points.filter((point) => !this.#numbers.has(keyOf(point)))
    for (const point of missing.slice(0, most)) this.#numberOf(point)
    return missing.length <= most
  }

  snap(point: Point): Place | null {
    const number = this.#numbers.get(keyOf(point))
    return number === undefined ? snap(this.#columns, point) : this.#known[number]!.place
  }

  /** Returns the same times and distances as `Drives.table`, and adds missing locations to this table. */
  table(points: readonly Point[]): DriveTable {
    const side = points.length
    const numbers = points.map((point) => this.#numberOf(point))
    const durations = new Float64Array(side * side)
    const distances = new Float64Array(side * side)
    for (let i = 0; i < side; i++)
      for (let j = 0; j < side; j++) {
        const [from, to] = [numbers[i]!, numbers[j]!]
        if (from === to) continue
        const { legs } = this.#known[Math.max(from, to)]!
        const at = from > to ? FIELDS * to : FIELDS * from + FROM
        const centiseconds = legs[at]!
        durations[i * side + j] = centiseconds < 0 ? Infinity : centiseconds / 100
        distances[i * side + j] = centiseconds < 0 ? Infinity : legs[at + 1]! / 10
      }
    const places = numbers.map((number) => this.#known[number]!.place)
    return {
      durations,
      distances,
      roadMeters: places.map((place) => place?.meters ?? null),
      hours: places.map((place) => place && this.#hoursAt(place)),
    }
  }

  /** Returns the number of the location in the table. Adds the location if the table does not contain it. */
  #numberOf(point: Point): number {
    const key = keyOf(point)
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#known.length
    const place = snap(this.#columns, point)
    const search = this.#search()
    const { up, down } = this.#hierarchy
    const legs = new Int32Array(FIELDS * number)
    const rules = this.#rules
    search.run(up, down, place ? startsAt(this.#columns, place, rules) : NOWHERE, rules.metOnEdges)
    for (const [i, other] of this.#known.entries())
      writeLeg(legs, FIELDS * i, lighterPart(lightestMeeting(search, other.back), this.#along(place, other.place)))
    const ahead = storedSearchOf(search)
    search.run(down, up, place ? endsAt(this.#columns, place, rules) : NOWHERE, rules.metOnEdges)
    for (const [i, other] of this.#known.entries())
      writeLeg(
        legs,
        FIELDS * i + FROM,
        lighterPart(lightestMeeting(search, other.ahead), this.#along(other.place, place)),
      )
    const added = { key, place, ahead, back: storedSearchOf(search), legs }
    this.#known.push(added)
    this.#numbers.set(key, number)
    this.bytes += sizeOf(added)
    return number
  }

  #along(from: Place | null, to: Place | null): Part | null {
    return from && to && driveAlongSegment(this.#columns, from, to, this.#rules)
  }

  #cut(length: number): void {
    for (const gone of this.#known.splice(length)) {
      this.#numbers.delete(gone.key)
      this.bytes -= sizeOf(gone)
    }
  }
}

const keyOf = ({ lat, lng }: Point): string => `${lat},${lng}`

const sizeOf = ({ ahead, back, legs }: Known): number => bytesOf(ahead) + bytesOf(back) + legs.byteLength

const lighterPart = (way: Part, along: Part | null): Part => (along && along.weight < way.weight ? along : way)

function writeLeg(legs: Int32Array, at: number, { weight, extra }: Part): void {
  legs[at] = weight === Infinity ? -1 : costOf(weight) + extra
  legs[at + 1] = weight === Infinity ? -1 : decimetersOf(weight)
}
