// Reads and writes spreadsheets: files of rows and columns.
import { type Text } from '../../texts/text.ts'
import type { Address, Point } from '../../domain/orders/order.ts'
import type { OrderRules } from '../../domain/planning/rules.ts'
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '../../contract/office/imports.ts'
import type { ColumnMapping, FileUnits, ImportField } from '../../domain/imports/import-columns.ts'
import type { DecimalMark } from '../../domain/imports/import-numbers.ts'
import type { DateOrder, DatesRead } from '../../domain/imports/import-dates.ts'

/** Limits for one file. They are checked while the file is read, so that a large file can't use up the memory. */
export interface SheetLimits {
  /** Maximum rows, without the header. */
  rows: number
  columns: number
  /** Maximum cells of the file, including empty cells and the shared strings of a workbook. */
  cells: number
  /** Maximum characters in all cells together. */
  characters: number
  /** Maximum bytes of one decompressed part of a workbook. `bytes` is the maximum of all parts that are read. */
  partBytes: number
  bytes: number
}

export const SHEET_LIMITS: SheetLimits = {
  rows: MAX_IMPORT_ROWS,
  columns: MAX_IMPORT_COLUMNS,
  cells: 2_500_000,
  characters: 20_000_000,
  partBytes: 192 * 1024 * 1024,
  bytes: 256 * 1024 * 1024,
}

/**
 * Maximum CPU seconds of the thread for one file. `MAX_SHEET_SECONDS` limits the elapsed seconds, which are more on a
 * busy machine. Both limits exist because other files wait.
 */
export const MAX_SHEET_CPU_SECONDS = 15
export const MAX_SHEET_SECONDS = 60

/** A file of rows and columns, as text. */
export interface Sheet {
  headers: string[]
  /** `line` is the row number that a spreadsheet program shows. The header is row 1. Blank rows are omitted. */
  rows: { line: number; cells: string[] }[]
  delimiter: string
  encoding: string
  /** Name of the sheet, if the workbook has several. */
  name?: string
}

/** Names of the sheets of a workbook, one of which must be chosen. */
export interface SheetChoice {
  sheets: string[]
}

/** Content of a file before its columns are mapped. */
export interface SheetHead {
  headers: string[]
  rowCount: number
  /** Name of the sheet, if the workbook has several. */
  sheetName: string | null
  /** The first different values of each column. */
  samples: string[][]
  /** The meaning of each column, guessed from headers and cells. */
  guess: ColumnMapping
}

/** A value that the user entered for a field of a row. */
export interface Correction {
  line: number
  field: ImportField
  text: string
}

/** Settings for reading a file as orders. */
export interface SheetReading {
  /** Index of the sheet, among those that are not empty. */
  sheet: number
  mapping: ColumnMapping
  corrections: readonly Correction[]
  /** Lines of orders that are read even if the shop would not deliver them. */
  kept: readonly number[]
  timeZone: string
  /** MM/dd/yyyy, for rows without a date. */
  defaultDate: string | null
  /** Date order that the user chose. Null: the order is detected from the file. */
  dateOrder: DateOrder | null
  /** Date order of the last file with the same columns. */
  rememberedDateOrder: DateOrder | null
  /** Date order of the business's formats. */
  usualDateOrder: DateOrder
  /** Decimal mark of the business's country. */
  usualDecimalMark: DecimalMark
  /** Units of numbers if neither the header nor the cell has a unit. */
  units: FileUnits
}

/** A valid order of the file. */
export interface BookedRow {
  line: number
  externalRef: string
  name: string
  /** yyyy-MM-dd. */
  day: string
  address: Address
  windowStart: string | null
  windowEnd: string | null
  rules: OrderRules | null
  /** Location of the delivery. Null if the file has no coordinates and the address was not found. */
  point: Point | null
  /** Whether the address was looked for and not found. */
  isLost?: boolean
}

/** An order that the shop itself would not deliver. */
export interface LeftOutRow {
  line: number
  name: string
  reason: Text
}

/** How the cells of a column were read. */
export interface ColumnRead {
  filled: number
  faults: number
}

export interface SheetPreview {
  good: number
  bad: number
  leftOut: number
  /** The valid orders, to locate them and to check whether the business delivers to them on their day. */
  booked: BookedRow[]
  dates: DatesRead | null
  columns: ColumnRead[]
  /** The first faults of the file. */
  faults: RowFault[]
  leftOutRows: LeftOutRow[]
}

export interface SheetOrders {
  dates: DatesRead | null
  count: number
  /** Rows for the database, as JSON arrays of some hundred rows each. */
  portions: string[]
}

/** A problem with a row. `column` is the header of its column. Null if the file has no column for the field. */
export interface RowFault {
  line: number
  /** Customer of the row. Empty if it has none. */
  name: string
  field: ImportField
  column: string | null
  /** The value that can't be read. */
  value: string
  message: Text
}

/** A problem with the whole file, as a sentence for the user. */
export interface SheetFault {
  fault: Text
}

/** A table to be written. */
export interface WrittenSheet {
  headers: readonly string[]
  rows: readonly (readonly (string | number | null)[])[]
}

/**
 * Reads files with any common delimiter and encoding, and writes workbooks. Runs off the event loop. Rejects with
 * `SheetsBusy` if too many files wait.
 */
export interface Sheets {
  /** `sheet` is the index of the sheet, among those that are not empty. Null asks if there are several. */
  open(content: Uint8Array, sheet: number | null): Promise<SheetHead | SheetChoice | SheetFault>
  preview(content: Uint8Array, reading: SheetReading): Promise<SheetPreview | SheetFault>
  orders(content: Uint8Array, reading: SheetReading): Promise<SheetOrders | SheetFault>
  /** Writes an Excel workbook. */
  write(sheet: WrittenSheet): Promise<Uint8Array | SheetFault>
}

/** Thrown if the queue of files is full. */
export class SheetsBusy extends Error {
  override name = 'SheetsBusy'
}
