// Geocoding an address.
import { z } from 'zod'
import { nonBlankText } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

export const PlaceOut = z.object({
  lat: z.number(),
  lng: z.number(),
  label: z.string().meta({ description: 'The address as the geocoder writes it.' }),
  precision: z.enum(['PLACED', 'APPROXIMATE']).meta({
    description: '`PLACED`: exactly this address. `APPROXIMATE`: only its street, postal code or city.',
  }),
})
export type PlaceOut = z.output<typeof PlaceOut>

export const lookUpAddress = endpoint({
  method: 'POST',
  path: '/places/find',
  permission: 'changeOrders',
  body: z.strictObject({ address: nonBlankText(500) }),
  reply: PlaceOut,
  audit: [],
  office: {},
})
