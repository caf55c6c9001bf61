// Actions on a route, shared by its header, its menu and the palette.
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import { isRunning, routeRefusal } from '../../../src/domain/routes/route.ts'
import { LABEL_SHEETS } from '../../../src/domain/orders/pieces.ts'
import { urlOf } from '../../api/client.ts'
import { refusalInWords, words } from '../../words/locale.ts'
import { isOpen } from './day-data.ts'
import type { DayCommands } from './day-commands.ts'
import { labelsAddress, labelsName } from '../labels.ts'
import type { ReasonOf } from '../session.tsx'
import type { MapVisibility } from './day-view.ts'
import { unmovableReason } from './moves.ts'

const ACTIONS = [
  'send',
  'link',
  'newLink',
  'reoptimize',
  'reverse',
  'reassign',
  'split',
  'merge',
  'swap',
  'noShow',
  'brokeDown',
  'late',
  'goesHome',
  'select',
  'focus',
  'hide',
  'manifest',
  'labels4X6',
  'labelsA4',
  'cancel',
] as const
export type RouteAction = (typeof ACTIONS)[number]

export const isRouteAction = (text: string | null): text is RouteAction => ACTIONS.some((action) => action === text)

export interface RouteChoice {
  key: RouteAction
  name: string
  /** Why the action is disabled. Null if it is enabled. */
  reason: string | null
  /** Section of the menu. */
  group: (typeof GROUPS)[number]
  /** Address of a document, which opens in a new tab. */
  href?: string
}

/** Sections of the menu. */
export const GROUPS = ['PLAN', 'DRIVER', 'TROUBLE', 'PRINT', 'MAP', 'END'] as const
const NOTHING_ON_MAP: MapVisibility = { hidden: new Set(), focused: null }

export function routeActions(
  route: DayRoute,
  day: DayOut,
  reasonOf: ReasonOf,
  onMap: MapVisibility = NOTHING_ON_MAP,
): RouteChoice[] {
  const dispatches = reasonOf('dispatchRoutes')
  return [
    ...driverActions(route, reasonOf('assignDrivers'), dispatches),
    ...planActions(route, day, reasonOf),
    ...troubleActions(route, reasonOf('planRoutes')),
    ...printActions(route),
    ...mapActions(route, onMap),
    cancelAction(dispatches),
  ].filter(({ group }) => isOpen(route) || group === 'PRINT' || group === 'MAP')
}

const cancelAction = (reason: string | null): RouteChoice => ({
  key: 'cancel',
  name: words.day.cancelRoute,
  reason,
  group: 'END',
})

const reasonIfEmpty = ({ stop_count: count }: DayRoute): string | null => (count === 0 ? words.day.routeEmpty : null)

function driverActions(route: DayRoute, assigns: string | null, dispatches: string | null): RouteChoice[] {
  const group = 'DRIVER'
  const sent = route.status === 'PLANNED' ? null : words.day.routeSent
  const link: RouteChoice[] = [
    { key: 'link', name: words.day.driversLink, reason: assigns, group },
    { key: 'newLink', name: words.day.textNew, reason: assigns, group },
  ]
  return [
    { key: 'send', name: words.day.sendToDriver, reason: dispatches ?? sent ?? reasonIfEmpty(route), group },
    ...(isRunning(route.status) ? link : []),
  ]
}

function planActions(route: DayRoute, day: DayOut, reasonOf: ReasonOf): RouteChoice[] {
  const group = 'PLAN'
  const plans = reasonOf('planRoutes')
  const planned = plans ?? refusalInWords(routeRefusal(route.status, 'replan'))
  const few = route.stop_count < 2 ? words.day.fewStops : null
  const movable = route.stops.some((stop) => stop.current && !stop.finished_at && unmovableReason(stop) === null)
  const moves = plans ?? (movable ? null : words.selection.noneMovable)
  const alone = day.routes.some((other) => other !== route && isOpen(other)) ? null : words.regroup.noOther
  return [
    { key: 'reoptimize', name: words.build.reoptimize, reason: planned ?? few, group },
    { key: 'reverse', name: words.day.reverse, reason: planned ?? few, group },
    { key: 'reassign', name: words.day.reassign, reason: reasonOf('assignDrivers'), group },
    { key: 'split', name: words.regroup.split, reason: moves ?? few, group },
    { key: 'merge', name: words.regroup.merge, reason: moves ?? alone, group },
    { key: 'swap', name: words.regroup.swap, reason: plans ?? alone, group },
  ]
}

