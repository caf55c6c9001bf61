// POST /undo-steps/{step_uuid}/undo of the office: what the person did is taken back, all at once.
import type { UndoneOut } from '../../contract/office/undo.ts'
import { UNDO_MS } from '../../domain/undo.ts'
import { lockStep, markUndone } from '../../store/undo/undo-steps.ts'
import type { Context } from '../context.ts'
import { conflicting, missing } from '../errors.ts'
import { undoBuilt } from './undo-built.ts'
import { undoCancelled } from './undo-cancelled.ts'
import { undoImported } from './undo-imported.ts'
import { undoMoved } from './undo-moved.ts'

export const undoStep = (ctx: Context, stepId: string, userId: string): Promise<UndoneOut> =>
  ctx.write(async (tx) => {
    const step = await lockStep(tx, stepId)
    if (!step || step.userId !== userId) throw missing('step of yours with that uuid')
    if (step.undoneAt || step.doneAt.getTime() + UNDO_MS <= ctx.now.getTime())
      throw conflicting('UNDO_OVER', 'This was undone already, or more than an hour ago. Nothing was changed.')
    await markUndone(tx, stepId, ctx.now)
    switch (step.kind) {
      case 'ORDERS_CANCELLED':
        return undoCancelled(ctx, tx, step.detail)
      case 'ORDERS_MOVED':
        return undoMoved(ctx, tx, step.detail)
      case 'ROUTES_BUILT':
        return undoBuilt(ctx, tx, step.detail)
      case 'ORDERS_IMPORTED':
        return undoImported(ctx, tx, step.detail)
    }
  })
