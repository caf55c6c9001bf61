// POST /undo-steps/{step_uuid}/undo of the office: restores the recorded rows of a step. If it can't, refuses with the
// reason (docs/decisions/032-moves-are-kept-to-be-undone.md). The undo of an undo repeats the step.
import type { UndoneOut } from '../../../contract/office/undo.ts'
import { UNDO_MS } from '../../../domain/undo/step.ts'
import type { Permission } from '../../../domain/users/permissions.ts'
import { lockStep, markUndone } from '../../../store/undo/undo-steps.ts'
import type { Context } from '../../context.ts'
import { conflicting, missing } from '../../errors.ts'
import { recordStep } from './step.ts'
import type { StepUnderWay } from '../../../domain/undo/step.ts'
import { takeBackStep } from './take-back-step.ts'
import { undoImported } from './undo-imported.ts'

/** The user who requests the undo. `refuse` throws if the user lacks a permission. */
interface UndoRequester {
  userId: string
  refuse: (permission: Permission) => void
}

export const undoStep = (ctx: Context, stepId: string, { userId, refuse }: UndoRequester): Promise<UndoneOut> =>
  ctx.write(async (tx) => {
    const step = await lockStep(tx, stepId)
    if (!step || step.userId !== userId) throw missing('step of yours with that uuid')
    if (step.permission) refuse(step.permission)
    if (step.undoneAt || step.doneAt.getTime() + UNDO_MS <= ctx.now.getTime())
      throw conflicting('UNDO_OVER', 'This was undone already, or more than an hour ago. Nothing was changed.')
    await markUndone(tx, stepId, ctx.now)
    if (step.kind === 'ORDERS_IMPORTED') return { ...(await undoImported(ctx, tx, step.detail)), redo_step_uuid: null }
    const redo: StepUnderWay = {
      stepId: ctx.newId(),
      kind: step.kind,
      permission: step.permission ?? 'planRoutes',
      isUndo: !step.isUndo,
    }
    const { result, isRecorded } = await recordStep(ctx, tx, redo, () => takeBackStep(ctx, tx, step, redo))
    return { ...result, redo_step_uuid: isRecorded ? redo.stepId : null }
  })
