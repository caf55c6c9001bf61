// Reads the orders in a file's rows: joins the rows of a reference, reads each cell, and assigns each fault to its
// column.
import { asText, type Said, type Text, text } from '../../texts/text.ts'
import { TEMPERATURE_CLASSES } from '../orders/order.ts'
import { withLeadingZeros } from '../addresses/us-address.ts'
import { isDate } from './cell-kinds.ts'
import { addressIn } from './import-addresses.ts'
import {
  cellText,
  cubicFeetIn,
  endTimeIn,
  isShortened,
  listIn,
  poundsIn,
  type Sized,
  timeIn,
  unitInHeader,
  windowIn,
} from './import-cells.ts'
import {
  type ColumnMapping,
  type FileUnits,
  IMPORT_COLUMNS,
  IMPORT_FIELDS,
  type ImportField,
  NUMBER_FIELDS,
} from './import-columns.ts'
import { dateIn, type DateOrder } from './import-dates.ts'
import type { LeftOutCause } from './left-out.ts'
import { noted } from './noted.ts'
import { statedFields } from './stated-fields.ts'
import { type DecimalMark, degreesIn, numberIn } from './import-numbers.ts'

export type ImportRowStatus = 'WAITING' | 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'REFUSED' | 'BAD' | 'LEFT_OUT'

/** A row of the file with its line number. The header is line 1. */
export interface FileRow {
  line: number
  cells: readonly string[]
  /** Values that the user entered for fields of this row, in place of its cells. */
  corrected?: Readonly<Partial<Record<ImportField, string>>>
}

/** Settings for reading a file. */
export interface FileReading {
  mapping: ColumnMapping
  headers: readonly string[]
  /** MM/dd/yyyy, for orders without a date in the file. */
  defaultDate: string | null
  dateOrder: DateOrder
  /** Time zone of the business, for dates that are instants in UTC. */
  timeZone: string
  /** Decimal mark of ambiguous numbers. */
  decimalMark: DecimalMark
  /** Units if neither the header nor the cell has one. */
  units: FileUnits
}

/** Rows that form one order. */
export interface OrderRows {
  externalRef: string
  rows: FileRow[]
  /** Earlier line with the same reference, in a file whose rows are not joined. Null if there is none. */
  repeats: number | null
}

export interface Fault {
  line: number
  field: ImportField
  /** The unreadable value. Absent: the value is that of the cell. */
  value?: string
  message: Text
}

export interface OrderInRows {
  /** Order body in the format of the API, only with the stated fields. Not validated yet. */
  body: Record<string, unknown>
  faults: Fault[]
  /** Why the shop itself would not deliver the order. Null if it would. */
  leftOut: LeftOutCause | null
}

/** Maximum length of a cell, which is longer than any field of an order. Longer cells are ignored. */
export const MAX_CELL_CHARACTERS = 5_000

/** Returns the value of a field in a row: the user's, else that of its cell. */
export function valueOf({ cells, corrected }: FileRow, mapping: ColumnMapping, field: ImportField): string {
  const entered = corrected?.[field]
  if (entered !== undefined) return entered.trim()
  const column = mapping[field]
  const text = column === undefined ? '' : (cells[column] ?? '')
  return text.length > MAX_CELL_CHARACTERS ? '' : cellText(text)
}

/**
 * Groups rows into orders. If rows are items, the rows of a reference are joined. Otherwise each row is an order, and
 * `repeats` marks a repeated reference. `unnamed` makes a reference for a row if the file has no such column.
 */
export function joinRows(
  rows: readonly FileRow[],
  mapping: ColumnMapping,
  unnamed: (cells: readonly string[]) => string,
): OrderRows[] {
  const orders: OrderRows[] = []
  const byReference = new Map<string, OrderRows>()
  for (const row of rows) {
    const given = valueOf(row, mapping, 'external_ref')
    const externalRef = given || (mapping.external_ref === undefined ? unnamed(row.cells) : '')
    const before = externalRef ? byReference.get(externalRef) : undefined
    if (before && mapping.item_name !== undefined) before.rows.push(row)
    else {
      const order = { externalRef, rows: [row], repeats: before?.rows[0]?.line ?? null }
      orders.push(order)
      if (!before) byReference.set(externalRef, order)
    }
  }
  return orders
}

/** Yields all dates of the file as written, to detect their order. */
export function* dateCells(rows: readonly FileRow[], mapping: ColumnMapping): Generator<string> {
  for (const row of rows) {
    const cell = (field: ImportField) => valueOf(row, mapping, field)
    yield cell('delivery_date') || noted(notesOf(cell), 'date')
    yield cell('delivery_by')
  }
}

