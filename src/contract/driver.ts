// Data of the page behind a driver's link. The page sends taps one at a time and in order, each under its own
// Idempotency-Key.
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { LANGUAGES } from '../domain/customer-words/language.ts'
import { MAX_REPORTED_DELAY_MINUTES } from '../domain/routes/delay.ts'
import { DRIVER_TEXT_STATES, DRIVER_TEXTS } from '../domain/messages/message.ts'
import { PROOF_RULES } from '../domain/routes/proof.ts'
import { SCANNING } from '../domain/routes/scanning.ts'
import { OUTCOMES } from '../domain/routes/stop.ts'
import { TAP_KINDS } from '../domain/routes/tap.ts'
import {
  clockSkew,
  Instant,
  InstantOut,
  integer,
  latitude,
  longitude,
  number,
  oneOf,
  optional,
  TemperatureClass,
  text,
  Uuid,
  UuidOut,
  nonBlankText,
  requiredOr,
} from './fields.ts'
import { FormatsOut } from './formats.ts'
import { MAX_REORDERED_STOPS, MAX_SCANNED } from './limits.ts'
import { endpoint } from './endpoint.ts'
import { ItemOut, OrderOut } from './order.ts'
import { DriverProofBody } from './proofs.ts'
import { ProblemOut, RouteOut, StopOut, WaysOut } from './routes.ts'
import { exampleStreet } from './street.ts'
import { MoreWindowsOut } from './windows.ts'
import { DoorAnswers, fitOutcome, ItemDifferences, DropOffPlace } from './outcomes.ts'

export const RunStop = StopOut.omit({ proof: true, tracking_url: true, street: true }).extend({
  street_hours: MoreWindowsOut.optional().meta({
    description:
      'Hours of the day of the route in which the street of the stop is open to deliveries. Empty: closed that day. Absent: open at all hours.',
    example: exampleStreet.open,
  }),
  customer_phone: z.string().nullable(),
  instructions: z.string().nullable(),
  /** Instructions that the customer added on the tracking page. */
  customer_instructions: z.string().nullable(),
  items: z.array(ItemOut),
  temperature_class: TemperatureClass,
  load_weight_lbs: z.number().nullable(),
  /** Goods to pick up at the stop, and the delivery whose stop this delivery's goods come from. Present if set. */
  ...OrderOut.pick({ pickup_weight_lbs: true, pickup_pieces: true, pickup_cubic_feet: true, goods_from: true }).shape,
  /** Number of pieces, if set; otherwise it follows from the items. */
  ...OrderOut.pick({ load_pieces: true }).shape,
  /** Checks at the door. The customer's code is sent only as digests, one for each code that the customer may have. */
  ...OrderOut.pick({ collect_amount: true, id_check: true }).shape,
  code_digests: z.array(z.string()).optional(),
  photos: z.number(),
  /** Links to the photos, as long as the driver can delete them. */
  photo_links: z
    .array(
      z.object({
        proof_uuid: UuidOut,
        url: z.string(),
        /** The item that the photo shows, if not the whole delivery. */
        item: z.object({ name: z.string(), sku: z.string().nullable() }).optional(),
      }),
    )
    .optional(),
  signed: z.boolean(),
  /**
   * Texts to the customer that the driver can choose. Empty if the customer can't be texted. `state` is null for a text
   * that was not chosen or was dropped. `sent_at` is null unless the text was sent.
   */
  texts: z
    .array(
      z.object({
        kind: z.enum(DRIVER_TEXTS),
        state: z.enum(DRIVER_TEXT_STATES).nullable(),
        sent_at: InstantOut.nullable(),
      }),
    )
    .optional(),
})
export type RunStop = z.output<typeof RunStop>

/** A route with all data that its driver needs. */
export const DriverRoute = z.object({
  route: RouteOut,
  /** In driving order. */
  stops: z.array(RunStop),
  business: FormatsOut.extend({
    name: z.string(),
    time_zone: z.string(),
    phone: z.string().nullable(),
    undo_window_seconds: z.number(),
    proof_required: z.enum(PROOF_RULES),
    proof_required_failed: z.boolean(),
    failure_reasons: z.array(z.string()),
    leaving_places: z.array(z.string()),
    may_reorder: z.boolean(),
    scan_loading: z.enum(SCANNING),
    scan_door: z.enum(SCANNING),
    currency: z.string(),
  }),
  /**
   * Hand-overs of goods to other drivers that are still due. `name` is null if the location is where this vehicle
   * stands. `stops` counts the stops that get these goods.
   */
  hands_over: z
    .array(
      z.object({
        to_route: z.string(),
        name: z.string().nullable(),
        lat: z.number(),
        lng: z.number(),
        start: InstantOut,
        end: InstantOut,
        stops: z.number(),
      }),
    )
    .optional(),
  /** Time until which the route waits because of a reported delay. Null if no delay applies. */
  held_until: InstantOut.nullable(),
  problem: ProblemOut.nullable(),
  /** Facts for the end of the day. A route that a phone stored before an update has none. */
  day_end: z
    .object({
      /** Null if the phone sent no locations. */
      driven_miles: z.number().nullable(),
      /** The driver's note for the office. */
      note: z.string().nullable(),
      /** Place at the depot for returned goods. */
      returns_place: z.string().nullable().optional(),
      /** Time at which the office confirmed the goods and the cash. Null: not confirmed. */
      handed_in_at: InstantOut.nullable(),
    })
    .optional(),
  /** Languages that the office set for the driver (null: the phone's language) and for the business. */
  languages: z.object({ driver: z.enum(LANGUAGES).nullable(), business: z.enum(LANGUAGES) }),
  /** Current time by the server's clock. */
  now: InstantOut,
})
export type DriverRoute = z.output<typeof DriverRoute>

