// A query as the index knows it, and the ways to read it.
import type { Point } from '../../orders/order.ts'
import type { Name, NameMatch } from './name-match.ts'
import type { NumberChoice } from './numbers-in.ts'
import type { Spot } from './place-number.ts'
import type { NamedPlace, Postcode } from './places.ts'
import type { Query } from './query.ts'
import type { Run } from './run.ts'
import type { Vocabulary } from './vocabulary.ts'

/** One way to read the query. */
export interface Reading {
  name: Name
  match: NameMatch
  choice: NumberChoice | null
  run: Run
  spot: Spot
}

/** A query, and what the index has of its words. */
export interface Known {
  query: Query
  vocabulary: Vocabulary
  places: readonly NamedPlace[]
  postcodes: readonly Postcode[]
  placesAt: (key: string) => readonly Point[]
  postcodesAt: (key: string) => readonly Point[]
  /** All states in addresses of the index. */
  states: ReadonlySet<string>
  /** Whether the index has any places. */
  anyPlaces: boolean
}
