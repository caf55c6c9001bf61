// Reads the orders in a file's rows: joins the rows of a reference, reads each cell, and assigns each fault to its
// column.
import { asText, type Said, type Text, text } from '../../texts/text.ts'
import { csvText } from './csv-line.ts'
import { withLeadingZeros } from '../addresses/us-address.ts'
import {
  addressIn,
  cubicFeetIn,
  labelled,
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
import { type DecimalMark, degreesIn, numberIn } from './import-numbers.ts'

export type ImportRowStatus = 'WAITING' | 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'REFUSED' | 'BAD' | 'LEFT_OUT'

/** A row of the file with its line number. The header is line 1. */
export interface FileRow {
  line: number
  cells: readonly string[]
}

/** Settings for reading a file. */
export interface FileReading {
  mapping: ColumnMapping
  headers: readonly string[]
  /** MM/dd/yyyy, for orders without a date in the file. */
  defaultDate: string | null
  dateOrder: DateOrder
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
  message: Text
}

export interface OrderInRows {
  /** Order body in the format of the API. Not validated yet. */
  body: Record<string, unknown>
  faults: Fault[]
  /** Reason why the shop itself would not deliver the order. Null if there is none. */
  leftOut: Text | null
}

/** Maximum length of a cell, which is longer than any field of an order. Longer cells are ignored. */
export const MAX_CELL_CHARACTERS = 5_000

/** Spaces that are copied from web pages or documents and look like normal spaces. */
const ODD_SPACES = /[\u00a0\u2007\u202f]/g

function cellOf(cells: readonly string[], mapping: ColumnMapping, field: ImportField): string {
  const column = mapping[field]
  const text = column === undefined ? '' : (cells[column] ?? '')
  if (text.length > MAX_CELL_CHARACTERS) return ''
  return csvText(text.replace(ODD_SPACES, ' ').trim()).trim()
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
    const given = cellOf(row.cells, mapping, 'external_ref')
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
  for (const { cells } of rows) {
    const cell = (field: ImportField) => cellOf(cells, mapping, field)
    yield cell('delivery_date') || notedDate(notesOf(cell))
    yield cell('delivery_by')
  }
}

/** Yields all numbers of the file as written, to detect their decimal mark. */
export function* numberCells(rows: readonly FileRow[], mapping: ColumnMapping): Generator<string> {
  const fields = NUMBER_FIELDS.filter((field) => mapping[field] !== undefined)
  for (const { cells } of rows)
    for (const field of fields) yield cellOf(cells, mapping, field).replace(/\p{L}.*$/su, '')
}

const notesOf = (cell: (field: ImportField) => string): string => [cell('notes'), cell('instructions')].join('\n')
const notedDate = (notes: string): string => labelled(notes, 'Delivery Date') ?? ''

/** Reads an order from its rows. Lists cells that are not valid in `faults` and omits them from the body. */
export function readOrder(
  order: OrderRows,
  { mapping, headers, defaultDate, dateOrder, decimalMark, units }: FileReading,
): OrderInRows {
  const first = order.rows[0]?.line ?? 0
  const faults = [...tooLongFaults(order, mapping), ...repeatedReferenceFaults(order, mapping)]
  /** Returns the first non-empty value, because shops fill in later rows of an order only partly. */
  const cell = (field: ImportField): string => {
    for (const { cells } of order.rows) {
      const value = cellOf(cells, mapping, field)
      if (value) return value
    }
    return ''
  }
  const read = <T>(field: ImportField, parse: (cell: string) => T | null, fault: Said): T | null => {
    const read = cell(field)
    const value = read ? parse(read) : null
    if (read && value === null)
      faults.push({ line: first, field, message: text('{cell} {fault}', { cell: quoted(read), fault: asText(fault) }) })
    return value
  }
  const notes = notesOf(cell)
  const given = cell('delivery_date')
  const date = read('delivery_date', (cell) => dateIn(cell, dateOrder), dateFault(given, dateOrder))
  const window = read('window', windowIn, 'is not a time window; write it as 9:00 AM - 12:00 PM or 09:00 - 12:00')
  const noted = windowIn(labelled(notes, 'Delivery Window') ?? labelled(notes, 'Delivery Time') ?? '')
  const needs = cell('needs')
  const body: Record<string, unknown> = {
    ...ownFields(read, decimalMark),
    ...sizes(cell, read, { mapping, headers, decimalMark, units }),
    external_ref: order.externalRef,
    customer_name: nameOf(cell),
    address: addressOf(cell, read),
    delivery_date: date ?? dateIn(notedDate(notes), dateOrder) ?? (given ? undefined : (defaultDate ?? undefined)),
    delivery_by: read('delivery_by', (cell) => dateIn(cell, dateOrder), dateFault(cell('delivery_by'), dateOrder)),
    window_start:
      read('window_start', timeIn, 'is not a time; write it as 9:00 AM or 09:00') ??
      window?.start ??
      noted?.start ??
      null,
    window_end:
      read('window_end', timeIn, 'is not a time; write it as 5:00 PM or 17:00') ?? window?.end ?? noted?.end ?? null,
    temperature_class: /frozen/i.test(needs) ? 'FROZEN' : /refrig|chill|cold/i.test(needs) ? 'REFRIGERATED' : null,
    instructions: [cell('instructions'), needs].filter(Boolean).join('\n') || null,
    items: itemsOf(order, { mapping, decimalMark }, faults),
  }
  return { body, faults, leftOut: leftOut(cell) }
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
  rows.flatMap(({ line, cells }) =>
    (Object.entries(mapping) as [ImportField, number][]).flatMap(([field, column]) => {
      const length = cells[column]?.length ?? 0
      const message = text('has {count} characters; at most {most} are read', {
        count: length,
        most: MAX_CELL_CHARACTERS,
      })
      return length > MAX_CELL_CHARACTERS ? [{ line, field, message }] : []
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
  const differs = (cells: readonly string[]): boolean =>
    (['line1', 'full_address', 'delivery_date'] as const).some((name) => {
      const here = cellOf(cells, mapping, name)
      return here !== '' && here !== cellOf(head.cells, mapping, name)
    })
  const message = text('line {line} has this reference already, for another address or day', { line: head.line })
  return others.filter(({ cells }) => differs(cells)).map(({ line }) => ({ line, field, message }))
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
  const region = cell('region') || parts?.region || null
  return {
    line1,
    city: cell('city') || parts?.city || null,
    region,
    postal_code: withLeadingZeros(cell('postal_code'), region ?? '') || parts?.postal_code || null,
    ...(lat !== null && lng !== null && { lat, lng }),
  }
}

function itemsOf(
  { rows }: OrderRows,
  { mapping, decimalMark }: Pick<FileReading, 'mapping' | 'decimalMark'>,
  faults: Fault[],
) {
  if (mapping.item_name === undefined) return null
  const items = rows.flatMap(({ line, cells }) => {
    const name = cellOf(cells, mapping, 'item_name')
    if (!name) return []
    const count = cellOf(cells, mapping, 'item_quantity')
    const quantity = count ? numberIn(count, decimalMark) : 1
    if (quantity === null)
      faults.push({
        line,
        field: 'item_quantity',
        message: text('{cell} {fault}', { cell: quoted(count), fault: text('is not a quantity; write a number') }),
      })
    const sku = cellOf(cells, mapping, 'item_sku')
    const codes = cellOf(cells, mapping, 'item_barcodes')
    const barcodes = codes ? listIn(codes) : null
    return [{ name, quantity: quantity ?? 1, ...(sku && { sku }), ...(barcodes && { barcodes }) }]
  })
  return items.length > 0 ? items : null
}

function leftOut(cell: (field: ImportField) => string): Text | null {
  if (cell('cancelled_at') || /cancel|refunded|failed|trash/i.test(cell('status'))) return text('canceled in the shop')
  return /pick\s?-?up|in[- ]store/i.test(cell('shipping_method')) ? text('picked up by the customer') : null
}
