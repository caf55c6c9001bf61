// The whole route: all stops with their state, the loading order, and the button that ends the route.
import { Button } from './button.tsx'
import { Fragment, useState } from 'react'
import type { DriverRoute, RunStop } from '../../src/contract/driver.ts'
import { clock, distance, streetInWords, weight } from '../../src/domain/driver-words/times.ts'
import type { DriverWords } from '../../src/domain/driver-words/words.ts'
import { expectedEnd } from '../../src/domain/routes/arrival.ts'
import { endOf, startOf } from '../../src/domain/routes/terms.ts'
import { isOpen } from './apply.ts'
import type { Change } from './changes.ts'
import { DragHandle } from './drag-handle.tsx'
import { LanguageChoice, useWords } from './language.tsx'
import { ThemeChoice } from './theme.tsx'
import { FinishedStop } from './finished-stop.tsx'
import { NavigationChoice } from './navigate.tsx'
import { piecesAt } from './pieces.ts'
import { storeSharingChoice } from './place.ts'
import { pausesBefore, pauseWords, STATE_MARKS, windowOf } from './route-text.ts'
import { readPhoneValue } from './phone-values.ts'
import type { View } from './view.ts'
import type { Work } from './work.ts'

/** Renders nothing if the business has no phone number for customers. */
export function CallOffice({ phone }: { phone: string | null }) {
  const { list: words } = useWords()
  return phone === null ? null : (
    <a className="button" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
      {words.callOffice}
    </a>
  )
}

/** Link to the driver page, if this phone has opened it. */
export function MyRoutes() {
  const { home } = useWords()
  const path = readPhoneValue('driverPage')
  return path === null ? null : (
    <a className="button" href={path}>
      {home.mine}
    </a>
  )
}

/** Ending the route returns all open stops to the office, so the driver has this time for an undo. */
const END_HOLD_MS = 30_000

interface ListProps {
  work: Work
  run: DriverRoute
  /** Changes by the office that the driver has not seen yet. */
  changes: readonly Change[]
  skewMs: number
  show: (stopId: string | null) => void
  showPhotos: (stop: RunStop) => void
}

interface Props extends ListProps, SharingProps {
  open: (view: View) => void
}

export function StopList({ shares, setShares, isBlocked, open, ...props }: Props) {
  const { work, run, show } = props
  const words = useWords()
  const { list } = words
  const [loading, setLoading] = useState(false)
  const [query, setQuery] = useState('')
  const reorder = useReorder(work, run)
  const loads = loadListOf(run)
  const stops = (loading ? loads.flat() : run.stops).filter((stop) => matchesSearch(stop, query))
  const isWhole = !loading && query.trim() === ''
  return (
    <section aria-label={words.allStops}>
      <p className="soft">{routeSummary(words, run)}</p>
      <label className="field">
        <span className="visually-hidden">{list.search}</span>
        <input
          type="search"
          value={query}
          placeholder={list.searchBy}
          autoComplete="off"
          onChange={(event) => setQuery(event.target.value)}
        />
      </label>
      <p className="soft" role="status">
        {stops.length === 0 ? list.noMatch : ''}
      </p>
      <div className="second">
        <MyRoutes />
        <CallOffice phone={run.business.phone} />
      </div>
      <label className="check">
        <input type="checkbox" checked={loading} onChange={(event) => setLoading(event.target.checked)} />{' '}
        {list.loadOrder}
      </label>
      <ol className="stops" reversed={loading}>
        {stops.map((stop) => (
          <Fragment key={stop.stop_uuid}>
            {isWhole && <Pauses run={run} before={stop.sequence} />}
            {loading && loads.length > 1 && <LoadHeading run={run} loads={loads} first={stop} />}
            <StopRow {...props} {...{ stop, loading, reorder }} mayMove={isWhole && run.business.may_reorder} />
          </Fragment>
        ))}
        {isWhole && <Pauses run={run} before={null} />}
      </ol>
      <div className="choices">
        <LanguageChoice />
        <ThemeChoice />
        <NavigationChoice />
      </div>
      <Sharing {...{ shares, setShares, isBlocked }} />
      <EndEarly {...{ work, run, show }} />
      <div className="actions">
        <div className="second">
          <Button onClick={() => open({ at: 'more' })}>{words.day.more}</Button>
        </div>
      </div>
    </section>
  )
}

