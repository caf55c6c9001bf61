// GEOCODER=nominatim: addresses from a Nominatim server (https://nominatim.org/release-docs/latest/api/Search/).
import { z } from 'zod'
import type { Geocoder } from '../../app/ports/geocoder.ts'
import type { Address } from '../../domain/orders/order.ts'
import { fetchJson, ProviderStatus } from '../fetch-json.ts'
import { nonEmptyMembers, firstHitAnswer, type Hit, houseAndStreet } from './geocoded.ts'

/**
 * Nominatim's place ranks: 26 and 27 are streets, lower ranks are areas, and from here on single buildings and
 * addresses.
 */
const FIRST_BUILDING_RANK = 28
/** Types of results that are larger than a building, for servers that omit the rank. */
const WIDER_THAN_A_BUILDING = new Set(
  'road street highway postcode city town village hamlet suburb neighbourhood county state country administrative'.split(
    ' ',
  ),
)

/** Parses degrees, which Nominatim returns as text and some compatible servers as numbers. */
const degrees = (most: number) =>
  z
    .union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)])
    .transform(Number)
    .pipe(z.number().min(-most).max(most))

const SearchAnswer = z.array(
  z.object({
    lat: degrees(90),
    lon: degrees(180),
    display_name: z.string().default(''),
    place_rank: z.number().optional(),
    addresstype: z.string().optional(),
    category: z.string().optional(),
    type: z.string().optional(),
    address: z
      .object({
        city: z.string().optional(),
        town: z.string().optional(),
        village: z.string().optional(),
        state: z.string().optional(),
        postcode: z.string().optional(),
      })
      .default({}),
  }),
)
type Found = z.output<typeof SearchAnswer>[number]

/** `userAgent` identifies the caller, as Nominatim's usage policy requires. */
export const nominatim = (baseUrl: string, userAgent: string): Geocoder => ({
  name: 'nominatim',
  find: async (address, signal) => {
    const url = new URL(`${baseUrl}/search`)
    url.search = new URLSearchParams({
      ...queryOf(address),
      format: 'jsonv2',
      addressdetails: '1',
      limit: '1',
    }).toString()
    const [found] = SearchAnswer.parse(await answerOf(url, userAgent, signal))
    return firstHitAnswer(address, found && hitOf(found))
  },
})

function hitOf(found: Found): Hit {
  const { city, town, village, state, postcode } = found.address
  return {
    lat: found.lat,
    lng: found.lon,
    exact: isBuilding(found),
    label: found.display_name,
    city: city ?? town ?? village,
    region: state,
    postalCode: postcode,
  }
}

async function answerOf(url: URL, userAgent: string, signal: AbortSignal): Promise<unknown> {
  try {
    return await fetchJson(url, { signal, headers: { 'user-agent': userAgent } })
  } catch (error) {
    // An address that Nominatim can't parse at all, such as only spaces, counts as not found. Otherwise, it would be
    // retried forever.
    if (error instanceof ProviderStatus && error.status === 400) return []
    throw error
  }
}

function queryOf(address: Address | string): Record<string, string> {
  if (typeof address === 'string') return { q: address }
  const { line1, city, region, postalCode } = address
  const { houseNumber, street } = houseAndStreet(line1)
  return nonEmptyMembers({
    street: [houseNumber, street].filter(Boolean).join(' '),
    city,
    state: region,
    postalcode: postalCode,
  })
}

function isBuilding({ place_rank, addresstype, category, type }: Found): boolean {
  if (place_rank !== undefined) return place_rank >= FIRST_BUILDING_RANK
  return ![addresstype, category, type].some((kind) => kind !== undefined && WIDER_THAN_A_BUILDING.has(kind))
}
