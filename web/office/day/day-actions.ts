// What can be done with the whole day, or with what is selected of it, as the palette names it.
import type { DayOut } from '../../../src/contract/office/day.ts'
import { dayToIso } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'

export interface DayChoice {
  key: DayAction
  name: string
  /** Why it can't be done. */
  reason: string | null
}

export type DayAction =
  | 'build'
  | 'again'
  | 'days'
  | 'sendAll'
  | 'undo'
  | 'redo'
  | 'selectAll'
  | 'fitIn'
  | 'unassign'
  | 'lock'
  | 'otherDay'
  | 'cancelOrders'

/** `role` is why the person may change nothing; null where they may. */
export function dayActions(day: DayOut, role: string | null): DayChoice[] {
  const planned = day.routes.some(({ status, stop_count }) => status === 'PLANNED' && stop_count > 0)
  const passed = dayToIso(day.date) < dayToIso(day.today) ? words.day.passed : null
  const selected = (key: DayAction, name: string): DayChoice => ({
    key,
    name: words.palette.ofSelection(name),
    reason: role,
  })
  return [
    { key: 'build', name: words.build.build, reason: role },
    { key: 'days', name: words.build.severalDays, reason: role ?? passed },
    { key: 'again', name: words.build.reoptimize, reason: role ?? (planned ? null : words.day.nothingToReoptimize) },
    { key: 'sendAll', name: words.day.sendAll, reason: role ?? (planned ? null : words.day.nothingToSend) },
    { key: 'undo', name: words.common.undo, reason: role },
    { key: 'redo', name: words.day.redo, reason: role },
    { key: 'selectAll', name: words.palette.allStops, reason: null },
    selected('fitIn', words.day.fitIn),
    selected('unassign', words.stop.remove),
    selected('lock', words.stop.lock),
    selected('otherDay', words.day.otherDay),
    selected('cancelOrders', words.orders.cancelOrders),
  ]
}
