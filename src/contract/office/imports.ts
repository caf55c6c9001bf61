// Orders from a file: upload, which column is what, a look at what would come of it, the import, and its bad rows.
import { z } from 'zod'
import { type ColumnMapping, IMPORT_FIELDS } from '../../domain/imports/import-columns.ts'
import { DATE_ORDERS, type DateOrder, type DateOrderBasis } from '../../domain/imports/import-dates.ts'
import { boolean, Day, integer, oneOf, optional, text, Uuid } from '../fields.ts'
import { officeEndpoint } from './endpoint.ts'

export const MAX_IMPORT_BYTES = 20 * 1024 * 1024
export const MAX_IMPORT_ROWS = 20_000
export const MAX_IMPORT_COLUMNS = 1_000

export interface UploadOut {
  import_uuid: string
  file_name: string
  headers: string[]
  row_count: number
  delimiter: string
  encoding: string
  /** As this business read such a file before, else guessed from the headers. */
  mapping: ColumnMapping
  remembered: boolean
  sample: string[][]
}

export interface ImportFault {
  line: number
  /** The column's header; null when the file has none for it. */
  column: string | null
  message: string
}

export interface PreviewOut {
  good: number
  bad: number
  left_out: number
  /** Good ones whose day is over: an order that is new is not imported for it. */
  past: number
  /** How the dates are read; null when there is but one way. */
  dates: DatesOut | null
  /** The first of them. */
  faults: ImportFault[]
  /** The first good orders, as they would be written. */
  sample: Record<string, unknown>[]
}

export interface DatesOut {
  order: DateOrder
  basis: DateOrderBasis
  /** A date of the file, and both its readings, MM/dd/yyyy; null where that reading is no date. */
  example: string
  month_first: string | null
  day_first: string | null
}

/** A row of the file that is not an order yet. */
export interface ImportProblem {
  line: number
  reason: string
  /** When it is tried again; null when it is not. */
  retry_at: string | null
}

export interface ImportOut {
  import_uuid: string
  file_name: string
  status: 'UPLOADED' | 'RUNNING' | 'DONE'
  created_at: string
  finished_at: string | null
  counts: {
    waiting: number
    /** Of those waiting, the ones that failed and are tried again. */
    failing: number
    created: number
    updated: number
    unchanged: number
    refused: number
    bad: number
    left_out: number
  }
}

const ImportId = z.object({ import_uuid: Uuid })

const Reading = z.strictObject({
  mapping: z.partialRecord(z.enum(IMPORT_FIELDS), integer(0, MAX_IMPORT_COLUMNS - 1)),
  /** For rows that give no date. */
  default_date: optional(Day),
  /** How 03/12/2026 is meant; null lets the dates of the file tell. */
  date_order: optional(oneOf(DATE_ORDERS)),
})
export type Reading = z.output<typeof Reading>

export const upload = officeEndpoint({
  method: 'POST',
  path: '/imports',
  role: 'DISPATCHER',
  query: z.strictObject({ name: text(1, 300) }),
  file: true,
  maxBytes: MAX_IMPORT_BYTES,
})
export const listImports = officeEndpoint({ method: 'GET', path: '/imports', role: 'VIEWER' })
export const readImport = officeEndpoint({
  method: 'GET',
  path: '/imports/{import_uuid}',
  role: 'VIEWER',
  params: ImportId,
})
export const preview = officeEndpoint({
  method: 'POST',
  path: '/imports/{import_uuid}/preview',
  role: 'DISPATCHER',
  params: ImportId,
  body: Reading,
})
export const startImport = officeEndpoint({
  method: 'POST',
  path: '/imports/{import_uuid}/start',
  role: 'DISPATCHER',
  params: ImportId,
  body: Reading.extend({ override: optional(boolean()) }),
})
/** The first rows that were not imported or failed. */
export const readProblems = officeEndpoint({
  method: 'GET',
  path: '/imports/{import_uuid}/problems',
  role: 'VIEWER',
  params: ImportId,
})
export const badRows = officeEndpoint({
  method: 'GET',
  path: '/imports/{import_uuid}/bad-rows.csv',
  role: 'VIEWER',
  params: ImportId,
})
