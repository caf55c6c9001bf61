// POST /undo-steps/{step_uuid}/undo of the office: what the person did is taken back, all at once.
import type { UndoneOut } from '../../contract/office/undo.ts'
import { UNDO_MS } from '../../domain/undo.ts'
import { lockStep, markUndone } from '../../store/undo/undo-steps.ts'
import type { Context, WriteTx } from '../context.ts'
import { conflicting, missing } from '../errors.ts'
import { undoBuilt } from './undo-built.ts'
import type { RoutesChange } from '../../domain/undo.ts'
import { recordStep, stepUnderWay } from './record-step.ts'
import { undoCancelled } from './undo-cancelled.ts'
import { undoChanged } from './undo-changed.ts'
import { undoImported } from './undo-imported.ts'
import { undoMoved } from './undo-moved.ts'
import type { Undone } from './undone.ts'

export const undoStep = (ctx: Context, stepId: string, userId: string): Promise<UndoneOut> =>
  ctx.write(async (tx) => {
    const step = await lockStep(tx, stepId)
    if (!step || step.userId !== userId) throw missing('step of yours with that uuid')
    if (step.undoneAt || step.doneAt.getTime() + UNDO_MS <= ctx.now.getTime())
      throw conflicting('UNDO_OVER', 'This was undone already, or more than an hour ago. Nothing was changed.')
    await markUndone(tx, stepId, ctx.now)
    switch (step.kind) {
      case 'ORDERS_CANCELLED':
        return onlyOnce(await undoCancelled(ctx, tx, step.detail))
      case 'ORDERS_MOVED':
        return onlyOnce(await undoMoved(ctx, tx, step.detail))
      case 'ROUTES_BUILT':
        return onlyOnce(await undoBuilt(ctx, tx, step.detail))
      case 'ORDERS_IMPORTED':
        return onlyOnce(await undoImported(ctx, tx, step.detail))
      case 'ROUTES_CHANGED':
        return changedBack(ctx, tx, step.detail, 'ROUTES_CHANGED_BACK')
      case 'ROUTES_CHANGED_BACK':
        return changedBack(ctx, tx, step.detail, 'ROUTES_CHANGED')
    }
  })

const onlyOnce = (undone: Undone): UndoneOut => ({ ...undone, redo_step_uuid: null })

async function changedBack(
  ctx: Context,
  tx: WriteTx,
  changes: readonly RoutesChange[],
  kind: 'ROUTES_CHANGED' | 'ROUTES_CHANGED_BACK',
): Promise<UndoneOut> {
  const { undone, again } = await undoChanged(ctx, tx, changes)
  if (again.length === 0) return onlyOnce(undone)
  const step = stepUnderWay(ctx)
  await recordStep(ctx, tx, step, { kind, detail: again })
  return { ...undone, redo_step_uuid: step.stepId }
}
