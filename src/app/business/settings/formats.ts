// How a business writes measures, times and dates: on the wire, and before anybody chose.
import type { FormatsOut } from '../../../contract/formats.ts'
import type { Formats, Units } from '../../../domain/formats.ts'
import { countryOf } from '../../customers/messages/phone-number.ts'

export const formatsToWire = ({ units, clock, dateFormat }: Formats): FormatsOut => ({
  units,
  clock,
  date_format: dateFormat,
})

const UNITS_OF: Readonly<Record<string, Units>> = { US: 'US', GB: 'UK' }

/** As people write in the country of the time zone. */
export function usualFormats(timeZone: string): Formats {
  const country = countryOf(timeZone)
  const english = new Intl.DateTimeFormat(`en-${country}`, { dateStyle: 'short', timeStyle: 'short' })
  const first = english.formatToParts().find(({ type }) => type === 'month' || type === 'day' || type === 'year')?.type
  return {
    units: UNITS_OF[country] ?? 'METRIC',
    clock: english.resolvedOptions().hourCycle === 'h23' ? 'H24' : 'H12',
    dateFormat: first === 'month' ? 'MONTH_FIRST' : first === 'year' ? 'YEAR_FIRST' : 'DAY_FIRST',
  }
}
