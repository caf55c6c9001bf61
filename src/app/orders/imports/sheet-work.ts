// Work of the thread that reads sheets: converts rows to order bodies and checks them with the API's schema. Each fault
// names its row and column.
import { enumerated, type Parameter, type PlainSentence, text, type Text } from '../../../texts/text.ts'
import { asString, fromString } from '../../../texts/as-string.ts'
import { createHash } from 'node:crypto'
import { dayFromWire } from '../../../contract/fields.ts'
import { OrderBody } from '../../../contract/order.ts'
import type { ColumnMapping, ImportField } from '../../../domain/imports/import-columns.ts'
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
} from '../../../domain/imports/import-rows.ts'
import type {
  BookedRow,
  RowFault,
  Sheet,
  SheetHead,
  SheetOrders,
  SheetPreview,
  SheetReading,
  Sheets,
} from '../../ports/sheets.ts'

const SAMPLE = 5
export const FAULTS_SHOWN = 200
/** Maximum number of faults that are listed in the reason for a refused order. */
export const FAULTS_IN_A_REASON = 5
const ORDERS_IN_A_PORTION = 500

export const sheetWork = {
  open: ({ headers, rows, delimiter, encoding }: Sheet): SheetHead => ({
    headers,
    rowCount: rows.length,
    delimiter,
    encoding,
    sample: rows.slice(0, SAMPLE).map(({ cells }) => cells),
  }),

  preview: (sheet: Sheet, reading: SheetReading): SheetPreview => {
    const { dates, orders } = ordersIn(sheet, reading)
    const preview: SheetPreview = { good: 0, bad: 0, leftOut: 0, booked: [], dates, faults: [], sample: [] }
    for (const { rows, leftOut, faults, body } of orders) {
      if (leftOut) preview.leftOut++
      else if (faults.length > 0) {
        preview.bad++
        preview.faults.push(...faults.slice(0, FAULTS_SHOWN - preview.faults.length))
      } else {
        preview.good++
        preview.booked.push(bookedRow(rows, body))
        if (preview.sample.length < SAMPLE) preview.sample.push(body)
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

function bookedRow([first]: readonly FileRow[], body: Record<string, unknown>): BookedRow {
  const { lat, lng } = body.address as { lat?: number; lng?: number }
  return {
    line: first?.line ?? 0,
    externalRef: String(body.external_ref),
    day: dayFromWire(String(body.delivery_date)) ?? '',
    point: lat === undefined || lng === undefined ? null : { lat, lng },
  }
}

interface SheetOrder {
  rows: readonly FileRow[]
  body: Record<string, unknown>
  faults: RowFault[]
  leftOut: Text | null
}

function ordersIn({ headers, rows }: Sheet, { mapping, defaultDate, dateOrder, units, ...usual }: SheetReading) {
  const dates = dateOrderOf(dateCells(rows, mapping), {
    chosen: dateOrder,
    remembered: usual.rememberedDateOrder,
    usual: usual.usualDateOrder,
  })
  const decimalMark = decimalMarkOf(numberCells(rows, mapping), usual.usualDecimalMark)
  const reading = { mapping, headers, defaultDate, dateOrder: dates?.order ?? usual.usualDateOrder, decimalMark, units }
  return { dates, orders: checkedOrders(joinRows(rows, mapping, referenceOf), reading) }
}

function* checkedOrders(orders: readonly OrderRows[], reading: FileReading): Generator<SheetOrder> {
  for (const order of orders) yield checkOrder(order, reading)
}

/**
 * Returns the reference of an order whose file has no reference column. Equal rows get equal references, so that a
 * second import of the file changes nothing.
 */
const referenceOf = (cells: readonly string[]): string =>
  `row-${createHash('sha256').update(JSON.stringify(cells)).digest('hex').slice(0, 16)}`

function checkOrder(order: OrderRows, reading: FileReading): SheetOrder {
  const { body, faults, leftOut } = readOrder(order, reading)
  return {
    rows: order.rows,
    body,
    leftOut,
    faults: leftOut ? [] : faultsByColumn([...faults, ...schemaFaults(order, body, reading)], reading),
  }
}

function schemaFaults({ rows: [first] }: OrderRows, body: Record<string, unknown>, { mapping }: FileReading): Fault[] {
  const { error } = OrderBody.safeParse(body)
  return (error?.issues ?? []).map(({ path, message }) => ({
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
function faultsByColumn(faults: readonly Fault[], { mapping, headers }: FileReading): RowFault[] {
  const first = new Map<string, Fault>()
  for (const fault of faults) {
    const key = `${fault.line} ${fault.field}`
    if (!first.has(key)) first.set(key, fault)
  }
  return [...first.values()].map(({ line, field, message }) => {
    const column = headers[mapping[field] ?? -1]
    return column === undefined
      ? { line, column: null, message: text('{field} {fault}', { field: named(field), fault: message }) }
      : { line, column, message }
  })
}

/** Words for the most important fields, for messages about a field that has no column in the file. */
const WORDS: Partial<Record<ImportField, PlainSentence>> = {
  external_ref: 'The row',
  customer_name: 'The customer’s name',
  line1: 'The address',
  delivery_date: 'The delivery date',
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
