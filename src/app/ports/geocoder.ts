// Finds the location of an address.
import type { Address, Point } from '../../domain/orders/order.ts'

/** PLACED: the exact address. APPROXIMATE: only its street, postal code or city. */
export type GeocodeAnswer =
  | { found: true; point: Point; precision: 'PLACED' | 'APPROXIMATE'; label: string }
  | { found: false; candidates?: readonly Candidate[] }

/** A location that the address can mean, if several fit. */
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
   * Only for a geocoder with its own addresses, which can't geocode a town: returns whether it has any address in the
   * town.
   */
  knowsTown?(address: Address): Promise<boolean>
}
