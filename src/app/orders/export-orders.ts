// Exports the orders of the orders table, with the columns that the table shows or with all columns. A CSV file is
// streamed page by page without a limit. An Excel workbook has a limit.
import { text } from '../../texts/text.ts'
import { type ExportColumn, type ExportQuery, MAX_IN_WORKBOOK } from '../../contract/office/orders.ts'
import { dayInFigures, fieldOf, type Formats, type Measure, symbolOf } from '../../domain/formats.ts'
import { type CsvCell, csvLine } from '../../domain/imports/csv-line.ts'
import { DOCUMENT_WORDS } from '../../domain/document-words/of-language.ts'
import { checksInWords } from '../../domain/routes/door-checks.ts'
import { partialsInWords } from '../../domain/routes/item-outcomes.ts'
import { moreWindowsOf } from '../../domain/planning/windows.ts'
import type { OrderRead } from '../../store/orders/order-rows.ts'
import type { TablePosition } from '../../store/orders/orders-table.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { readSheetOrThrow } from './imports/read-file.ts'
import { tableFilter, tablePage } from './search-orders.ts'

const PAGE = 500

const listed = (names: readonly string[] | undefined): string | null => names?.join('; ') ?? null

const volume = (name: string, { units }: Formats): string => `${name} (${symbolOf(units, 'volume')})`

const measureInUnits = ({ units }: Formats, measure: Measure, stored: number | null | undefined): number | null =>
  stored === null || stored === undefined ? null : fieldOf(units, measure, stored)

/**
 * Columns for the rules of an order. An import recognizes the headers of an export, so that users can edit and import
 * the file.
 */
const rulesOf = (formats: Formats): Record<string, (order: OrderRead) => CsvCell> => ({
  Priority: ({ rules }) => rules?.priority ?? null,
  'Street hours': ({ rules }) => rules?.streetHours ?? null,
  'Ready at': ({ rules }) => rules?.readyAt ?? null,
  Pieces: ({ rules }) => rules?.loadPieces ?? null,
  [volume('Volume', formats)]: ({ rules }) => measureInUnits(formats, 'volume', rules?.loadCubicFeet),
  'Required skills': ({ rules }) => listed(rules?.requiredSkills),
  'Required drivers': ({ rules }) => listed(rules?.requiredDrivers),
  'Excluded drivers': ({ rules }) => listed(rules?.excludedDrivers),
  'Preferred drivers': ({ rules }) => listed(rules?.preferredDrivers),
  [`Pickup weight (${symbolOf(formats.units, 'weight')})`]: ({ rules }) =>
    measureInUnits(formats, 'weight', rules?.pickupWeightLbs),
  'Pickup pieces': ({ rules }) => rules?.pickupPieces ?? null,
  [volume('Pickup volume', formats)]: ({ rules }) => measureInUnits(formats, 'volume', rules?.pickupCubicFeet),
  'Goods from': ({ rules }) => rules?.goodsFrom ?? null,
  'Collect amount': ({ rules }) => rules?.collectAmount ?? null,
  'ID check': ({ rules }) => rules?.idCheck ?? null,
  'Door code': ({ rules }) => (rules?.doorCode === undefined ? null : String(rules.doorCode)),
  'Max ride minutes': ({ rules }) => rules?.maxRideMinutes ?? null,
})

type Columns = Record<string, (order: OrderRead) => CsvCell>

const weight = ({ units }: Formats): string => `Weight (${symbolOf(units, 'weight')})`

/** Returns the headers of the file for each column of the table. */
const namesOf = (formats: Formats): Record<ExportColumn, string[]> => ({
  date: ['Delivery date'],
  customer: ['Customer'],
  phone: ['Phone'],
  email: ['Email'],
  address: ['Address', 'City', 'State', 'Postal code'],
  window: ['Window start', 'Window end'],
  goods: ['Temperature', weight(formats)],
  status: ['Status'],
  route: ['Route'],
  notes: ['Instructions'],
})

