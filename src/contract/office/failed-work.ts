// Background work for the business that fails repeatedly, although the business is not the cause.
import { z } from 'zod'
import { WATCHED_JOBS } from '../../domain/jobs/failed-work.ts'
import { DayOut, InstantOut } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

export const FailedWorkOut = z.object({
  /** Items that have failed for the longest time, longest first. */
  failing: z.array(
    z.object({
      job: z.enum(WATCHED_JOBS),
      since: InstantOut,
      /** The route, the reference of the delivery, or the file of the import, whichever applies. */
      route: z.object({ name: z.string(), date: DayOut }).nullable(),
      external_ref: z.string().nullable(),
      file_name: z.string().nullable(),
    }),
  ),
})
export type FailedWorkOut = z.output<typeof FailedWorkOut>

export const readFailedWork = endpoint({
  method: 'GET',
  path: '/failed-work',
  permission: 'readOrders',
  reply: FailedWorkOut,
  office: {},
})
