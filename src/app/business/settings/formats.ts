// Formats of a business for measures, times and dates: in the wire format, and the defaults.
import type { FormatsOut } from '../../../contract/formats.ts'
import type { Formats, Units } from '../../../domain/formats.ts'
import { countryOf } from '../../customers/messages/phone-number.ts'

export const formatsToWire = ({ units, clock, dateFormat }: Formats): FormatsOut => ({
  units,
  clock,
  date_format: dateFormat,
})

const UNITS_OF: Readonly<Record<string, Units>> = { US: 'US', GB: 'UK' }

/** Returns the formats that are common in the time zone's country. */
export function defaultFormats(timeZone: string): Formats {
  const country = countryOf(timeZone)
  const english = new Intl.DateTimeFormat(`en-${country}`, { dateStyle: 'short', timeStyle: 'short' })
  const first = english.formatToParts().find(({ type }) => type === 'month' || type === 'day' || type === 'year')?.type
  return {
    units: UNITS_OF[country] ?? 'METRIC',
    clock: english.resolvedOptions().hourCycle === 'h23' ? 'H24' : 'H12',
    dateFormat: first === 'month' ? 'MONTH_FIRST' : first === 'year' ? 'YEAR_FIRST' : 'DAY_FIRST',
  }
}
