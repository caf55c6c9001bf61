// Addresses and named roads of an OpenStreetMap extract: nodes and ways tagged addr:housenumber and addr:street
// (https://wiki.openstreetmap.org/wiki/Key:addr:*), and ways tagged highway and name.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { OSMTransform } from 'osm-pbf-parser-node'
import type { Point } from '../../domain/orders/order.ts'
import { collectNodes } from '../../domain/geo/node-places.ts'
import { plainStreet } from '../../domain/addresses/us-address.ts'
import type { Road, StreetAddress } from '../../store/addresses/street-addresses.ts'
import { streetAddress } from './address-row.ts'

interface Entry {
  type?: string
  id?: number
  lat?: number
  lon?: number
  refs?: number[]
  tags?: Record<string, string>
}

export type Found = { address: StreetAddress } | { road: Road } | null

/** Degrees times this are whole numbers in extracts. */
const UNITS_A_DEGREE = 1e7
const NAMES = ['name', 'name_1', 'alt_name', 'old_name', 'official_name']
/** Tagged highway, and no way that a street's address leads to. */
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

/** Reads the file twice: first its nodes, then the ways through them. Null stands for no whole address. */
export async function* osmExtract(file: string, progress: (part: number) => void = () => {}): AsyncGenerator<Found> {
  const nodes = collectNodes()
  for await (const entry of entries(file, (part) => progress(part / 2))) {
    const { type, id, lat, lon } = entry
    if (type !== 'node' || id === undefined || lat === undefined || lon === undefined) continue
    nodes.add(id, Math.round(lat * UNITS_A_DEGREE), Math.round(lon * UNITS_A_DEGREE))
    if (isAddressed(entry)) yield addressOf(entry, { lat, lng: lon })
  }
  const places = nodes.done()
  const found = new Int32Array(2)
  for await (const way of entries(file, (part) => progress((1 + part) / 2))) {
    const [addressed, road] = [isAddressed(way), isRoad(way)]
    if (way.type !== 'way' || !(addressed || road)) continue
    const refs = road ? way.refs : way.refs?.slice(0, 1)
    const line = (refs ?? []).flatMap((ref): Point[] =>
      places.put(ref, found, 0)
        ? [{ lat: (found[0] as number) / UNITS_A_DEGREE, lng: (found[1] as number) / UNITS_A_DEGREE }]
        : [],
    )
    if (addressed) yield addressOf(way, line[0] ?? null)
    if (road && way.id !== undefined && line.length > 1)
      yield { road: { wayId: way.id, streets: streetsOf(way), line } }
  }
}

async function* entries(file: string, progress: (part: number) => void): AsyncGenerator<Entry> {
  const bytes = createReadStream(file)
  const blocks = pipeline(bytes, new OSMTransform({ withTags: true }), () => {})
  const { size } = await stat(file)
  for await (const block of blocks) {
    yield* block as Entry[]
    progress(bytes.bytesRead / size)
  }
}

const isAddressed = ({ tags }: Entry): boolean => !!tags?.['addr:housenumber'] && !!tags['addr:street']

const isRoad = ({ tags }: Entry): boolean =>
  tags?.['highway'] !== undefined && !NO_STREETS.has(tags['highway']) && NAMES.some((key) => tags[key])

/** The names of a way, each as an address would spell it. */
function streetsOf({ tags = {} }: Entry): string[] {
  const names = NAMES.flatMap((key) => tags[key]?.split(';') ?? [])
  return [...new Set(names.map(plainStreet))].filter((street) => street !== '')
}

function addressOf({ tags = {} }: Entry, at: Point | null): Found {
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
