// Importing orders from a file: upload, mapping of columns, preview, import and rejected rows.
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
  /** The mapping of the last file with these headers, otherwise guessed from the headers. */
  mapping: ColumnMapping,
  remembered: z.boolean(),
  sample: z.array(z.array(z.string())),
})
export type UploadOut = z.output<typeof UploadOut>

export const ImportFault = z.object({
  line: z.number(),
  /** Header of the column. Null if the file has no such column. */
  column: z.string().nullable(),
  message: z.string(),
})
export type ImportFault = z.output<typeof ImportFault>

export const DatesOut = z.object({
  order: z.enum(DATE_ORDERS),
  basis: z.enum(DATE_ORDER_BASES),
  /** A date of the file, and its two readings, MM/dd/yyyy. Null if a reading is not a valid date. */
  example: z.string(),
  month_first: z.string().nullable(),
  day_first: z.string().nullable(),
})
export type DatesOut = z.output<typeof DatesOut>

export const PreviewOut = z.object({
  /** Number of orders that the import creates, updates or leaves unchanged. */
  good: z.number(),
  bad: z.number(),
  left_out: z.number(),
  /**
   * Valid orders that are rejected unless zones and dates are overridden, because their day is past or their location
   * is outside.
   */
  refused: z.number(),
  /**
   * Valid orders whose address is geocoded during the import. They are rejected if the location is outside the zones.
   */
  looked_up: z.number(),
  /** Reading of the dates. Null if they are unambiguous. */
  dates: DatesOut.nullable(),
  /** Units of weights and volumes whose header doesn't name a unit. Null if there are none. */
  units: z.enum(FILE_UNITS).nullable(),
  /** The first problems only. */
  faults: z.array(ImportFault),
  /** The first valid orders in the format of the API. */
  sample: z.array(z.record(z.string(), z.unknown())),
})
export type PreviewOut = z.output<typeof PreviewOut>

/** A row of the file that has not become an order. */
export const ImportProblem = z.object({
  line: z.number(),
  reason: z.string(),
  /** Time of the next retry. Null if the row is not retried. */
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
    /** Waiting rows that have failed and are retried. */
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
  /** Date for rows without a date. */
  default_date: optional(Day),
  /** Reading of dates such as 03/12/2026. Null: derived from the dates of the file. */
  date_order: optional(oneOf(DATE_ORDERS)),
  /**
   * Units of weights and volumes if neither header nor cell names a unit. Null: the units of the last such file,
   * otherwise of the business.
   */
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
/** Lists the first rows that were not imported or failed. */
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
