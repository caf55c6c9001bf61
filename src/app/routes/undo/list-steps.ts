// GET /undo-steps of the office: the user's recent steps that can be undone.
import type { UndoStepsOut } from '../../../contract/office/undo.ts'
import { dayToWire } from '../../../contract/fields.ts'
import { UNDO_MS } from '../../../domain/undo/step.ts'
import type { Permission } from '../../../domain/users/permissions.ts'
import { stepsOf } from '../../../store/undo/undo-steps.ts'
import type { Context } from '../../context.ts'

const MAX_STEPS = 50

export async function listSteps(
  ctx: Context,
  { userId, may }: { userId: string; may: (permission: Permission) => boolean },
): Promise<UndoStepsOut> {
  const since = new Date(ctx.now.getTime() - UNDO_MS)
  const steps = await ctx.read((tx) => stepsOf(tx, userId, since, MAX_STEPS))
  return {
    steps: steps
      .filter(({ permission }) => !permission || may(permission))
      .map(({ stepId, kind, count, day, doneAt }) => ({
        step_uuid: stepId,
        kind,
        count,
        date: day && dayToWire(day),
        done_at: doneAt.toISOString(),
        until: new Date(doneAt.getTime() + UNDO_MS).toISOString(),
      })),
  }
}
