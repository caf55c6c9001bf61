// What Roundsman tries again and again for the business, and fails at through no fault of the business.
import { z } from 'zod'
import { WATCHED_JOBS } from '../../domain/jobs/failed-work.ts'
import { DayOut, InstantOut } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

export const FailedWorkOut = z.object({
  /** Longest first, the first of them only. */
  failing: z.array(
    z.object({
      job: z.enum(WATCHED_JOBS),
      since: InstantOut,
      /** The route it is about, the reference of the delivery, or the file of the import. */
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
