// The day page: lists, map and timeline of one day with a shared selection, and all actions on the day.
import { lazy, type MouseEvent, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { DayOut } from '../../../src/contract/day.ts'
import type { DayRoute } from '../../../src/contract/day.ts'
import type { FirstStepsOut } from '../../../src/contract/office/first-steps.ts'
import type { OfficeUnassigned } from '../../../src/contract/build.ts'
import { Button } from '../../ui/button.tsx'
import { addDays, dayOfIso } from '../../ui/format.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { withAllWords, words } from '../../words/locale.ts'
import { FirstSteps, useFirstSteps } from '../first-steps/first-steps.tsx'
import { useLocation } from '../location.ts'
import { DialogNotOpened } from '../not-opened.tsx'
import { useRoleReasons, useSession, useSharedReason } from '../session.tsx'
import style from './day.module.css'
import { goToDay, useDayActions, useRequestedDay } from './requested-day.ts'
import { findStopInDay, joinSelectedIds } from './day-data.ts'
import { useDay, useLatestDay } from './use-day.ts'
import { MoveLabel } from './move-label.tsx'
import { startKeyboardMove, rowDragHandlers } from './pointer-move.ts'
import type { OpenedDialog } from './day-dialogs.tsx'
import { DayToolbar } from './day-toolbar.tsx'
import { DayMessageBar } from './day-message.tsx'
import { type DayView, useDayView } from './day-view.ts'
import { type Progress, progressOf } from './day-stage.ts'
import { type DayWork, useDayWork } from './day-work.ts'
import { CommandsProvider, useDayCommands } from './day-commands.ts'
import { draggedOrderIds } from './dragging.ts'
import { DropCostAnnouncer } from './drop-cost.tsx'
import { Attention } from './attention.tsx'
import { keyOf } from './keys-dialog.tsx'
import { ListHead } from './list-head.tsx'
import { useOrderedDay } from './route-order.ts'
import { LiveSummary } from './live-summary.tsx'
import { MapPane } from './map-pane.tsx'
import { Pool } from './pool.tsx'
import { usePoolFilter } from './pool-filter.ts'
import { RouteSection } from './route-section.tsx'
import { type MenuAt, SelectionBar, SelectionMenu } from './selection-bar.tsx'
import { trackModifierKeys } from './stop-list.tsx'
import { Timeline } from './timeline.tsx'

/**
 * Loaded separately from the page, but before a dialog is opened, so that dialogs also open while the server is unavailable.
 */
const loadDialogs = withAllWords(() => import('./day-dialogs.tsx'))
const loadStopPanel = withAllWords(() => import('./stop-panel.tsx'))
const FirstDay = lazy(withAllWords(() => import('../first-steps/first-day.tsx')))
const DayDialogs = lazy(async () => ({ default: (await loadDialogs()).DayDialogs }))
const StopPanel = lazy(async () => ({ default: (await loadStopPanel()).StopPanel }))

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

/** Shows the loaded day. `unknown` is the date parameter if it is not a valid date, and `day` is then today. */
function Day({ day: read, date, unknown }: { day: DayOut; date: string | null; unknown: string | null }) {
  const day = useOrderedDay(read)
  const [asking, setAsking] = useState<OpenedDialog | null>(null)
  const [menu, setMenu] = useState<MenuAt | null>(null)
  const { leftOff, setUnrouted } = useUnassigned(day)
  // A failed preload is reported when a dialog is opened.
  useEffect(() => void Promise.all([loadStopPanel(), loadDialogs()]).catch(() => {}), [])
  const latest = useLatestDay(day, date)
  const view = useDayView(day, latest)
  const work = useDayWork(day, latest, view, setAsking)
  const { selected } = view
  const { deeds, refresh } = work
  useRequestedDay({ day, view, work, ask: setAsking }, unknown)
  const actions = useDayActions({ day, view, work, ask: setAsking })
  const progress = useMemo(() => progressOf(day), [day])
  const search = useLocation().searchParams.get('search') ?? ''
  const searchBox = useRef<HTMLInputElement>(null)
  useDayKeys(day, view, work, setAsking, () => searchBox.current?.focus())
  const openMenu = (event: MouseEvent): void => {
    const { orderId, route, at } = contextMenuTarget(event, day)
    if (orderId || route) event.preventDefault()
    if (orderId) {
      if (!selected.has(orderId)) view.select(new Set([orderId]))
      setMenu({ orderId, ...at })
    } else if (route) deeds.routeMenu(route, at)
  }
  const sayAndRefresh = (text: string): void => {
    work.say(text)
    void refresh()
  }
  return (
    <CommandsProvider value={deeds}>
      <div className={style.day} onContextMenu={openMenu}>
        <DayToolbar {...{ day, progress, actions, search, searchBox }} history={work.history} />
        <Columns {...{ day, view, search, leftOff, progress }} onDone={sayAndRefresh} />
        {menu ? <SelectionMenu {...{ day, selected }} at={menu} onClose={() => setMenu(null)} /> : null}
        <DropCostAnnouncer />
        <MoveLabel />
        <DayMessageBar said={work.said} onClose={work.closeSaid} />
        {asking ? (
          <ErrorBoundary instead={<DialogNotOpened onClose={() => setAsking(null)} />}>
            <Suspense>
              <DayDialogs
                {...{ asking, day, selected, latest }}
                onMap={view.onMap}
                now={work.now}
                undo={work.history.undo}
                onClose={() => setAsking(null)}
                onBuilt={async (unassigned) => {
                  setUnrouted(unassigned)
                  await refresh()
                }}
                onStep={work.make}
                onAsk={setAsking}
                onSaid={sayAndRefresh}
              />
            </Suspense>
          </ErrorBoundary>
        ) : null}
      </div>
    </CommandsProvider>
  )
}

/** The lists, the map and the timeline. Before the first delivery, the steps to the first plan. */
function Columns({ onDone, ...side }: Omit<SideProps, 'firstSteps'> & Pick<StageProps, 'onDone'>) {
  const firstSteps = useFirstSteps(useSharedReason('changeFleet') === null)
  const { day, view, leftOff } = side
  if (firstSteps && day.routes.length + day.pool.length === 0)
    return (
      <Suspense>
        <FirstDay data={firstSteps} />
      </Suspense>
    )
  return (
    <>
      <SideColumn {...side} firstSteps={firstSteps} />
      <MapColumn {...{ day, view, leftOff, onDone }} />
    </>
  )
}

type UnassignedByOrder = ReadonlyMap<string, OfficeUnassigned>

/** Unassigned deliveries of builds with their reasons, keyed by order ID. */
function useUnassigned({ pool }: DayOut) {
  // Unassigned deliveries of a build that routed none. The server doesn't store these.
  const [unrouted, setUnrouted] = useState<readonly OfficeUnassigned[]>([])
  const leftOff = useMemo<UnassignedByOrder>(() => {
    const all = [...unrouted, ...pool.flatMap(({ left_off }) => left_off ?? [])]
    return new Map(all.map((one) => [one.order_uuid, one]))
  }, [unrouted, pool])
  return { leftOff, setUnrouted }
}

function useDayKeys(
  day: DayOut,
  view: DayView,
  work: DayWork,
  ask: (asking: OpenedDialog) => void,
  search: () => void,
): void {
  const role = useRoleReasons()('planRoutes')
  const { deeds, history } = work
  useShortcuts({
    b: () => role === null && ask('build'),
    l: () => role === null && work.lockSelected(),
    m: () => role === null && !startKeyboardMove(view.selected, deeds) && work.say(words.palette.selectFirst),
    r: () => work.review(),
    t: () => goToDay(day.today),
    '[': () => goToDay(addDays(day.date, -1)),
    ']': () => goToDay(addDays(day.date, 1)),
    z: () => void history.undo?.run(),
    Z: () => void history.redo?.run(),
    '/': search,
    '?': () => ask('keys'),
    Escape: () => draggedOrderIds().length === 0 && view.select(new Set()),
  })
}

interface ContextMenuTarget {
  at: { x: number; y: number }
  orderId?: string
  route?: DayRoute
}

/** Returns the delivery or the route that a context menu was opened on. */
function contextMenuTarget(event: MouseEvent, { routes }: DayOut): ContextMenuTarget {
  const target = event.target as Element
  const one = target.closest('[role="row"][data-key], [data-order]')
  const { left, bottom } = (one ?? target).getBoundingClientRect()
  // A context menu opened by keyboard has no pointer position, so it opens below its element.
  const at = { x: event.clientX || left, y: event.clientY || bottom }
  const orderId = one?.getAttribute('data-key') ?? one?.getAttribute('data-order')
  if (orderId) return { at, orderId }
  const head = target.closest('[data-route], [data-lane]')
  const routeId = head?.getAttribute('data-route') ?? head?.getAttribute('data-lane')
  return { at, route: routes.find(({ route_uuid }) => route_uuid === routeId) }
}

interface SideProps {
  day: DayOut
  view: DayView
  search: string
  progress: Progress
  leftOff: UnassignedByOrder
  firstSteps: FirstStepsOut | null
}

/** The left column: tasks, the routes and the pool. */
function SideColumn({ day, view, search, progress, leftOff, firstSteps }: SideProps) {
  const role = useRoleReasons()('planRoutes')
  const filter = usePoolFilter()
  const { selected } = view
  return (
    <div className={style.side} onPointerDownCapture={trackModifierKeys} onKeyDownCapture={trackModifierKeys}>
      <div className={style.lists}>
        {firstSteps ? <FirstSteps data={firstSteps} /> : null}
        {progress.stage === 'LIVE' ? <LiveSummary day={day} /> : null}
        <Attention day={day} issues={progress.issues} />
        {day.routes.length > 0 ? <ListHead {...{ day, view }} /> : null}
        {day.routes.map((route) => (
          <RouteSection
            key={route.route_uuid}
            {...{ route, search }}
            open={view.isShown(route)}
            selected={joinSelectedIds(route.stops, selected)}
          />
        ))}
      </div>
      <Pool
        {...{ search, filter, leftOff }}
        pool={day.pool}
        count={day.pool_count}
        selected={joinSelectedIds(day.pool, selected)}
        readOnly={role !== null}
        routed={day.routes.reduce((sum, { stop_count }) => sum + stop_count, 0)}
      />
    </div>
  )
}

interface StageProps {
  day: DayOut
  view: DayView
  leftOff: UnassignedByOrder
  onDone: (said: string) => void
}

/** Right column: the map with the actions on the selection, and the timeline. */
function MapColumn({ day, view, leftOff, onDone }: StageProps) {
  const deeds = useDayCommands()
  const { business } = useSession()
  const { selected } = view
  const placed = selected.size === 1 ? findStopInDay(day, [...selected][0] ?? '') : null
  const rows = useMemo(() => rowDragHandlers(deeds), [deeds])
  return (
    <div className={style.stage} {...rows}>
      <div className={style.mapPane}>
        <MapPane {...{ day, selected }} onSelect={deeds.reveal} onArea={deeds.select} onMap={view.onMap} />
        {selected.size > 1 ? <SelectionBar {...{ day, selected }} /> : null}
        {placed ? (
          <Suspense>
            <StopPanel
              key={placed.orderId}
              {...{ day, placed, onDone }}
              leftOff={leftOff.get(placed.orderId) ?? null}
              onClose={() => view.select(new Set())}
            />
          </Suspense>
        ) : null}
      </div>
      <div className={style.timelinePane}>
        <Timeline day={day} timeZone={business.time_zone} selected={selected} />
      </div>
    </div>
  )
}

/** Runs the function for a pressed key. */
function useShortcuts(calls: Record<string, () => unknown>): void {
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