/** Yields all numbers of the file as written, to detect their decimal mark. */
export function* numberCells(rows: readonly FileRow[], mapping: ColumnMapping): Generator<string> {
  const fields = NUMBER_FIELDS.filter((field) => mapping[field] !== undefined)
  for (const row of rows) for (const field of fields) yield valueOf(row, mapping, field).replace(/\p{L}.*$/su, '')
}

const notesOf = (cell: (field: ImportField) => string): string => [cell('notes'), cell('instructions')].join('\n')

/** Reads an order from its rows. Lists cells that are not valid in `faults` and omits them from the body. */
export function readOrder(order: OrderRows, reading: FileReading): OrderInRows {
  const { mapping, dateOrder, decimalMark } = reading
  const first = order.rows[0]?.line ?? 0
  const faults = [
    ...tooLongFaults(order, mapping),
    ...repeatedReferenceFaults(order, mapping),
    ...shortenedFaults(order, mapping),
  ]
  /** Returns the first non-empty value, because shops fill in later rows of an order only partly. */
  const cell = (field: ImportField): string => {
    for (const row of order.rows) {
      const value = valueOf(row, mapping, field)
      if (value) return value
    }
    return ''
  }
  /** Reads the value of a field: its cell, or what the notes say in its place. */
  const read = <T>(
    field: ImportField,
    parse: (cell: string) => T | null,
    fault: Said,
    given = cell(field),
  ): T | null => {
    const value = given ? parse(given) : null
    if (given && value === null)
      faults.push({
        line: first,
        field,
        ...(given !== cell(field) && { value: given }),
        message: text('{cell} {fault}', { cell: quoted(given), fault: asText(fault) }),
      })
    return value
  }
  const notes = notesOf(cell)
  const toDate = (cell: string) => dateIn(cell, dateOrder, reading.timeZone)
  const date = cell('delivery_date') || noted(notes, 'date')
  const needs = cell('needs')
  // An export of orders has only the temperature class in this column.
  const ownClass = TEMPERATURE_CLASSES.find((one) => one === needs.toUpperCase())
  const body: Record<string, unknown> = {
    ...ownFields(read, decimalMark),
    ...sizes(cell, read, reading),
    external_ref: order.externalRef,
    customer_name: nameOf(cell),
    address: addressOf(cell, read),
    // A row that names a date never falls back to the default.
    delivery_date:
      read('delivery_date', toDate, dateFault(date, dateOrder), date) ??
      (date ? undefined : (reading.defaultDate ?? undefined)),
    delivery_by: read('delivery_by', toDate, dateFault(cell('delivery_by'), dateOrder)),
    ...windowOf(cell, read, notes),
    temperature_class:
      ownClass ?? (/frozen/i.test(needs) ? 'FROZEN' : /refrig|chill|cold/i.test(needs) ? 'REFRIGERATED' : null),
    instructions: [cell('instructions'), ownClass ? '' : needs].filter(Boolean).join('\n') || null,
    items: itemsOf(order, { mapping, decimalMark }, faults),
  }
  const hasColumn = (field: ImportField): boolean =>
    mapping[field] !== undefined || order.rows.some(({ corrected }) => corrected?.[field] !== undefined)
  return { body: statedFields(body, hasColumn), faults, leftOut: leftOut(cell, notes) }
}

type Read = <T>(field: ImportField, parse: (cell: string) => T | null, fault: Said, given?: string) => T | null

/** Reads the window from its two cells, else from its one cell, else from the notes. */
function windowOf(cell: (field: ImportField) => string, read: Read, notes: string) {
  const window = read(
    'window',
    windowIn,
    'is not a time window; write it as 9:00 AM - 12:00 PM or 09:00 - 12:00',
    cell('window') || (cell('window_start') || cell('window_end') ? '' : noted(notes, 'window')),
  )
  return {
    window_start: read('window_start', timeIn, 'is not a time; write it as 9:00 AM or 09:00') ?? window?.start ?? null,
    window_end: read('window_end', endTimeIn, 'is not a time; write it as 5:00 PM or 17:00') ?? window?.end ?? null,
  }
}

/** Maximum length of a cell in a message. */
const QUOTED_CHARACTERS = 60
const quoted = (cell: string): string =>
  `"${cell.length > QUOTED_CHARACTERS ? `${cell.slice(0, QUOTED_CHARACTERS)}…` : cell}"`

