// Importing orders from a file: upload, mapping of columns, preview, import and rejected rows.
import { z } from 'zod'
import { FILE_UNITS, IMPORT_FIELDS } from '../../domain/imports/import-columns.ts'
import { DATE_ORDER_BASES, DATE_ORDERS } from '../../domain/imports/import-dates.ts'
import { faultText } from '../../texts/as-string.ts'
import {
  boolean,
  Day,
  InstantOut,
  integer,
  latitude,
  longitude,
  nonBlankText,
  oneOf,
  optional,
  text,
  Uuid,
  UuidOut,
} from '../fields.ts'
import { endpoint } from '../endpoint.ts'
import { CandidatesOut } from './orders.ts'

export const MAX_IMPORT_BYTES = 20 * 1024 * 1024
export const MAX_IMPORT_ROWS = 20_000
export const MAX_IMPORT_COLUMNS = 1_000

const ColumnMapping = z.partialRecord(z.enum(IMPORT_FIELDS), integer(0, MAX_IMPORT_COLUMNS - 1))

export const UploadedFile = z.object({
  import_uuid: UuidOut,
  file_name: z.string(),
  /** Name of the sheet, if the workbook has several. */
  sheet_name: z.string().nullable(),
  headers: z.array(z.string()),
  row_count: z.number(),
  /** The mapping of the last file with these headers, otherwise guessed from headers and cells. */
  mapping: ColumnMapping,
  remembered: z.boolean(),
  /** The first different values of each column. */
  samples: z.array(z.array(z.string())),
})
export type UploadedFile = z.output<typeof UploadedFile>

export const UploadOut = z.object({
  /** Names of the sheets to choose from. Empty unless the workbook has several and none was chosen. */
  sheets: z.array(z.string()),
  /** Null if a sheet must be chosen: the file is then sent again with its index. */
  file: UploadedFile.nullable(),
})
export type UploadOut = z.output<typeof UploadOut>

const ImportFieldOut = z.enum(IMPORT_FIELDS)

export const ImportFault = z.object({
  line: z.number(),
  /** Customer of the row. Empty if unknown. */
  name: z.string(),
  /** Field that a correction enters. Null if no value of the row corrects the fault. */
  field: ImportFieldOut.nullable(),
  /** Header of the column. Null if the file has no such column. */
  column: z.string().nullable(),
  /** The unreadable value. */
  value: z.string(),
  message: z.string(),
})
export type ImportFault = z.output<typeof ImportFault>

const ImportAddress = z.object({
  line1: z.string(),
  city: z.string().nullable(),
  region: z.string().nullable(),
  postal_code: z.string().nullable(),
})
export type ImportAddress = z.output<typeof ImportAddress>

/** A valid row whose address was not found, or fits several locations. */
export const UnplacedRow = z.object({
  line: z.number(),
  name: z.string(),
  address: ImportAddress,
  /** Locations that fit the address. Empty if none does. */
  candidates: z.array(z.object({ address: z.string(), lat: z.number(), lng: z.number() })),
})
export type UnplacedRow = z.output<typeof UnplacedRow>

/** A valid row whose windows lie outside the hours of its street. */
export const OutsideHoursRow = z.object({ line: z.number(), name: z.string(), message: z.string() })
export type OutsideHoursRow = z.output<typeof OutsideHoursRow>

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
  /** Valid orders whose address was not found. This count and `ambiguous` are zero without `locate`. */
  unplaced: z.number(),
  /** Valid orders whose address fits several locations. */
  ambiguous: z.number(),
  /**
   * Valid orders whose address is geocoded during the import. They are rejected if the location is outside the zones.
   */
  looked_up: z.number(),
  /** Valid orders whose windows lie outside the hours of their street. They are imported, but can't be planned. */
  outside_hours: z.number(),
  /** Reading of the dates. Null if they are unambiguous. */
  dates: DatesOut.nullable(),
  /** Units of weights and volumes whose header doesn't name a unit. Null if there are none. */
  units: z.enum(FILE_UNITS).nullable(),
  /** Each column: number of cells that are not empty, and number of faults. */
  columns: z.array(z.object({ filled: z.number(), faults: z.number() })),
  /** The first problems only. */
  faults: z.array(ImportFault),
  /** The first unplaced and ambiguous rows. */
  unplaced_rows: z.array(UnplacedRow),
  /** The first orders outside the hours of their street. */
  outside_hours_rows: z.array(OutsideHoursRow),
  /** The first orders that the shop itself would not deliver. */
  left_out_rows: z.array(z.object({ line: z.number(), name: z.string(), reason: z.string() })),
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

/** Corrected values and kept rows of one import. */
const MOST_CORRECTIONS = 2_000

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
  /** Values that replace those of the file. */
  corrections: optional(
    z
      .array(z.strictObject({ line: integer(1, 10_000_000), field: z.enum(IMPORT_FIELDS), text: text(0, 5_000) }))
      .max(MOST_CORRECTIONS, faultText('must have at most 2,000 entries')),
  ),
  /** Lines of orders that are imported even if the shop would not deliver them. */
  kept: optional(z.array(integer(1, 10_000_000)).max(MAX_IMPORT_ROWS, faultText('must have at most 20,000 entries'))),
})
export type Reading = z.output<typeof Reading>

const AddressIn = z.strictObject({
  line1: nonBlankText(300),
  city: optional(text(0, 200)),
  region: optional(text(0, 200)),
  postal_code: optional(text(0, 40)),
})
export type AddressIn = z.output<typeof AddressIn>

/** Counts of the orders that an import added: those without a location, and those of each day. */
export const AddedOut = z.object({
  /** Orders of the import that are open and have no location. */
  unplaced: z.number(),
  /** Addresses of the first orders without a location. */
  addresses: z.array(z.string()),
  /** Delivery dates of the open orders of the import. */
  days: z.array(z.object({ date: z.string(), orders: z.number() })),
})
export type AddedOut = z.output<typeof AddedOut>

export const upload = endpoint({
  method: 'POST',
  path: '/imports',
  permission: 'changeOrders',
  query: z.strictObject({ name: text(1, 300), sheet: optional(z.coerce.number().pipe(integer(0, 49))) }),
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
  /** `locate` geocodes the addresses, for at most two seconds. */
  body: Reading.extend({ locate: optional(boolean()) }),
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
/** Lists possible locations of an address of the file. */
export const importCandidates = endpoint({
  method: 'POST',
  path: '/imports/{import_uuid}/candidates',
  permission: 'changeOrders',
  params: ImportId,
  body: z.strictObject({ address: AddressIn }),
  reply: CandidatesOut,
  audit: [],
  office: {},
})
/** Confirms the location of an address of the file. All orders with this address get it. */
export const placeImportAddress = endpoint({
  method: 'POST',
  path: '/imports/{import_uuid}/location',
  permission: 'changeOrders',
  params: ImportId,
  body: z.strictObject({ address: AddressIn, lat: latitude(), lng: longitude() }),
  reply: z.null(),
  audit: ['import.placed'],
  office: {},
})
export const readAdded = endpoint({
  method: 'GET',
  path: '/imports/{import_uuid}/added',
  permission: 'readOrders',
  params: ImportId,
  reply: AddedOut,
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
