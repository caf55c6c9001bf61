// Names the user's actions that can be undone, and what undoing them changed.
import type { UndoneOut, UndoStepsOut } from '../../src/contract/office/undo.ts'
import { dayText } from '../ui/format.ts'
import { words } from '../words/locale.ts'

type Step = UndoStepsOut['steps'][number]

export function stepWords({ kind, count, date }: Step): string {
  const day = date && dayText(date)
  const said = {
    ORDERS_CANCELLED: words.undo.cancelled(count),
    ORDERS_MOVED: words.undo.moved(count, day),
    ROUTES_BUILT: words.undo.built(count, day),
    ORDERS_IMPORTED: words.undo.imported(count),
    ROUTES_CHANGED: words.undo.changed(count, day),
  } as const satisfies Record<Step['kind'], string>
  return said[kind]
}

export const undoneWords = (step: Step, { orders, left }: UndoneOut): string =>
  withLeftUndone(allUndoneText(step, orders), left)

/** Adds the orders that could not be restored, if there are any. */
export function withLeftUndone(said: string, left: UndoneOut['left']): string {
  const [first] = left
  return first ? `${said} ${words.undo.notChanged(left.length, first.external_ref, first.message)}` : said
}

function allUndoneText({ kind }: Step, orders: number): string {
  if (kind === 'ROUTES_BUILT') return words.undo.buildUndone(orders)
  return kind === 'ORDERS_IMPORTED' ? words.undo.importUndone(orders) : words.undo.asBefore(orders)
}
