// Writes the orders of running imports, one row per transaction, so that an import resumes after any interruption. A
// failure affects only its row, which is retried a few times.
import { OrderBody } from '../../../contract/order.ts'
import { asString, fromString } from '../../../texts/as-string.ts'
import { enumerated, text } from '../../../texts/text.ts'
import { type Order, withStated } from '../../../domain/orders/order.ts'
import { isUnreachable } from '../../../store/database.ts'
import { recordFailure } from '../../../store/jobs/failed-work.ts'
import {
  addedByImport,
  finishImport,
  finishRow,
  postponeRow,
  type RunningImport,
  runningImports,
  takeRow,
  type WaitingRow,
  waitingRows,
} from '../../../store/orders/imports.ts'
import { lockOrderByReference } from '../../../store/orders/lock-orders.ts'
import { findOrder } from '../../../store/orders/orders.ts'
import { refuseUnbookable } from '../../zones/availability/booking.ts'
import { type App, type Context, makeContext, type WriteTx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { isolateFailures } from '../../operations/health/failed-work.ts'
import { orderFromWire } from '../order-wire.ts'
import { recordImport } from '../../routes/undo/step.ts'
import { geocodeIfChanged, type WriteCheck, writeOrder } from '../write-order.ts'
import { FAULTS_IN_A_REASON } from './sheet-work.ts'

/** Rows per import and round, so that a large import doesn't delay others. */
const PORTION = 50
/** Minutes before each retry of a failed row. After the last retry, the row is refused. */
const RETRY_MINUTES = [0.5, 2, 10, 30]

/** Writes a portion of every running import. Returns true if more rows may be due. */
export async function importDue(app: App, stopping?: AbortSignal): Promise<boolean> {
  let more = false
  for (const one of await app.db.asSystem((tx) => runningImports(tx, app.clock()))) {
    const [waiting] = await isolateFailures(app, 'import-orders', [one], async () => [
      await importPortion(app, one, stopping),
    ])
    if (stopping?.aborted) return true
    if (waiting) more = true
  }
  return more
}

async function importPortion(app: App, one: RunningImport, stopping?: AbortSignal): Promise<boolean> {
  const ctx = contextOf(app, one)
  const rows = await ctx.read((tx) => waitingRows(tx, one.itemId, ctx.now, PORTION))
  if (rows.length === 0) await ctx.write((tx) => finish(ctx, tx, one.itemId))
  let asking = true
  const faults: unknown[] = []
  for (const row of rows) {
    if (stopping?.aborted) break
    const rowCtx = contextOf(app, one)
    try {
      asking = await importRow(rowCtx, one, row, asking)
    } catch (error) {
      if (isUnreachable(error)) throw error
      await settleFailure(rowCtx, one, row, error).catch((fault: unknown) => {
        if (isUnreachable(fault)) throw fault
        faults.push(fault)
      })
    }
  }
  // If no failure could be recorded, throw, so that the whole import is postponed.
  if (faults.length > 0 && faults.length === rows.length) throw faults[0]
  return rows.length > 0
}

/** Finishes the import and records it as a step, which the office can undo. */
async function finish(ctx: Context, tx: WriteTx, importId: string): Promise<void> {
  if (!(await finishImport(tx, importId, ctx.now))) return
  const orders = (await addedByImport(tx, importId)).length
  if (orders > 0) await recordImport(ctx, tx, importId, orders)
}

/**
 * Writes one row, which leaves the fields that it doesn't state unchanged in an existing order. `asking` is whether to use
 * the geocoder. Returns false once the geocoder can't process an address now. The addresses of this and later rows are then left to the job that geocodes pending orders.
 */
async function importRow(
  ctx: Context,
  { itemId: importId, ignoresZones }: RunningImport,
  { line, body }: WaitingRow,
  asking: boolean,
): Promise<boolean> {
  const input = orderFromWire(validBody(body))
  const { externalRef } = input
  const withRow = (current: Order | null) => (current ? withStated(current, input, (name) => name in body) : input)
  const seen = await ctx.read((tx) => findOrder(tx, externalRef))
  const geocoded = asking ? await geocodeIfChanged(ctx, withRow(seen)) : null
  const guard: WriteCheck = async (tx, current, next) =>
    ignoresZones ? undefined : refuseUnbookable(ctx, tx, current, next)
  await ctx.write(async (tx) => {
    if (!(await takeRow(tx, importId, line))) return
    const { locked } = await lockOrderByReference(tx, externalRef)
    const { outcome } = await writeOrder(ctx, tx, withRow(locked?.order ?? null), geocoded, guard)
    const status = ({ created: 'CREATED', updated: 'UPDATED', unchanged: 'UNCHANGED' } as const)[outcome]
    await finishRow(tx, importId, line, { status, reason: null })
  })
  return asking && geocoded?.placement !== 'PENDING'
}

/**
 * Validates the body again. It was valid when the import began, but an update of the server may have changed the
 * schema.
 */
function validBody(body: Record<string, unknown>): OrderBody {
  const { data, error } = OrderBody.safeParse(body)
  if (data) return data
  const faults = error.issues.map(({ path, message }) =>
    text('{field} {fault}', { field: path.join('.'), fault: fromString(message) }),
  )
  throw new AppError('invalid', 'INVALID', enumerated(faults.slice(0, FAULTS_IN_A_REASON)))
}

/**
 * Records the failure of a row. If the order was refused, the row ends. After any other failure, it is retried until
 * the retries are used up.
 */
async function settleFailure(ctx: Context, one: RunningImport, row: WaitingRow, error: unknown): Promise<void> {
  const refusal = error instanceof AppError && error.retryAfterSeconds === undefined ? error.text : null
  if (!refusal) ctx.log.warn({ err: error, import_uuid: one.itemId, line: row.line }, 'a row of an import failed')
  const minutes = RETRY_MINUTES[row.attempts]
  await ctx.write(async (tx) => {
    if (refusal || minutes === undefined) {
      const reason =
        refusal ??
        text('Importing this row failed {count} times. The server log has the error.', { count: row.attempts + 1 })
      await finishRow(tx, one.itemId, row.line, { status: 'REFUSED', reason: asString(reason) })
    } else {
      const dueAt = new Date(ctx.now.getTime() + minutes * 60_000)
      await postponeRow(tx, one.itemId, row, { dueAt, reason: asString(text('Importing this row failed.')) })
      await recordFailure(tx, 'import-rows', one, ctx.now, dueAt)
    }
  })
}

const contextOf = (app: App, { businessId, timeZone, userId, depots, itemId: importId }: RunningImport): Context =>
  makeContext(app, {
    businessId,
    timeZone,
    depots,
    actor: { kind: 'OFFICE', id: userId },
    requestId: `import ${importId}`,
    idempotency: null,
  })
