// Handles the requests in the day's URL: a route or a delivery to show, deliveries to fit in, or an action.
import { useEffect } from 'react'
import type { DayOut } from '../../../src/contract/day.ts'
import type { DayRoute } from '../../../src/contract/day.ts'
import { dayToIso } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { navigate, setSearchParams, useLocation } from '../location.ts'
import { useRoleReasons } from '../session.tsx'
import { type DayAction, type DayActions, type DayChoice, dayActions } from './day-actions.ts'
import { findStopInDay, isOpen } from './day-data.ts'
import type { OpenedDialog } from './day-dialogs.tsx'
import { progressOf } from './day-stage.ts'
import type { DayView } from './day-view.ts'
import type { DayWork } from './day-work.ts'
import { withPoolFilter } from './pool-filter.ts'
import { runRouteAction, isRouteAction, routeActions } from './route-actions.ts'
import { actionsOf, MAX_FITTED_IN } from './selection.ts'

interface RequestedView {
  day: DayOut
  view: DayView
  work: DayWork
  /** Opens a dialog. */
  ask: (asking: OpenedDialog) => void
}

/** Handles the requests in the URL. `unknown` is the date parameter if it is not a valid date. */
export function useRequestedDay(asked: RequestedView, unknown: string | null): void {
  const { day, view, work } = asked
  const { searchParams } = useLocation()
  const linked = { route: searchParams.get('route'), order: searchParams.get('order') }
  const route = day.routes.find(({ route_uuid }) => route_uuid === linked.route)
  const order = linked.order && findStopInDay(day, linked.order) ? linked.order : null
  useEffect(() => {
    if (order) view.reveal(order)
    else if (route) {
      view.show([route.route_uuid], true)
      document.querySelector(`[data-route="${route.route_uuid}"]`)?.scrollIntoView({ block: 'nearest' })
    }
    // Runs once per link, so that it doesn't override a later selection.
  }, [order, route?.route_uuid])
  useEffect(() => {
    if (unknown === null) return
    work.say(words.day.noSuchDay(unknown))
    setSearchParams({ date: null })
  }, [unknown])
  useRequestedReplan(asked, searchParams.get('fit'))
  useRequestedAction(asked, searchParams.get('do'), route)
}

/** Opens a re-plan for deliveries that another screen assigned to this day. */
function useRequestedReplan({ day, view: { select }, ask }: RequestedView, fit: string | null): void {
  useEffect(() => {
    if (!fit) return
    const ids = new Set(fit.split(','))
    const orders = day.pool.filter((order) => ids.has(order.order_uuid) && order.lat !== null)
    // The page shows the previous day until this day is loaded. Wait for this day if the deliveries are not on the page.
    if (orders.length === 0) return
    if (day.routes.some(isOpen)) ask({ replan: { kind: 'FIT_IN', orders } })
    else select(new Set(orders.map(({ order_uuid }) => order_uuid)))
    setSearchParams({ fit: null })
  }, [fit, day, select])
}

/** Runs the action that the palette or a link requested. */
function useRequestedAction(asked: RequestedView, toDo: string | null, route: DayRoute | undefined): void {
  const { day, work } = asked
  const reasonOf = useRoleReasons()
  useEffect(() => {
    if (!toDo) return
    if (isRouteAction(toDo)) {
      // The page may still show the previous day. Wait until the day of the route is loaded.
      if (!route) return
      setSearchParams({ do: null })
      const choice = routeActions(route, day, reasonOf).find(({ key }) => key === toDo)
      if (choice?.reason) work.say(choice.reason)
      else if (choice) runRouteAction(toDo, route, work.deeds)
    } else {
      setSearchParams({ do: null })
      const action = dayActions(day, reasonOf).find(({ key }) => key === toDo)
      if (action?.reason) work.say(action.reason)
      else if (action) runDayAction(action, asked, reasonOf('planRoutes'))
    }
    // Runs once per request.
  }, [toDo, route?.route_uuid, day.date])
}

/** Actions of the day for its toolbar. A disabled action shows its reason. */
export function useDayActions(asked: RequestedView): DayActions {
  const reasonOf = useRoleReasons()
  const { day, work } = asked
  const all = dayActions(day, reasonOf)
  return {
    all,
    run: (key) => {
      const action = all.find((one) => one.key === key)
      if (action?.reason) work.say(action.reason)
      else if (action && !action.href) runDayAction(action, asked, reasonOf('planRoutes'))
    },
    planByHand: (vehicleId) => {
      const vehicle = day.vehicles.find(({ vehicle_uuid }) => vehicle_uuid === vehicleId)
      if (vehicle) work.planByHand(vehicle)
    },
  }
}

export const goToDay = (day: string): void =>
  navigate(`/?${String(withPoolFilter(new URLSearchParams({ date: dayToIso(day) })))}`)

/** `role` is the reason why the user may not plan routes, or null. */
function runDayAction({ key, href }: DayChoice, { day, view, work, ask }: RequestedView, role: string | null): void {
  const { deeds, history, say } = work
  const { toSend, ready, placed } = progressOf(day)
  const routeIds = day.routes.map(({ route_uuid }) => route_uuid)
  const print = (): void => void window.open(href, '_blank', 'noreferrer')
  const toSelection = (key: string) => (): void => {
    const choice = actionsOf(day, view.selected, deeds, role).find((one) => one.key === key)
    if (!choice) return
    if (view.selected.size === 0) say(words.palette.selectFirst)
    else if (choice.reason) say(choice.reason)
    else choice.run()
  }
  const calls: Record<DayAction, () => void> = {
    build: () => ask('build'),
    again: () => ask('again'),
    days: () => ask('days'),
    review: work.review,
    sendAll: () => work.send(toSend),
    sendReady: () => work.send(ready),
    fitInAll: () => ask({ replan: { kind: 'FIT_IN', orders: placed.slice(0, MAX_FITTED_IN) } }),
    undo: () => void history.undo?.run(),
    redo: () => void history.redo?.run(),
    builds: () => navigate(`/builds?date=${encodeURIComponent(day.date)}`),
    playback: () => navigate(`/playback?date=${dayToIso(day.date)}`),
    openAll: () => view.show(routeIds, true),
    closeAll: () => view.show(routeIds, false),
    keys: () => ask('keys'),
    manifests: print,
    labels4X6: print,
    labelsA4: print,
    selectAll: () => view.select(new Set(day.routes.flatMap(({ stops }) => stops.map(({ order_uuid }) => order_uuid)))),
    fitIn: toSelection('fit-in'),
    unassign: toSelection('unassign'),
    lock: toSelection('lock'),
    otherDay: toSelection('day'),
    cancelOrders: toSelection('cancel'),
  }
  calls[key]()
}