function columnsOf(formats: Formats, shown?: readonly ExportColumn[]): Columns {
  const all = allColumns(formats)
  if (!shown) return all
  const names = ['Reference', ...shown.flatMap((column) => namesOf(formats)[column])]
  return Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name]]] : [])))
}

const allColumns = (formats: Formats): Columns => ({
  Reference: (o) => o.externalRef,
  Status: (o) => o.status,
  'Delivery date': (o) => dayInFigures(o.deliveryDate, formats),
  'Last possible date': (o) => o.allowedDays && dayInFigures(o.allowedDays.last, formats),
  'Window start': (o) => o.windowStart,
  'Window end': (o) => o.windowEnd,
  'More windows': (o) =>
    moreWindowsOf(o)
      .map(({ start, end }) => `${start} - ${end}`)
      .join('; ') || null,
  Customer: (o) => o.customerName,
  Phone: (o) => o.customerPhone,
  Email: (o) => o.customerEmail,
  Address: (o) => o.address.line1,
  City: (o) => o.address.city,
  State: (o) => o.address.region,
  'Postal code': (o) => o.address.postalCode,
  Latitude: (o) => o.point?.lat ?? null,
  Longitude: (o) => o.point?.lng ?? null,
  Placement: (o) => o.placement,
  Temperature: (o) => o.temperatureClass,
  [weight(formats)]: (o) => measureInUnits(formats, 'weight', o.loadWeightLbs),
  ...rulesOf(formats),
  Language: (o) => o.language,
  Instructions: (o) => o.instructions,
  'Customer instructions': (o) => o.customerInstructions,
  Route: (o) => o.route?.name ?? null,
  'Delivered at': (o) => o.stop?.deliveredAt?.toISOString() ?? null,
  Reason: (o) => o.stop?.reason ?? null,
  'Amount collected': (o) => o.stop?.checks?.collected?.amount ?? null,
  'Collected by': (o) => o.stop?.checks?.collected?.method ?? null,
  'At the door': (o) =>
    (o.stop?.checks ? checksInWords(o.stop.checks, DOCUMENT_WORDS.en) : []).map((said) => said.join(': ')).join('; ') ||
    null,
  Attempt: (o) => o.attempt,
  'Delivers again': (o) => o.repeatOf,
  'Left where': (o) => o.stop?.leftWhere ?? null,
  'Not as ordered': (o) => partialsInWords(o.stop?.itemOutcomes).join('; ') || null,
})

/** Starts with a byte order mark, by which spreadsheets detect UTF-8. */
export async function* exportOrders(ctx: Context, query: ExportQuery): AsyncGenerator<string> {
  const columns = columnsOf(ctx.formats, query.columns)
  yield `\uFEFF${csvLine(Object.keys(columns))}`
  for await (const orders of pagesOf(ctx, query))
    yield orders.map((order) => csvLine(Object.values(columns).map((read) => read(order)))).join('')
}

export async function exportWorkbook(ctx: Context, query: ExportQuery): Promise<Uint8Array> {
  const columns = columnsOf(ctx.formats, query.columns)
  const rows: CsvCell[][] = []
  for await (const orders of pagesOf(ctx, query)) {
    rows.push(...orders.map((order) => Object.values(columns).map((read) => read(order))))
    if (rows.length > MAX_IN_WORKBOOK)
      throw new AppError(
        'unprocessable',
        'TOO_MANY_ORDERS',
        text('More than {most} orders don’t fit into a workbook. Filter them, or export as CSV.', {
          most: MAX_IN_WORKBOOK,
        }),
      )
  }
  return readSheetOrThrow(ctx.sheets.write({ headers: Object.keys(columns), rows }))
}

async function* pagesOf(ctx: Context, query: ExportQuery): AsyncGenerator<OrderRead[]> {
  const filter = await tableFilter(ctx, query)
  let after: TablePosition | null = null
  do {
    const page: Awaited<ReturnType<typeof tablePage>> = await tablePage(ctx.stale('minute'), filter, after, PAGE, 0)
    yield page.orders
    after = page.last
  } while (after)
}
