// Formats of measures, times and dates on the pages of a business. The API's own formats don't depend on them.
import { z } from 'zod'
import { CLOCKS, DATE_FORMATS, type Formats, UNITS } from '../domain/formats.ts'

export const FormatsOut = z.object({
  units: z.enum(UNITS),
  clock: z.enum(CLOCKS),
  date_format: z.enum(DATE_FORMATS),
})
export type FormatsOut = z.output<typeof FormatsOut>

export const formatsFromWire = ({ units, clock, date_format }: FormatsOut): Formats => ({
  units,
  clock,
  dateFormat: date_format,
})
