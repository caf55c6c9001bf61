// Tables of order imports from files.
import type { ColumnMapping, FileUnits } from '../../domain/imports/import-columns.ts'
import type { DateOrder } from '../../domain/imports/import-dates.ts'
import type { ImportRowStatus } from '../../domain/imports/import-rows.ts'
import { boolean, bytes, each, instant, json, number, ofBusiness, text, uuid, uuids } from './table.ts'

type ImportCounts = Partial<Record<ImportRowStatus, number>>

export const imports = ofBusiness({ key: ['importId'], depots: 'OWN' }).columns({
  ...each(uuid, 'importId', 'userId'),
  fileName: text('TEXT'),
  content: bytes('CODE').nullable,
  sheet: number.defaulted,
  headers: json<string[]>('JSON'),
  lineCount: number,
  status: text<'UPLOADED' | 'RUNNING' | 'DONE'>('NONE').defaulted,
  ignoresZones: boolean.defaulted,
  createdAt: instant,
  finishedAt: instant.nullable,
  counts: json<ImportCounts, ImportCounts>('NONE').nullable,
  depots: uuids.nullable.defaulted,
})

export const importRows = ofBusiness({ key: ['importId', 'line'], depots: ['imports'] }).columns({
  importId: uuid,
  line: number,
  cells: json<string[][]>('CODE'),
  body: json<Record<string, unknown>>('CODE').nullable,
  status: text<ImportRowStatus>('NONE'),
  reason: text('CODE').nullable,
  attempts: number.defaulted,
  /** Time of the next attempt to import a failed row. */
  dueAt: instant.nullable,
})

export const importMappings = ofBusiness({ key: ['headersHash'], depots: 'SHARED' }).columns({
  headersHash: bytes('NONE'),
  mapping: json<ColumnMapping>('NONE'),
  dateOrder: text<DateOrder>('NONE').nullable,
  units: text<FileUnits>('NONE').nullable,
})
