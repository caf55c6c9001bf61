// The day: lists, map and timeline of one day, showing the same selection, and everything done to it.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { DayOut, DayRoute, DispatchOut, OfficeUnassigned, ResentOut } from '../../../src/contract/office/day.ts'
import { ApiError, post } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { isoToDay, plural } from '../../ui/format.ts'
import { useLocation } from '../location.ts'
import { useRoleReason, useSession } from '../session.tsx'
import type { BuildOrder } from './build-ask.tsx'
import { BuildDialog } from './build-dialog.tsx'
import style from './day.module.css'
import { dayKey, findPlaced, isOpen, selectedOf, useDay } from './day-data.ts'
import { DayHead } from './day-head.tsx'
import { DeedsProvider, useStable } from './deeds.ts'
import { draggedNow } from './dragging.ts'
import { CostVoice } from './drop-cost.tsx'
import { type Step, useHistory } from './history.ts'
import { KeysDialog, keyOf } from './keys-dialog.tsx'
import { MapPane } from './map-pane.tsx'
import { moveStep } from './moves.ts'
import { Pool } from './pool.tsx'
import { ReassignDialog } from './reassign-dialog.tsx'
import { RouteSection } from './route-section.tsx'
import { StopPanel } from './stop-panel.tsx'
import { Timeline } from './timeline.tsx'

/** With more routes than this, each opens when asked for. */
const MOST_OPEN = 12
const NONE_LEFT: ReadonlyMap<string, OfficeUnassigned> = new Map()

interface Said {
  text: string
  again?: () => void
}

export function DayPage() {
  const asked = useLocation().searchParams.get('date')
  const date = asked && /^\d{4}-\d{2}-\d{2}$/.test(asked) ? isoToDay(asked) : null
  const { data: day, error, refetch } = useDay(date)
  if (error && !day)
    return (
      <div className={style.fault}>
        <h1>The day can’t be shown</h1>
        <p>{error.message}</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    )
  if (!day) return <p className={style.fault}>Loading the day …</p>
  return <Day day={day} queryKey={dayKey(date)} />
}

type Asking = 'keys' | 'build' | 'again' | { build: BuildOrder } | { cancel: DayRoute } | { reassign: DayRoute }

