// The whole route: every stop with its state, the order to load in, and the end of the route.
import { Fragment, useState } from 'react'
import type { Run, RunStop } from '../../src/contract/driver.ts'
import { clock, distance, weight } from '../../src/domain/driver-words/times.ts'
import type { DriverWords } from '../../src/domain/driver-words/words.ts'
import { expectedEnd } from '../../src/domain/routes/arrival.ts'
import { endOf, startOf } from '../../src/domain/routes/terms.ts'
import { isOpen } from './apply.ts'
import type { Change } from './changes.ts'
import { DragHandle } from './drag-handle.tsx'
import { LanguageChoice, useWords } from './language.tsx'
import { LookChoice } from './look.tsx'
import { FinishedStop } from './finished-stop.tsx'
import { NavigationChoice } from './navigate.tsx'
import { piecesAt } from './pieces.ts'
import { agreeToShare } from './place.ts'
import { pausesBefore, pauseWords, STATE_MARKS, windowOf } from './words.ts'
import { HOME, recall } from './remembered.ts'
import type { Work } from './work.ts'

/** Nothing where the business has no phone for customers. */
export function CallOffice({ phone }: { phone: string | null }) {
  const { list: words } = useWords()
  return phone === null ? null : (
    <a className="button" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
      {words.callOffice}
    </a>
  )
}

/** Back to the driver's own page, where this phone has opened it. */
export function MyRoutes() {
  const { home } = useWords()
  const path = recall('phone', HOME)
  return path === null ? null : (
    <a className="button" href={path}>
      {home.mine}
    </a>
  )
}

/** Ending sends every open stop back to the office: the driver may think again. */
const END_HOLD_MS = 30_000

interface Props {
  work: Work
  run: Run
  /** What the office changed, until the driver has seen it. */
  changes: readonly Change[]
  skewMs: number
  show: (stopId: string | null) => void
  showPhotos: (stop: RunStop) => void
  shares: boolean
  setShares: (shares: boolean) => void
  /** The browser refuses to say where the phone is. */
  isBlocked: boolean
}

export function StopList({ work, run, changes, skewMs, show, showPhotos, shares, setShares, isBlocked }: Props) {
  const words = useWords()
  const { list } = words
  const [loading, setLoading] = useState(false)
  const [ending, setEnding] = useState(false)
  const [query, setQuery] = useState('')
  /** Which stop is dragged, and where it would come. */
  const [drag, setDrag] = useState<{ id: string; to: number } | null>(null)
  const open = run.stops.filter(isOpen).length
  const started = run.route.status !== 'DISPATCHED'
  const loads = loadListOf(run)
  const stops = (loading ? loads.flat() : run.stops).filter((stop) => isFound(stop, query))
  const isWhole = !loading && query.trim() === ''
  const openIds = run.stops.filter(isOpen).map(({ stop_uuid }) => stop_uuid)
  const moveTo = ({ stop_uuid }: RunStop, place: number) => {
    const moved = openIds.filter((id) => id !== stop_uuid)
    moved.splice(place, 0, stop_uuid)
    void work.tap({ kind: 'REORDER', stop_uuids: moved })
  }
  const placeClass = (stop: RunStop): string | undefined => {
    if (!isOpen(stop)) return 'finished'
    if (drag?.id === stop.stop_uuid) return 'dragged'
    if (!drag || openIds[drag.to] !== stop.stop_uuid) return undefined
    return openIds.indexOf(drag.id) < drag.to ? 'drop-after' : 'drop-before'
  }
  const headTo = (stop: RunStop) => {
    void work.tap({ kind: 'HEAD', stop_uuid: stop.stop_uuid })
    show(stop.stop_uuid)
  }
  const end = () => {
    void work.tap({ kind: 'END' }, END_HOLD_MS)
    show(null)
  }
  return (
    <section aria-label={words.allStops}>
      <p className="soft">{glance(words, run)}</p>
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
            {loading && loads.length > 1 && <Load run={run} loads={loads} first={stop} />}
            <li className={placeClass(stop)} data-open={isOpen(stop) || undefined}>
              <span className="mark" aria-hidden="true">
                {STATE_MARKS[stop.status]}
              </span>
              <div>
                {isOpen(stop) ? (
                  <>
                    <button type="button" className="address" onClick={() => show(stop.stop_uuid)}>
                      {stop.sequence}. {stop.address.line1}
                      <Changed change={changes.find(({ stopId }) => stopId === stop.stop_uuid)} />
                    </button>
                    <Lines words={words} run={run} stop={stop} />
                  </>
                ) : (
                  <FinishedStop
                    work={work}
                    run={run}
                    stop={stop}
                    skewMs={skewMs}
                    showPhotos={() => showPhotos(stop)}
                    onUndo={() => show(stop.stop_uuid)}
                  >
                    <Lines words={words} run={run} stop={stop} />
                  </FinishedStop>
                )}
                {loading && (
                  <p>{stop.items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ') || list.noItems}</p>
                )}
              </div>
              {isWhole && run.business.may_reorder && isOpen(stop) && openIds.length > 1 && (
                <DragHandle
                  address={stop.address.line1}
                  at={openIds.indexOf(stop.stop_uuid)}
                  of={openIds.length}
                  onDrag={(to) => setDrag(to === null ? null : { id: stop.stop_uuid, to })}
                  onMove={(to) => moveTo(stop, to)}
                />
              )}
              {isWhole && run.business.may_reorder && openIds.indexOf(stop.stop_uuid) > 0 && (
                <button
                  type="button"
                  className="plain"
                  onClick={() => moveTo(stop, openIds.indexOf(stop.stop_uuid) - 1)}
                  aria-label={list.moveUpOf(stop.address.line1)}
                >
                  {list.moveUp}
                </button>
              )}
              {started && !loading && !run.business.may_reorder && stop.status === 'PENDING' && (
                <button
                  type="button"
                  className="plain"
                  onClick={() => headTo(stop)}
                  aria-label={list.goNextOf(stop.address.line1)}
                >
                  {list.goNext}
                </button>
              )}
            </li>
          </Fragment>
        ))}
        {isWhole && <Pauses run={run} before={null} />}
      </ol>
      <div className="choices">
        <LanguageChoice />
        <LookChoice />
        <NavigationChoice />
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={shares}
          onChange={(event) => {
            agreeToShare(event.target.checked)
            setShares(event.target.checked)
          }}
        />{' '}
        {words.sharing.setting}
      </label>
      {shares && isBlocked && <p className="soft">{words.sharing.isBlocked}</p>}
      {started &&
        open > 0 &&
        (ending ? (
          <div className="card">
            <p>{list.notDone(open)}</p>
            <div className="second">
              <button type="button" onClick={() => setEnding(false)}>
                {list.keepDriving}
              </button>
              <button type="button" className="danger" onClick={end}>
                {list.end}
              </button>
            </div>
          </div>
        ) : (
          <button type="button" className="wide" onClick={() => setEnding(true)}>
            {list.endEarly}
          </button>
        ))}
    </section>
  )
}

