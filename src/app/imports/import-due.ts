// Writes the orders of running imports, a row a transaction: stopped at any moment, it goes on where it was.
import { ok } from '../../contract/endpoint.ts'
import { OrderBody } from '../../contract/orders.ts'
import {
  finishImport,
  finishRow,
  type RunningImport,
  runningImports,
  takeRow,
  waitingRows,
} from '../../store/imports.ts'
import { refuseUnbookable } from '../availability/booking.ts'
import { type App, type Context, makeContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { orderFromWire } from '../orders/order-wire.ts'
import { geocodedIfNeeded, type Guard, writeOrder } from '../orders/write-order.ts'

/** Of each import in turn, so that a large one holds up no other. */
const PORTION = 50

/** A portion of every running import; true when rows are left. */
export async function importDue(app: App, stopping?: AbortSignal): Promise<boolean> {
  const running = await app.db.asSystem((tx) => runningImports(tx))
  for (const one of running) {
    const ctx = contextOf(app, one)
    const rows = await ctx.read((tx) => waitingRows(tx, ctx.businessId, one.importId, PORTION))
    if (rows.length === 0)
      await ctx.commit(async (tx) => ok(await finishImport(tx, ctx.businessId, one.importId, ctx.now)))
    let asking = true
    for (const row of rows) {
      if (stopping?.aborted) return true
      asking = await importRow(contextOf(app, one), one, row, asking)
    }
  }
  return running.length > 0
}

/** Writes one row; whether the geocoder is still worth asking: what it can't place now, its own job places later. */
async function importRow(
  ctx: Context,
  { importId, ignoresZones }: RunningImport,
  { line, body }: { line: number; body: Record<string, unknown> },
  asking: boolean,
): Promise<boolean> {
  const input = orderFromWire(OrderBody.parse(body))
  const geocoded = asking ? await geocodedIfNeeded(ctx, input) : null
  const guard: Guard = async (tx, current, next) =>
    ignoresZones ? undefined : refuseUnbookable(ctx, tx, current, next)
  try {
    await ctx.commit(async (tx) => {
      if (!(await takeRow(tx, ctx.businessId, importId, line))) return ok(null)
      const { outcome } = await writeOrder(ctx, tx, input, geocoded, guard)
      const status = ({ created: 'CREATED', updated: 'UPDATED', unchanged: 'UNCHANGED' } as const)[outcome]
      await finishRow(tx, ctx.businessId, importId, line, { status, reason: null })
      return ok(null)
    })
  } catch (error) {
    // What passes by itself is no refusal: the row is tried again.
    if (!(error instanceof AppError) || error.retryAfterSeconds !== undefined) throw error
    const refused = { status: 'REFUSED' as const, reason: error.message }
    await ctx.commit(async (tx) => ok(await finishRow(tx, ctx.businessId, importId, line, refused)))
  }
  return asking && geocoded?.placement !== 'PENDING'
}

const contextOf = (app: App, { businessId, timeZone, userId, importId }: RunningImport): Context =>
  makeContext(app, {
    businessId,
    timeZone,
    actor: { kind: 'OFFICE', id: userId },
    requestId: `import ${importId}`,
    idempotency: null,
  })
