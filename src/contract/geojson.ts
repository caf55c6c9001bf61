// An area as GeoJSON (RFC 7946): a geometry, a Feature, or a FeatureCollection of which the first counts.
import { z } from 'zod'
import type { ZoneGeometry } from '../domain/zone.ts'
import { latitude, longitude } from './fields.ts'

const MAX_POSITIONS = 100_000

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

/** The area in `value`, rings closed; else what is wrong with it, where. */
export function areaFromGeoJson(value: unknown): { area: ZoneGeometry } | { fault: string } {
  const parsed = Geometry.safeParse(geometryIn(value))
  if (parsed.success) return { area: parsed.data }
  const [issue] = parsed.error.issues
  return { fault: [issue?.path.join('.'), issue?.message].filter(Boolean).join(' ') }
}

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
