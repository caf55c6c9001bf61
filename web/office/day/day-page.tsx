// The day: lists, map and timeline of one day, showing the same selection, and everything done to it.
import { lazy, type MouseEvent, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { DayOut, DayVehicle } from '../../../src/contract/day.ts'
import type { OfficeUnassigned } from '../../../src/contract/build.ts'
import { Button } from '../../ui/button.tsx'
import { dayOfIso } from '../../ui/format.ts'
import { OrElse } from '../../ui/or-else.tsx'
import { words } from '../../words/locale.ts'
import { FirstSteps } from '../first-steps/first-steps.tsx'
import { setInAddress, useLocation } from '../location.ts'
import { DialogNotOpened } from '../not-opened.tsx'
import { useRoleReasons, useSession } from '../session.tsx'
import style from './day.module.css'
import { type DayAction, dayActions } from './day-actions.ts'
import { findPlaced, isOpen, selectedOf } from './day-data.ts'
import { useDay, useLatestDay } from './use-day.ts'
import { CarriedLabel } from './carried-label.tsx'
import { carryByKeys, carryRows } from './carrying.ts'
import { ComeUp } from './come-up.tsx'
import type { Asking } from './day-dialogs.tsx'
import { DayHead } from './day-head.tsx'
import { DaySaid } from './day-said.tsx'
import { useDayView } from './day-view.ts'
import { useDayWork } from './day-work.ts'
import { DeedsProvider } from './deeds.ts'
import { draggedNow } from './dragging.ts'
import { CostVoice } from './drop-cost.tsx'
import { Exceptions } from './exceptions.tsx'
import { keyOf } from './keys-dialog.tsx'
import { MapPane } from './map-pane.tsx'
import { Pool } from './pool.tsx'
import { usePoolFilter } from './pool-filter.ts'
import { doToRoute, isRouteAction, routeActions } from './route-actions.ts'
import { RouteSection } from './route-section.tsx'
import { actionsOf, freeVehicles } from './selection.ts'
import { type MenuAt, SelectionBar, SelectionMenu } from './selection-bar.tsx'
import { noteKeys } from './stop-list.tsx'
import { StopPanel } from './stop-panel.tsx'
import { Timeline } from './timeline.tsx'

/** Not part of the first load; here before one is opened, and while the server is away. */
const dialogs = () => import('./day-dialogs.tsx')
const DayDialogs = lazy(async () => ({ default: (await dialogs()).DayDialogs }))

const byOrder = (left: readonly OfficeUnassigned[]): ReadonlyMap<string, OfficeUnassigned> =>
  new Map(left.map((one) => [one.order_uuid, one]))

export function DayPage() {
  const asked = useLocation().searchParams.get('date')
  const date = dayOfIso(asked)
  const { data: day, error, refetch } = useDay(date)
  if (error && !day)
    return (
      <div className={style.fault}>
        <h1>{words.day.cannotShow}</h1>
        <p>{error.message}</p>
        <Button onClick={() => void refetch()}>{words.common.tryAgain}</Button>
      </div>
    )
  if (!day) return <p className={style.fault}>{words.day.loading}</p>
  return <Day day={day} date={date} unknown={date === null ? asked : null} />
}

/** `unknown` is what the address calls a date and is none: today is shown instead. */
function Day({ day, date, unknown }: { day: DayOut; date: string | null; unknown: string | null }) {
  const { business } = useSession()
  const reasonOf = useRoleReasons()
  const role = reasonOf('planRoutes')
  const { searchParams } = useLocation()
  const search = searchParams.get('search') ?? ''
  const setSearch = (text: string): void => setInAddress({ search: text })
  const filter = usePoolFilter()
  const [asking, setAsking] = useState<Asking | null>(null)
  const [menu, setMenu] = useState<MenuAt | null>(null)
  // Of a build that routed nothing: there is nothing else that keeps it.
  const [unrouted, setUnrouted] = useState<readonly OfficeUnassigned[]>([])
  const leftOff = useMemo(
    () => byOrder([...unrouted, ...day.pool.flatMap(({ left_off }) => left_off ?? [])]),
    [unrouted, day.pool],
  )
  // A failed preload is reported when a dialog is opened.
  useEffect(() => void dialogs().catch(() => {}), [])
  const searchBox = useRef<HTMLInputElement>(null)
  const latest = useLatestDay(day, date)
  const view = useDayView(day, latest)
  const work = useDayWork(day, latest, view, setAsking)
  const { selected, select: setSelected } = view
  // A link to one of its routes or deliveries.
  const linked = { route: searchParams.get('route'), order: searchParams.get('order') }
  const route = day.routes.find(({ route_uuid }) => route_uuid === linked.route)
  const order = linked.order && findPlaced(day, linked.order) ? linked.order : null
  useEffect(() => {
    if (order) view.reveal(order)
    else if (route) {
      view.show([route.route_uuid], true)
      document.querySelector(`[data-route="${route.route_uuid}"]`)?.scrollIntoView({ block: 'nearest' })
    }
    // Once for each link, whatever is opened later.
  }, [order, route?.route_uuid])
  // What was given this day elsewhere, to be fitted in here.
  const fit = searchParams.get('fit')
  useEffect(() => {
    if (!fit) return
    const ids = new Set(fit.split(','))
    const orders = day.pool.filter((order) => ids.has(order.order_uuid) && order.lat !== null)
    // The day before is shown until this one has come.
    if (orders.length === 0) return
    if (day.routes.some(isOpen)) setAsking({ replan: { kind: 'FIT_IN', orders } })
    else setSelected(new Set(orders.map(({ order_uuid }) => order_uuid)))
    setInAddress({ fit: null })
  }, [fit, day, setSelected])
  const { deeds, history, refresh } = work
  useEffect(() => {
    if (unknown === null) return
    work.say(words.day.noSuchDay(unknown))
    setInAddress({ date: null })
  }, [unknown])
  // What the palette, or a link, asks to be done.
  const toDo = searchParams.get('do')
  const calls: Record<DayAction, () => void> = {
    build: () => setAsking('build'),
    again: () => setAsking('again'),
    days: () => setAsking('days'),
    sendAll: work.sendAll,
    undo: () => void history.undo?.(),
    redo: () => void history.redo?.(),
    selectAll: () => view.select(new Set(day.routes.flatMap(({ stops }) => stops.map(({ order_uuid }) => order_uuid)))),
    fitIn: () => doToSelection('fit-in'),
    unassign: () => doToSelection('unassign'),
    lock: () => doToSelection('lock'),
    otherDay: () => doToSelection('day'),
    cancelOrders: () => doToSelection('cancel'),
  }
  const doToSelection = (key: string): void => {
    const action = actionsOf(day, selected, deeds, role).find((one) => one.key === key)
    if (!action) return
    if (selected.size === 0) work.say(words.palette.selectFirst)
    else if (action.reason) work.say(action.reason)
    else action.run()
  }
  useEffect(() => {
    if (!toDo) return
    if (isRouteAction(toDo)) {
      // Another day may be shown until this one has come.
      if (!route) return
      setInAddress({ do: null })
      const choice = routeActions(route, day, reasonOf).find(({ key }) => key === toDo)
      if (choice?.reason) work.say(choice.reason)
      else if (choice) doToRoute(toDo, route, deeds)
    } else {
      setInAddress({ do: null })
      const action = dayActions(day, reasonOf).find(({ key }) => key === toDo)
      if (action?.reason) work.say(action.reason)
      else if (action) calls[action.key]()
    }
    // Once each time that it is asked for.
  }, [toDo, route?.route_uuid, day.date])

  useKeys({
    b: () => role === null && setAsking('build'),
    l: () => role === null && work.lockSelected(),
    m: () => role === null && !carryByKeys(selected, deeds) && work.say(words.palette.selectFirst),
    z: () => void history.undo?.(),
    Z: () => void history.redo?.(),
    '/': () => searchBox.current?.focus(),
    '?': () => setAsking('keys'),
    Escape: () => draggedNow().length === 0 && view.select(new Set()),
  })

  const openMenu = (event: MouseEvent): void => {
    const at = event.target as Element
    const one = at.closest('[role="row"][data-key], [data-order]')
    const orderId = one?.getAttribute('data-key') ?? one?.getAttribute('data-order')
    const head = at.closest('[data-route], [data-lane]')
    const routeId = head?.getAttribute('data-route') ?? head?.getAttribute('data-lane')
    const around = day.routes.find(({ route_uuid }) => route_uuid === routeId)
    const { left, bottom } = (one ?? at).getBoundingClientRect()
    // By keyboard it is nowhere: below what it is about, then.
    const place = { x: event.clientX || left, y: event.clientY || bottom }
    if (orderId) {
      event.preventDefault()
      if (!selected.has(orderId)) setSelected(new Set([orderId]))
      setMenu({ orderId, ...place })
    } else if (around) {
      event.preventDefault()
      deeds.routeMenu(around, place)
    }
  }

  const placed = selected.size === 1 ? findPlaced(day, [...selected][0] ?? '') : null
  const free = freeVehicles(day)
  const rows = useMemo(() => carryRows(deeds), [deeds])
  const allShown = day.routes.every(view.isShown)
  const routeIds = day.routes.map(({ route_uuid }) => route_uuid)

  return (
    <DeedsProvider value={deeds}>
      <div className={style.day} onContextMenu={openMenu}>
        <div className={style.side}>
          <DayHead
            {...{ day, history, search, searchBox }}
            onSearch={setSearch}
            onBuild={() => setAsking('build')}
            onDays={() => setAsking('days')}
            onReoptimize={() => setAsking('again')}
            onSendAll={work.sendAll}
            onKeys={() => setAsking('keys')}
          />
          <div className={style.lists} onPointerDownCapture={noteKeys} onKeyDownCapture={noteKeys}>
            <FirstSteps />
            <ComeUp day={day} />
            <Exceptions day={day} />
            <Pool
              pool={day.pool}
              count={day.pool_count}
              search={search}
              filter={filter}
              selected={selectedOf(day.pool, selected)}
              readOnly={role !== null}
              routed={day.routes.reduce((sum, { stop_count }) => sum + stop_count, 0)}
              leftOff={leftOff}
            />
            {day.routes.length > 1 ? (
              <div className={style.fold}>
                <Button kind="quiet" onClick={() => view.show(routeIds, !allShown)}>
                  {allShown ? words.day.closeAll : words.day.openAll}
                </Button>
              </div>
            ) : null}
            {day.routes.map((route) => (
              <RouteSection
                key={route.route_uuid}
                {...{ route, search }}
                open={view.isShown(route)}
                onMap={
                  view.onMap.focused === route.route_uuid
                    ? 'FOCUSED'
                    : view.onMap.hidden.has(route.route_uuid)
                      ? 'HIDDEN'
                      : 'SHOWN'
                }
                selected={selectedOf(route.stops, selected)}
              />
            ))}
            {free.map((vehicle) => (
              <FreeVehicle key={vehicle.vehicle_uuid} {...{ vehicle, role }} onPlan={() => work.planByHand(vehicle)} />
            ))}
          </div>
        </div>
        <div className={style.stage} {...rows}>
          <div className={style.mapPane}>
            <MapPane {...{ day, selected }} onSelect={deeds.reveal} onArea={deeds.select} onMap={view.onMap} />
            {selected.size > 1 ? <SelectionBar {...{ day, selected }} /> : null}
            {placed ? (
              <StopPanel
                key={placed.orderId}
                {...{ day, placed }}
                leftOff={leftOff.get(placed.orderId) ?? null}
                onClose={() => view.select(new Set())}
                onDone={(text) => {
                  work.say(text)
                  void refresh()
                }}
              />
            ) : null}
          </div>
          <div className={style.timelinePane}>
            <Timeline day={day} timeZone={business.time_zone} selected={selected} />
          </div>
        </div>
        {menu ? <SelectionMenu {...{ day, selected }} at={menu} onClose={() => setMenu(null)} /> : null}
        <CostVoice />
        <CarriedLabel />
        <DaySaid said={work.said} onClose={work.closeSaid} />
        {asking ? (
          <OrElse instead={<DialogNotOpened onClose={() => setAsking(null)} />}>
            <Suspense>
              <DayDialogs
                {...{ asking, day, selected }}
                latest={latest}
                now={work.now}
                onClose={() => setAsking(null)}
                onBuilt={async (unassigned) => {
                  setUnrouted(unassigned)
                  await refresh()
                }}
                onStep={work.make}
                onAsk={setAsking}
                onSaid={(text) => {
                  work.say(text)
                  void refresh()
                }}
              />
            </Suspense>
          </OrElse>
        ) : null}
      </div>
    </DeedsProvider>
  )
}

function FreeVehicle({ vehicle, role, onPlan }: { vehicle: DayVehicle; role: string | null; onPlan: () => void }) {
  return (
    <section className={style.free}>
      <span>{words.day.noRoute(vehicle.name)}</span>
      <Button kind="quiet" reason={role} onClick={onPlan}>
        {words.day.planByHand}
      </Button>
    </section>
  )
}

/** Calls by key. */
function useKeys(calls: Record<string, () => unknown>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const key = keyOf(event) ?? ''
      const call = calls[key]
      if (!call) return
      if (key !== 'Escape') event.preventDefault()
      call()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}
