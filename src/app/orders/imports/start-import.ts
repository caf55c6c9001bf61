// Starts an import: stores each order of the file as a row. Later, the job writes the orders of the valid rows.
import type { ImportOut, Reading } from '../../../contract/office/imports.ts'
import { needsUnits } from '../../../domain/imports/import-rows.ts'
import { audit } from '../../../store/audit/audit.ts'
import { beginImport, rememberReading } from '../../../store/orders/imports.ts'
import type { Context } from '../../context.ts'
import { AppError, missing } from '../../errors.ts'
import { fileToRead, headersHash, readSheetOrThrow } from './read-file.ts'
import { readImport } from './read-imports.ts'

export async function startImport(
  ctx: Context,
  importId: string,
  { override, ...reading }: Reading & { override: boolean | null },
  maySetZonesAside: boolean,
): Promise<ImportOut> {
  if (override && !maySetZonesAside)
    throw new AppError('forbidden', 'ROLE', 'Only an owner may override zones and dates.')
  const { content, headers, asked } = await fileToRead(ctx, importId, reading)
  const { portions, count, dates } = await readSheetOrThrow(ctx.sheets.orders(content, asked))
  await ctx.write(async (tx) => {
    const begun = { ignoresZones: override === true, userId: ctx.actor.id ?? '', portions }
    if (!(await beginImport(tx, importId, begun))) throw missing('file waiting to be imported')
    const units = needsUnits(reading.mapping, headers) ? asked.units : null
    const read = { mapping: reading.mapping, dateOrder: dates?.order ?? null, units }
    await rememberReading(tx, headersHash(headers), read)
    const detail = { orders: count, ignores_zones: begun.ignoresZones }
    audit(tx, ctx, { action: 'import.started', entity: 'import', entityId: importId, detail })
    ctx.wake('import-orders')
  })
  return readImport(ctx, importId)
}
