// Where an address is.
import type { Address, Point } from '../../domain/orders/order.ts'

/** PLACED: the very address. APPROXIMATE: only its street, postal code or city. */
export type GeocodeAnswer =
  | { found: true; point: Point; precision: 'PLACED' | 'APPROXIMATE'; label: string }
  | { found: false }

export interface Geocoder {
  /** As named in the configuration; `none` when there is none. */
  readonly name: string
  /** Places an address, or a free text one. Throws when the service is down, slow or answers nonsense. */
  find(address: Address | string, signal: AbortSignal): Promise<GeocodeAnswer>
  /** Of one that places by addresses of its own and can't place a town: whether any of them is in it. */
  knowsTown?(address: Address): Promise<boolean>
}
