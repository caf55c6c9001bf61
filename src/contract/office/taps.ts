// Driver taps that were refused, because their link had ended or their stop had changed.
import { z } from 'zod'
import { PROOF_KINDS } from '../../domain/routes/proof.ts'
import { RECORDED_TAP_KINDS } from '../../domain/routes/tap.ts'
import { Instant, InstantOut, optional, Uuid, UuidOut } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

export const RefusedTapsOut = z.object({
  /** Newest first. */
  taps: z.array(
    z.object({
      kind: z.enum(RECORDED_TAP_KINDS),
      stop_uuid: UuidOut.nullable(),
      /** Time by the phone's clock. */
      at: InstantOut,
      received_at: InstantOut,
      /** Reason and note of the outcome that the driver entered. */
      reason: z.string().nullable(),
      notes: z.string().nullable(),
      /** Error code of the refusal. */
      refused: z.string(),
      external_ref: z.string().nullable(),
      line1: z.string().nullable(),
    }),
  ),
  /** Oldest first. The links expire after a week. */
  pictures: z.array(
    z.object({
      stop_uuid: UuidOut,
      kind: z.enum(PROOF_KINDS),
      /** Name of the item that a photo shows. */
      item: z.string().optional(),
      url: z.string(),
    }),
  ),
})
export type RefusedTapsOut = z.output<typeof RefusedTapsOut>

export const readRefusedTaps = endpoint({
  method: 'GET',
  path: '/routes/{route_uuid}/refused-taps',
  permission: 'readRoutes',
  params: z.object({ route_uuid: Uuid }),
  reply: RefusedTapsOut,
  office: {},
})

/** Records the outcome that the driver reported at the stop, with its pictures. */
export const recordLateOutcome = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/refused-taps/record',
  permission: 'dispatchRoutes',
  params: z.object({ route_uuid: Uuid }),
  body: z.strictObject({ stop_uuid: Uuid }),
  reply: z.null(),
  audit: ['stop.outcome', 'stop.corrected', 'stop.proof', 'route.changed_by_hand', 'driver.taps_dismissed'],
  office: {},
})

/** Without a stop, dismisses the taps that concern only the route. */
export const dismissRefused = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/refused-taps/dismiss',
  permission: 'dispatchRoutes',
  params: z.object({ route_uuid: Uuid }),
  body: z.strictObject({ stop_uuid: optional(Uuid) }),
  reply: z.null(),
  audit: ['driver.taps_dismissed'],
  office: {},
})

/** Dismisses the reports about the street of a stop. */
export const dismissStreetReports = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/street-reports/dismiss',
  permission: 'changeOrders',
  params: z.object({ route_uuid: Uuid }),
  body: z.strictObject({ stop_uuid: Uuid }),
  reply: z.null(),
  audit: ['stop.street_report_dismissed'],
  office: {},
})

/** Closes the problem with the vehicle that the driver reported at this time, as if the driver had called it solved. */
export const solveProblem = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/problem/solve',
  permission: 'dispatchRoutes',
  params: z.object({ route_uuid: Uuid }),
  body: z.strictObject({ at: Instant }),
  reply: z.null(),
  audit: ['route.problem_solved'],
  office: {},
})
