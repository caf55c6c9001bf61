// Addresses and named roads of an OpenStreetMap extract: nodes and ways tagged addr:housenumber and addr:street
// (https://wiki.openstreetmap.org/wiki/Key:addr:*), and ways tagged highway and name.
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { OSMTransform } from 'osm-pbf-parser-node'
import type { Point } from '../../domain/orders/order.ts'
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

/** A way has no points but those of its nodes, which come before it: so many are looked up in one pass. */
const REFS_A_PASS = 2_000_000
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

/** Reads the file once, and once more for every two million points of ways. Null stands for no whole address. */
export async function* osmExtract(file: string): AsyncGenerator<Found> {
  let ways: Entry[] = []
  let refs = 0
  for await (const entry of entries(file, true)) {
    const addressed = isAddressed(entry)
    if (entry.type === 'node' && addressed) yield addressOf(entry, placeOf(entry))
    if (entry.type !== 'way' || !(addressed || isRoad(entry))) continue
    const way = isRoad(entry) ? entry : { ...entry, refs: (entry.refs ?? []).slice(0, 1) }
    ways.push(way)
    refs += way.refs?.length ?? 0
    if (refs < REFS_A_PASS) continue
    yield* withPlaces(file, ways)
    ways = []
    refs = 0
  }
  if (ways.length > 0) yield* withPlaces(file, ways)
}

async function* withPlaces(file: string, ways: readonly Entry[]): AsyncGenerator<Found> {
  const places = await placesOf(
    file,
    ways.flatMap(({ refs = [] }) => refs),
  )
  for (const way of ways) {
    const line = (way.refs ?? []).flatMap((ref) => places(ref) ?? [])
    if (isAddressed(way)) yield addressOf(way, line[0] ?? null)
    if (isRoad(way) && way.id !== undefined && line.length > 1)
      yield { road: { wayId: way.id, streets: streetsOf(way), line } }
  }
}

/** The places of the nodes asked for, held in 24 bytes each. */
async function placesOf(file: string, nodes: readonly number[]): Promise<(node: number) => Point | null> {
  const ids = Float64Array.from(nodes).sort()
  const lats = new Float64Array(ids.length).fill(Number.NaN)
  const lngs = new Float64Array(ids.length)
  const indexOf = (node: number): number => {
    let [low, high] = [0, ids.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ids[middle] as number) < node) low = middle + 1
      else high = middle
    }
    return ids[low] === node ? low : -1
  }
  for await (const { type, id, lat, lon } of entries(file, false)) {
    const at = type === 'node' && id !== undefined ? indexOf(id) : -1
    if (at < 0 || lat === undefined || lon === undefined) continue
    lats[at] = lat
    lngs[at] = lon
  }
  return (node) => {
    const at = indexOf(node)
    const [lat, lng] = [lats[at] ?? Number.NaN, lngs[at] ?? Number.NaN]
    return Number.isNaN(lat) ? null : { lat, lng }
  }
}

async function* entries(file: string, withTags: boolean): AsyncGenerator<Entry> {
  const blocks = pipeline(createReadStream(file), new OSMTransform({ withTags }), () => {})
  for await (const block of blocks) yield* block as Entry[]
}

const isAddressed = ({ tags }: Entry): boolean => !!tags?.['addr:housenumber'] && !!tags['addr:street']

const isRoad = ({ tags }: Entry): boolean =>
  tags?.['highway'] !== undefined && !NO_STREETS.has(tags['highway']) && NAMES.some((key) => tags[key])

/** The names of a way, each as an address would spell it. */
function streetsOf({ tags = {} }: Entry): string[] {
  const names = NAMES.flatMap((key) => tags[key]?.split(';') ?? [])
  return [...new Set(names.map(plainStreet))].filter((street) => street !== '')
}

const placeOf = ({ lat, lon }: Entry): Point | null =>
  lat === undefined || lon === undefined ? null : { lat, lng: lon }

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
