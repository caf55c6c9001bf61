// GEOCODER=pelias: addresses from a Pelias server (https://github.com/pelias/documentation, structured-geocoding.md) or
// a compatible service.
import { z } from 'zod'
import type { Geocoder } from '../../app/ports/geocoder.ts'
import type { Address } from '../../domain/orders/order.ts'
import { fetchJson } from '../fetch-json.ts'
import { nonEmptyMembers, GeoJsonPoint, firstHitAnswer, type Hit, houseAndStreet } from './geocoded.ts'

const SearchAnswer = z.object({
  features: z.array(
    z.object({
      geometry: GeoJsonPoint,
      properties: z.object({
        layer: z.string(),
        match_type: z.string().optional(),
        accuracy: z.string().optional(),
        label: z.string().default(''),
        locality: z.string().optional(),
        region: z.string().optional(),
        postalcode: z.string().optional(),
      }),
    }),
  ),
})
type Feature = z.output<typeof SearchAnswer>['features'][number]

/** Layers that name a single building. */
const BUILDING_LAYERS = new Set(['address', 'venue'])

export const pelias = (baseUrl: string, key: string | null): Geocoder => ({
  name: 'pelias',
  find: async (address, signal) => {
    const whole = typeof address === 'string'
    const url = new URL(`${baseUrl}/v1/search${whole ? '' : '/structured'}`)
    const query = whole ? { text: address } : queryOf(address)
    url.search = new URLSearchParams({ ...query, size: '1', ...(key && { api_key: key }) }).toString()
    const [feature] = SearchAnswer.parse(await fetchJson(url, { signal })).features
    return firstHitAnswer(address, feature && hitOf(feature))
  },
})

function queryOf({ line1, city, region, postalCode }: Address): Record<string, string> {
  const { houseNumber, street } = houseAndStreet(line1)
  return nonEmptyMembers({
    address: [houseNumber, street].filter(Boolean).join(' '),
    locality: city,
    region,
    postalcode: postalCode,
  })
}

function hitOf({ geometry, properties: p }: Feature): Hit {
  return {
    ...geometry,
    exact: BUILDING_LAYERS.has(p.layer) && p.match_type !== 'fallback' && p.accuracy !== 'centroid',
    label: p.label,
    city: p.locality,
    region: p.region,
    postalCode: p.postalcode,
  }
}
