// Zones: the areas and hours in which a business delivers.
import { asString, faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  integer,
  Uuid,
  boolean,
  withDefault,
  describing,
  Day,
  DayOut,
  optional,
  TimeOfDay,
  TimeOut,
  UuidOut,
  nonBlankText,
} from './fields.ts'
import { cursor } from './pages.ts'
import { MAX_POSITIONS } from '../domain/geo/geojson.ts'
import type { ReadArea, StoredArea } from '../domain/zones/zone.ts'

/** Maximum size of a body with areas, in bytes. */
export const MAX_ZONES_BYTES = 8 * 1024 * 1024
export const MAX_ZONES_IN_FILE = 500

const Ring = z.array(z.tuple([z.number(), z.number()]))
const ZoneGeometry = z.union([
  z.object({ type: z.literal('Polygon'), coordinates: z.array(Ring) }).meta({ id: 'Polygon' }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(Ring)) }).meta({ id: 'MultiPolygon' }),
])
const ZoneHours = z.object({ start: TimeOut, end: TimeOut })

export const ZoneOut = z.object({
  zone_uuid: UuidOut,
  /** Identifies this state of the zone; a change names the version that it is based on. */
  version: z.number(),
  name: z.string(),
  geometry: ZoneGeometry,
  corners: z.number(),
  square_miles: z.number(),
  /** Hours by weekday, Monday first. Null on a weekday without deliveries. */
  hours: z.array(ZoneHours.nullable()),
  capacity: z.number().nullable(),
  cutoff_days: z.number().nullable(),
  cutoff_time: TimeOut.nullable(),
  active: z.boolean(),
  /** Closures from today on. */
  closures: z.array(z.object({ date: DayOut, note: z.string() })),
})
export type ZoneOut = z.output<typeof ZoneOut>

const Position = z
  .array(z.number())
  .min(2)
  .max(3)
  .meta({ description: 'Longitude and latitude. An altitude is dropped.' })
const Rings = z.array(z.array(Position).min(3).max(MAX_POSITIONS)).min(1).max(MAX_POSITIONS)
const AreaGeometry = z.union([
  z.looseObject({ type: z.literal('Polygon'), coordinates: Rings }).meta({ id: 'AreaPolygon' }),
  z
    .looseObject({ type: z.literal('MultiPolygon'), coordinates: z.array(Rings).min(1).max(MAX_POSITIONS) })
    .meta({ id: 'AreaMultiPolygon' }),
])
const AreaFeature = z.looseObject({ type: z.literal('Feature'), geometry: AreaGeometry }).meta({ id: 'AreaFeature' })
/** Description of an area in a request; `domain/geo/geojson.ts` validates it. */
const GeoJsonArea = z.union([
  ...AreaGeometry.options,
  AreaFeature,
  z
    .looseObject({ type: z.literal('FeatureCollection'), features: z.array(AreaFeature).min(1).max(MAX_ZONES_IN_FILE) })
    .meta({ id: 'AreaFeatureCollection' }),
])

/**
 * The area of a request, the first if there are several features. `areasIn` reads it before the other members of the
 * body.
 */
const Area = z
  .custom<readonly ReadArea[]>()
  .transform(([area], context): StoredArea => {
    if (area && 'area' in area) return area.area
    context.addIssue({
      code: 'custom',
      message: area ? asString(area.fault) : faultText('must be a Polygon or a MultiPolygon'),
    })
    return z.NEVER
  })
  .meta({
    id: 'ZoneArea',
    ...describing(GeoJsonArea),
    description: 'GeoJSON: a Polygon or a MultiPolygon, as a geometry, a Feature or the first of a FeatureCollection.',
  })

const Hours = z
  .strictObject({ start: TimeOfDay, end: TimeOfDay })
  .refine(({ start, end }) => end > start, { path: ['end'], message: faultText('must be after the start') })

export const rules = {
  hours: z
    .array(Hours.nullable())
    .length(7, faultText('must have seven days, Monday first'))
    .refine((days) => days.some((day) => day !== null), faultText('must have at least one day')),
  capacity: optional(integer(0, 1_000_000)),
  cutoff_days: optional(integer(0, 365)),
  cutoff_time: optional(TimeOfDay),
  active: boolean(),
}

const Closures = z
  .array(z.strictObject({ date: Day, note: nonBlankText(500) }))
  .max(400, faultText('must have at most 400 entries'))
  .superRefine((closures, context) => {
    const seen = new Set<string>()
    for (const [i, { date }] of closures.entries()) {
      if (seen.has(date))
        context.addIssue({ code: 'custom', path: [i, 'date'], message: faultText('is already in the list') })
      seen.add(date)
    }
  })

