// Finds the location of an address.
import type { Suggestion } from '../../domain/addresses/matching/suggest.ts'
import type { Address, Point } from '../../domain/orders/order.ts'

/**
 * Result of a look-up. PLACED: the location of the exact address. APPROXIMATE: only the location of its street, postal
 * code or city.
 */
export type GeocodeAnswer =
  | { found: true; point: Point; precision: 'PLACED' | 'APPROXIMATE'; label: string }
  | { found: false; candidates?: readonly Candidate[] }

/** One of several locations that fit the address about equally well. */
export interface Candidate {
  point: Point
  label: string
}

export interface Geocoder {
  /** The name from the configuration. `none` if no geocoder is configured. */
  readonly name: string
  /**
   * Geocodes an address, structured or as free text. Throws if the service is down, slow or returns an invalid
   * response.
   */
  find(address: Address | string, signal: AbortSignal): Promise<GeocodeAnswer>
  /**
   * Returns whether the geocoder has any address in the town. Only geocoders with their own list of addresses have this
   * method, because they can't geocode a town.
   */
  knowsTown?(address: Address): Promise<boolean>
  /**
   * Returns addresses that begin with what a person has typed, best first. Only geocoders with their own list of
   * addresses have this method, because others count or forbid such look-ups.
   */
  suggest?(typed: string, depots: readonly Point[]): Promise<readonly Suggestion[]>
}