function dateFault(cell: string, order: DateOrder): Text {
  const monthFirst = order === 'MONTH_FIRST'
  if (dateIn(cell, monthFirst ? 'DAY_FIRST' : 'MONTH_FIRST'))
    return monthFirst
      ? text('is a date only day first; dates of this file are read month first')
      : text('is a date only month first; dates of this file are read day first')
  return text('is not a date; write it as {example} or 2026-11-23', {
    example: monthFirst ? '11/23/2026' : '23/11/2026',
  })
}

const tooLongFaults = ({ rows }: OrderRows, mapping: ColumnMapping): Fault[] =>
  rows.flatMap(({ line, cells, corrected }) =>
    (Object.entries(mapping) as [ImportField, number][]).flatMap(([field, column]) => {
      const length = (corrected?.[field] ?? cells[column])?.length ?? 0
      const message = text('has {count} characters; at most {most} are read', {
        count: length,
        most: MAX_CELL_CHARACTERS,
      })
      return length > MAX_CELL_CHARACTERS ? [{ line, field, message }] : []
    }),
  )

/** Fields of digits that a spreadsheet may shorten, so that different values become equal. */
const DIGITS: readonly ImportField[] = ['external_ref', 'customer_phone', 'postal_code', 'item_sku', 'item_barcodes']

const shortenedFaults = ({ rows }: OrderRows, mapping: ColumnMapping): Fault[] =>
  rows.flatMap((row) =>
    DIGITS.flatMap((field) => {
      const value = valueOf(row, mapping, field)
      const message = text('{cell} {fault}', {
        cell: quoted(value),
        fault: text('is a number that a spreadsheet shortened; enter all its digits'),
      })
      return isShortened(value) ? [{ line: row.line, field, message }] : []
    }),
  )

/**
 * Returns faults for a reference that an earlier order has, and for joined rows whose address or day differs from the
 * first row.
 */
function repeatedReferenceFaults({ rows: [head, ...others], repeats }: OrderRows, mapping: ColumnMapping): Fault[] {
  if (!head) return []
  const field = 'external_ref'
  if (repeats !== null) {
    const same = mapping.external_ref === undefined
    const message = same
      ? text('is the same as line {line}', { line: repeats })
      : text('line {line} has this reference already', { line: repeats })
    return [{ line: head.line, field, message }]
  }
  const differs = (row: FileRow): boolean =>
    (['line1', 'full_address', 'delivery_date'] as const).some((name) => {
      const here = valueOf(row, mapping, name)
      return here !== '' && here !== valueOf(head, mapping, name)
    })
  const message = text('line {line} has this reference already, for another address or day', { line: head.line })
  return others.filter(differs).map(({ line }) => ({ line, field, message }))
}

const UNITS_OF_FILE = {
  US: { weight: 'lb', volume: 'ft3' },
  METRIC: { weight: 'kg', volume: 'm3' },
} as const satisfies Record<FileUnits, Record<Sized, string>>

const SIZED_FIELDS = IMPORT_FIELDS.filter((field) => IMPORT_COLUMNS[field].sized)

/** Returns whether a weight or volume of the file has no unit in its header. */
export const needsUnits = (mapping: ColumnMapping, headers: readonly string[]): boolean =>
  SIZED_FIELDS.some((field) => {
    const { sized } = IMPORT_COLUMNS[field]
    const header = headers[mapping[field] ?? -1]
    const inCells = field === 'weight' && mapping.weight_unit !== undefined
    return sized !== undefined && header !== undefined && !inCells && unitInHeader(sized, header) === null
  })

function sizes(
  cell: (field: ImportField) => string,
  read: (field: ImportField, parse: (cell: string) => number | null, fault: Said) => number | null,
  { mapping, headers, decimalMark, units }: Pick<FileReading, 'mapping' | 'headers' | 'decimalMark' | 'units'>,
): Record<string, number | null> {
  const unitOf = (field: ImportField, sized: Sized): string =>
    unitInHeader(sized, headers[mapping[field] ?? -1] ?? '') ?? UNITS_OF_FILE[units][sized]
  const weight = (field: ImportField, unit = unitOf(field, 'weight')) =>
    read(field, (cell) => poundsIn(cell, unit, decimalMark), 'is not a weight; write it as 40 lb or 18 kg')
  const volume = (field: ImportField) =>
    read(
      field,
      (cell) => cubicFeetIn(cell, unitOf(field, 'volume'), decimalMark),
      'is not a volume; write it as 12 ft³ or 0.3 m³',
    )
  return {
    load_weight_lbs: weight('weight', cell('weight_unit') || unitOf('weight', 'weight')),
    load_cubic_feet: volume('load_cubic_feet'),
    pickup_weight_lbs: weight('pickup_weight_lbs'),
    pickup_cubic_feet: volume('pickup_cubic_feet'),
  }
}

