// Begins an import: every order of the file is kept as a row, and the job writes the good ones.
import { ok } from '../../contract/endpoint.ts'
import type { ImportOut, Reading } from '../../contract/office/imports.ts'
import type { UserRole } from '../../domain/user.ts'
import { audit } from '../../store/audit.ts'
import { beginImport, keepMapping } from '../../store/imports.ts'
import type { Context } from '../context.ts'
import { AppError, missing } from '../errors.ts'
import { ordersInSheet, type SheetOrder } from './orders-in-sheet.ts'
import { headersHash, uploadedSheet } from './read-file.ts'
import { readImport } from './read-imports.ts'

export async function startImport(
  ctx: Context,
  importId: string,
  { override, ...reading }: Reading & { override: boolean | null },
  role: UserRole,
): Promise<ImportOut> {
  if (override && role !== 'OWNER')
    throw new AppError('forbidden', 'ROLE', 'Only an owner may set zones and dates aside.')
  const sheet = await uploadedSheet(ctx, importId, reading)
  const rows = (await ordersInSheet(sheet, reading)).map(toRow)
  await ctx.commit(async (tx) => {
    const begun = { ignoresZones: override === true, userId: ctx.actor.id ?? '', rows }
    if (!(await beginImport(tx, ctx.businessId, importId, begun))) throw missing('file waiting to be imported')
    await keepMapping(tx, ctx.businessId, headersHash(sheet.headers), reading.mapping)
    const detail = { orders: rows.length, ignores_zones: begun.ignoresZones }
    audit(tx, ctx, { action: 'import.started', entity: 'import', entityId: importId, detail })
    ctx.wake('import-orders')
    return ok(null)
  })
  return readImport(ctx, importId)
}

function toRow({ line, cells, body, faults, leftOut }: SheetOrder) {
  if (leftOut) return { line, cells, body: null, status: 'LEFT_OUT' as const, reason: leftOut }
  if (faults.length === 0) return { line, cells, body, status: 'WAITING' as const, reason: null }
  const reason = faults.map((fault) => (fault.column ? `${fault.column}: ${fault.message}` : fault.message)).join('; ')
  return { line, cells, body: null, status: 'BAD' as const, reason }
}
