// A query with the index data about its words, and the ways to read it.
import type { Point } from '../../orders/order.ts'
import type { StreetName, NameMatch } from './name-match.ts'
import type { NumberCandidate } from './number-candidates.ts'
import type { NumberLocation } from './locate-number.ts'
import type { NamedPlace, QueryPostcode } from './places.ts'
import type { AddressQuery } from './query.ts'
import type { TownStreet } from './town-street.ts'
import type { Vocabulary } from './vocabulary.ts'

/** One way to read the query. */
export interface QueryReading {
  name: StreetName
  match: NameMatch
  numberCandidate: NumberCandidate | null
  street: TownStreet
  location: NumberLocation
}

/** A query with the index data about its words. */
export interface QueryContext {
  query: AddressQuery
  vocabulary: Vocabulary
  places: readonly NamedPlace[]
  postcodes: readonly QueryPostcode[]
  placeLocations: (key: string) => readonly Point[]
  postcodeLocations: (key: string) => readonly Point[]
  /** All states in addresses of the index. */
  states: ReadonlySet<string>
  /** Whether the index has any places. */
  hasPlaces: boolean
}