/** Order of the open stops, with the driver's changes. */
function useReorder(work: Work, run: DriverRoute) {
  /** The dragged stop and its target index. */
  const [drag, setDrag] = useState<{ id: string; to: number } | null>(null)
  const openIds = run.stops.filter(isOpen).map(({ stop_uuid }) => stop_uuid)
  const placeOf = ({ stop_uuid }: RunStop): number => openIds.indexOf(stop_uuid)
  return {
    count: openIds.length,
    placeOf,
    drag: ({ stop_uuid }: RunStop, to: number | null): void => setDrag(to === null ? null : { id: stop_uuid, to }),
    moveTo: ({ stop_uuid }: RunStop, place: number): void => {
      const moved = openIds.filter((id) => id !== stop_uuid)
      moved.splice(place, 0, stop_uuid)
      void work.tap({ kind: 'REORDER', stop_uuids: moved })
    },
    classOf: (stop: RunStop): string | undefined => {
      if (!isOpen(stop)) return 'finished'
      if (drag?.id === stop.stop_uuid) return 'dragged'
      if (!drag || openIds[drag.to] !== stop.stop_uuid) return undefined
      return openIds.indexOf(drag.id) < drag.to ? 'drop-after' : 'drop-before'
    },
  }
}

interface RowProps extends ListProps {
  stop: RunStop
  /** True if the list is in loading order. */
  loading: boolean
  mayMove: boolean
  reorder: ReturnType<typeof useReorder>
}

