// GEOCODER=google: addresses from Google's Geocoding API
// (https://developers.google.com/maps/documentation/geocoding/requests-geocoding).
import { z } from 'zod'
import type { Geocoder } from '../../app/ports/geocoder.ts'
import type { Address } from '../../domain/orders/order.ts'
import { fetchJson } from '../fetch-json.ts'
import { firstHitAnswer, type Hit, oneLine } from './geocoded.ts'

const GeocodeAnswer = z.object({
  status: z.string(),
  results: z.array(
    z.object({
      formatted_address: z.string().default(''),
      geometry: z.object({
        location: z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }),
        location_type: z.string(),
      }),
      address_components: z
        .array(z.object({ long_name: z.string(), short_name: z.string(), types: z.array(z.string()) }))
        .default([]),
    }),
  ),
})
type Result = z.output<typeof GeocodeAnswer>['results'][number]

/** The house itself, or a location between two known houses. The other types are the middle of a street or an area. */
const EXACT_TYPES = new Set(['ROOFTOP', 'RANGE_INTERPOLATED'])

export const googleGeocoding = (baseUrl: string, key: string): Geocoder => ({
  name: 'google',
  find: async (address, signal) => {
    const url = new URL(`${baseUrl}/maps/api/geocode/json`)
    const components = typeof address === 'string' ? '' : componentsOf(address)
    url.search = new URLSearchParams({
      address: typeof address === 'string' ? address : oneLine(address),
      ...(components && { components }),
      key,
    }).toString()
    const { status, results } = GeocodeAnswer.parse(await fetchJson(url, { signal }))
    // Other statuses (OVER_QUERY_LIMIT, REQUEST_DENIED, …) also come with HTTP 200.
    if (status !== 'OK' && status !== 'ZERO_RESULTS') throw new Error(`Google's geocoder answered ${status}`)
    return firstHitAnswer(address, results[0] && hitOf(results[0]))
  },
})

/** Restricts Google's results to the region and postal code. */
const componentsOf = ({ region, postalCode }: Address): string =>
  [postalCode && `postal_code:${postalCode}`, region && `administrative_area:${region}`].filter(Boolean).join('|')

function hitOf({ formatted_address, geometry, address_components }: Result): Hit {
  const part = (type: string) => address_components.find(({ types }) => types.includes(type))
  return {
    ...geometry.location,
    exact: EXACT_TYPES.has(geometry.location_type),
    label: formatted_address,
    city: part('locality')?.long_name,
    region: part('administrative_area_level_1')?.short_name,
    postalCode: part('postal_code')?.long_name,
  }
}
