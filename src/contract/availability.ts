// Delivery days that are available for a location (docs/spec/availability.md).
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { CLOSED_CODES } from '../domain/zones/availability.ts'
import { REASON_CODES } from '../engine/solution.ts'
import { endpoint } from './endpoint.ts'
import {
  DayOut,
  InstantOut,
  isPlannableDay,
  IsoDay,
  integer,
  latitude,
  longitude,
  TemperatureClass,
  TimeOut,
  text,
  UuidOut,
  nonBlankText,
} from './fields.ts'
import { PlaceOut } from './office/places.ts'

export const DEFAULT_DAYS = 14
const MAX_DAYS = 30

const degrees = (range: z.ZodNumber, what: string, example: string) =>
  z
    .string()
    .regex(/^[+-]?\d{1,3}(\.\d{1,20})?$/, faultText('must be a {what} in degrees', { what }))
    .transform(Number)
    .pipe(range)
    .optional()
    .meta({
      description: `The ${what} in degrees. Required together with the other coordinate, unless address is sent.`,
      example,
    })

export const AvailabilityQuery = z
  .strictObject({
    lat: degrees(latitude(), 'latitude', '38.9126'),
    lng: degrees(longitude(), 'longitude', '-77.0286'),
    address: z
      .string()
      .pipe(text(1, 500))
      .refine((value) => value.trim() !== '', faultText('must not be empty'))
      .optional()
      .meta({ description: 'A full address instead of lat and lng.', example: '1201 R St NW, Washington, DC' }),
    from: z.string().pipe(IsoDay).refine(isPlannableDay, faultText('is too far in the future')).optional().meta({
      description: 'First day, yyyy-MM-dd in the business’s time zone. Default: today. An earlier day counts as today.',
      example: '2026-11-23',
    }),
    days: z
      .string()
      .regex(/^\d{1,9}$/, faultText('must be a whole number from 1 to {most}', { most: MAX_DAYS }))
      .transform(Number)
      .pipe(integer(1, MAX_DAYS))
      .optional()
      .meta({ description: `Number of days, 1 to ${MAX_DAYS}. Default: ${DEFAULT_DAYS}.`, example: '14' }),
    weight: z
      .string()
      .regex(/^\d{1,7}(\.\d{1,6})?$/, faultText('must be a number of pounds'))
      .transform(Number)
      .optional()
      .meta({
        description: 'Weight of the delivery in pounds, to check whether it fits each day’s plan.',
        example: '40',
      }),
    temperature_class: TemperatureClass.optional().meta({
      description:
        'Temperature class of the delivery, to check whether it fits each day’s plan: DRY, REFRIGERATED or FROZEN. Default: DRY.',
    }),
  })
  .superRefine(({ lat, lng, address }, context) => {
    const fault = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (lat !== undefined && lng === undefined) fault('lng', faultText('must be sent together with lat'))
    if (lng !== undefined && lat === undefined) fault('lat', faultText('must be sent together with lng'))
    if (lat !== undefined || lng !== undefined || address !== undefined) return
    fault('lat', faultText('and lng, or an address, must be sent'))
    fault('lng', faultText('must be sent together with lat'))
    fault('address', faultText('must be sent if lat and lng are absent'))
  })
export type AvailabilityQuery = z.output<typeof AvailabilityQuery>

const OpenDay = z
  .object({
    date: DayOut,
    open: z.literal(true),
    window_start: TimeOut,
    window_end: TimeOut,
    capacity: z.int().nullable(),
    capacity_remaining: z.int().nullable(),
    cutoff_at: InstantOut.nullable(),
    feasible: z.boolean().nullable().optional().meta({
      description:
        'Whether the delivery fits into the vehicles and the current plan of the day. Present if `weight` or `temperature_class` is sent. Uses roads in added regions, otherwise estimated distances. Null if this can’t be determined.',
    }),
    infeasible_reason: z
      .object({ code: z.enum(REASON_CODES), message: z.string() })
      .optional()
      .meta({
        description:
          'Reason why the delivery doesn’t fit, one of the reasons for unassigned deliveries of a build. Present if feasible is false.',
      }),
  })
  .meta({ id: 'OpenDay' })
const ClosedDay = z
  .object({
    date: DayOut,
    open: z.literal(false),
    reasons: z.array(z.object({ code: z.enum(CLOSED_CODES), message: z.string() })),
  })
  .meta({ id: 'ClosedDay' })

export const AvailabilityOut = z
  .object({
    served: z.boolean(),
    time_zone: z.string(),
    from: z.string().meta({ description: 'First day, yyyy-MM-dd', example: '2026-11-23' }),
    days: z.int(),
    zones: z.array(
      z.object({
        zone_uuid: UuidOut,
        name: z.string(),
        days: z.array(z.discriminatedUnion('open', [OpenDay, ClosedDay])),
      }),
    ),
  })
  .meta({ id: 'Availability' })

export type AvailabilityOut = z.output<typeof AvailabilityOut>

export const findPlace = endpoint({
  method: 'GET',
  path: '/places',
  query: z.strictObject({
    address: nonBlankText(500).meta({ description: 'A full address.', example: '1201 R St NW, Washington, DC' }),
  }),
  reply: PlaceOut.meta({ id: 'Place' }),
  permission: 'readZones',
  key: {
    operation: 'findPlace',
    tag: 'Availability',
    summary: 'Look up an address',
    description:
      'Returns the geocoder’s location for an address, for a new depot or for confirmation before an order is placed. A delivery without lat and lng is geocoded in the same way.',
    success: { 200: 'The location.' },
    errors: { 422: 'The address could not be found.', 503: 'The geocoder is down, or none is configured.' },
    limits: () => ['reads', 'address_lookups'],
    examples: {
      reply: { lat: 38.9126, lng: -77.0286, label: '1201 R St NW, Washington, DC 20009', precision: 'PLACED' },
    },
  },
})

export const getAvailability = endpoint({
  method: 'GET',
  path: '/availability',
  query: AvailabilityQuery,
  reply: AvailabilityOut,
  permission: 'readZones',
  key: {
    operation: 'getAvailability',
    tag: 'Availability',
    summary: 'List available delivery days for a location',
    description:
      'Returns the active zones that contain the location, smallest first. Each has its open days (window, remaining capacity, order cutoff) and its closed days with every reason. Outside all zones, `served` is false; this is not an error. The result is advisory: POST /orders never rejects an order because of its zone or date. If `lat` and `lng` are sent, `address` is ignored; otherwise the address is geocoded.',
    success: { 200: 'The zones and their days.' },
    errors: {
      422: 'The address could not be found.',
      503: 'The geocoder is down, or none is configured. Offer your own standard days.',
    },
    limits: ({ lat, lng, address }: Record<string, unknown>) =>
      address !== undefined && lat === undefined && lng === undefined
        ? ['availability', 'address_lookups']
        : ['availability'],
    examples: {
      reply: {
        served: true,
        time_zone: 'America/New_York',
        from: '2026-11-23',
        days: 2,
        zones: [
          {
            zone_uuid: '019ab3f0-6c1a-7a51-9d1e-6f6f0a1b2c4f',
            name: 'Downtown',
            days: [
              {
                date: '11/23/2026',
                open: true,
                window_start: '09:00',
                window_end: '17:00',
                capacity: 120,
                capacity_remaining: 37,
                cutoff_at: '2026-11-22T22:00:00.000Z',
              },
              {
                date: '11/24/2026',
                open: false,
                reasons: [{ code: 'CLOSED', message: 'Closed on this day: stock-taking' }],
              },
            ],
          },
        ],
      },
    },
  },
})
