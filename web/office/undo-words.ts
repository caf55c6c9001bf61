// Names the user's actions that can be undone.
import type { UndoStepsOut } from '../../src/contract/office/undo.ts'
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
