// Work of the thread that reads sheets: converts rows to order bodies and checks them with the API's schema. Each fault
// names its row and column.
import { enumerated, type Parameter, type PlainSentence, text, type Text } from '../../../texts/text.ts'
import { asString, fromString } from '../../../texts/as-string.ts'
import { createHash } from 'node:crypto'
import { OrderBody } from '../../../contract/order.ts'
import type { ColumnMapping, ImportField } from '../../../domain/imports/import-columns.ts'
import { cellText } from '../../../domain/imports/import-cells.ts'
import { guessMapping } from '../../../domain/imports/guess-columns.ts'
import { decimalMarkOf } from '../../../domain/imports/import-numbers.ts'
import { dateOrderOf } from '../../../domain/imports/import-dates.ts'
import {
  dateCells,
  type Fault,
  type FileReading,
  type FileRow,
  type ImportRowStatus,
  joinRows,
  numberCells,
  type OrderRows,
  readOrder,
  valueOf,
} from '../../../domain/imports/import-rows.ts'
import { LEFT_OUT_REASONS } from '../../../domain/imports/left-out.ts'
import type {
  BookedRow,
  Correction,
  RowFault,
  Sheet,
  SheetHead,
  SheetOrders,
  SheetPreview,
  SheetReading,
  Sheets,
} from '../../ports/sheets.ts'
import { orderFromWire } from '../order-wire.ts'

/** Rows from which the columns are guessed, and maximum characters of a cell for it. */
const GUESSED_FROM = 200
const GUESSED_CHARACTERS = 200
/** Sample values of a column, and their maximum length. */
const SAMPLES = 3
const SAMPLE_CHARACTERS = 80
const LEFT_OUT_SHOWN = 200
export const FAULTS_SHOWN = 200
/** Maximum number of faults that are listed in the reason for a refused order. */
export const FAULTS_IN_A_REASON = 5
const ORDERS_IN_A_PORTION = 500

export const sheetWork = {
  open: ({ headers, rows, name }: Sheet): SheetHead => {
    const some = rows.slice(0, GUESSED_FROM)
    const cells = headers.map((_, i) => some.map((row) => cellText((row.cells[i] ?? '').slice(0, GUESSED_CHARACTERS))))
    return {
      headers,
      rowCount: rows.length,
      sheetName: name ?? null,
      samples: cells.map((column) =>
        [...new Set(column.filter(Boolean))].slice(0, SAMPLES).map((cell) => cell.slice(0, SAMPLE_CHARACTERS)),
      ),
      guess: guessMapping(headers, cells),
    }
  },

  preview: (sheet: Sheet, reading: SheetReading): SheetPreview => {
    const { dates, orders } = ordersIn(sheet, reading)
    const columns = sheet.headers.map((_, i) => ({ filled: filledCells(sheet, i), faults: 0 }))
    const preview: SheetPreview = {
      good: 0,
      bad: 0,
      leftOut: 0,
      booked: [],
      dates,
      columns,
      faults: [],
      leftOutRows: [],
    }
    for (const order of orders) {
      const { rows, leftOut, faults, body, valid } = order
      if (leftOut) {
        preview.leftOut++
        if (preview.leftOutRows.length < LEFT_OUT_SHOWN)
          preview.leftOutRows.push({ line: rows[0]?.line ?? 0, name: nameIn(body), reason: leftOut })
      } else if (faults.length > 0 || !valid) {
        preview.bad++
        preview.faults.push(...faults.slice(0, FAULTS_SHOWN - preview.faults.length))
        for (const { field } of faults) {
          const column = columns[reading.mapping[field] ?? -1]
          if (column) column.faults++
        }
      } else {
        preview.good++
        preview.booked.push(bookedRow(rows, valid))
      }
    }
    return preview
  },

  orders: (sheet: Sheet, reading: SheetReading): SheetOrders => {
    const { dates, orders } = ordersIn(sheet, reading)
    const portions: string[] = []
    let portion: unknown[] = []
    let count = 0
    for (const order of orders) {
      if (portion.push(toRow(order)) === ORDERS_IN_A_PORTION) portions.push(JSON.stringify(portion.splice(0)))
      count++
    }
    if (portion.length > 0) portions.push(JSON.stringify(portion))
    return { dates, count, portions }
  },
} satisfies Record<Exclude<keyof Sheets, 'write'>, unknown>

const filledCells = ({ rows }: Sheet, column: number): number =>
  rows.reduce((count, { cells }) => count + ((cells[column] ?? '').trim() === '' ? 0 : 1), 0)

function bookedRow([first]: readonly FileRow[], valid: OrderBody): BookedRow {
  const { externalRef, address, givenPoint, windowStart, windowEnd, rules } = orderFromWire(valid)
  return {
    line: first?.line ?? 0,
    externalRef,
    name: valid.customer_name,
    day: valid.delivery_date,
    address,
    windowStart,
    windowEnd,
    rules,
    point: givenPoint,
  }
}

interface SheetOrder {
  rows: readonly FileRow[]
  body: Record<string, unknown>
  /** The validated body. Null if it has faults. */
  valid: OrderBody | null
  faults: RowFault[]
  leftOut: Text | null
}

function ordersIn(
  { headers, rows: found }: Sheet,
  { mapping, defaultDate, dateOrder, units, timeZone, corrections, kept, ...usual }: SheetReading,
) {
  const rows = correctedRows(found, corrections)
  const dates = dateOrderOf(dateCells(rows, mapping), {
    chosen: dateOrder,
    remembered: usual.rememberedDateOrder,
    usual: usual.usualDateOrder,
  })
  const decimalMark = decimalMarkOf(numberCells(rows, mapping), usual.usualDecimalMark)
  const reading = {
    mapping,
    headers,
    defaultDate,
    dateOrder: dates?.order ?? usual.usualDateOrder,
    timeZone,
    decimalMark,
    units,
  }
  return { dates, orders: checkedOrders(joinRows(rows, mapping, referenceOf), reading, new Set(kept)) }
}

