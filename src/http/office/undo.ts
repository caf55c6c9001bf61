// What the person did lately, and taking it back.
import { listSteps } from '../../app/undo/list-steps.ts'
import { undoStep } from '../../app/undo/undo-step.ts'
import * as contract from '../../contract/office/undo.ts'
import { office } from './bind.ts'

export const undoBindings = [
  office(contract.listUndoSteps, (ctx) => listSteps(ctx, ctx.session.userId)),
  office(contract.undoStep, (ctx, { params }) => undoStep(ctx, params.step_uuid, ctx.session.userId)),
]
