// The orders in a file's rows: rows of one reference joined, each cell read, and what is wrong named by its column.
import { addressIn, dateIn, labelled, numberIn, poundsIn, timeIn, windowIn } from './import-cells.ts'
import type { ColumnMapping, ImportField } from './import-columns.ts'

export type ImportRowStatus = 'WAITING' | 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'REFUSED' | 'BAD' | 'LEFT_OUT'

export interface Fault {
  /** Of the file, the header being 1. */
  line: number
  field: ImportField
  message: string
}

/** Rows that make one order, with where each stands in the file. */
export interface OrderRows {
  externalRef: string
  rows: { line: number; cells: readonly string[] }[]
}

export interface OrderInRows {
  /** An order body as the API takes it, yet to be checked by its schema. */
  body: Record<string, unknown>
  faults: Fault[]
  /** Why the shop itself would not deliver it. */
  leftOut: string | null
}

/** Spreadsheets put an apostrophe before what would else be read as a number or a formula. */
export const cellOf = (cells: readonly string[], mapping: ColumnMapping, field: ImportField): string => {
  const column = mapping[field]
  return (column === undefined ? '' : (cells[column] ?? ''))
    .trim()
    .replace(/^'(?=[\d=+\-@＝＋－＠\s])/, '')
    .trim()
}

/** Rows grouped by reference; `unnamed` makes one for a row of a file without that column. */
export function joinRows(
  rows: readonly { line: number; cells: readonly string[] }[],
  mapping: ColumnMapping,
  unnamed: (cells: readonly string[]) => string,
): OrderRows[] {
  const orders = new Map<string, OrderRows>()
  for (const row of rows) {
    const given = cellOf(row.cells, mapping, 'external_ref')
    const externalRef = given || (mapping.external_ref === undefined ? unnamed(row.cells) : '')
    const key = externalRef || `line ${row.line}`
    const order = orders.get(key) ?? { externalRef, rows: [] }
    order.rows.push(row)
    orders.set(key, order)
  }
  return [...orders.values()]
}

/** Reads one order; `defaultDate` (MM/dd/yyyy) stands in for a date that the file does not give. */
export function readOrder(
  order: OrderRows,
  mapping: ColumnMapping,
  headers: readonly string[],
  defaultDate: string | null,
): OrderInRows {
  const faults: Fault[] = []
  const first = order.rows[0]?.line ?? 0
  /** The first row that says something: shops fill in later rows of an order only in part. */
  const cell = (field: ImportField) => order.rows.map(({ cells }) => cellOf(cells, mapping, field)).find(Boolean) ?? ''
  const read = <T>(field: ImportField, parse: (text: string) => T | null, message: string): T | null => {
    const text = cell(field)
    const value = text ? parse(text) : null
    if (text && value === null) faults.push({ line: first, field, message: `"${text}" ${message}` })
    return value
  }
  const notes = [cell('notes'), cell('instructions')].join('\n')
  const date = read('delivery_date', dateIn, 'is not a date; write it as 11/23/2026 or 2026-11-23')
  const fromNotes = labelled(notes, 'Delivery Date')
  const window = read('window', windowIn, 'is not a time window; write it as 9:00 AM - 12:00 PM')
  const noted = windowIn(labelled(notes, 'Delivery Window') ?? labelled(notes, 'Delivery Time') ?? '')
  const unit = cell('weight_unit') || (/\bkg\b/i.test(headers[mapping.weight ?? -1] ?? '') ? 'kg' : 'lb')
  const needs = cell('needs')
  const body: Record<string, unknown> = {
    external_ref: order.externalRef,
    customer_name: nameOf(cell),
    customer_phone: cell('customer_phone') || null,
    customer_email: cell('customer_email') || null,
    address: addressOf(cell, read),
    delivery_date:
      date ?? (fromNotes && dateIn(fromNotes)) ?? (cell('delivery_date') ? undefined : (defaultDate ?? undefined)),
    window_start:
      read('window_start', timeIn, 'is not a time; write it as 9:00 AM') ?? window?.start ?? noted?.start ?? null,
    window_end: read('window_end', timeIn, 'is not a time; write it as 5:00 PM') ?? window?.end ?? noted?.end ?? null,
    load_weight_lbs: read('weight', (text) => poundsIn(text, unit), 'is not a weight; write it as 40 or 18 kg'),
    temperature_class: /frozen/i.test(needs) ? 'FROZEN' : /refrig|chill|cold/i.test(needs) ? 'REFRIGERATED' : null,
    instructions: [cell('instructions'), needs].filter(Boolean).join('\n') || null,
    items: itemsOf(order, mapping, faults),
  }
  faults.push(...strangers(order, mapping))
  return { body, faults, leftOut: leftOut(cell) }
}

const nameOf = (cell: (field: ImportField) => string): string =>
  [cell('first_name'), cell('last_name')].filter(Boolean).join(' ') || cell('customer_name')

function addressOf(
  cell: (field: ImportField) => string,
  read: (field: ImportField, parse: (text: string) => number | null, message: string) => number | null,
) {
  const whole = cell('full_address')
  const parts = whole ? addressIn(whole) : null
  const line1 = [cell('line1') || parts?.line1, cell('unit')].filter(Boolean).join(', ')
  const [lat, lng] = [read('lat', numberIn, 'is not a number'), read('lng', numberIn, 'is not a number')]
  return {
    line1,
    city: cell('city') || parts?.city || null,
    region: cell('region') || parts?.region || null,
    postal_code: cell('postal_code') || parts?.postal_code || null,
    ...(lat !== null && lng !== null && { lat, lng }),
  }
}

function itemsOf(order: OrderRows, mapping: ColumnMapping, faults: Fault[]) {
  if (mapping.item_name === undefined) return null
  const items = order.rows.flatMap(({ line, cells }) => {
    const name = cellOf(cells, mapping, 'item_name')
    if (!name) return []
    const written = cellOf(cells, mapping, 'item_quantity')
    const quantity = written ? numberIn(written) : 1
    if (quantity === null)
      faults.push({ line, field: 'item_quantity', message: `"${written}" is not a quantity; write a number` })
    const sku = cellOf(cells, mapping, 'item_sku')
    return [{ name, quantity: quantity ?? 1, ...(sku && { sku }) }]
  })
  return items.length > 0 ? items : null
}

/** Rows under one reference that can't be one order: another customer's, or a second one without items to join. */
function strangers(order: OrderRows, mapping: ColumnMapping): Fault[] {
  const [head, ...others] = order.rows
  if (!head) return []
  const told: Fault[] = []
  for (const { line, cells } of others) {
    const differs = (['line1', 'full_address', 'delivery_date'] as const).some((field) => {
      const here = cellOf(cells, mapping, field)
      return here !== '' && here !== cellOf(head.cells, mapping, field)
    })
    const again = `line ${head.line} has this reference already`
    if (differs) told.push({ line, field: 'external_ref', message: `${again}, for another address or day` })
    else if (mapping.item_name === undefined) told.push({ line, field: 'external_ref', message: again })
  }
  return told
}

function leftOut(cell: (field: ImportField) => string): string | null {
  if (cell('cancelled_at') || /cancel|refunded|failed|trash/i.test(cell('status'))) return 'cancelled in the shop'
  return /pick\s?-?up|in[- ]store/i.test(cell('shipping_method')) ? 'picked up by the customer' : null
}
