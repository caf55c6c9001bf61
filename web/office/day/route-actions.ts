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
  const [plans, assigns, dispatches] = [reasonOf('planRoutes'), reasonOf('assignDrivers'), reasonOf('dispatchRoutes')]
  const { status, stop_count: count } = route
  const [focused, hidden] = [onMap.focused === route.route_uuid, onMap.hidden.has(route.route_uuid)]
  const planned = plans ?? refusalInWords(routeRefusal(status, 'replan'))
  const few = count < 2 ? words.day.fewStops : null
  const running = isRunning(status)
  const movable = route.stops.some((stop) => stop.current && !stop.finished_at && unmovableReason(stop) === null)
  const others = day.routes.some((other) => other !== route && isOpen(other))
  const moves = plans ?? (movable ? null : words.selection.noneMovable)
  const choices: (RouteChoice | false)[] = [
    {
      key: 'send',
      name: words.day.sendToDriver,
      reason:
        dispatches ??
        (status === 'PLANNED' ? null : words.day.routeSent) ??
        (count === 0 ? words.day.routeEmpty : null),
      group: 'DRIVER',
    },
    running && { key: 'link', name: words.day.driversLink, reason: assigns, group: 'DRIVER' },
    running && { key: 'newLink', name: words.day.textNew, reason: assigns, group: 'DRIVER' },
    { key: 'reoptimize', name: words.build.reoptimize, reason: planned ?? few, group: 'PLAN' },
    { key: 'reverse', name: words.day.reverse, reason: planned ?? few, group: 'PLAN' },
    { key: 'reassign', name: words.day.reassign, reason: assigns, group: 'PLAN' },
    { key: 'split', name: words.regroup.split, reason: moves ?? few, group: 'PLAN' },
    {
      key: 'merge',
      name: words.regroup.merge,
      reason: moves ?? (others ? null : words.regroup.noOther),
      group: 'PLAN',
    },
    { key: 'swap', name: words.regroup.swap, reason: plans ?? (others ? null : words.regroup.noOther), group: 'PLAN' },
    status === 'DISPATCHED' && {
      key: 'noShow',
      name: words.day.noShow,
      reason: plans ?? (count === 0 ? words.day.routeEmpty : null),
      group: 'TROUBLE',
    },
    {
      key: 'brokeDown',
      name: words.day.brokeDown,
      reason: plans ?? (count === 0 ? words.day.routeEmpty : null),
      group: 'TROUBLE',
    },
    running && { key: 'late', name: words.day.runningLate, reason: plans, group: 'TROUBLE' },
    running && { key: 'goesHome', name: words.day.goesHome, reason: plans, group: 'TROUBLE' },
    ...printActions(route),
    {
      key: 'select',
      name: words.selection.selectStops,
      reason: count === 0 ? words.day.routeEmpty : null,
      group: 'MAP',
    },
    {
      key: 'focus',
      name: focused ? words.selection.unfocus : words.selection.focus,
      reason: count === 0 ? words.day.routeEmpty : null,
      group: 'MAP',
    },
    {
      key: 'hide',
      name: hidden ? words.selection.onMap : words.selection.offMap,
      reason: count === 0 ? words.day.routeEmpty : null,
      group: 'MAP',
    },
    { key: 'cancel', name: words.day.cancelRoute, reason: dispatches, group: 'END' },
  ]
  return choices
    .filter((choice) => choice !== false)
    .filter(({ group }) => isOpen(route) || group === 'PRINT' || group === 'MAP')
}

function printActions({ route_uuid, stop_count: count }: DayRoute): RouteChoice[] {
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
      reason: count === 0 ? words.day.routeEmpty : null,
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
