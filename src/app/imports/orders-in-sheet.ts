// A file's rows as order bodies checked by the API's own schema, every fault named by row and column.
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ImportFault, Reading } from '../../contract/office/imports.ts'
import { dayToWire } from '../../contract/fields.ts'
import { OrderBody } from '../../contract/orders.ts'
import type { ColumnMapping, ImportField } from '../../domain/import-columns.ts'
import { type Fault, joinRows, type OrderRows, readOrder } from '../../domain/import-rows.ts'
import type { Sheet } from '../ports.ts'

export interface SheetOrder {
  line: number
  cells: readonly (readonly string[])[]
  body: Record<string, unknown>
  faults: ImportFault[]
  leftOut: string | null
}

/** As many orders are checked before others get their turn on the event loop. */
const AT_ONCE = 100

export async function ordersInSheet(sheet: Sheet, reading: Reading): Promise<SheetOrder[]> {
  const defaultDate = reading.default_date && dayToWire(reading.default_date)
  const orders: SheetOrder[] = []
  for (const [i, rows] of joinRows(sheet.rows, reading.mapping, referenceOf).entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await nextTurn()
    orders.push(checked(rows, reading.mapping, sheet.headers, defaultDate))
  }
  return orders
}

/** The same row always gets the same reference, so that importing it twice changes nothing. */
const referenceOf = (cells: readonly string[]): string =>
  `row-${createHash('sha256').update(JSON.stringify(cells)).digest('hex').slice(0, 16)}`

function checked(
  rows: OrderRows,
  mapping: ColumnMapping,
  headers: readonly string[],
  defaultDate: string | null,
): SheetOrder {
  const { body, faults, leftOut } = readOrder(rows, mapping, headers, defaultDate)
  const line = rows.rows[0]?.line ?? 0
  const parsed = OrderBody.safeParse(body)
  const bySchema = parsed.success
    ? []
    : parsed.error.issues.map((issue): Fault => ({ line, field: fieldOf(issue.path, mapping), message: issue.message }))
  // What could not be read at all is missing for the schema too: said once.
  const all = [...faults, ...bySchema].filter(
    ({ line: at, field }, i, every) => every.findIndex((one) => one.field === field && one.line === at) === i,
  )
  return {
    line,
    cells: rows.rows.map(({ cells }) => cells),
    body,
    leftOut,
    faults: leftOut
      ? []
      : all.map(({ line: at, field, message }) => ({
          line: at,
          column: headers[mapping[field] ?? -1] ?? null,
          message: headers[mapping[field] ?? -1] === undefined ? `${WORDS[field] ?? field} ${message}` : message,
        })),
  }
}

/** What a field is called where the file has no column for it. */
const WORDS: Partial<Record<ImportField, string>> = {
  external_ref: 'The reference',
  customer_name: "The customer's name",
  line1: 'The address',
  delivery_date: 'The delivery date',
}

function fieldOf(path: readonly PropertyKey[], mapping: ColumnMapping): ImportField {
  const [name, part, member] = path.map(String)
  if (name === 'address' && part === 'line1' && mapping.line1 === undefined && mapping.full_address !== undefined)
    return 'full_address'
  if (name === 'customer_name' && mapping.customer_name === undefined && mapping.first_name !== undefined)
    return 'first_name'
  if (name === 'items') return member === 'quantity' ? 'item_quantity' : member === 'sku' ? 'item_sku' : 'item_name'
  if (name === 'load_weight_lbs') return 'weight'
  return (name === 'address' ? part : name) as ImportField
}
