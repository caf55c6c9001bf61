// Taps of a driver that did not count: sent by a link that had ended, or for a stop that had changed meanwhile.
import { z } from 'zod'
import { Uuid } from '../fields.ts'
import { officeEndpoint } from './endpoint.ts'

export interface RefusedTapsOut {
  /** Newest first. */
  taps: {
    /** START, HEAD, ARRIVE, UNDO, REORDER, END, an outcome, PHOTO or SIGNATURE. */
    kind: string
    /** By the phone's clock. */
    at: string
    received_at: string
    /** What the driver gave as the reason and the note of an outcome. */
    reason: string | null
    notes: string | null
    /** The code of the refusal. */
    refused: string
    external_ref: string | null
    line1: string | null
  }[]
}

export const readRefusedTaps = officeEndpoint({
  method: 'GET',
  path: '/routes/{route_uuid}/refused-taps',
  role: 'VIEWER',
  params: z.object({ route_uuid: Uuid }),
})
