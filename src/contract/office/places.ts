// Looking up an address.
import { z } from 'zod'
import { words } from '../fields.ts'
import { officeEndpoint } from './endpoint.ts'

export interface PlaceOut {
  lat: number
  lng: number
  /** As the geocoder writes it. */
  label: string
  /** PLACED: the very address. APPROXIMATE: only its street, postal code or city. */
  precision: 'PLACED' | 'APPROXIMATE'
}

export const findPlace = officeEndpoint({
  method: 'POST',
  path: '/places/find',
  role: 'DISPATCHER',
  body: z.strictObject({ address: words(500) }),
})
