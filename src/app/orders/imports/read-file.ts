// Steps before an import: stores the uploaded file, guesses or recalls its column mapping, and previews the result.
import { inWords } from '../../in-words.ts'
import { createHash } from 'node:crypto'
import { dayToWire } from '../../../contract/fields.ts'
import type { DatesOut, PreviewOut, Reading, UploadOut } from '../../../contract/office/imports.ts'
import { type DatesRead, defaultDateOrder } from '../../../domain/imports/import-dates.ts'
import { defaultDecimalMark } from '../../../domain/imports/import-numbers.ts'
import { needsUnits } from '../../../domain/imports/import-rows.ts'
import { insertImport, rememberedReading, uploadedFile } from '../../../store/orders/imports.ts'
import { findPhonePlace } from '../../../store/settings/businesses.ts'
import type { Context } from '../../context.ts'
import { AppError, invalid, missing } from '../../errors.ts'
import { phoneRegionOf } from '../../customers/messages/phone-number.ts'
import { FAULTS_SHOWN } from './sheet-work.ts'
import { type Located, locateRows } from './locate-rows.ts'
import { ordersOfRows, rowsNotBookable } from './not-bookable.ts'
import { rowsOutsideHours } from './rows-outside-hours.ts'
import { type BookedRow, type SheetFault, type SheetReading, SheetsBusy } from '../../ports/sheets.ts'

/** Maximum number of rows without a location that the preview lists. */
const UNPLACED_SHOWN = 200
/** Maximum number of rows outside the hours of their street that the preview lists. */
const OUTSIDE_HOURS_SHOWN = 200

/** Stores a file. If it is a workbook with several sheets, and none is chosen, only returns their names. */
export async function uploadFile(
  ctx: Context,
  fileName: string,
  sheet: number | null,
  content: Buffer,
): Promise<UploadOut> {
  const read = await readSheetOrThrow(ctx.sheets.open(content, sheet))
  if ('sheets' in read) return { sheets: read.sheets, file: null }
  const { headers, rowCount, sheetName, samples, guess } = read
  const importId = ctx.newId()
  const userId = ctx.actor.id ?? ''
  const remembered = await ctx.read((tx) => rememberedReading(tx, headersHash(headers)))
  await ctx.write(async (tx) => {
    const file = { importId, fileName, content, sheet: sheet ?? 0, headers, lineCount: rowCount, userId }
    await insertImport(tx, file, ctx.now)
  })
  return {
    sheets: [],
    file: {
      import_uuid: importId,
      file_name: fileName,
      sheet_name: sheetName,
      headers,
      row_count: rowCount,
      mapping: remembered?.mapping ?? guess,
      remembered: remembered !== null,
      samples,
    },
  }
}

export async function previewImport(
  ctx: Context,
  importId: string,
  { locate, ...reading }: Reading & { locate: boolean | null },
): Promise<PreviewOut> {
  const { content, headers, asked } = await fileToRead(ctx, importId, reading)
  const read = await readSheetOrThrow(ctx.sheets.preview(content, asked))
  const known = await ordersOfRows(ctx, read.booked)
  const located = locate ? await locateRows(ctx, read.booked, known) : notLocated(read.booked)
  const { refused, lookedUp } = await rowsNotBookable(ctx, located.rows, known)
  const isRefused = new Set(refused.map(({ line }) => line))
  const outsideHours = await rowsOutsideHours(
    ctx,
    located.rows.filter(({ line }) => !isRefused.has(line)),
  )
  const unplaced = located.unplaced.filter(({ line }) => !isRefused.has(line))
  const ambiguous = unplaced.filter(({ candidates }) => candidates.length > 0).length
  return {
    good: read.good - refused.length,
    bad: read.bad,
    left_out: read.leftOut,
    refused: refused.length,
    unplaced: unplaced.length - ambiguous,
    ambiguous,
    looked_up: lookedUp,
    outside_hours: outsideHours.length,
    dates: read.dates && datesToWire(read.dates),
    units: needsUnits(reading.mapping, headers) ? asked.units : null,
    columns: read.columns,
    faults: [...inWords(ctx, read.faults), ...refused].slice(0, FAULTS_SHOWN),
    unplaced_rows: unplaced.slice(0, UNPLACED_SHOWN),
    outside_hours_rows: outsideHours.slice(0, OUTSIDE_HOURS_SHOWN),
    left_out_rows: read.leftOutRows.map(({ reason, ...row }) => ({ ...row, reason: ctx.say(reason) })),
  }
}

const notLocated = (rows: BookedRow[]): Located => ({ rows, unplaced: [] })

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
  { mapping, default_date, date_order, units, corrections, kept }: Reading,
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
    sheet: file.sheet,
    mapping,
    corrections: corrections ?? [],
    kept: kept ?? [],
    timeZone: ctx.calendar.timeZone,
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
