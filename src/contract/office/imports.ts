// Orders from a file: upload, which column is what, a look at what would come of it, the import, and its bad rows.
import { z } from 'zod'
import { FILE_UNITS, IMPORT_FIELDS } from '../../domain/imports/import-columns.ts'
import { DATE_ORDER_BASES, DATE_ORDERS } from '../../domain/imports/import-dates.ts'
import { boolean, Day, InstantOut, integer, oneOf, optional, text, Uuid, UuidOut } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

export const MAX_IMPORT_BYTES = 20 * 1024 * 1024
export const MAX_IMPORT_ROWS = 20_000
export const MAX_IMPORT_COLUMNS = 1_000

const ColumnMapping = z.partialRecord(z.enum(IMPORT_FIELDS), integer(0, MAX_IMPORT_COLUMNS - 1))

export const UploadOut = z.object({
  import_uuid: UuidOut,
  file_name: z.string(),
  headers: z.array(z.string()),
  row_count: z.number(),
  delimiter: z.string(),
  encoding: z.string(),
  /** As this business read such a file before, else guessed from the headers. */
  mapping: ColumnMapping,
  remembered: z.boolean(),
  sample: z.array(z.array(z.string())),
})
export type UploadOut = z.output<typeof UploadOut>

export const ImportFault = z.object({
  line: z.number(),
  /** The column's header; null when the file has none for it. */
  column: z.string().nullable(),
  message: z.string(),
})
export type ImportFault = z.output<typeof ImportFault>

export const DatesOut = z.object({
  order: z.enum(DATE_ORDERS),
  basis: z.enum(DATE_ORDER_BASES),
  /** A date of the file, and both its readings, MM/dd/yyyy; null where that reading is no date. */
  example: z.string(),
  month_first: z.string().nullable(),
  day_first: z.string().nullable(),
})
export type DatesOut = z.output<typeof DatesOut>

export const PreviewOut = z.object({
  /** As many as the import makes or changes, or finds unchanged. */
  good: z.number(),
  bad: z.number(),
  left_out: z.number(),
  /** Readable ones that are not imported unless zones and dates are set aside: a day that is over, a place outside. */
  refused: z.number(),
  /** Good ones whose place the import finds first: outside the zones, they are refused then. */
  looked_up: z.number(),
  /** How the dates are read; null when there is but one way. */
  dates: DatesOut.nullable(),
  /** In which units weights and volumes are read whose header doesn't say; null when there are none. */
  units: z.enum(FILE_UNITS).nullable(),
  /** The first of them. */
  faults: z.array(ImportFault),
  /** The first good orders, as they would be written. */
  sample: z.array(z.record(z.string(), z.unknown())),
})
export type PreviewOut = z.output<typeof PreviewOut>

/** A row of the file that is not an order yet. */
export const ImportProblem = z.object({
  line: z.number(),
  reason: z.string(),
  /** When it is tried again; null when it is not. */
  retry_at: InstantOut.nullable(),
})
export type ImportProblem = z.output<typeof ImportProblem>

export const ImportOut = z.object({
  import_uuid: UuidOut,
  file_name: z.string(),
  status: z.enum(['UPLOADED', 'RUNNING', 'DONE']),
  created_at: InstantOut,
  finished_at: InstantOut.nullable(),
  counts: z.object({
    waiting: z.number(),
    /** Of those waiting, the ones that failed and are tried again. */
    failing: z.number(),
    created: z.number(),
    updated: z.number(),
    unchanged: z.number(),
    refused: z.number(),
    bad: z.number(),
    left_out: z.number(),
  }),
})
export type ImportOut = z.output<typeof ImportOut>

const ImportId = z.object({ import_uuid: Uuid })

const Reading = z.strictObject({
  mapping: ColumnMapping,
  /** For rows that give no date. */
  default_date: optional(Day),
  /** How 03/12/2026 is meant; null lets the dates of the file tell. */
  date_order: optional(oneOf(DATE_ORDERS)),
  /** Of weights and volumes whose header and cell don't say; null: as the last such file, else the business's. */
  units: optional(oneOf(FILE_UNITS)),
})
export type Reading = z.output<typeof Reading>

export const upload = endpoint({
  method: 'POST',
  path: '/imports',
  permission: 'changeOrders',
  query: z.strictObject({ name: text(1, 300) }),
  file: true,
  maxBytes: MAX_IMPORT_BYTES,
  reply: UploadOut,
  audit: [],
  office: {},
})
export const listImports = endpoint({
  method: 'GET',
  path: '/imports',
  permission: 'readOrders',
  reply: z.array(ImportOut),
  office: {},
})
export const readImport = endpoint({
  method: 'GET',
  path: '/imports/{import_uuid}',
  permission: 'readOrders',
  params: ImportId,
  reply: ImportOut,
  office: {},
})
export const preview = endpoint({
  method: 'POST',
  path: '/imports/{import_uuid}/preview',
  permission: 'changeOrders',
  params: ImportId,
  body: Reading,
  reply: PreviewOut,
  audit: [],
  office: {},
})
export const startImport = endpoint({
  method: 'POST',
  path: '/imports/{import_uuid}/start',
  permission: 'changeOrders',
  params: ImportId,
  body: Reading.extend({ override: optional(boolean()) }),
  reply: ImportOut,
  audit: ['import.started'],
  office: {},
})
/** The first rows that were not imported or failed. */
export const readProblems = endpoint({
  method: 'GET',
  path: '/imports/{import_uuid}/problems',
  permission: 'readOrders',
  params: ImportId,
  reply: z.array(ImportProblem),
  office: {},
})
export const badRows = endpoint({
  method: 'GET',
  path: '/imports/{import_uuid}/bad-rows.csv',
  permission: 'readOrders',
  params: ImportId,
  reply: 'FILE',
  office: {},
})