function Day({ day, queryKey }: { day: DayOut; queryKey: readonly string[] }) {
  const { business } = useSession()
  const role = useRoleReason('DISPATCHER')
  const client = useQueryClient()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [search, setSearch] = useState('')
  const [said, setSaid] = useState<Said | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [leftOff, setLeftOff] = useState(NONE_LEFT)
  const [revealed, setRevealed] = useState<string | null>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const say = useCallback((text: string, again?: () => void) => setSaid({ text, again }), [])
  const history = useHistory(day.date, say)
  const refresh = () => client.invalidateQueries({ queryKey: ['day'] })
  const latest = (): DayOut => client.getQueryData<DayOut>(queryKey) ?? day
  const now = (route: DayRoute): DayRoute =>
    latest().routes.find(({ route_uuid }) => route_uuid === route.route_uuid) ?? route

  const act = async <T,>(work: Promise<T>, done: (answer: T) => string): Promise<void> => {
    try {
      say(done(await work))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      say(error.message)
    }
    await refresh()
  }
  type Told = Partial<DispatchOut & ResentOut>
  const onRoute = (route: DayRoute, verb: string, done: (told: Told) => string): void =>
    void act(post<Told>(`/routes/${route.route_uuid}/${verb}`), done)
  const make = (step: Step): void => void history.make(step)
  const isShown = ({ route_uuid }: DayRoute): boolean => opened.get(route_uuid) ?? day.routes.length <= MOST_OPEN

  const deeds = useStable({
    day: latest,
    select: setSelected,
    reveal: (orderId) => {
      setSelected(new Set([orderId]))
      setRevealed(orderId)
      const { route } = findPlaced(latest(), orderId) ?? {}
      if (route) setOpened((before) => new Map(before).set(route.route_uuid, true))
    },
    move: (move) => make(moveStep(latest, [move])),
    lock: (route, stopIds, locked) => make(lockStep(route, stopIds, locked)),
    toggle: (routeId) => {
      const route = day.routes.find(({ route_uuid }) => route_uuid === routeId)
      if (route) setOpened(new Map(opened).set(routeId, !isShown(route)))
    },
    dispatch: (route) =>
      onRoute(route, 'dispatch', ({ warnings = [] }) => [`${route.name} is sent.`, ...warnings].join(' ')),
    resendLink: (route) =>
      onRoute(route, 'resend-link', ({ driver, no_text }) =>
        no_text
          ? `${route.name} has a new link; the one before no longer works. No text to ${driver}: ${no_text}.`
          : `A new link to ${route.name} is texted; the one before no longer works.`,
      ),
    reverse: (route) => make(reverseStep(route, now)),
    reassign: (route) => setAsking({ reassign: route }),
    cancel: (route) => setAsking({ cancel: route }),
    reoptimize: (route) =>
      setAsking({
        build: {
          vehicle_ids: [route.vehicle.vehicle_uuid],
          external_refs: route.stops.map(({ external_ref }) => external_ref),
        },
      }),
  })

  const lockSelected = (): void => {
    for (const route of day.routes) {
      const stops = route.stops.filter((stop) => selected.has(stop.order_uuid) && !stop.finished_at)
      if (stops.length > 0)
        deeds.lock(
          route,
          stops.map(({ stop_uuid }) => stop_uuid),
          !stops.every(({ locked }) => locked),
        )
    }
  }
  const sendAll = async (): Promise<void> => {
    const waiting = day.routes.filter((route) => route.status === 'PLANNED' && route.stop_count > 0)
    const faults: string[] = []
    const warnings: string[] = []
    for (const route of waiting)
      await post<DispatchOut>(`/routes/${route.route_uuid}/dispatch`).then(
        (sent) => warnings.push(...sent.warnings),
        (error: unknown) => faults.push(`${route.name}: ${error instanceof Error ? error.message : 'not sent'}`),
      )
    say([`${plural(waiting.length - faults.length, 'route')} sent.`, ...faults, ...warnings].join(' '))
    await refresh()
  }

  useEffect(() => {
    if (!revealed) return undefined
    // Its route first: a list far from the screen has no rows yet.
    const route = findPlaced(day, revealed)?.route?.route_uuid
    document.querySelector(`[data-route="${route}"]`)?.scrollIntoView({ block: 'nearest' })
    let tries = 30
    const show = (): void => {
      const row = document.querySelector(`[data-key="${revealed}"]`)
      row?.scrollIntoView({ block: 'nearest' })
      if (row || --tries === 0) setRevealed(null)
      else frame = requestAnimationFrame(show)
    }
    let frame = requestAnimationFrame(show)
    return () => cancelAnimationFrame(frame)
  }, [revealed, day])

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const key = keyOf(event)
      const call = {
        b: () => role === null && setAsking('build'),
        l: () => role === null && lockSelected(),
        z: () => void history.undo?.(),
        Z: () => void history.redo?.(),
        '/': () => searchBox.current?.focus(),
        '?': () => setAsking('keys'),
        Escape: () => draggedNow().length === 0 && setSelected(new Set()),
      }[key ?? '']
      if (!call) return
      if (key !== 'Escape') event.preventDefault()
      call()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })

  const placed = selected.size === 1 ? findPlaced(day, [...selected][0] ?? '') : null
  const free = day.vehicles.filter(
    ({ vehicle_uuid }) => !day.routes.some((route) => isOpen(route) && route.vehicle.vehicle_uuid === vehicle_uuid),
  )
  const allOpen = day.routes.every(isShown)
  const building =
    asking === 'build' || asking === 'again'
      ? null
      : asking && typeof asking === 'object' && 'build' in asking
        ? asking.build
        : undefined

  return (
    <DeedsProvider value={deeds}>
      <div className={style.day}>
        <div className={style.side}>
          <DayHead
            {...{ day, history, search, searchBox }}
            onSearch={setSearch}
            onBuild={() => setAsking('build')}
            onReoptimize={() => setAsking('again')}
            onSendAll={() => void sendAll()}
            onKeys={() => setAsking('keys')}
          />
          <div className={style.lists}>
            <Pool
              pool={day.pool}
              count={day.pool_count}
              search={search}
              selected={selectedOf(day.pool, selected)}
              readOnly={role !== null}
              routed={day.routes.reduce((sum, { stop_count }) => sum + stop_count, 0)}
              leftOff={leftOff}
            />
            {day.routes.length > 1 ? (
              <div className={style.fold}>
                <Button
                  kind="quiet"
                  onClick={() => setOpened(new Map(day.routes.map(({ route_uuid }) => [route_uuid, !allOpen])))}
                >
                  {allOpen ? 'Close all routes' : 'Open all routes'}
                </Button>
              </div>
            ) : null}
            {day.routes.map((route, index) => (
              <RouteSection
                key={route.route_uuid}
                {...{ route, index, search }}
                open={isShown(route)}
                selected={selectedOf(route.stops, selected)}
              />
            ))}
            {free.map((vehicle) => (
              <section key={vehicle.vehicle_uuid} className={style.free}>
                <span>{vehicle.name} has no route</span>
                <Button
                  kind="quiet"
                  reason={role}
                  onClick={() =>
                    void act(
                      post('/routes', { date: day.date, vehicle_uuid: vehicle.vehicle_uuid }),
                      () => `${vehicle.name} has an empty route; drop stops on it.`,
                    )
                  }
                >
                  Plan by hand
                </Button>
              </section>
            ))}
          </div>
        </div>
        <div className={style.stage}>
          <div className={style.mapPane}>
            <MapPane day={day} selected={selected} onSelect={deeds.reveal} />
            {placed ? (
              <StopPanel
                key={placed.orderId}
                {...{ day, placed }}
                leftOff={leftOff.get(placed.orderId) ?? null}
                onClose={() => setSelected(new Set())}
                onDone={(text) => {
                  say(text)
                  void refresh()
                }}
              />
            ) : null}
          </div>
          <div className={style.timelinePane}>
            <Timeline day={day} timeZone={business.time_zone} selected={selected} />
          </div>
        </div>
        <CostVoice />
        <div role="status" className={said ? style.said : undefined}>
          {said ? (
            <>
              <span>{said.text}</span>
              {said.again ? (
                <Button
                  onClick={() => {
                    setSaid(null)
                    said.again?.()
                  }}
                >
                  Make it all the same
                </Button>
              ) : null}
              <Button kind="quiet" aria-label="Close the message" onClick={() => setSaid(null)}>
                ×
              </Button>
            </>
          ) : null}
        </div>
        {building === undefined ? null : (
          <BuildDialog
            {...{ day, selected }}
            given={building}
            again={asking === 'again'}
            onClose={() => setAsking(null)}
            onBuilt={async ({ unassigned }) => {
              setLeftOff(new Map(unassigned.map((left) => [left.order_uuid, left])))
              await refresh()
            }}
          />
        )}
        {asking === 'keys' ? <KeysDialog onClose={() => setAsking(null)} /> : null}
        {asking && typeof asking === 'object' && 'reassign' in asking ? (
          <ReassignDialog
            {...{ day, latest }}
            route={now(asking.reassign)}
            onStep={make}
            onClose={() => setAsking(null)}
          />
        ) : null}
        {asking && typeof asking === 'object' && 'cancel' in asking ? (
          <CancelDialog
            route={asking.cancel}
            onClose={() => setAsking(null)}
            onCancel={(route) => {
              setAsking(null)
              onRoute(route, 'cancel', () => `${route.name} is cancelled.`)
            }}
          />
        ) : null}
      </div>
    </DeedsProvider>
  )
}

