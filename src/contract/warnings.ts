// Warnings about changes that are made anyway.
import { z } from 'zod'
import { WARNING_CODES } from '../domain/routes/manual-warnings.ts'

/** A problem of a route that doesn't prevent the change. */
export const Warning = z.object({ code: z.enum(WARNING_CODES), message: z.string() })

/** Warnings about a change that removes stops from a route. */
export const TakenWarnings = z.array(Warning).optional().meta({
  description:
    'Present if there are any. SILENT: the driver’s phone has had no contact for more than 15 minutes, so the removed stops may already be done.',
})