function troubleActions(route: DayRoute, plans: string | null): RouteChoice[] {
  const group = 'TROUBLE'
  const reason = plans ?? reasonIfEmpty(route)
  const beforeStart: RouteChoice[] = [{ key: 'noShow', name: words.day.noShow, reason, group }]
  const onTheRoad: RouteChoice[] = [
    { key: 'late', name: words.day.runningLate, reason: plans, group },
    { key: 'goesHome', name: words.day.goesHome, reason: plans, group },
  ]
  return [
    ...(route.status === 'DISPATCHED' ? beforeStart : []),
    { key: 'brokeDown', name: words.day.brokeDown, reason, group },
    ...(isRunning(route.status) ? onTheRoad : []),
  ]
}

function mapActions(route: DayRoute, onMap: MapVisibility): RouteChoice[] {
  const group = 'MAP'
  const reason = reasonIfEmpty(route)
  const focused = onMap.focused === route.route_uuid
  const hidden = onMap.hidden.has(route.route_uuid)
  return [
    { key: 'select', name: words.selection.selectStops, reason, group },
    { key: 'focus', name: focused ? words.selection.unfocus : words.selection.focus, reason, group },
    { key: 'hide', name: hidden ? words.selection.onMap : words.selection.offMap, reason, group },
  ]
}

function printActions(route: DayRoute): RouteChoice[] {
  const { route_uuid } = route
  return [
    {
      key: 'manifest',
      name: words.day.manifest,
      reason: null,
      href: urlOf('GET /routes/{route_uuid}/manifest.pdf', { params: { route_uuid } }),
      group: 'PRINT',
    },
    ...LABEL_SHEETS.map((sheet) => ({
      key: `labels${sheet}` as const,
      name: labelsName(sheet),
      reason: reasonIfEmpty(route),
      href: labelsAddress(sheet, { route_uuid }),
      group: 'PRINT' as const,
    })),
  ]
}

export function runRouteAction(key: RouteAction, route: DayRoute, deeds: DayCommands): void {
  const print = (): void => {
    const { href } = printActions(route).find((action) => action.key === key) ?? {}
    window.open(href, '_blank', 'noreferrer')
  }
  const work = {
    send: () => deeds.dispatch(route),
    link: () => deeds.link(route),
    newLink: () => deeds.resendLink(route),
    reoptimize: () => deeds.reoptimize(route),
    reverse: () => deeds.reverse(route),
    reassign: () => deeds.reassign(route),
    split: () => deeds.regroup({ kind: 'SPLIT', route }),
    merge: () => deeds.regroup({ kind: 'MERGE', route }),
    swap: () => deeds.regroup({ kind: 'SWAP', route }),
    noShow: () => deeds.replan({ kind: 'NO_SHOW', route }),
    brokeDown: () => deeds.replan({ kind: 'BROKEN_DOWN', route }),
    late: () => deeds.replan({ kind: 'LATE', route }),
    goesHome: () => deeds.replan({ kind: 'GOING_HOME', route }),
    select: () => deeds.select(new Set(route.stops.map(({ order_uuid }) => order_uuid))),
    focus: () => deeds.toggleOnMap(route, 'FOCUSED'),
    hide: () => deeds.toggleOnMap(route, 'HIDDEN'),
    cancel: () => deeds.cancel(route),
    manifest: print,
    labels4X6: print,
    labelsA4: print,
  } satisfies Record<RouteAction, () => void>
  work[key]()
}
