// Query parameters of lists with pages.
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { integer } from './fields.ts'

export const cursor = z
  .string()
  .min(1, faultText('must not be empty'))
  .max(2_000, faultText('is not a cursor'))
  .optional()
  .meta({ description: 'The next_cursor of the previous page.' })

export const PageQuery = z.strictObject({
  limit: z
    .string()
    .regex(/^\d{1,9}$/, faultText('must be a whole number from 1 to 200'))
    .transform(Number)
    .pipe(integer(1, 200))
    .optional()
    .meta({ description: 'Number of entries per page, 1 to 200. Default: 50.', example: '50' }),
  cursor,
})
export type PageQuery = z.output<typeof PageQuery>