function StopRow({ work, run, changes, skewMs, show, showPhotos, stop, loading, mayMove, reorder }: RowProps) {
  const words = useWords()
  const { list } = words
  const { line1 } = stop.address
  const lines = <StopLines words={words} run={run} stop={stop} />
  const place = reorder.placeOf(stop)
  const headTo = () => {
    void work.tap({ kind: 'HEAD', stop_uuid: stop.stop_uuid })
    show(stop.stop_uuid)
  }
  return (
    <li className={reorder.classOf(stop)} data-open={isOpen(stop) || undefined}>
      <span className="mark" aria-hidden="true">
        {STATE_MARKS[stop.status]}
      </span>
      <div>
        {isOpen(stop) ? (
          <>
            <Button kind="address" onClick={() => show(stop.stop_uuid)}>
              {stop.sequence}. {line1}
              <ChangeMark change={changes.find(({ stopId }) => stopId === stop.stop_uuid)} />
            </Button>
            {lines}
          </>
        ) : (
          <FinishedStop
            {...{ work, run, stop, skewMs }}
            showPhotos={() => showPhotos(stop)}
            onUndo={() => show(stop.stop_uuid)}
          >
            {lines}
          </FinishedStop>
        )}
        {loading && <p>{stop.items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ') || list.noItems}</p>}
      </div>
      {mayMove && isOpen(stop) && reorder.count > 1 && (
        <DragHandle
          address={line1}
          at={place}
          of={reorder.count}
          onDrag={(to) => reorder.drag(stop, to)}
          onMove={(to) => reorder.moveTo(stop, to)}
        />
      )}
      {mayMove && place > 0 && (
        <Button kind="plain" onClick={() => reorder.moveTo(stop, place - 1)} aria-label={list.moveUpOf(line1)}>
          {list.moveUp}
        </Button>
      )}
      {run.route.status !== 'DISPATCHED' && !loading && !run.business.may_reorder && stop.status === 'PENDING' && (
        <Button kind="plain" onClick={headTo} aria-label={list.goNextOf(line1)}>
          {list.goNext}
        </Button>
      )}
    </li>
  )
}

interface SharingProps {
  shares: boolean
  setShares: (shares: boolean) => void
  /** True if the browser blocks the location. */
  isBlocked: boolean
}

function Sharing({ shares, setShares, isBlocked }: SharingProps) {
  const { sharing } = useWords()
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={shares}
          onChange={(event) => {
            storeSharingChoice(event.target.checked)
            setShares(event.target.checked)
          }}
        />{' '}
        {sharing.setting}
      </label>
      {shares && isBlocked && <p className="soft">{sharing.isBlocked}</p>}
    </>
  )
}

function EndEarly({ work, run, show }: Pick<ListProps, 'work' | 'run' | 'show'>) {
  const { list } = useWords()
  const [ending, setEnding] = useState(false)
  const open = run.stops.filter(isOpen).length
  if (run.route.status === 'DISPATCHED' || open === 0) return null
  if (!ending)
    return (
      <Button kind="wide" onClick={() => setEnding(true)}>
        {list.endEarly}
      </Button>
    )
  const end = () => {
    void work.tap({ kind: 'END' }, END_HOLD_MS)
    show(null)
  }
  return (
    <div className="card">
      <p>{list.notDone(open)}</p>
      <div className="second">
        <Button onClick={() => setEnding(false)}>{list.keepDriving}</Button>
        <Button kind="danger" onClick={end}>
          {list.end}
        </Button>
      </div>
    </div>
  )
}

/** Customer, order reference and time, and the hours of the street until the stop is finished. */
function StopLines({ words, run, stop }: { words: DriverWords; run: DriverRoute; stop: RunStop }) {
  const street = isOpen(stop) && streetInWords(words, stop.street_hours)
  return (
    <>
      <p>{stop.customer_name}</p>
      <p className="soft">{words.order(stop.external_ref)}</p>
      <p className="soft">{stopTimeText(words, stop, run.business.time_zone)}</p>
      {street && <p className="soft">{street}</p>}
    </>
  )
}

/** Finds a stop by customer, address, reference or piece code, because drivers read these on packages. */
function matchesSearch(stop: RunStop, query: string): boolean {
  const { customer_name, external_ref, address } = stop
  const where = [address.line1, address.city, address.postal_code]
  const codes = piecesAt(stop).map(({ code }) => code)
  const text = [customer_name, external_ref, ...where, ...codes].join('\n').toLowerCase()
  return query
    .toLowerCase()
    .split(' ')
    .every((word) => text.includes(word))
}

/** Stops by load, last stop first. */
const loadListOf = ({ stops }: DriverRoute): RunStop[][] =>
  [...new Set(stops.map(({ trip }) => trip))]
    .sort((a, b) => a - b)
    .map((load) => stops.filter(({ trip }) => trip === load).reverse())

/** Heading of a load: its number and loading time. */
function LoadHeading({ run, loads, first }: { run: DriverRoute; loads: readonly RunStop[][]; first: RunStop }) {
  const words = useWords()
  const { list } = words
  const at = loads.findIndex((load) => load[0] === first)
  if (at < 0) return null
  const pause = run.route.pauses?.find(({ kind, trip }) => kind === 'RELOAD' && trip === first.trip)
  return (
    <li className="pause">
      {pause ? list.loadAt(at + 1, clock(words, pause.start, run.business.time_zone)) : list.load(at + 1)}
    </li>
  )
}

/** Breaks and reloads between the stops. */
function Pauses({ run, before }: { run: DriverRoute; before: number | null }) {
  const words = useWords()
  return pausesBefore(run, before).map((pause) => (
    <li key={pause.kind + pause.start} className="pause">
      {pauseWords(words, pause, run)}
    </li>
  ))
}

/** Summary of the route. */
function routeSummary(words: DriverWords, { route, stops, business }: DriverRoute): string {
  const end = route.planned_end && expectedEnd(new Date(route.planned_end), stops.map(timesOf))
  return [
    words.stops(stops.length),
    distance(words, route.distance_miles),
    route.load_weight_lbs > 0 && weight(words, route.load_weight_lbs),
    words.list.startsAt(startOf(route).name),
    endWords(words, route),
    end && words.list[endOf(route) ? 'backAbout' : 'doneAbout'](clock(words, end.toISOString(), business.time_zone)),
  ]
    .filter(Boolean)
    .join(' · ')
}

const timesOf = (stop: RunStop) => ({
  plannedArrival: new Date(stop.planned_arrival),
  eta: stop.eta === null ? null : new Date(stop.eta),
  isOpen: isOpen(stop),
})

/** End of the route, if it differs from the start. */
function endWords({ list }: DriverWords, route: DriverRoute['route']): string | null {
  const end = endOf(route)
  if (end?.name === startOf(route).name) return null
  return end ? list.endsAt(end.name) : list.endsAtLastStop
}

function stopTimeText(words: DriverWords, stop: RunStop, zone: string): string {
  const state = words.states[stop.status]
  if (stop.finished_at) return words.finishedAt(state, clock(words, stop.finished_at, zone))
  const expected = words.expectedAt(state, clock(words, stop.eta ?? stop.planned_arrival, zone))
  return [expected, windowOf(words, stop)].filter(Boolean).join(' · ')
}

/** Marks stops that are new or moved since the driver last saw the list. */
function ChangeMark({ change }: { change: Change | undefined }) {
  const { list: words } = useWords()
  return change ? (
    <>
      {' '}
      <span className="changed">{change.kind === 'ADDED' ? words.added : words.moved}</span>
    </>
  ) : null
}
