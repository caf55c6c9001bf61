// Addresses of an OpenStreetMap extract: nodes and ways tagged addr:housenumber and addr:street
// (https://wiki.openstreetmap.org/wiki/Key:addr:*).
import { createOSMStream } from 'osm-pbf-parser-node'
import type { StreetAddress } from '../../store/street-addresses.ts'
import { streetAddress } from './address-row.ts'

interface Entry {
  type?: string
  id?: number
  lat?: number
  lon?: number
  refs?: number[]
  tags?: Record<string, string>
}

interface Place {
  lat: number
  lng: number
}

/**
 * Reads the file twice: a way has no point but by its first node, and only those nodes are held in memory. Null
 * stands for an entry whose tags make no whole address.
 */
export async function* osmAddresses(file: string): AsyncGenerator<StreetAddress | null> {
  const corners = new Map<number, Place | null>()
  for await (const way of entries(file)) {
    const [corner] = way.refs ?? []
    if (way.type === 'way' && isAddressed(way) && corner !== undefined) corners.set(corner, null)
  }
  for await (const entry of entries(file)) {
    const { type, id, lat, lon, refs } = entry
    const at = lat === undefined || lon === undefined ? null : { lat, lng: lon }
    if (type === 'node' && id !== undefined && corners.has(id)) corners.set(id, at)
    if (!isAddressed(entry)) continue
    if (type === 'node') yield addressOf(entry, at)
    if (type === 'way') yield addressOf(entry, corners.get(refs?.[0] ?? -1) ?? null)
  }
}

const entries = (file: string): AsyncIterable<Entry> => createOSMStream(file, { withTags: true })

const isAddressed = ({ tags }: Entry): boolean => !!tags?.['addr:housenumber'] && !!tags['addr:street']

const addressOf = ({ tags = {} }: Entry, at: Place | null): StreetAddress | null =>
  streetAddress({
    line: `${tags['addr:housenumber'] ?? ''} ${tags['addr:street'] ?? ''}`,
    city: tags['addr:city'] ?? '',
    region: tags['addr:state'] ?? '',
    postalCode: tags['addr:postcode'] ?? '',
    lat: at && at.lat,
    lng: at && at.lng,
  })
