// Records the changes of an office user as a step that can be undone, in the transactions that make them.
import type { CancelledOrder, StepUnderWay, UndoKind } from '../../../domain/undo/step.ts'
import type { Permission } from '../../../domain/users/permissions.ts'
import { findBusiness } from '../../../store/settings/businesses.ts'
import { recordRowsOf } from '../../../store/undo/step-rows.ts'
import { addToStep, closeStep } from '../../../store/undo/undo-steps.ts'
import type { Context, WriteTx } from '../../context.ts'

/** Returns a context whose writes all belong to one step. */
export function withUndoStep<C extends Context>(ctx: C, kind: UndoKind, permission: Permission): C {
  const step: StepUnderWay = { stepId: ctx.newId(), kind, permission, isUndo: false }
  return {
    ...ctx,
    step,
    write: (work) => ctx.write(async (tx) => (await recordStep(ctx, tx, step, () => work(tx))).result),
  }
}

/** Runs `work`, and records the rows that it changes as part of the step. */
export async function recordStep<T>(
  ctx: Context,
  tx: WriteTx,
  step: StepUnderWay,
  work: () => Promise<T>,
): Promise<{ result: T; isRecorded: boolean }> {
  await recordRowsOf(tx, step.stepId)
  const result = await work()
  return { result, isRecorded: await closeStep(tx, { ...recordOf(ctx, step), detail: [] }) }
}

/** Records canceled deliveries in the step. Their events are sent when the business's undo window ends. */
export async function noteCancelled(
  ctx: Context,
  tx: WriteTx,
  step: StepUnderWay,
  detail: CancelledOrder[],
): Promise<void> {
  const window = (await findBusiness(tx))?.undoWindowSeconds ?? 0
  const settlesAt = step.isUndo ? null : new Date(ctx.now.getTime() + window * 1000)
  await addToStep(tx, { ...recordOf(ctx, step), kind: 'ORDERS_CANCELLED', settlesAt, detail })
  if (settlesAt && window === 0) ctx.wake('settle-outcomes')
}

/**
 * Records a finished import as a step. The step has no list of its orders, because the rows of the import name them.
 */
export async function recordImport(ctx: Context, tx: WriteTx, importId: string, orders: number): Promise<void> {
  const step: StepUnderWay = {
    stepId: importId,
    kind: 'ORDERS_IMPORTED',
    permission: 'changeOrders',
    isUndo: false,
  }
  if (ctx.actor.kind !== 'OFFICE' || ctx.actor.id === null) return
  await addToStep(tx, {
    ...recordOf(ctx, step),
    kind: 'ORDERS_IMPORTED',
    detail: [{ importId, orders }],
    count: orders,
  })
}

const recordOf = (ctx: Context, step: StepUnderWay) => ({
  ...step,
  userId: ctx.actor.id ?? '',
  doneAt: ctx.now,
  settlesAt: null,
})
