// The zones screen: areas with their hours, capacity, cutoff and closures, from a map or a file, and what they come to.
import { z } from 'zod'
import type { ReadArea, StoredArea, ZoneGeometry, ZoneHours } from '../../domain/zones/zone.ts'
import type { AvailabilityOut } from '../availability.ts'
import { boolean, Day, integer, latitude, longitude, optional, TimeOfDay, Uuid, words } from '../fields.ts'
import { officeEndpoint } from './endpoint.ts'
import type { PlaceOut } from './places.ts'

/** Of a body with areas. */
export const MAX_ZONES_BYTES = 8 * 1024 * 1024
export const MAX_ZONES_IN_FILE = 500

export interface ZoneOut {
  zone_uuid: string
  /** Names this state of the zone; a change says which one it was made on. */
  version: number
  name: string
  geometry: ZoneGeometry
  corners: number
  square_miles: number
  /** Monday first; null on a weekday without deliveries. */
  hours: (ZoneHours | null)[]
  capacity: number | null
  cutoff_days: number | null
  cutoff_time: string | null
  active: boolean
  /** From today on. */
  closures: { date: string; note: string }[]
}

/** What came, or would come, of one area in a file. */
export interface FileArea {
  /** Its place in the file, from 1 on. */
  number: number
  name: string
  /** REPLACED: a zone of this name gets the area and keeps the rest. UNCHANGED: it has it already. */
  result: 'CREATED' | 'REPLACED' | 'UNCHANGED' | 'BAD'
  square_miles: number | null
  /** As they would be kept: detailed areas are simplified. */
  corners: number | null
  /** What is wrong with it, and where. */
  fault: string | null
}

export interface ZoneTestOut {
  point: { lat: number; lng: number }
  /** What the address was taken for; null for a point. */
  place: PlaceOut | null
  availability: AvailabilityOut
  /** Zones around the point that are not in use. */
  not_in_use: string[]
  /** The zone in use that is nearest, where none is around the point. */
  nearest: { name: string; miles: number } | null
}

/** Of several features the first. Read before the rest of the body, see `areasIn`. */
const Area = z.custom<readonly ReadArea[]>().transform(([area], context): StoredArea => {
  if (area && 'area' in area) return area.area
  context.addIssue({ code: 'custom', message: area?.fault ?? 'must be a Polygon or a MultiPolygon' })
  return z.NEVER
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

const Zone = z.strictObject({
  name: words(200),
  geometry: Area,
  ...rules,
  closures: z
    .array(z.strictObject({ date: Day, note: words(500) }))
    .max(400, 'must be at most 400')
    .superRefine((closures, context) => {
      const seen = new Set<string>()
      for (const [i, { date }] of closures.entries()) {
        if (seen.has(date)) context.addIssue({ code: 'custom', path: [i, 'date'], message: 'is there already' })
        seen.add(date)
      }
    }),
})
export type ZoneBody = z.output<typeof Zone>

const FileRules = z.strictObject(rules)
export type FileRules = z.output<typeof FileRules>

const Version = integer(1, 2 ** 31 - 1)
const ZoneId = z.object({ zone_uuid: Uuid })
const owner = { role: 'OWNER' } as const

/** By name, a part at a time: what follows the last zone of a part, until a part is empty. */
export const listZones = officeEndpoint({
  method: 'GET',
  path: '/zones',
  role: 'VIEWER',
  query: z.strictObject({ after_name: z.string().max(200).optional(), after_uuid: Uuid.optional() }),
})
export const createZone = officeEndpoint({
  ...owner,
  method: 'POST',
  path: '/zones',
  areasIn: 'geometry',
  body: Zone,
  maxBytes: MAX_ZONES_BYTES,
})
export const updateZone = officeEndpoint({
  ...owner,
  method: 'PATCH',
  path: '/zones/{zone_uuid}',
  areasIn: 'geometry',
  params: ZoneId,
  body: Zone.extend({ version: Version }),
  maxBytes: MAX_ZONES_BYTES,
})
export const deleteZone = officeEndpoint({
  role: 'OWNER',
  method: 'DELETE',
  path: '/zones/{zone_uuid}',
  params: ZoneId,
  body: z.strictObject({ version: Version }),
})
export const importZones = officeEndpoint({
  ...owner,
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
})
export const testZones = officeEndpoint({
  method: 'POST',
  path: '/zones-test',
  role: 'VIEWER',
  body: z
    .strictObject({ address: optional(words(500)), lat: optional(latitude()), lng: optional(longitude()) })
    .refine(({ address, lat, lng }) => address !== null || (lat !== null && lng !== null), {
      path: ['address'],
      message: 'or a point is required',
    }),
})
