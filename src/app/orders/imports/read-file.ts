// Steps before an import: stores the uploaded file, guesses or recalls its column mapping, and previews the result.
import { inWords } from '../../in-words.ts'
import { createHash } from 'node:crypto'
import { dayToWire } from '../../../contract/fields.ts'
import type { DatesOut, PreviewOut, Reading, UploadOut } from '../../../contract/office/imports.ts'
import { guessMapping } from '../../../domain/imports/import-columns.ts'
import { type DatesRead, defaultDateOrder } from '../../../domain/imports/import-dates.ts'
import { defaultDecimalMark } from '../../../domain/imports/import-numbers.ts'
import { needsUnits } from '../../../domain/imports/import-rows.ts'
import { insertImport, rememberedReading, uploadedFile } from '../../../store/orders/imports.ts'
import { findPhonePlace } from '../../../store/settings/businesses.ts'
import type { Context } from '../../context.ts'
import { AppError, invalid, missing } from '../../errors.ts'
import { phoneRegionOf } from '../../customers/messages/phone-number.ts'
import { FAULTS_SHOWN } from './sheet-work.ts'
import { rowsNotBookable } from './not-bookable.ts'
import { type SheetFault, type SheetReading, SheetsBusy } from '../../ports/sheets.ts'

export async function uploadFile(ctx: Context, fileName: string, content: Buffer): Promise<UploadOut> {
  const { headers, rowCount, delimiter, encoding, sample } = await readSheetOrThrow(ctx.sheets.open(content))
  const importId = ctx.newId()
  const userId = ctx.actor.id ?? ''
  const remembered = await ctx.read((tx) => rememberedReading(tx, headersHash(headers)))
  await ctx.write(async (tx) => {
    const file = { importId, fileName, content, headers, lineCount: rowCount, userId }
    await insertImport(tx, file, ctx.now)
  })
  return {
    import_uuid: importId,
    file_name: fileName,
    headers,
    row_count: rowCount,
    delimiter,
    encoding,
    mapping: remembered?.mapping ?? guessMapping(headers),
    remembered: remembered !== null,
    sample,
  }
}

export async function previewImport(ctx: Context, importId: string, reading: Reading): Promise<PreviewOut> {
  const { content, headers, asked } = await fileToRead(ctx, importId, reading)
  const { leftOut, dates, booked, good, faults, ...counted } = await readSheetOrThrow(
    ctx.sheets.preview(content, asked),
  )
  const { refused, lookedUp } = await rowsNotBookable(ctx, booked)
  const units = needsUnits(reading.mapping, headers) ? asked.units : null
  return {
    ...counted,
    good: good - refused.length,
    refused: refused.length,
    looked_up: lookedUp,
    faults: [...inWords(ctx, faults), ...refused].slice(0, FAULTS_SHOWN),
    left_out: leftOut,
    dates: dates && datesToWire(dates),
    units,
  }
}

const datesToWire = ({ monthFirst, dayFirst, ...read }: DatesRead): DatesOut => ({
  ...read,
  month_first: monthFirst,
  day_first: dayFirst,
})

/**
 * Returns an uploaded file that has not been imported yet, with the settings for reading it. Throws `invalid` if the
 * mapping has a column number that the file doesn't have.
 */
export async function fileToRead(
  ctx: Context,
  importId: string,
  { mapping, default_date, date_order, units }: Reading,
) {
  const { file, remembered, place } = await ctx.read(async (tx) => {
    const found = await uploadedFile(tx, importId)
    if (!found) throw missing('file waiting to be imported')
    const place = await findPhonePlace(tx)
    return { file: found, remembered: await rememberedReading(tx, headersHash(found.headers)), place }
  })
  for (const [field, column] of Object.entries(mapping))
    if (column >= file.headers.length) throw invalid(`mapping.${field}`, 'names a column that the file does not have')
  const asked: SheetReading = {
    mapping,
    defaultDate: default_date && dayToWire(default_date),
    dateOrder: date_order,
    rememberedDateOrder: remembered?.dateOrder ?? null,
    usualDateOrder: defaultDateOrder(ctx.formats),
    usualDecimalMark: defaultDecimalMark(phoneRegionOf(place)),
    units: units ?? remembered?.units ?? (ctx.formats.units === 'US' ? 'US' : 'METRIC'),
  }
  return { ...file, asked }
}

export const headersHash = (headers: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(headers)).digest()

export async function readSheetOrThrow<T extends object>(reading: Promise<T | SheetFault>): Promise<T> {
  const read = await reading.catch((error: unknown) => {
    throw error instanceof SheetsBusy ? sheetsBusyError() : error
  })
  if ('fault' in read) throw new AppError('unprocessable', 'NOT_A_TABLE', read.fault)
  return read
}

const sheetsBusyError = (): AppError =>
  new AppError('unavailable', 'SHEETS_BUSY', 'Too many files are being read; try again shortly.', {
    retryAfterSeconds: 5,
  })
