// Data of the zones screen: zones with their areas, zones from a file, and testing a location.
import { faultText } from '../../texts/as-string.ts'
import { z } from 'zod'
import type { ReadArea } from '../../domain/zones/zone.ts'
import { AvailabilityOut } from '../availability.ts'
import { boolean, latitude, longitude, optional, Uuid, nonBlankText } from '../fields.ts'
import { endpoint } from '../endpoint.ts'
import { PlaceOut } from './places.ts'
import { changes, rules, ZoneOut, MAX_ZONES_BYTES } from '../zones.ts'

/** Result, or expected result, of one area in a file. */
export const FileArea = z.object({
  /** Position in the file, starting at 1. */
  number: z.number(),
  name: z.string(),
  /**
   * REPLACED: an existing zone of this name gets the area and keeps its other members. UNCHANGED: it already has the
   * area.
   */
  result: z.enum(['CREATED', 'REPLACED', 'UNCHANGED', 'BAD']),
  square_miles: z.number().nullable(),
  /** Number of corners after simplification of detailed areas. */
  corners: z.number().nullable(),
  /** Problem with the area and where it is. */
  fault: z.string().nullable(),
})
export type FileArea = z.output<typeof FileArea>

export const ZoneTestOut = z.object({
  point: z.object({ lat: z.number(), lng: z.number() }),
  /** The address that the geocoder found. Null if a point was sent. */
  place: PlaceOut.nullable(),
  availability: AvailabilityOut,
  /** Inactive zones that contain the point. */
  not_in_use: z.array(z.string()),
  /** The nearest active zone, if no active zone contains the point. */
  nearest: z.object({ name: z.string(), miles: z.number() }).nullable(),
})
export type ZoneTestOut = z.output<typeof ZoneTestOut>

const FileRules = z.strictObject(rules)
export type FileRules = z.output<typeof FileRules>

/**
 * Lists zones by name in parts. Each request continues after the last zone of the previous part, until a part is empty.
 */
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
    /** Content of the file, parsed from JSON. */
    geojson: z.custom<readonly ReadArea[]>(),
    /** Rules for new zones. */
    rules: FileRules,
    /** True: nothing is changed, and the response shows the effect. */
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
    .strictObject({ address: optional(nonBlankText(500)), lat: optional(latitude()), lng: optional(longitude()) })
    .refine(({ address, lat, lng }) => address !== null || (lat !== null && lng !== null), {
      path: ['address'],
      message: faultText('or a point is required'),
    }),
  reply: ZoneTestOut,
  audit: [],
  office: {},
})