function CancelDialog({
  route,
  onClose,
  onCancel,
}: {
  route: DayRoute
  onClose: () => void
  onCancel: (route: DayRoute) => void
}) {
  return (
    <Dialog title={`Cancel ${route.name}?`} onClose={onClose}>
      <p>
        {route.status === 'PLANNED'
          ? 'Its deliveries go back to the pool.'
          : 'Its driver’s link ends, and what is not finished goes back to the pool.'}{' '}
        This can’t be undone.
      </p>
      <DialogActions>
        <Button onClick={onClose}>Keep it</Button>
        <Button kind="danger" onClick={() => onCancel(route)}>
          Cancel the route
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function lockStep(route: DayRoute, stopIds: string[], locked: boolean): Step {
  const lock = async (to: boolean): Promise<string[]> => {
    await post(`/routes/${route.route_uuid}/lock`, { stop_uuids: stopIds, locked: to })
    return []
  }
  return {
    label: `${plural(stopIds.length, 'stop')} ${locked ? 'locked' : 'unlocked'}`,
    forth: () => lock(locked),
    back: () => lock(!locked),
  }
}

/** Driven the other way twice is as before. */
function reverseStep(route: DayRoute, now: (route: DayRoute) => DayRoute): Step {
  const reverse = async (): Promise<string[]> => {
    await post(`/routes/${route.route_uuid}/reverse`, { version: now(route).version })
    return []
  }
  return { label: `${route.name} is driven the other way`, forth: reverse, back: reverse }
}
