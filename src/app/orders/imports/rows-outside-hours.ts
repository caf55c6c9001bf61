// Finds rows of a file whose windows all lie outside the hours of the street. The import adds them, but no plan can.
import type { OutsideHoursRow } from '../../../contract/office/imports.ts'
import { atAddresses } from '../../../store/addresses/address-street-hours.ts'
import type { Context } from '../../context.ts'
import type { BookedRow } from '../../ports/sheets.ts'
import { hoursOfStreets, streetFrom } from '../street-of.ts'

/** Maximum rows that the preview checks. */
const MAX_CHECKED = 2_000

export async function rowsOutsideHours(ctx: Context, rows: readonly BookedRow[]): Promise<OutsideHoursRow[]> {
  const located = rows.filter(({ point }) => point !== null).slice(0, MAX_CHECKED)
  const hours = await hoursOfStreets(
    ctx,
    located.map(({ point }) => point),
  )
  const places = await ctx.read((tx) => atAddresses(tx, located))
  return places.flatMap((place, i) => {
    const known = hours[i]
    const street = known && streetFrom(ctx, place, known)
    return !street || street.fits ? [] : [{ line: place.line, name: place.name, message: street.message }]
  })
}
