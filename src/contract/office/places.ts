// Looking up an address.
import { z } from 'zod'
import { words } from '../fields.ts'
import { officeEndpoint } from './endpoint.ts'

export const PlaceOut = z.object({
  lat: z.number(),
  lng: z.number(),
  /** As the geocoder writes it. */
  label: z.string(),
  /** PLACED: the very address. APPROXIMATE: only its street, postal code or city. */
  precision: z.enum(['PLACED', 'APPROXIMATE']),
})
export type PlaceOut = z.output<typeof PlaceOut>

export const findPlace = officeEndpoint({
  method: 'POST',
  path: '/places/find',
  role: 'DISPATCHER',
  body: z.strictObject({ address: words(500) }),
  reply: PlaceOut,
  audit: [],
})