function correctedRows(rows: readonly FileRow[], corrections: readonly Correction[]): readonly FileRow[] {
  if (corrections.length === 0) return rows
  const byLine = Map.groupBy(corrections, ({ line }) => line)
  return rows.map((row) => {
    const own = byLine.get(row.line)
    return own ? { ...row, corrected: Object.fromEntries(own.map(({ field, text }) => [field, text])) } : row
  })
}

function* checkedOrders(
  orders: readonly OrderRows[],
  reading: FileReading,
  kept: ReadonlySet<number>,
): Generator<SheetOrder> {
  for (const order of orders) yield checkOrder(order, reading, kept)
}

/**
 * Returns the reference of an order whose file has no reference column. Equal rows get equal references, so that a
 * second import of the file changes nothing.
 */
const referenceOf = (cells: readonly string[]): string =>
  `row-${createHash('sha256').update(JSON.stringify(cells)).digest('hex').slice(0, 16)}`

function checkOrder(order: OrderRows, reading: FileReading, kept: ReadonlySet<number>): SheetOrder {
  const { body, faults, leftOut: reason } = readOrder(order, reading)
  const leftOut = reason && !order.rows.some(({ line }) => kept.has(line)) ? LEFT_OUT_REASONS[reason] : null
  if (leftOut) return { rows: order.rows, body, valid: null, leftOut, faults: [] }
  const { data = null, error } = OrderBody.safeParse(body)
  const all = [...faults, ...schemaFaults(order, error?.issues ?? [], reading)]
  return { rows: order.rows, body, valid: data, leftOut, faults: faultsByColumn(all, order, nameIn(body), reading) }
}

const nameIn = ({ customer_name: name }: Record<string, unknown>): string => (typeof name === 'string' ? name : '')

function schemaFaults(
  { rows: [first] }: OrderRows,
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
  { mapping }: FileReading,
): Fault[] {
  return issues.map(({ path, message }) => ({
    line: first?.line ?? 0,
    field: fieldOf(path, mapping),
    message: faultInFile(fromString(message)),
  }))
}

/** Replaces a message that names the field `window_start`, because users see columns and not fields. */
const faultInFile = (fault: Text): Text =>
  fault.sentence === 'must be later than window_start' ? text('must be later than the start of its window') : fault

/**
 * Returns only the first fault of each cell, with its column. The schema also reports an unreadable cell as missing,
 * which would mislead.
 */
function faultsByColumn(
  faults: readonly Fault[],
  order: OrderRows,
  name: string,
  { mapping, headers }: FileReading,
): RowFault[] {
  const first = new Map<string, Fault>()
  for (const fault of faults) {
    const key = `${fault.line} ${fault.field}`
    if (!first.has(key)) first.set(key, fault)
  }
  return [...first.values()].map(({ line, field, value, message }) => {
    const column = headers[mapping[field] ?? -1]
    const row = order.rows.find((one) => one.line === line)
    const seen = { line, name, field, value: value ?? (row ? valueOf(row, mapping, field) : '') }
    return column === undefined
      ? { ...seen, column: null, message: text('{field} {fault}', { field: named(field), fault: message }) }
      : { ...seen, column, message }
  })
}

/** Words for the most important fields, for messages about a field that has no column in the file. */
const WORDS: Partial<Record<ImportField, PlainSentence>> = {
  external_ref: 'The row',
  customer_name: 'The customer’s name',
  line1: 'The address',
  delivery_date: 'The delivery date',
  window: 'The time window',
}

function named(field: ImportField): Parameter {
  const words = WORDS[field]
  return words ? text(words) : field
}

const ITEM_FIELDS: Record<string, ImportField> = {
  quantity: 'item_quantity',
  sku: 'item_sku',
  barcodes: 'item_barcodes',
}

function fieldOf(path: readonly PropertyKey[], mapping: ColumnMapping): ImportField {
  const [name, part, member] = path.map(String)
  if (name === 'address' && part === 'line1' && mapping.line1 === undefined && mapping.full_address !== undefined)
    return 'full_address'
  if (name === 'customer_name' && mapping.customer_name === undefined && mapping.first_name !== undefined)
    return 'first_name'
  if (name === 'items') return ITEM_FIELDS[member ?? ''] ?? 'item_name'
  if (name === 'load_weight_lbs') return 'weight'
  return (name === 'address' ? part : name) as ImportField
}

/** Converts the order to the format of the store. */
function toRow({ rows, body, faults, leftOut }: SheetOrder) {
  const kept = { line: rows[0]?.line ?? 0, cells: rows.map(({ cells }) => cells) }
  const row = (status: ImportRowStatus, reason: Text | null) => ({
    ...kept,
    body: null,
    status,
    reason: reason && asString(reason),
  })
  if (leftOut) return row('LEFT_OUT', leftOut)
  if (faults.length === 0) return { ...row('WAITING', null), body }
  const told = faults.slice(0, FAULTS_IN_A_REASON).map(({ line, column, message }) => {
    const inColumn = column === null ? message : text('{where}: {message}', { where: column, message })
    return line === kept.line ? inColumn : text('line {line}, {message}', { line, message: inColumn })
  })
  const more = faults.length - told.length
  return row('BAD', enumerated([...told, ...(more > 0 ? [text('and {count} more', { count: more })] : [])]))
}
