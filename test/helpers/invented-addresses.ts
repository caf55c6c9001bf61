// Addresses as difficult as those of a real city. The streets come from an extract. The house numbers are invented: by
// blocks as in US cities, on both sides and with gaps. The same seed gives the same addresses.
import { seeded } from '../../bench/random.ts'
import { extractEntries } from '../../src/adapters/regions/read-extract.ts'
import { readAddressFile } from '../../src/app/addresses/geocoding/read-addresses.ts'
import { normalizeStreet } from '../../src/domain/addresses/us-address.ts'
import type { Point } from '../../src/domain/orders/order.ts'

export interface InventedAddress extends Point {
  line1: string
  city: string
  region: string
  postalCode: string
}

/** Origin of the numbering, and length of a block of 100 numbers. */
const CENTER = { lat: 38.8899, lng: -77.0091 }
const BLOCK_METERS = 130
const METERS_A_DEGREE = { lat: 111_195, lng: 86_500 }
const QUADRANT = / (nw|ne|sw|se)$/

/** About 8,000 addresses in Washington, DC, each within 25 m of a road of its street. */
export async function inventedAddresses(extract: string, seed = 1): Promise<InventedAddress[]> {
  const random = seeded(seed)
  const byLine = new Map<string, InventedAddress>()
  const lag = new Map<string, number>()
  for await (const found of readAddressFile(extract, extractEntries)) {
    const street = found && 'road' in found ? found.road.names[0] && normalizeStreet(found.road.names[0]) : undefined
    if (!found || !('road' in found) || !street || !QUADRANT.test(street)) continue
    // Each street has its own offset, so that no two streets have the same numbering.
    const late = lag.get(street) ?? (random() - 0.5) * 30
    lag.set(street, late)
    for (const place of placesAlong(found.road.line, random)) {
      const number = numberAt(place, late)
      const line1 = `${number} ${titled(street)}`
      const { lat, lng } = place
      if (number > 0 && !byLine.has(line1))
        byLine.set(line1, { line1, city: 'Washington', region: 'DC', postalCode: postalCodeAt(place), lat, lng })
    }
  }
  return [...byLine.values()]
}

interface Place extends Point {
  alongMeridian: boolean
  left: boolean
}

function* placesAlong(line: readonly Point[], random: () => number): Generator<Place> {
  let ahead = 60 * random()
  for (const [i, from] of line.entries()) {
    const to = line[i + 1]
    if (!to) return
    const east = (to.lng - from.lng) * METERS_A_DEGREE.lng
    const north = (to.lat - from.lat) * METERS_A_DEGREE.lat
    const meters = Math.hypot(east, north)
    for (; ahead < meters; ahead += 40 + 120 * random()) {
      const left = random() < 0.5
      const back = (left ? 1 : -1) * (10 + 15 * random())
      yield {
        lat: round(from.lat + (north * ahead + east * back) / meters / METERS_A_DEGREE.lat),
        lng: round(from.lng + (east * ahead - north * back) / meters / METERS_A_DEGREE.lng),
        alongMeridian: Math.abs(north) > Math.abs(east),
        left: left === (Math.abs(north) > Math.abs(east) ? north > 0 : east > 0),
      }
    }
    ahead -= meters
  }
}

/** House numbers are even on one side of the street. A block has about fifty numbers, and then the next hundred begins. */
function numberAt({ lat, lng, alongMeridian, left }: Place, late: number): number {
  const meters = alongMeridian
    ? Math.abs(lat - CENTER.lat) * METERS_A_DEGREE.lat
    : Math.abs(lng - CENTER.lng) * METERS_A_DEGREE.lng
  const blocks = (meters + late) / BLOCK_METERS
  const inBlock = Math.floor((blocks - Math.floor(blocks)) * 25)
  return Math.floor(blocks) * 100 + inBlock * 2 + (left ? 0 : 1)
}

const postalCodeAt = ({ lat, lng }: Point): string =>
  `200${10 + Math.floor((lat - 38.8) / 0.03) * 10 + Math.floor((lng + 77.12) / 0.025)}`

const titled = (street: string): string =>
  street
    .replaceAll(/(^| )\w/g, (start) => start.toUpperCase())
    .replace(QUADRANT_TITLED, (quadrant) => quadrant.toUpperCase())

const QUADRANT_TITLED = / (Nw|Ne|Sw|Se)$/

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
