// What is unwise about a change that is made all the same.
import { z } from 'zod'
import { WARNING_CODES } from '../domain/routes/by-hand.ts'

/** What is unwise about a route, though possible. */
export const Warning = z.object({ code: z.enum(WARNING_CODES), message: z.string() })

/** Of a change that takes stops off a route, where there is one. */
export const TakenWarnings = z.array(Warning).optional().meta({
  description:
    'Only if there is one. SILENT: the phone of the driver has not been heard from for more than 15 minutes, so that what was taken off may be done already.',
})
