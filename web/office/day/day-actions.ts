// Actions on the whole day or on the selection, as listed in the palette.
import type { DayOut } from '../../../src/contract/day.ts'
import { dayToIso } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import type { ReasonOf } from '../session.tsx'

export interface DayChoice {
  key: DayAction
  name: string
  /** Why the action is disabled. Null if it is enabled. */
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

export function dayActions(day: DayOut, reasonOf: ReasonOf): DayChoice[] {
  const [plans, changes, dispatches] = [reasonOf('planRoutes'), reasonOf('changeOrders'), reasonOf('dispatchRoutes')]
  const planned = day.routes.some(({ status, stop_count }) => status === 'PLANNED' && stop_count > 0)
  const passed = dayToIso(day.date) < dayToIso(day.today) ? words.day.passed : null
  const selected = (key: DayAction, name: string, reason = plans): DayChoice => ({
    key,
    name: words.palette.ofSelection(name),
    reason,
  })
  return [
    { key: 'build', name: words.build.build, reason: plans },
    { key: 'days', name: words.build.severalDays, reason: plans ?? passed },
    { key: 'again', name: words.build.reoptimize, reason: plans ?? (planned ? null : words.day.nothingToReoptimize) },
    { key: 'sendAll', name: words.day.sendAll, reason: dispatches ?? (planned ? null : words.day.nothingToSend) },
    { key: 'undo', name: words.common.undo, reason: plans },
    { key: 'redo', name: words.day.redo, reason: plans },
    { key: 'selectAll', name: words.palette.allStops, reason: null },
    selected('fitIn', words.day.fitIn),
    selected('unassign', words.stop.remove),
    selected('lock', words.stop.lock),
    selected('otherDay', words.day.otherDay, changes),
    selected('cancelOrders', words.orders.cancelOrders, changes),
  ]
}
