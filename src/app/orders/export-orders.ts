// What the table shows as CSV, page by page, however many there are.
import type { TableFilters } from '../../contract/office/orders.ts'
import { dayInFigures, fieldOf, type Formats, type Measure, symbolOf } from '../../domain/formats.ts'
import { type CsvCell, csvLine } from '../../domain/imports/csv-line.ts'
import { DOCUMENT_WORDS } from '../../domain/document-words/of-language.ts'
import { checksInWords } from '../../domain/routes/door-checks.ts'
import { partialsInWords } from '../../domain/routes/item-outcomes.ts'
import { moreWindowsOf } from '../../domain/planning/windows.ts'
import type { OrderRead } from '../../store/orders/orders.ts'
import type { TablePosition } from '../../store/orders/orders-table.ts'
import type { Context } from '../context.ts'
import { tableFilter, tablePage } from './search-orders.ts'

const PAGE = 500

const listed = (names: readonly string[] | undefined): string | null => names?.join('; ') ?? null

const volume = (name: string, { units }: Formats): string => `${name} (${symbolOf(units, 'volume')})`

const inField = ({ units }: Formats, measure: Measure, stored: number | null | undefined): number | null =>
  stored === null || stored === undefined ? null : fieldOf(units, measure, stored)

/** Under headers that an import knows, as are those of the fields themselves. */
const rulesOf = (formats: Formats): Record<string, (order: OrderRead) => CsvCell> => ({
  Priority: ({ rules }) => rules?.priority ?? null,
  'Ready at': ({ rules }) => rules?.readyAt ?? null,
  Pieces: ({ rules }) => rules?.loadPieces ?? null,
  [volume('Volume', formats)]: ({ rules }) => inField(formats, 'volume', rules?.loadCubicFeet),
  'Required skills': ({ rules }) => listed(rules?.requiredSkills),
  'Required drivers': ({ rules }) => listed(rules?.requiredDrivers),
  'Excluded drivers': ({ rules }) => listed(rules?.excludedDrivers),
  'Preferred drivers': ({ rules }) => listed(rules?.preferredDrivers),
  [`Pickup weight (${symbolOf(formats.units, 'weight')})`]: ({ rules }) =>
    inField(formats, 'weight', rules?.pickupWeightLbs),
  'Pickup pieces': ({ rules }) => rules?.pickupPieces ?? null,
  [volume('Pickup volume', formats)]: ({ rules }) => inField(formats, 'volume', rules?.pickupCubicFeet),
  'Goods from': ({ rules }) => rules?.goodsFrom ?? null,
  'Collect amount': ({ rules }) => rules?.collectAmount ?? null,
  'ID check': ({ rules }) => rules?.idCheck ?? null,
  'Door code': ({ rules }) => (rules?.doorCode === undefined ? null : String(rules.doorCode)),
  'Max ride minutes': ({ rules }) => rules?.maxRideMinutes ?? null,
})

const columnsOf = (formats: Formats): Record<string, (order: OrderRead) => CsvCell> => ({
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
  [`Weight (${symbolOf(formats.units, 'weight')})`]: (o) => inField(formats, 'weight', o.loadWeightLbs),
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

/** Begins with the mark by which spreadsheets know UTF-8. */
export async function* exportOrders(ctx: Context, query: TableFilters): AsyncGenerator<string> {
  const filter = await tableFilter(ctx, query)
  const columns = columnsOf(ctx.formats)
  yield `\uFEFF${csvLine(Object.keys(columns))}`
  let after: TablePosition | null = null
  do {
    const page: Awaited<ReturnType<typeof tablePage>> = await tablePage(ctx.stale('minute'), filter, after, PAGE, 0)
    yield page.orders.map((order) => csvLine(Object.values(columns).map((read) => read(order)))).join('')
    after = page.last
  } while (after)
}
