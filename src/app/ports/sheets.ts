// Files of rows and columns.
import { type Text } from '../../texts/text.ts'
import type { Point } from '../../domain/orders/order.ts'
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '../../contract/office/imports.ts'
import type { ColumnMapping, FileUnits } from '../../domain/imports/import-columns.ts'
import type { DecimalMark } from '../../domain/imports/import-numbers.ts'
import type { DateOrder, DatesRead } from '../../domain/imports/import-dates.ts'

/** What is read of one file at most. The limits hold while it is read, before memory is taken for it. */
export interface SheetLimits {
  /** Below the header. */
  rows: number
  columns: number
  /** Cells of the file, empty ones included; texts that cells share count, too. */
  cells: number
  /** Characters of all cells. */
  characters: number
  /** Bytes of one part of a workbook, inflated, and of all parts that are read. */
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

/** Processor seconds of the thread for one file, and seconds by the clock on a busy machine: files behind it wait. */
export const MAX_SHEET_CPU_SECONDS = 15
export const MAX_SHEET_SECONDS = 60

/** A file of rows and columns, as text. */
export interface Sheet {
  headers: string[]
  /** With each row's number as a spreadsheet shows it; the header is 1, blank rows are left out. */
  rows: { line: number; cells: string[] }[]
  delimiter: string
  encoding: string
}

/** What a file is, before it is said which column is what. */
export interface SheetHead {
  headers: string[]
  rowCount: number
  delimiter: string
  encoding: string
  /** The cells of its first rows. */
  sample: string[][]
}

/** How a file is to be read as orders. */
export interface SheetReading {
  mapping: ColumnMapping
  /** MM/dd/yyyy, for rows that give no date. */
  defaultDate: string | null
  /** As somebody chose; null lets the file tell. */
  dateOrder: DateOrder | null
  /** As the last file with these columns was read. */
  rememberedDateOrder: DateOrder | null
  /** As the business writes dates. */
  usualDateOrder: DateOrder
  /** As numbers are written where the business is. */
  usualDecimalMark: DecimalMark
  /** Where neither a header nor a cell says in which. */
  units: FileUnits
}

export interface BookedRow {
  line: number
  externalRef: string
  /** yyyy-MM-dd. */
  day: string
  /** Null where the file gives none. */
  point: Point | null
}

export interface SheetPreview {
  good: number
  bad: number
  leftOut: number
  /** What the business is asked about each good one: whether it delivers there on that day. */
  booked: BookedRow[]
  dates: DatesRead | null
  /** The first of them. */
  faults: RowFault[]
  /** The first good orders. */
  sample: Record<string, unknown>[]
}

export interface SheetOrders {
  dates: DatesRead | null
  count: number
  /** The rows that the store keeps, some hundred at a time as JSON. */
  portions: string[]
}

/** What is wrong with a row; `column` is its header, null where the file has no column for it. */
export interface RowFault {
  line: number
  column: string | null
  message: Text
}

/** What is wrong with a file as a whole, as a sentence for the user. */
export interface SheetFault {
  fault: Text
}

/** A table to be written. */
export interface WrittenSheet {
  headers: readonly string[]
  rows: readonly (readonly (string | number | null)[])[]
}

/**
 * Reads files of any delimiter and encoding in use, and writes workbooks, off the event loop; rejects with `SheetsBusy` when
 * too many wait.
 */
export interface Sheets {
  open(content: Uint8Array): Promise<SheetHead | SheetFault>
  preview(content: Uint8Array, reading: SheetReading): Promise<SheetPreview | SheetFault>
  orders(content: Uint8Array, reading: SheetReading): Promise<SheetOrders | SheetFault>
  /** As an Excel workbook. */
  write(sheet: WrittenSheet): Promise<Uint8Array | SheetFault>
}

/** More files wait than are read in good time. */
export class SheetsBusy extends Error {
  override name = 'SheetsBusy'
}
