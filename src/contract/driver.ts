// What the driver's page shows, and what it sends: taps, one at a time and in order, each under its own key.
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { LANGUAGES } from '../domain/customer-words/language.ts'
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
  words,
  requiredOr,
} from './fields.ts'
import { FormatsOut } from './formats.ts'
import { MAX_REORDERED_STOPS, MAX_SCANNED } from './limits.ts'
import { endpoint } from './endpoint.ts'
import { ItemOut, OrderOut } from './order.ts'
import { DriverProofBody } from './proofs.ts'
import { RouteOut, StopOut, WaysOut } from './routes.ts'
import { DoorAnswers, fitOutcome, ItemDifferences, LeftWhere } from './outcomes.ts'

export const RunStop = StopOut.omit({ proof: true, tracking_url: true }).extend({
  customer_phone: z.string().nullable(),
  instructions: z.string().nullable(),
  /** What the customer says beside them. */
  customer_instructions: z.string().nullable(),
  items: z.array(ItemOut),
  temperature_class: TemperatureClass,
  load_weight_lbs: z.number().nullable(),
  /** What is picked up there, and the delivery at whose stop its own goods are; only where there is something. */
  ...OrderOut.pick({ pickup_weight_lbs: true, pickup_pieces: true, pickup_cubic_feet: true, goods_from: true }).shape,
  /** Which its pieces follow from, beside the items; only where stated. */
  ...OrderOut.pick({ load_pieces: true }).shape,
  /** What is asked for at the door; of the customer's code only digests, one for each that may have been told. */
  ...OrderOut.pick({ collect_amount: true, id_check: true }).shape,
  code_digests: z.array(z.string()).optional(),
  photos: z.number(),
  /** To look at, as long as they can be deleted. */
  photo_links: z
    .array(
      z.object({
        proof_uuid: UuidOut,
        url: z.string(),
        /** Which it is of, if not the delivery. */
        item: z.object({ name: z.string(), sku: z.string().nullable() }).optional(),
      }),
    )
    .optional(),
  signed: z.boolean(),
})
export type RunStop = z.output<typeof RunStop>

/** A route as its driver works it. */
export const Run = z.object({
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
  /** What other drivers come to take over, and have not yet: where (`name` is null where this vehicle stands), for how many stops. */
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
  /** As the office set the driver's, null where it is the phone's, and the business's. */
  languages: z.object({ driver: z.enum(LANGUAGES).nullable(), business: z.enum(LANGUAGES) }),
  /** The server's clock. */
  now: InstantOut,
})
export type Run = z.output<typeof Run>

const Codes = z
  .array(text(1, 200), { error: requiredOr(faultText('must be a list')) })
  .max(MAX_SCANNED, faultText('must have at most {most} codes', { most: MAX_SCANNED }))

/** What the driver found of a load, by the codes on the pieces. */
export const LoadFound = z
  .strictObject({
    trip: integer(1, 100),
    scanned: Codes,
    by_hand: Codes,
    missing: Codes,
    reason: optional(words(500)),
  })
  .refine(({ missing, reason }) => missing.length === 0 || reason !== null, {
    path: ['reason'],
    message: faultText('is required while pieces are missing'),
  })
export type LoadFound = z.output<typeof LoadFound>

export const Tap = z
  .strictObject({
    kind: oneOf(TAP_KINDS),
    stop_uuid: optional(Uuid),
    /** For REMOVE_PHOTO. */
    proof_uuid: optional(Uuid),
    /** For REORDER: the stops not done yet, in their new order. */
    stop_uuids: optional(z.array(Uuid).max(MAX_REORDERED_STOPS)),
    /** By the phone's own clock. */
    at: Instant,
    clock_skew_ms: optional(clockSkew()),
    status: optional(oneOf(OUTCOMES)),
    reason: optional(text(1, 500)),
    driver_notes: optional(text(0, 2_000)),
    left_where: LeftWhere,
    items: ItemDifferences,
    checks: DoorAnswers,
    /** Codes on the pieces that were scanned there, and why not on all. */
    scanned: optional(Codes),
    not_scanned: optional(words(500)),
    /** For LOAD. */
    load: optional(LoadFound),
    lat: optional(latitude()),
    lng: optional(longitude()),
    /** How well the phone knows it, where it is of this minute. */
    accuracy_meters: optional(number(0, 1_000_000)),
  })
  .superRefine(fitOutcome)
  .refine(({ kind, proof_uuid }) => (kind === 'REMOVE_PHOTO') === (proof_uuid !== null), {
    path: ['proof_uuid'],
    message: faultText('goes with REMOVE_PHOTO'),
  })
  .refine(({ kind, load }) => (kind === 'LOAD') === (load !== null), {
    path: ['load'],
    message: faultText('goes with LOAD'),
  })
export type Tap = z.output<typeof Tap>
/** As the phone sends it. */
export type TapInput = z.input<typeof Tap>

export const Position = z.strictObject({ lat: latitude(), lng: longitude() })
export type Position = z.output<typeof Position>

export const readRun = endpoint({
  method: 'GET',
  path: '/d/{token}/run',
  reply: Run,
  link: {
    limit: 'driver_reads',
  },
})
/** By the name of their route, null of none: what is on pieces of others to scan, or what that begins with. */
export const Elsewhere = z.array(z.object({ route: z.string().nullable(), codes: z.array(z.string()) }))
export type Elsewhere = z.output<typeof Elsewhere>

export const readParcels = endpoint({
  method: 'GET',
  path: '/d/{token}/parcels',
  reply: Elsewhere,
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
  reply: Run,
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
  reply: Run,
  link: {
    limit: 'driver_proofs',
    late: true,
  },
})