const Codes = z
  .array(text(1, 200), { error: requiredOr(faultText('must be a list')) })
  .max(MAX_SCANNED, faultText('must have at most {most} codes', { most: MAX_SCANNED }))

/** Result of checking a load by the codes on its pieces. */
export const LoadFound = z
  .strictObject({
    trip: integer(1, 100),
    scanned: Codes,
    by_hand: Codes,
    missing: Codes,
    reason: optional(nonBlankText(500)),
  })
  .refine(({ missing, reason }) => missing.length === 0 || reason !== null, {
    path: ['reason'],
    message: faultText('is required if pieces are missing'),
  })
export type LoadFound = z.output<typeof LoadFound>

export const Tap = z
  .strictObject({
    kind: oneOf(TAP_KINDS),
    stop_uuid: optional(Uuid),
    /** Photo to delete. Only for the tap REMOVE_PHOTO. */
    proof_uuid: optional(Uuid),
    /** Unfinished stops in their new order. Only for the tap REORDER. */
    stop_uuids: optional(z.array(Uuid).max(MAX_REORDERED_STOPS)),
    /** Time by the phone's own clock. */
    at: Instant,
    clock_skew_ms: optional(clockSkew()),
    status: optional(oneOf(OUTCOMES)),
    reason: optional(text(1, 500)),
    driver_notes: optional(text(0, 2_000)),
    left_where: DropOffPlace,
    items: ItemDifferences,
    checks: DoorAnswers,
    /** Codes that were scanned at the stop, and the reason why not all pieces were scanned. */
    scanned: optional(Codes),
    not_scanned: optional(nonBlankText(500)),
    /** Result of the load check. Only for the tap LOAD. */
    load: optional(LoadFound),
    /**
     * DELAY: by how much later than shown the driver expects to arrive, or 0 to end a reported delay. BREAK_START: about
     * how long the break lasts. Not for other taps.
     */
    minutes: optional(integer(0, MAX_REPORTED_DELAY_MINUTES)),
    /** Text to the customer of the stop. Only for the tap TEXT. */
    text: optional(oneOf(DRIVER_TEXTS)),
    lat: optional(latitude()),
    lng: optional(longitude()),
    /** Accuracy of the location. Absent if the location is older than one minute. */
    accuracy_meters: optional(number(0, 1_000_000)),
  })
  .superRefine(fitOutcome)
  .refine(({ kind, proof_uuid }) => (kind === 'REMOVE_PHOTO') === (proof_uuid !== null), {
    path: ['proof_uuid'],
    message: faultText('is required with REMOVE_PHOTO, and only allowed with it'),
  })
  .refine(({ kind, load }) => (kind === 'LOAD') === (load !== null), {
    path: ['load'],
    message: faultText('is required with LOAD, and only allowed with it'),
  })
  .refine(({ kind, minutes }) => (kind === 'DELAY' || kind === 'BREAK_START') === (minutes !== null), {
    path: ['minutes'],
    message: faultText('is required with DELAY or BREAK_START, and only allowed with them'),
  })
  .refine(({ kind, driver_notes }) => kind !== 'NOTE' || Boolean(driver_notes?.trim()), {
    path: ['driver_notes'],
    message: faultText('is required with NOTE'),
  })
  .refine(({ kind, reason }) => kind !== 'STREET' || reason !== null, {
    path: ['reason'],
    message: faultText('is required with STREET'),
  })
  .refine(({ kind, text: chosen }) => (kind === 'TEXT') === (chosen !== null), {
    path: ['text'],
    message: faultText('is required with TEXT, and only allowed with it'),
  })
export type Tap = z.output<typeof Tap>
/** A tap in the format that the phone sends. */
export type TapInput = z.input<typeof Tap>

export const Position = z.strictObject({
  lat: latitude(),
  lng: longitude(),
  accuracy_meters: optional(number(0, 1_000_000)),
})
export type Position = z.output<typeof Position>

export const readRun = endpoint({
  method: 'GET',
  path: '/d/{token}/run',
  reply: DriverRoute,
  link: {
    limit: 'driver_reads',
  },
})
/**
 * Codes on the pieces of the day's other deliveries, or the prefixes of those codes, by route name (null: on no route).
 */
export const OtherVehiclePieces = z.array(z.object({ route: z.string().nullable(), codes: z.array(z.string()) }))
export type OtherVehiclePieces = z.output<typeof OtherVehiclePieces>

export const readParcels = endpoint({
  method: 'GET',
  path: '/d/{token}/parcels',
  reply: OtherVehiclePieces,
  link: {
    limit: 'driver_reads',
  },
})
export const readWays = endpoint({
  method: 'GET',
  path: '/d/{token}/ways',
  reply: WaysOut,
  link: {
    limit: 'driver_reads',
  },
})

export const sendPosition = endpoint({
  method: 'POST',
  path: '/d/{token}/position',
  body: Position,
  reply: z.null(),
  link: {
    limit: 'driver_positions',
  },
})

export const sendTap = endpoint({
  method: 'POST',
  path: '/d/{token}/taps',
  body: Tap,
  reply: DriverRoute,
  link: {
    limit: 'driver_taps',
    late: true,
  },
})

export const sendProof = endpoint({
  method: 'POST',
  path: '/d/{token}/stops/{stop_uuid}/proof',
  params: z.object({ stop_uuid: Uuid }),
  multipart: true,
  body: DriverProofBody,
  reply: DriverRoute,
  link: {
    limit: 'driver_proofs',
    late: true,
  },
})