const ownFields = (
  read: (field: ImportField, parse: (cell: string) => unknown, fault: Said) => unknown,
  decimalMark: DecimalMark,
) =>
  Object.fromEntries(
    IMPORT_FIELDS.flatMap((field) => {
      const { own } = IMPORT_COLUMNS[field]
      return own ? [[field, read(field, (cell) => own.parse(cell, decimalMark), own.fault)]] : []
    }),
  )

const nameOf = (cell: (field: ImportField) => string): string =>
  [cell('first_name'), cell('last_name')].filter(Boolean).join(' ') || cell('customer_name')

function addressOf(
  cell: (field: ImportField) => string,
  read: (field: ImportField, parse: (cell: string) => number | null, fault: Said) => number | null,
) {
  const whole = cell('full_address')
  const parts = whole ? addressIn(whole) : null
  const line1 = [cell('line1') || parts?.line1, cell('unit')].filter(Boolean).join(', ')
  const [lat, lng] = [read('lat', degreesIn, 'is not a number'), read('lng', degreesIn, 'is not a number')]
  // The coordinates of an exported order may be only those of its street.
  const isExact = ['', 'PLACED'].includes(cell('placement'))
  const region = cell('region') || parts?.region || null
  return {
    line1,
    city: cell('city') || parts?.city || null,
    region,
    postal_code: withLeadingZeros(cell('postal_code'), region ?? '') || parts?.postal_code || null,
    ...(isExact && lat !== null && lng !== null && { lat, lng }),
  }
}

function itemsOf(
  { rows }: OrderRows,
  { mapping, decimalMark }: Pick<FileReading, 'mapping' | 'decimalMark'>,
  faults: Fault[],
) {
  if (mapping.item_name === undefined) return null
  const items = rows.flatMap((row) => {
    const { line } = row
    const name = valueOf(row, mapping, 'item_name')
    if (!name) return []
    const count = valueOf(row, mapping, 'item_quantity')
    const quantity = count ? numberIn(count, decimalMark) : 1
    if (quantity === null)
      faults.push({
        line,
        field: 'item_quantity',
        message: text('{cell} {fault}', { cell: quoted(count), fault: text('is not a quantity; write a number') }),
      })
    const sku = valueOf(row, mapping, 'item_sku')
    const codes = valueOf(row, mapping, 'item_barcodes')
    const barcodes = codes ? listIn(codes) : null
    return [{ name, quantity: quantity ?? 1, ...(sku && { sku }), ...(barcodes && { barcodes }) }]
  })
  return items.length > 0 ? items : null
}

/** Statuses of orders that shops and order systems have canceled, refunded or delivered. */
const CANCELLED =
  /^(?:partially.?)?cancell?ed|^(?:trash|failed|declined|voided|expired|annul|storniert|cancelad|reembolsad)/i
const REFUNDED = /^(?:refunded|rembours|erstattet)/i
const FULFILLED = /^(?:fulfilled|shipped|delivered|completed?|entregad|livr[ée]e?|geliefert|zugestellt)$/i
const PICKUP = /pick\s?-?up|in[- ]store|retrait|recogida|abholung|click (?:&|and|et) collect/i

/** Returns why the shop itself would not deliver the order. Null if it would. */
function leftOut(cell: (field: ImportField) => string, notes: string): LeftOutCause | null {
  const [status, payment, fulfillment] = [cell('status'), cell('payment_status'), cell('fulfillment_status')]
  if (cell('cancelled_at') || [status, payment, fulfillment].some((one) => CANCELLED.test(one))) return 'CANCELLED'
  if (REFUNDED.test(status) || REFUNDED.test(payment)) return 'REFUNDED'
  if (FULFILLED.test(status) || FULFILLED.test(fulfillment) || isDate(fulfillment)) return 'FULFILLED'
  const isPickup = PICKUP.test(cell('shipping_method')) || PICKUP.test(noted(notes, 'method'))
  return isPickup || (noted(notes, 'pickup') && !noted(notes, 'date')) ? 'PICKUP' : null
}
