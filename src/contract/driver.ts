// What the driver's page shows, and what it sends: taps, one at a time and in order, each under its own key.
import { z } from 'zod'
import type { ProofRule } from '../domain/routes/proof.ts'
import { OUTCOMES } from '../domain/routes/stop.ts'
import { TAP_KINDS } from '../domain/routes/tap.ts'
import { Instant, latitude, longitude, number, oneOf, optional, text, Uuid } from './fields.ts'
import { MAX_DELIVERIES_PER_BUILD } from './limits.ts'
import type { OrderOut } from './orders.ts'
import { needReason, type RouteOut, type StopOut } from './routes.ts'

export interface RunStop extends Omit<StopOut, 'proof' | 'tracking_url'> {
  customer_phone: string | null
  instructions: string | null
  items: NonNullable<OrderOut['items']>
  temperature_class: OrderOut['temperature_class']
  load_weight_lbs: number | null
  photos: number
  signed: boolean
}

/** A route as its driver works it. */
export interface Run {
  route: RouteOut
  /** In driving order. */
  stops: RunStop[]
  business: {
    name: string
    time_zone: string
    phone: string | null
    undo_window_seconds: number
    proof_required: ProofRule
    proof_required_failed: boolean
    failure_reasons: string[]
    may_reorder: boolean
  }
  /** The server's clock. */
  now: string
}

export const Tap = z
  .strictObject({
    kind: oneOf(TAP_KINDS),
    stop_uuid: optional(Uuid),
    /** For REORDER: the stops not done yet, in their new order. */
    stop_uuids: optional(z.array(Uuid).max(MAX_DELIVERIES_PER_BUILD)),
    /** By the phone's own clock. */
    at: Instant,
    status: optional(oneOf(OUTCOMES)),
    reason: optional(text(1, 500)),
    driver_notes: optional(text(0, 2_000)),
    lat: optional(latitude()),
    lng: optional(longitude()),
    /** How well the phone knows it, where it is of this minute. */
    accuracy_meters: optional(number(0, 1_000_000)),
  })
  .superRefine(needReason)
export type Tap = z.output<typeof Tap>
/** As the phone sends it. */
export type TapInput = z.input<typeof Tap>

export const Position = z.strictObject({ lat: latitude(), lng: longitude() })
export type Position = z.output<typeof Position>
