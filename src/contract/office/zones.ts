// The zones screen: zones with their areas, zones from a file, and places tried.
import { faultText } from '../../texts/as-string.ts'
import { z } from 'zod'
import type { ReadArea } from '../../domain/zones/zone.ts'
import { AvailabilityOut } from '../availability.ts'
import { boolean, latitude, longitude, optional, Uuid, words } from '../fields.ts'
import { endpoint } from '../endpoint.ts'
import { PlaceOut } from './places.ts'
import { changes, rules, ZoneOut, MAX_ZONES_BYTES } from '../zones.ts'

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

const FileRules = z.strictObject(rules)
export type FileRules = z.output<typeof FileRules>

/** By name, a part at a time: what follows the last zone of a part, until a part is empty. */
export const readZoneMap = endpoint({
  method: 'GET',
  path: '/zones',
  compresses: true,
  permission: 'readZones',
  query: z.strictObject({ after_name: z.string().max(200).optional(), after_uuid: Uuid.optional() }),
  reply: z.array(ZoneOut),
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
      message: faultText('or a point is required'),
    }),
  reply: ZoneTestOut,
  audit: [],
  office: {},
})
