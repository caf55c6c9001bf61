// Handlers that list the user's recent steps and undo them.
import { listSteps } from '../../app/routes/undo/list-steps.ts'
import { undoStep } from '../../app/routes/undo/undo-step.ts'
import * as contract from '../../contract/office/undo.ts'
import { roleHasPermission } from '../../domain/users/permissions.ts'
import { requireRolePermission } from '../office/entrance.ts'
import { office } from './operation.ts'

export const undoOperations = [
  office(contract.listUndoSteps, (ctx) => {
    const { userId, role } = ctx.session
    return listSteps(ctx, { userId, may: (permission) => roleHasPermission(role, permission) })
  }),
  office(contract.undoStep, (ctx, { params }) =>
    undoStep(ctx, params.step_uuid, {
      userId: ctx.session.userId,
      refuse: (permission) => requireRolePermission(ctx.session, permission),
    }),
  ),
]
