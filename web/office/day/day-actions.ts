// Actions on the whole day or on the selection, for the toolbar, the keys and the palette.
import type { DayOut } from '../../../src/contract/day.ts'
import { LABEL_SHEETS } from '../../../src/domain/orders/pieces.ts'
import { urlOf } from '../../api/client.ts'
import { dayToIso } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { labelsAddress, labelsName } from '../labels.ts'
import type { ReasonOf } from '../session.tsx'
import { progressOf } from './day-stage.ts'

export interface DayChoice {
  key: DayAction
  name: string
  /** Name with figures, for the button of the next step. Default: `name`. */
  short?: string
  /** Why the action is disabled. Null if it is enabled. */
  reason: string | null
  /** Address of a document, which opens in a new tab. */
  href?: string
}

export type DayAction =
  | 'build'
  | 'again'
  | 'days'
  | 'review'
  | 'sendAll'
  | 'sendReady'
  | 'fitInAll'
  | 'undo'
  | 'redo'
  | 'builds'
  | 'playback'
  | 'openAll'
  | 'closeAll'
  | 'selectAll'
  | 'keys'
  | 'fitIn'
  | 'unassign'
  | 'lock'
  | 'otherDay'
  | 'cancelOrders'
  | 'manifests'
  | `labels${(typeof LABEL_SHEETS)[number]}`

/** All actions of the day with their reasons, and a function that does one. */
export interface DayActions {
  all: readonly DayChoice[]
  run: (key: string) => void
  /** Opens an empty route of the vehicle. */
  planByHand: (vehicleId: string) => void
}

export function dayActions(day: DayOut, reasonOf: ReasonOf): DayChoice[] {
  const [plans, changes] = [reasonOf('planRoutes'), reasonOf('changeOrders')]
  const selected = (key: DayAction, name: string, reason = plans): DayChoice => ({
    key,
    name: words.palette.ofSelection(name),
    reason,
  })
  return [
    ...planActions(day, reasonOf),
    { key: 'undo', name: words.common.undo, reason: plans },
    { key: 'redo', name: words.day.redo, reason: plans },
    { key: 'builds', name: words.day.buildsOfDay, reason: null },
    { key: 'playback', name: words.playback.link, reason: day.routes.length > 0 ? null : words.playback.none },
    ...printActions(day),
    { key: 'openAll', name: words.day.openAll, reason: null },
    { key: 'closeAll', name: words.day.closeAll, reason: null },
    { key: 'selectAll', name: words.palette.allStops, reason: null },
    { key: 'keys', name: words.day.keys, reason: null },
    selected('fitIn', words.day.fitIn),
    selected('unassign', words.stop.remove),
    selected('lock', words.stop.lock),
    selected('otherDay', words.day.otherDay, changes),
    selected('cancelOrders', words.orders.cancelOrders, changes),
  ]
}

function planActions(day: DayOut, reasonOf: ReasonOf): DayChoice[] {
  const [plans, dispatches] = [reasonOf('planRoutes'), reasonOf('dispatchRoutes')]
  const { issues, toSend, ready, placed } = progressOf(day)
  const passed = dayToIso(day.date) < dayToIso(day.today) ? words.day.passed : null
  const nothingToBuild = day.pool_count === 0 && toSend.length === 0 ? words.build.nothingUnassigned : null
  return [
    { key: 'build', name: words.build.build, reason: plans ?? nothingToBuild },
    {
      key: 'again',
      name: words.build.reoptimize,
      reason: plans ?? (toSend.length > 0 ? null : words.day.nothingToReoptimize),
    },
    { key: 'days', name: words.build.severalDays, reason: plans ?? passed },
    {
      key: 'review',
      name: words.day.review(issues.length),
      reason: issues.length > 0 ? null : words.day.noIssues,
    },
    {
      key: 'sendAll',
      name: words.day.sendAll,
      short: words.day.sendRoutes(toSend.length),
      reason: dispatches ?? (toSend.length > 0 ? null : words.day.nothingToSend),
    },
    {
      key: 'sendReady',
      name: words.day.sendReady(ready.length),
      reason: dispatches ?? (ready.length > 0 ? null : words.day.nothingToSend),
    },
    {
      key: 'fitInAll',
      name: words.day.fitInOrders(placed.length),
      reason: plans ?? (placed.length > 0 ? null : words.build.nothingUnassigned),
    },
  ]
}

function printActions(day: DayOut): DayChoice[] {
  const onRoutes = day.routes.some(({ status, stop_count }) => status !== 'CANCELLED' && stop_count > 0)
  const any = day.pool_count > 0 || day.routes.some(({ stop_count }) => stop_count > 0)
  const none = words.day.nothingToPrint
  return [
    {
      key: 'manifests',
      name: words.day.allManifests,
      reason: onRoutes ? null : none,
      href: urlOf('GET /manifests.pdf', { query: { date: day.date } }),
    },
    ...LABEL_SHEETS.map((sheet) => ({
      key: `labels${sheet}` as const,
      name: labelsName(sheet),
      reason: any ? null : none,
      href: labelsAddress(sheet, { date: day.date }),
    })),
  ]
}
