// Reads and writes spreadsheets: files of rows and columns.
import { type Text } from '../../texts/text.ts'
import type { Point } from '../../domain/orders/order.ts'
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '../../contract/office/imports.ts'
import type { ColumnMapping, FileUnits } from '../../domain/imports/import-columns.ts'
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
}

/** Content of a file before its columns are mapped. */
export interface SheetHead {
  headers: string[]
  rowCount: number
  delimiter: string
  encoding: string
  /** Cells of the first rows. */
  sample: string[][]
}

/** Settings for reading a file as orders. */
export interface SheetReading {
  mapping: ColumnMapping
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

export interface BookedRow {
  line: number
  externalRef: string
  /** yyyy-MM-dd. */
  day: string
  /** Location of the delivery. Null if the file has no coordinates. */
  point: Point | null
}

export interface SheetPreview {
  good: number
  bad: number
  leftOut: number
  /** The valid orders, to check whether the business delivers to them on their day. */
  booked: BookedRow[]
  dates: DatesRead | null
  /** The first faults of the file. */
  faults: RowFault[]
  /** The first valid orders, as request bodies. */
  sample: Record<string, unknown>[]
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
  column: string | null
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
  open(content: Uint8Array): Promise<SheetHead | SheetFault>
  preview(content: Uint8Array, reading: SheetReading): Promise<SheetPreview | SheetFault>
  orders(content: Uint8Array, reading: SheetReading): Promise<SheetOrders | SheetFault>
  /** Writes an Excel workbook. */
  write(sheet: WrittenSheet): Promise<Uint8Array | SheetFault>
}

/** Thrown if the queue of files is full. */
export class SheetsBusy extends Error {
  override name = 'SheetsBusy'
}
