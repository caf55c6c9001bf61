// Taps of a driver that did not count: sent by a link that had ended, or for a stop that had changed meanwhile.
import { z } from 'zod'
import { RECORDED_TAP_KINDS } from '../../domain/routes/tap.ts'
import { InstantOut, Uuid } from '../fields.ts'
import { officeEndpoint } from './endpoint.ts'

export const RefusedTapsOut = z.object({
  /** Newest first. */
  taps: z.array(
    z.object({
      kind: z.enum(RECORDED_TAP_KINDS),
      /** By the phone's clock. */
      at: InstantOut,
      received_at: InstantOut,
      /** What the driver gave as the reason and the note of an outcome. */
      reason: z.string().nullable(),
      notes: z.string().nullable(),
      /** The code of the refusal. */
      refused: z.string(),
      external_ref: z.string().nullable(),
      line1: z.string().nullable(),
    }),
  ),
})
export type RefusedTapsOut = z.output<typeof RefusedTapsOut>

export const readRefusedTaps = officeEndpoint({
  method: 'GET',
  path: '/routes/{route_uuid}/refused-taps',
  role: 'VIEWER',
  params: z.object({ route_uuid: Uuid }),
  reply: RefusedTapsOut,
})
