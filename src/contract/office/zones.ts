// The zones screen: areas with their hours, capacity, cutoff and closures, from a map or a file, and what they come to.
import { z } from 'zod'
import { MAX_POSITIONS } from '../../domain/geo/geojson.ts'
import type { ReadArea, StoredArea } from '../../domain/zones/zone.ts'
import { AvailabilityOut } from '../availability.ts'
import {
  boolean,
  defaulting,
  describing,
  Day,
  DayOut,
  integer,
  latitude,
  longitude,
  optional,
  TimeOfDay,
  TimeOut,
  Uuid,
  UuidOut,
  words,
} from '../fields.ts'
import { endpoint } from '../endpoint.ts'
import { PlaceOut } from './places.ts'

/** Of a body with areas. */
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
  /** Names this state of the zone; a change says which one it was made on. */
  version: z.number(),
  name: z.string(),
  geometry: ZoneGeometry,
  corners: z.number(),
  square_miles: z.number(),
  /** Monday first; null on a weekday without deliveries. */
  hours: z.array(ZoneHours.nullable()),
  capacity: z.number().nullable(),
  cutoff_days: z.number().nullable(),
  cutoff_time: TimeOut.nullable(),
  active: z.boolean(),
  /** From today on. */
  closures: z.array(z.object({ date: DayOut, note: z.string() })),
})
export type ZoneOut = z.output<typeof ZoneOut>

/** What came, or would come, of one area in a file. */
export const FileArea = z.object({
  /** Its place in the file, from 1 on. */
  number: z.number(),
  name: z.string(),
  /** REPLACED: a zone of this name gets the area and keeps the rest. UNCHANGED: it has it already. */
  result: z.enum(['CREATED', 'REPLACED', 'UNCHANGED', 'BAD']),
  square_miles: z.number().nullable(),
  /** As they would be kept: detailed areas are simplified. */
  corners: z.number().nullable(),
  /** What is wrong with it, and where. */
  fault: z.string().nullable(),
})
export type FileArea = z.output<typeof FileArea>

export const ZoneTestOut = z.object({
  point: z.object({ lat: z.number(), lng: z.number() }),
  /** What the address was taken for; null for a point. */
  place: PlaceOut.nullable(),
  availability: AvailabilityOut,
  /** Zones around the point that are not in use. */
  not_in_use: z.array(z.string()),
  /** The zone in use that is nearest, where none is around the point. */
  nearest: z.object({ name: z.string(), miles: z.number() }).nullable(),
})
export type ZoneTestOut = z.output<typeof ZoneTestOut>

const Position = z.array(z.number()).min(2).max(3).meta({ description: 'Longitude, latitude. An altitude is dropped.' })
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

/** Of several features the first. Read before the rest of the body, see `areasIn`. */
const Area = z
  .custom<readonly ReadArea[]>()
  .transform(([area], context): StoredArea => {
    if (area && 'area' in area) return area.area
    context.addIssue({ code: 'custom', message: area?.fault ?? 'must be a Polygon or a MultiPolygon' })
    return z.NEVER
  })
  .meta({
    id: 'ZoneArea',
    ...describing(GeoJsonArea),
    description: 'GeoJSON: a Polygon or a MultiPolygon, as a geometry, a Feature or the first of a FeatureCollection.',
  })

const Hours = z
  .strictObject({ start: TimeOfDay, end: TimeOfDay })
  .refine(({ start, end }) => end > start, { path: ['end'], message: 'must be after the start' })

const rules = {
  hours: z
    .array(Hours.nullable())
    .length(7, 'must have seven days, Monday first')
    .refine((days) => days.some((day) => day !== null), 'must have at least one day'),
  capacity: optional(integer(0, 1_000_000)),
  cutoff_days: optional(integer(0, 365)),
  cutoff_time: optional(TimeOfDay),
  active: boolean(),
}

const Closures = z
  .array(z.strictObject({ date: Day, note: words(500) }))
  .max(400, 'must be at most 400')
  .superRefine((closures, context) => {
    const seen = new Set<string>()
    for (const [i, { date }] of closures.entries()) {
      if (seen.has(date)) context.addIssue({ code: 'custom', path: [i, 'date'], message: 'is there already' })
      seen.add(date)
    }
  })

const Zone = z.strictObject({
  name: words(200),
  geometry: Area,
  ...rules,
  active: defaulting(boolean(), true),
  closures: defaulting(Closures, []),
})
export type ZoneBody = z.output<typeof Zone>

const FileRules = z.strictObject(rules)
export type FileRules = z.output<typeof FileRules>

const Version = integer(1, 2 ** 31 - 1)
const ZoneId = z.object({ zone_uuid: Uuid })
const changes = { permission: 'changeZones' } as const

/** By name, a part at a time: what follows the last zone of a part, until a part is empty. */
export const listZones = endpoint({
  method: 'GET',
  path: '/zones',
  compresses: true,
  permission: 'readZones',
  query: z.strictObject({ after_name: z.string().max(200).optional(), after_uuid: Uuid.optional() }),
  reply: z.array(ZoneOut),
  office: {},
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
})
export const updateZone = endpoint({
  ...changes,
  method: 'PATCH',
  path: '/zones/{zone_uuid}',
  areasIn: 'geometry',
  params: ZoneId,
  // A change says all of it: nothing is put back unnoticed to what a new zone has.
  body: Zone.extend({ version: Version, active: boolean(), closures: Closures }),
  maxBytes: MAX_ZONES_BYTES,
  reply: z.null(),
  audit: ['zone.changed'],
  office: {},
})
export const deleteZone = endpoint({
  permission: 'changeZones',
  method: 'DELETE',
  path: '/zones/{zone_uuid}',
  params: ZoneId,
  body: z.strictObject({ version: Version }),
  reply: z.null(),
  audit: ['zone.deleted'],
  office: {},
})
export const importZones = endpoint({
  ...changes,
  method: 'POST',
  path: '/zones-from-file',
  areasIn: 'geojson',
  maxBytes: MAX_ZONES_BYTES,
  body: z.strictObject({
    /** The file's content, read as JSON. */
    geojson: z.custom<readonly ReadArea[]>(),
    /** Of zones that are new. */
    rules: FileRules,
    /** Only tells what would come of it. */
    preview: boolean(),
  }),
  reply: z.array(FileArea),
  audit: ['zones.imported'],
  office: {},
})
export const testZones = endpoint({
  method: 'POST',
  path: '/zones-test',
  permission: 'readZones',
  body: z
    .strictObject({ address: optional(words(500)), lat: optional(latitude()), lng: optional(longitude()) })
    .refine(({ address, lat, lng }) => address !== null || (lat !== null && lng !== null), {
      path: ['address'],
      message: 'or a point is required',
    }),
  reply: ZoneTestOut,
  audit: [],
  office: {},
})
