// What a person of the office does is recorded as a step that can be undone, in the transactions that do it.
import type { CancelledOrder, StepUnderWay, UndoKind } from '../../../domain/undo/step.ts'
import type { Permission } from '../../../domain/users/permissions.ts'
import { findBusiness } from '../../../store/settings/businesses.ts'
import { recordRowsOf } from '../../../store/undo/step-rows.ts'
import { addToStep, closeStep } from '../../../store/undo/undo-steps.ts'
import type { Context, WriteTx } from '../../context.ts'

/** The same caller; every row that their writes change belongs to one step. */
export function asStep<C extends Context>(ctx: C, kind: UndoKind, permission: Permission): C {
  const step: StepUnderWay = { stepId: ctx.newId(), kind, permission, isUndo: false }
  return {
    ...ctx,
    step,
    write: (work) => ctx.write(async (tx) => (await recording(ctx, tx, step, () => work(tx))).result),
  }
}

/** Does the work; what it changes belongs to the step. */
export async function recording<T>(
  ctx: Context,
  tx: WriteTx,
  step: StepUnderWay,
  work: () => Promise<T>,
): Promise<{ result: T; isRecorded: boolean }> {
  await recordRowsOf(tx, step.stepId)
  const result = await work()
  return { result, isRecorded: await closeStep(tx, { ...recordOf(ctx, step), detail: [] }) }
}

/** Deliveries that the step cancelled: others are sent the event once the business's undo window is over. */
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

/** Which orders an import added, its rows say. */
export async function noteImported(ctx: Context, tx: WriteTx, importId: string, orders: number): Promise<void> {
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
