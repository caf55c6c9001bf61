// GET /undo-steps of the office: what the person did lately and can take back.
import type { UndoStepsOut } from '../../contract/office/undo.ts'
import { dayToWire } from '../../contract/fields.ts'
import { type RoutesChange, UNDO_MS } from '../../domain/undo.ts'
import { stepsOf, type UndoStep } from '../../store/undo/undo-steps.ts'
import { sum } from '../../domain/sum.ts'
import type { Context } from '../context.ts'

const MOST = 50

export async function listSteps(ctx: Context, userId: string): Promise<UndoStepsOut> {
  const since = new Date(ctx.now.getTime() - UNDO_MS)
  const steps = await ctx.read((tx) => stepsOf(tx, userId, since, MOST))
  return {
    steps: steps.flatMap((step) => {
      if (step.kind === 'ROUTES_CHANGED_BACK') return []
      const { count, date } = figuresOf(step)
      if (count === 0) return []
      return [
        {
          step_uuid: step.stepId,
          kind: step.kind,
          count,
          date: date && dayToWire(date),
          done_at: step.doneAt.toISOString(),
          until: new Date(step.doneAt.getTime() + UNDO_MS).toISOString(),
        },
      ]
    }),
  }
}

/** How many orders or routes it is about, and the day if it is one. */
export function figuresOf(step: UndoStep): { count: number; date: string | null } {
  if (step.kind === 'ORDERS_CANCELLED') return { count: step.detail.length, date: null }
  if (step.kind === 'ORDERS_MOVED') return { count: step.detail.length, date: step.detail[0]?.to ?? null }
  if (step.kind === 'ORDERS_IMPORTED')
    return { count: step.detail.reduce((sum, { orders }) => sum + orders, 0), date: null }
  if (step.kind === 'ROUTES_CHANGED' || step.kind === 'ROUTES_CHANGED_BACK')
    return { count: Math.max(1, sum(step.detail, changedIn)), date: step.detail[0]?.date ?? null }
  const dates = new Set(step.detail.flatMap(({ date }) => date ?? []))
  const [date = null] = dates
  const count = step.detail.reduce((sum, { routes }) => sum + routes.length, 0)
  return { count, date: dates.size === 1 ? date : null }
}

/** How many deliveries; of a whole route, one. */
function changedIn(change: RoutesChange): number {
  if (change.what === 'STOPS') return change.moved.length
  return change.what === 'LOCKS' ? change.orderIds.length : 1
}
