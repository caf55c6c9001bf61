// The day: lists, map and timeline of one day, showing the same selection, and everything done to it.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/office/day.ts'
import { ApiError, post } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { addDays, dayToIso, isoToDay, plural, weekdayOf } from '../../ui/format.ts'
import { navigate, useLocation } from '../location.ts'
import { useRoleReason, useSession } from '../session.tsx'
import { BuildDialog, type BuildOrder } from './build-dialog.tsx'
import { routeMark } from './colors.ts'
import style from './day.module.css'
import { findPlaced, useDay } from './day-data.ts'
import { KeysDialog, keyOf } from './keys-dialog.tsx'
import { MapPane } from './map-pane.tsx'
import { useMoves } from './moves.ts'
import { type RouteActions, RouteSection } from './route-section.tsx'
import { poolRow, stopRow } from './rows.tsx'
import { StopList } from './stop-list.tsx'
import { StopPanel } from './stop-panel.tsx'
import { Timeline } from './timeline.tsx'

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
  return <Day day={day} />
}

function Day({ day }: { day: DayOut }) {
  const { business } = useSession()
  const role = useRoleReason('DISPATCHER')
  const client = useQueryClient()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [dragged, setDragged] = useState<string[]>([])
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [filter, setFilter] = useState('')
  const [said, setSaid] = useState<Said | null>(null)
  const [building, setBuilding] = useState<BuildOrder | 'ask' | null>(null)
  const [asking, setAsking] = useState<'keys' | { cancel: DayRoute } | null>(null)
  const search = useRef<HTMLInputElement>(null)
  const say = useCallback((text: string, again?: () => void) => setSaid({ text, again }), [])
  const moves = useMoves(day, say)
  const refresh = () => client.invalidateQueries({ queryKey: ['day'] })
  const selectOne = useCallback((orderId: string) => setSelected(new Set([orderId])), [])

  const act = async (work: Promise<unknown>, done: string): Promise<void> => {
    try {
      await work
      say(done)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      say(error.message)
    }
    await refresh()
  }
  const onRoute = (route: DayRoute, verb: string, body: unknown, done: string): void =>
    void act(post(`/routes/${route.route_uuid}/${verb}`, body), done)

  const actions: RouteActions = {
    dispatch: (route) => onRoute(route, 'dispatch', undefined, `${route.name} is sent.`),
    resendLink: (route) =>
      onRoute(
        route,
        'resend-link',
        undefined,
        `A new link to ${route.name} is texted; the one before no longer works.`,
      ),
    reverse: (route) => onRoute(route, 'reverse', { version: route.version }, `${route.name} is driven the other way.`),
    reassign: (route, driverId) =>
      onRoute(route, 'reassign', { driver_uuid: driverId }, `${route.name} has another driver.`),
    cancel: (route) => setAsking({ cancel: route }),
    reoptimize: (route) =>
      setBuilding({
        vehicle_ids: [route.vehicle.vehicle_uuid],
        external_refs: route.stops.map(({ external_ref }) => external_ref),
      }),
  }
  const lock = (route: DayRoute, stopIds: string[], locked: boolean): void =>
    onRoute(route, 'lock', { stop_uuids: stopIds, locked }, locked ? 'Locked.' : 'Unlocked.')
  const lockSelected = (): void => {
    for (const route of day.routes) {
      const stops = route.stops.filter((stop) => selected.has(stop.order_uuid) && !stop.finished_at)
      if (stops.length > 0)
        lock(
          route,
          stops.map(({ stop_uuid }) => stop_uuid),
          !stops.every(({ locked }) => locked),
        )
    }
  }
  const sendAll = async (): Promise<void> => {
    const waiting = day.routes.filter((route) => route.status === 'PLANNED' && route.stop_count > 0)
    const faults: string[] = []
    for (const route of waiting)
      await post(`/routes/${route.route_uuid}/dispatch`).catch((error: unknown) => {
        faults.push(`${route.name}: ${error instanceof Error ? error.message : 'not sent'}`)
      })
    say([`${plural(waiting.length - faults.length, 'route')} sent.`, ...faults].join(' '))
    await refresh()
  }

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const key = keyOf(event)
      const call = {
        b: () => role === null && setBuilding('ask'),
        l: () => role === null && lockSelected(),
        z: () => void moves.undo?.(),
        Z: () => void moves.redo?.(),
        '/': () => search.current?.focus(),
        '?': () => setAsking('keys'),
        Escape: () => dragged.length === 0 && setSelected(new Set()),
      }[key ?? '']
      if (!call) return
      if (key !== 'Escape') event.preventDefault()
      call()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })

  const matches = (...texts: string[]): boolean =>
    filter === '' || texts.some((text) => text.toLowerCase().includes(filter.toLowerCase()))
  const lists = {
    day,
    readOnly: role !== null,
    dragged,
    onDragged: setDragged,
    selected,
    onSelect: setSelected,
    onMove: (move: Parameters<typeof moves.make>[0][number]) => void moves.make([move]),
  }
  const pool = day.pool.filter((order) => matches(order.line1, order.customer_name, order.external_ref))
  const placed = selected.size === 1 ? findPlaced(day, [...selected][0] ?? '') : null
  const planned = day.routes.filter((route) => route.status === 'PLANNED' && route.stop_count > 0)
  const stops = day.routes.reduce((sum, { stop_count }) => sum + stop_count, 0)
  const free = day.vehicles.filter(
    ({ vehicle_uuid }) =>
      !day.routes.some(
        ({ vehicle, status }) =>
          vehicle.vehicle_uuid === vehicle_uuid && status !== 'CANCELLED' && status !== 'COMPLETED',
      ),
  )

  return (
    <div className={style.day}>
      <div className={style.side}>
        <header className={style.top}>
          <h1 className="visually-hidden">The day {day.date}</h1>
          <div className={style.dates}>
            <span className={style.weekday}>{weekdayOf(day.date)}</span>
            <label htmlFor="date" className="visually-hidden">
              Day
            </label>
            <input
              id="date"
              type="date"
              value={dayToIso(day.date)}
              onChange={(event) => event.target.value && goTo(isoToDay(event.target.value))}
            />
            <Button kind="quiet" aria-label="The day before" onClick={() => goTo(addDays(day.date, -1))}>
              ‹
            </Button>
            <Button kind="quiet" onClick={() => goTo(day.today)}>
              Today
            </Button>
            <Button kind="quiet" aria-label="The day after" onClick={() => goTo(addDays(day.date, 1))}>
              ›
            </Button>
          </div>
          <p className={style.soft}>
            {plural(stops + day.pool_count, 'delivery', 'deliveries')} · {plural(day.routes.length, 'route')}
          </p>
          <div className={style.actions}>
            <Button kind="primary" reason={role} onClick={() => setBuilding('ask')}>
              Build routes
            </Button>
            <Button
              reason={role ?? (planned.length === 0 ? 'No planned route waits to be sent.' : null)}
              onClick={() => void sendAll()}
            >
              Send all
            </Button>
            <Button kind="quiet" reason={moves.undo ? null : 'Nothing to undo.'} onClick={() => void moves.undo?.()}>
              Undo
            </Button>
            <Button
              kind="quiet"
              reason={moves.redo ? null : 'Nothing to make again.'}
              onClick={() => void moves.redo?.()}
            >
              Redo
            </Button>
            <Button kind="quiet" aria-label="Keys" onClick={() => setAsking('keys')}>
              ?
            </Button>
          </div>
          <label htmlFor="search" className="visually-hidden">
            Search deliveries
          </label>
          <input
            id="search"
            ref={search}
            type="search"
            className={style.search}
            placeholder="Search address, customer, reference"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        </header>
        <div className={style.lists}>
          <section className={style.route} aria-labelledby="pool">
            <h2 id="pool" className={style.poolHead}>
              Not routed ({day.pool_count})
            </h2>
            <StopList
              {...lists}
              label="Not routed"
              route={null}
              rows={pool.map(poolRow)}
              empty={
                filter
                  ? 'Nothing here matches the search.'
                  : stops > 0
                    ? 'Every delivery of the day has a place. Drop stops here to take them off.'
                    : 'No deliveries on this day. They come by the API; pick another day, or load the demo (npm run demo).'
              }
            />
          </section>
          {day.routes.map((route, index) => (
            <RouteSection
              key={route.route_uuid}
              day={day}
              route={route}
              mark={routeMark(index)}
              open={!closed.has(route.route_uuid)}
              onToggle={() => setClosed(toggled(closed, route.route_uuid))}
              actions={actions}
            >
              <StopList
                {...lists}
                label={`Stops of ${route.name}`}
                route={route}
                rows={route.stops
                  .filter((stop) => matches(stop.address.line1, stop.customer_name, stop.external_ref))
                  .map((stop) => stopRow(stop, business.time_zone))}
                empty={filter ? 'Nothing here matches the search.' : 'No stops yet: drop some here.'}
              />
            </RouteSection>
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
                    `${vehicle.name} has an empty route; drop stops on it.`,
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
          <MapPane day={day} selected={selected} onSelect={selectOne} />
          {placed ? (
            <StopPanel
              day={day}
              placed={placed}
              onClose={() => setSelected(new Set())}
              onMove={lists.onMove}
              onLock={lock}
              onDone={(text) => {
                say(text)
                void refresh()
              }}
            />
          ) : null}
        </div>
        <div className={style.timelinePane}>
          <Timeline day={day} timeZone={business.time_zone} selected={selected} onSelect={selectOne} />
        </div>
      </div>
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
      {building ? (
        <BuildDialog
          day={day}
          selected={selected}
          given={building === 'ask' ? null : building}
          onClose={() => setBuilding(null)}
          onBuilt={refresh}
        />
      ) : null}
      {asking === 'keys' ? <KeysDialog onClose={() => setAsking(null)} /> : null}
      {asking && asking !== 'keys' ? (
        <Dialog title={`Cancel ${asking.cancel.name}?`} onClose={() => setAsking(null)}>
          <p>
            {asking.cancel.status === 'PLANNED'
              ? 'Its deliveries go back to the pool.'
              : 'Its driver’s link ends, and what is not finished goes back to the pool.'}{' '}
            This can’t be undone.
          </p>
          <DialogActions>
            <Button onClick={() => setAsking(null)}>Keep it</Button>
            <Button
              kind="danger"
              onClick={() => {
                setAsking(null)
                onRoute(asking.cancel, 'cancel', undefined, `${asking.cancel.name} is cancelled.`)
              }}
            >
              Cancel the route
            </Button>
          </DialogActions>
        </Dialog>
      ) : null}
    </div>
  )
}

const goTo = (day: string): void => navigate(`/?date=${dayToIso(day)}`)

function toggled(set: ReadonlySet<string>, member: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(member)) next.add(member)
  return next
}
