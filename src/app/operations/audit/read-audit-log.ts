// The audit log in readable form: actor, action, record, values before and after, time, source.
import { dayInFigures, timeOfDay } from '../../../domain/formats.ts'
import type { AuditFilters, AuditLogOut, AuditOut } from '../../../contract/office/audit.ts'
import { actionInWords, actionsOfSubject } from '../../../domain/audit.ts'
import { csvLine } from '../../../domain/imports/csv-line.ts'
import {
  auditPage,
  type AuditFilter,
  type AuditRead,
  namesOf,
  recordsOfReference,
} from '../../../store/audit/audit-log.ts'
import type { Tx } from '../../../store/database.ts'
import type { Context } from '../../context.ts'
import { readCursor, writeCursor } from '../../cursor.ts'

const PAGE = 50
const EXPORT_PAGE = 500
const LIST = 'audit log'

export async function listAudit(
  ctx: Context,
  { cursor, ...filters }: AuditFilters & { cursor?: string | undefined },
): Promise<AuditLogOut> {
  const after = cursor ? (readCursor(ctx, LIST, cursor) as { after: string }).after : null
  const filter = await filterOf(ctx, filters)
  // Read one row more than shown, to learn whether there is a next page.
  const { found, names } = await ctx.stale('seconds').read((tx) => namedPage(tx, filter, after, PAGE + 1))
  const page = found.slice(0, PAGE)
  const last = found.length > PAGE ? page.at(-1) : undefined
  return {
    entries: page.map((row) => toWire(row, valuesFor(ctx, names))),
    next_cursor: last ? writeCursor(ctx, LIST, { after: last.auditId }) : null,
  }
}

interface Named {
  found: AuditRead[]
  names: ReadonlyMap<string, string>
}

/** Reads a page, and the names of actors and records that its details mention. */
async function namedPage(tx: Tx, filter: AuditFilter, after: string | null, limit: number): Promise<Named> {
  const found = await auditPage(tx, filter, after, limit)
  const ids = found.flatMap(({ detail }) => JSON.stringify(detail).match(UUIDS) ?? [])
  return { found, names: await namesOf(tx, [...new Set(ids)]) }
}

const UUIDS = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g

/**
 * Yields all matching entries as CSV, page by page. Begins with a byte order mark, by which spreadsheets detect UTF-8.
 */
export async function* exportAudit(ctx: Context, filters: AuditFilters): AsyncGenerator<string> {
  const filter = await filterOf(ctx, filters)
  yield `\uFEFF${csvLine(['Date', 'Time', 'By', 'From', 'What', 'Record', 'Changes', 'More', 'Request id', 'Record id'])}`
  let after: string | null = null
  do {
    const place: string | null = after
    const named: Named = await ctx.stale('minute').read((tx) => namedPage(tx, filter, place, EXPORT_PAGE))
    const { found: page, names } = named
    yield page.map((row) => csvLine(cells(ctx, row, valuesFor(ctx, names)))).join('')
    after = page.length === EXPORT_PAGE ? (page.at(-1)?.auditId ?? null) : null
  } while (after)
}

function cells(ctx: Context, row: AuditRead, valueOf: ValueOf): string[] {
  const { by, kind, words, record, changes, more, request_id, entity_uuid } = toWire(row, valueOf)
  return [
    dayInFigures(ctx.calendar.dayOf(row.at), ctx.formats),
    ctx.calendar.timeOf(row.at),
    by ?? '',
    kind,
    words,
    record ?? '',
    changes.map(({ field, before, after }) => `${field}: ${before ?? 'none'} → ${after ?? 'none'}`).join('; '),
    more.join('; '),
    request_id ?? '',
    entity_uuid,
  ]
}

async function filterOf(ctx: Context, query: AuditFilters): Promise<AuditFilter> {
  const { kind, actor, subject, action, record, from, to } = query
  const known = record ? await ctx.read((tx) => recordsOfReference(tx, record)) : []
  const isId = record !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(record)
  const actions = subject ? actionsOfSubject(subject) : null
  return {
    entity: subject ?? null,
    kind: kind ?? (actor ? 'OFFICE' : null),
    actorId: actor ?? null,
    actions: action ? [action].filter((one) => !actions || actions.includes(one)) : actions,
    recordIds: record ? [...known, ...(isId ? [record.toLowerCase()] : [])] : null,
    since: from ? ctx.calendar.startOfDay(from) : null,
    until: to ? ctx.calendar.startOfDay(ctx.calendar.addDays(to, 1)) : null,
  }
}

const toWire = (row: AuditRead, valueOf: ValueOf): AuditOut => ({
  audit_uuid: row.auditId,
  at: row.at.toISOString(),
  kind: row.kind,
  by: row.by,
  action: row.action,
  words: actionInWords(row.action),
  entity: row.entity,
  entity_uuid: row.entityId,
  record: row.record,
  ...changesOf(row.detail ?? {}, valueOf),
  request_id: row.requestId,
})

/** Splits a row's detail into changes, each with its old and new value, and other details in words. */
function changesOf(detail: Record<string, unknown>, valueOf: ValueOf): Pick<AuditOut, 'changes' | 'more'> {
  const { changes, from, to, fields, ...rest } = detail
  const pairs = isRecord(changes) ? Object.entries(changes) : []
  const moved = 'from' in detail || 'to' in detail ? [['was and is', [from, to]] as const] : []
  const named = Array.isArray(fields) && pairs.length === 0 ? [`fields: ${fields.map(inWords).join(', ')}`] : []
  return {
    changes: [...pairs, ...moved].map(([field, pair]) => {
      const [before, after] = Array.isArray(pair) ? (pair as unknown[]) : [null, pair]
      return { field: inWords(field), before: valueOf(before), after: valueOf(after) }
    }),
    more: [...named, ...Object.entries(rest).map(([name, value]) => `${inWords(name)}: ${valueOf(value) ?? 'none'}`)],
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Turns names such as `delivery_date`, `address.line1` and `timeZone` into words. */
const inWords = (name: unknown): string =>
  String(name)
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()

/** Returns the readable form of a value. Null if there is no value. */
type ValueOf = (value: unknown) => string | null

/** Shows records by their names, instants in the business's time zone, and days in its date format. */
const valuesFor =
  ({ calendar, formats }: Context, names: ReadonlyMap<string, string>): ValueOf =>
  (value) => {
    if (value === null || value === undefined || value === '') return null
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    if (typeof value !== 'string') return JSON.stringify(value)
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return dayInFigures(value, formats)
    if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return names.get(value) ?? value
    const at = new Date(value)
    return `${dayInFigures(calendar.dayOf(at), formats)} ${timeOfDay(calendar.timeOf(at), formats)}`
  }