/** The customer, the order reference, and the time. */
const Lines = ({ words, run, stop }: { words: DriverWords; run: Run; stop: RunStop }) => (
  <>
    <p>{stop.customer_name}</p>
    <p className="soft">{words.order(stop.external_ref)}</p>
    <p className="soft">{when(words, stop, run.business.time_zone)}</p>
  </>
)

/** Finds a stop by its name, address, reference, or the code of a piece: drivers read these on packages. */
function isFound(stop: RunStop, query: string): boolean {
  const { customer_name, external_ref, address } = stop
  const where = [address.line1, address.city, address.postal_code]
  const codes = piecesAt(stop).map(({ code }) => code)
  const text = [customer_name, external_ref, ...where, ...codes].join('\n').toLowerCase()
  return query
    .toLowerCase()
    .split(' ')
    .every((word) => text.includes(word))
}

/** Load by load, last stop first. */
const loadListOf = ({ stops }: Run): RunStop[][] =>
  [...new Set(stops.map(({ trip }) => trip))]
    .sort((a, b) => a - b)
    .map((load) => stops.filter(({ trip }) => trip === load).reverse())

/** Above the first stop of a load: which it is, and when it is loaded. */
function Load({ run, loads, first }: { run: Run; loads: readonly RunStop[][]; first: RunStop }) {
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

/** Lines between the stops. */
function Pauses({ run, before }: { run: Run; before: number | null }) {
  const words = useWords()
  return pausesBefore(run, before).map((pause) => (
    <li key={pause.kind + pause.start} className="pause">
      {pauseWords(words, pause, run)}
    </li>
  ))
}

/** The route at a glance. */
function glance(words: DriverWords, { route, stops, business }: Run): string {
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

/** Where it ends, if not where it starts. */
function endWords({ list }: DriverWords, route: Run['route']): string | null {
  const end = endOf(route)
  if (end?.name === startOf(route).name) return null
  return end ? list.endsAt(end.name) : list.endsAtLastStop
}

function when(words: DriverWords, stop: RunStop, zone: string): string {
  const state = words.states[stop.status]
  if (stop.finished_at) return words.finishedAt(state, clock(words, stop.finished_at, zone))
  const expected = words.expectedAt(state, clock(words, stop.eta ?? stop.planned_arrival, zone))
  return [expected, windowOf(words, stop)].filter(Boolean).join(' · ')
}

/** A mark on what is new to the driver. */
function Changed({ change }: { change: Change | undefined }) {
  const { list: words } = useWords()
  return change ? (
    <>
      {' '}
      <span className="changed">{change.kind === 'ADDED' ? words.added : words.moved}</span>
    </>
  ) : null
}
