// Areas as GeoJSON (RFC 7946): a geometry, a Feature, or the features of a FeatureCollection.
import { z } from 'zod'
import { extentOf, type ZoneGeometry } from '../domain/zone.ts'
import { latitude, longitude } from './fields.ts'

const MAX_POSITIONS = 100_000
const LEAST_SQUARE_METERS = 1

// An altitude may follow and is dropped.
const Position = z
  .tuple([longitude(), latitude()], { error: 'must be [longitude, latitude]' })
  .rest(z.unknown())
  .transform(([lng, lat]): [number, number] => [lng, lat])

const Ring = z
  .array(Position)
  .transform(closed)
  .refine((ring) => ring.length >= 4, 'must have at least three corners')

const Polygon = z.object({ type: z.literal('Polygon'), coordinates: z.array(Ring).min(1, 'must have a ring') })
const MultiPolygon = z.object({
  type: z.literal('MultiPolygon'),
  coordinates: z.array(z.array(Ring).min(1, 'must have a ring')).min(1, 'must have a polygon'),
})

const Geometry = z
  .discriminatedUnion('type', [Polygon, MultiPolygon], { error: 'must be a Polygon or a MultiPolygon' })
  .refine((geometry) => geometry.coordinates.flat(2).length <= MAX_POSITIONS * 2, 'has too many corners')

export type AreaRead = { area: ZoneGeometry } | { fault: string }

/** The area in `value`, of several features the first; rings closed. Else what is wrong with it, where. */
export function areaFromGeoJson(value: unknown): AreaRead {
  const parsed = Geometry.safeParse(geometryIn(value))
  if (parsed.success)
    return extentOf(parsed.data).area < LEAST_SQUARE_METERS ? { fault: 'covers no area' } : { area: parsed.data }
  const [issue] = parsed.error.issues
  return { fault: [issue?.path.join('.'), issue?.message].filter(Boolean).join(' ') }
}

export interface NamedArea {
  /** As its properties call it; null when they don't. */
  name: string | null
  read: AreaRead
}

/** Every area in `value`, in its order; a value that is no GeoJSON at all is one area with that fault. */
export function areasFromGeoJson(value: unknown): NamedArea[] {
  const features = isObject(value) && Array.isArray(value.features) ? (value.features as unknown[]) : [value]
  return features.map((feature) => ({ name: nameIn(feature), read: areaFromGeoJson(feature) }))
}

/** What files call a feature's name, most telling first. */
const NAME_KEYS = ['name', 'title', 'label', 'zone', 'zip', 'zipcode', 'id']

function nameIn(feature: unknown): string | null {
  if (!isObject(feature)) return null
  const properties = isObject(feature.properties) ? feature.properties : {}
  const byKey = new Map(Object.entries(properties).map(([key, value]) => [key.toLowerCase(), value]))
  const named = [...NAME_KEYS.map((key) => byKey.get(key)), feature.id]
  const texts = named.map((one) => (typeof one === 'number' ? String(one) : typeof one === 'string' ? one.trim() : ''))
  return texts.find((text) => text !== '')?.slice(0, 200) ?? null
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function geometryIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('features' in value && Array.isArray(value.features)) return geometryIn(value.features[0])
  return 'geometry' in value ? value.geometry : value
}

function closed(ring: [number, number][]): [number, number][] {
  const [first] = ring
  const last = ring.at(-1)
  return first && last && (first[0] !== last[0] || first[1] !== last[1]) ? [...ring, first] : ring
}