export const Zone = z.strictObject({
  name: nonBlankText(200),
  geometry: Area,
  ...rules,
  active: withDefault(boolean(), true),
  closures: withDefault(Closures, []),
})

export const Version = integer(1, 2 ** 31 - 1)
export const ZoneId = z.object({ zone_uuid: Uuid })
export const changes = { permission: 'changeZones' } as const

const zoneId = '019ab3e0-0000-7000-8000-0000000000a1'

const weekday = { start: '09:00', end: '17:00' }
const geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [-77.1, 38.85],
      [-76.95, 38.85],
      [-76.95, 38.95],
      [-77.1, 38.95],
      [-77.1, 38.85],
    ],
  ],
}
const zone = {
  name: 'Downtown',
  geometry,
  hours: [weekday, weekday, weekday, weekday, weekday, null, null],
  capacity: 80,
  cutoff_days: 1,
  cutoff_time: '17:00',
  active: true,
  closures: [{ date: '12/25/2026', note: 'Holiday' }],
}
const tooLarge = { 422: 'The zones together would exceed the number of zones or corners that a business may have.' }

export const listZones = endpoint({
  permission: 'readZones',
  method: 'GET',
  path: '/zones',
  compresses: true,
  query: z.strictObject({ cursor }),
  reply: z.array(ZoneOut.meta({ id: 'Zone' })),
  key: {
    tag: 'Zones',
    operation: 'listZones',
    summary: 'List zones with their areas, hours and closures',
    description: 'Lists zones by name. The number of zones per page depends on the size of their areas.',
    success: { 200: 'A page of zones.' },
    paged: true,
    examples: { reply: [{ zone_uuid: zoneId, version: 1, ...zone, corners: 4, square_miles: 55.92 }] },
  },
})
export const createZone = endpoint({
  ...changes,
  method: 'POST',
  path: '/zones',
  areasIn: 'geometry',
  body: Zone,
  maxBytes: MAX_ZONES_BYTES,
  reply: z.object({ zone_uuid: UuidOut }),
  audit: ['zone.created'],
  office: {},
  key: {
    tag: 'Zones',
    operation: 'createZone',
    summary: 'Add a zone',
    description:
      'Adds a zone. Its `geometry` is a GeoJSON Polygon or MultiPolygon, a Feature, or a FeatureCollection, of which only the first feature is used. Its `hours` have seven days, Monday first, with null for days without deliveries.',
    success: { 201: 'Added.' },
    errors: tooLarge,
    examples: { body: zone, reply: { zone_uuid: zoneId } },
  },
})
export const updateZone = endpoint({
  ...changes,
  method: 'PATCH',
  path: '/zones/{zone_uuid}',
  areasIn: 'geometry',
  params: ZoneId,
  // A change sends the complete zone. Otherwise defaults for new zones would silently overwrite members that are not
  // sent.
  body: Zone.extend({ version: Version, active: boolean(), closures: Closures }),
  maxBytes: MAX_ZONES_BYTES,
  reply: z.null(),
  audit: ['zone.changed'],
  office: {},
  key: {
    tag: 'Zones',
    operation: 'updateZone',
    summary: 'Change a zone or its closures',
    description:
      'Send the complete zone with the `version` that was read. The response is 409 if the zone has changed since. `closures` has the closures from today on.',
    errors: { 404: 'No such zone.', 409: 'The zone has changed since that version.', ...tooLarge },
    examples: { body: { ...zone, version: 1 }, reply: null },
  },
})
export const deleteZone = endpoint({
  permission: 'changeZones',
  method: 'DELETE',
  path: '/zones/{zone_uuid}',
  params: ZoneId,
  reply: z.null(),
  audit: ['zone.deleted'],
  office: { body: z.strictObject({ version: Version }) },
  key: {
    query: z.strictObject({
      version: z
        .string()
        .regex(/^\d{1,9}$/, faultText('must be a whole number'))
        .transform(Number)
        .pipe(integer(1, 2 ** 31 - 1))
        .meta({ description: 'The `version` that was read.', example: '1' }),
    }),
    tag: 'Zones',
    operation: 'deleteZone',
    summary: 'Remove a zone',
    description: 'Removes the zone. Its deliveries don’t change.',
    success: { 200: 'Removed.' },
    errors: { 404: 'No such zone.', 409: 'The zone has changed since that version.' },
    examples: { reply: null },
  },
})
export type ZoneBody = z.output<typeof Zone>
