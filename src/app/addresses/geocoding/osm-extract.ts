// Reads addresses and named roads from an OpenStreetMap extract: nodes and ways tagged addr:housenumber and addr:street
// (https://wiki.openstreetmap.org/wiki/Key:addr:*), and ways tagged highway and name.
import type { ExtractReader, ExtractTags } from '../../ports/extracts.ts'
import type { Point } from '../../../domain/orders/order.ts'
import { collectNodes } from '../../../domain/geo/node-places.ts'
import { plainStreet } from '../../../domain/addresses/us-address.ts'
import type { Road, StreetAddress } from '../../../store/addresses/street-addresses.ts'
import { streetAddress } from './address-row.ts'

export type Found = { address: StreetAddress } | { road: Road } | null

/** Extracts store degrees as whole multiples of 1 / UNITS_A_DEGREE. */
const UNITS_A_DEGREE = 1e7
const NAMES = ['name', 'name_1', 'alt_name', 'old_name', 'official_name']
/** Values of the tag highway that no street address can refer to. */
const NO_STREETS = new Set([
  'proposed',
  'abandoned',
  'razed',
  'platform',
  'services',
  'rest_area',
  'raceway',
  'elevator',
])

/**
 * Reads the file twice: first its nodes, then its ways, because these refer to nodes. Yields null for an incomplete
 * address.
 */
export async function* osmExtract(
  file: string,
  extractEntries: ExtractReader,
  progress: (part: number) => void = () => {},
): AsyncGenerator<Found> {
  const nodes = collectNodes()
  for await (const block of extractEntries(file, ['node'], (part) => progress(part / 2)))
    for (const { id, lat, lon, tags } of block) {
      nodes.add(id, Math.round(lat * UNITS_A_DEGREE), Math.round(lon * UNITS_A_DEGREE))
      if (tags && isAddressed(tags)) yield addressOf(tags, { lat, lng: lon })
    }
  const places = nodes.done()
  const found = new Int32Array(2)
  for await (const block of extractEntries(file, ['way'], (part) => progress((1 + part) / 2)))
    for (const { id, refs, tags } of block) {
      if (!tags) continue
      const [addressed, road] = [isAddressed(tags), isRoad(tags)]
      if (!(addressed || road)) continue
      const line = (road ? refs : refs.slice(0, 1)).flatMap((ref): Point[] =>
        places.put(ref, found, 0)
          ? [{ lat: (found[0] as number) / UNITS_A_DEGREE, lng: (found[1] as number) / UNITS_A_DEGREE }]
          : [],
      )
      if (addressed) yield addressOf(tags, line[0] ?? null)
      if (road && line.length > 1) yield { road: { wayId: id, streets: streetsOf(tags), line } }
    }
}

const isAddressed = (tags: ExtractTags): boolean => !!tags['addr:housenumber'] && !!tags['addr:street']

const isRoad = (tags: ExtractTags): boolean =>
  tags['highway'] !== undefined && !NO_STREETS.has(tags['highway']) && NAMES.some((key) => tags[key])

/** Returns the names of a way, each in the spelling of a normalized address. */
function streetsOf(tags: ExtractTags): string[] {
  const names = NAMES.flatMap((key) => tags[key]?.split(';') ?? [])
  return [...new Set(names.map(plainStreet))].filter((street) => street !== '')
}

function addressOf(tags: ExtractTags, at: Point | null): Found {
  const address = streetAddress({
    line: `${tags['addr:housenumber'] ?? ''} ${tags['addr:street'] ?? ''}`,
    city: tags['addr:city'] ?? '',
    region: tags['addr:state'] ?? '',
    postalCode: tags['addr:postcode'] ?? '',
    lat: at && at.lat,
    lng: at && at.lng,
  })
  return address && { address }
}
