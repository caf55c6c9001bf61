// GEOCODER=photon: addresses from a Photon server (https://github.com/komoot/photon/blob/master/docs/api-v1.md).
import { z } from 'zod'
import type { Geocoder } from '../../app/ports/geocoder.ts'
import type { Address } from '../../domain/orders/order.ts'
import { fetchJson, ProviderStatus } from '../fetch-json.ts'
import { nonEmptyMembers, GeoJsonPoint, firstHitAnswer, type Hit, houseAndStreet, oneLine } from './geocoded.ts'

const SearchAnswer = z.object({
  features: z.array(
    z.object({
      geometry: GeoJsonPoint,
      properties: z.object({
        type: z.string().optional(),
        name: z.string().optional(),
        housenumber: z.string().optional(),
        street: z.string().optional(),
        city: z.string().optional(),
        state: z.string().optional(),
        postcode: z.string().optional(),
      }),
    }),
  ),
})
type Feature = z.output<typeof SearchAnswer>['features'][number]

export const photon = (baseUrl: string): Geocoder => ({
  name: 'photon',
  find: async (address, signal) => {
    const [feature] = SearchAnswer.parse(await search(baseUrl, address, signal)).features
    return firstHitAnswer(address, feature && hitOf(feature))
  },
})

async function search(baseUrl: string, address: Address | string, signal: AbortSignal): Promise<unknown> {
  const whole = (text: string) => fetchJson(urlOf(`${baseUrl}/api`, { q: text, limit: '1' }), { signal })
  if (typeof address === 'string') return whole(address)
  try {
    return await fetchJson(urlOf(`${baseUrl}/structured`, { ...queryOf(address), limit: '1' }), { signal })
  } catch (error) {
    // Servers whose data was not imported for structured queries don't have this path. They get the address as one
    // text.
    if (error instanceof ProviderStatus && error.status === 404) return whole(oneLine(address))
    throw error
  }
}

function queryOf({ line1, city, region, postalCode }: Address): Record<string, string> {
  const { houseNumber, street } = houseAndStreet(line1)
  return nonEmptyMembers({ housenumber: houseNumber, street, city, state: region, postcode: postalCode })
}

function hitOf({ geometry, properties: p }: Feature): Hit {
  const house = [p.housenumber, p.street].filter(Boolean).join(' ')
  return {
    ...geometry,
    exact: p.type === 'house',
    label: [p.name, house, p.city, p.state, p.postcode].filter(Boolean).join(', '),
    city: p.city,
    region: p.state,
    postalCode: p.postcode,
  }
}

function urlOf(path: string, query: Record<string, string>): URL {
  const url = new URL(path)
  url.search = new URLSearchParams(query).toString()
  return url
}
