// The audit log in words: who, what, of which record, what it was and is, when, from where.
import { dayInFigures } from '../../domain/formats.ts'
import type { AuditFilters, AuditLogOut, AuditOut } from '../../contract/office/audit.ts'
import { actionInWords, actionsOn } from '../../domain/audit.ts'
import { csvLine } from '../../domain/imports/csv-line.ts'
import { auditPage, type AuditFilter, type AuditRead, recordsOfReference } from '../../store/audit/audit-log.ts'
import type { Context } from '../context.ts'
import { readCursor, writeCursor } from '../cursor.ts'

const PAGE = 50
const EXPORT_PAGE = 500
const LIST = 'audit log'

export async function listAudit(
  ctx: Context,
  { cursor, ...filters }: AuditFilters & { cursor?: string | undefined },
): Promise<AuditLogOut> {
  const after = cursor ? (readCursor(ctx, LIST, cursor) as { after: string }).after : null
  const filter = await filterOf(ctx, filters)
  // One more than shown tells whether there is a next page.
  const found = await ctx.stale('seconds').read((tx) => auditPage(tx, filter, after, PAGE + 1))
  const page = found.slice(0, PAGE)
  const last = found.length > PAGE ? page.at(-1) : undefined
  return { entries: page.map(toWire), next_cursor: last ? writeCursor(ctx, LIST, { after: last.auditId }) : null }
}

/** All that match, page by page; begins with the mark by which spreadsheets know UTF-8. */
export async function* exportAudit(ctx: Context, filters: AuditFilters): AsyncGenerator<string> {
  const filter = await filterOf(ctx, filters)
  yield `\uFEFF${csvLine(['Date', 'Time', 'By', 'From', 'What', 'Record', 'Changes', 'More', 'Request id', 'Record id'])}`
  let after: string | null = null
  do {
    const place: string | null = after
    const page: AuditRead[] = await ctx.stale('minute').read((tx) => auditPage(tx, filter, place, EXPORT_PAGE))
    yield page.map((row) => csvLine(cells(ctx, row))).join('')
    after = page.length === EXPORT_PAGE ? (page.at(-1)?.auditId ?? null) : null
  } while (after)
}

function cells(ctx: Context, row: AuditRead): string[] {
  const { by, kind, words, record, changes, more, request_id, entity_uuid } = toWire(row)
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
  const actions = subject ? actionsOn(subject) : null
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

const toWire = (row: AuditRead): AuditOut => ({
  audit_uuid: row.auditId,
  at: row.at.toISOString(),
  kind: row.kind,
  by: row.by,
  action: row.action,
  words: actionInWords(row.action),
  entity: row.entity,
  entity_uuid: row.entityId,
  record: row.record,
  ...told(row.detail ?? {}),
  request_id: row.requestId,
})

/** What the row's detail says: pairs of before and after as changes, the rest in words. */
function told(detail: Record<string, unknown>): Pick<AuditOut, 'changes' | 'more'> {
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

/** `delivery_date`, `address.line1` and `timeZone` as people write them. */
const inWords = (name: unknown): string =>
  String(name)
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()

function valueOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
