// The whole route: every stop with its state, the order to load in, and the end of the route.
import { Fragment, useState } from 'react'
import type { Run, RunStop } from '../../src/contract/driver.ts'
import { endOf, startOf } from '../../src/domain/routes/terms.ts'
import { isOpen } from './apply.ts'
import type { Change } from './changes.ts'
import { agreeToShare } from './place.ts'
import { clock, pausesBefore, pauseWords, STATE_MARKS, STATE_WORDS, windowOf } from './words.ts'
import type { Work } from './work.ts'

/** Nothing where the business has no phone for customers. */
export const CallOffice = ({ phone }: { phone: string | null }) =>
  phone === null ? null : (
    <a className="button" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
      Call the office
    </a>
  )

interface Props {
  work: Work
  run: Run
  /** What the office changed, until the driver has seen it. */
  changes: readonly Change[]
  show: (stopId: string | null) => void
  shares: boolean
  setShares: (shares: boolean) => void
  /** The browser refuses to say where the phone is. */
  isBlocked: boolean
}

export function StopList({ work, run, changes, show, shares, setShares, isBlocked }: Props) {
  const [loading, setLoading] = useState(false)
  const [ending, setEnding] = useState(false)
  const open = run.stops.filter(isOpen).length
  const started = run.route.status !== 'DISPATCHED'
  const loads = loadListOf(run)
  const stops = loading ? loads.flat() : run.stops
  const openIds = run.stops.filter(isOpen).map(({ stop_uuid }) => stop_uuid)
  const moveUp = ({ stop_uuid }: RunStop) => {
    const from = openIds.indexOf(stop_uuid)
    const moved = openIds.toSpliced(from, 1).toSpliced(from - 1, 0, stop_uuid)
    void work.tap({ kind: 'REORDER', stop_uuids: moved })
  }
  const headTo = (stop: RunStop) => {
    void work.tap({ kind: 'HEAD', stop_uuid: stop.stop_uuid })
    show(stop.stop_uuid)
  }
  const end = () => {
    void work.tap({ kind: 'END' })
    show(null)
  }
  return (
    <section aria-label="All stops">
      <p className="soft">{glance(run)}</p>
      <CallOffice phone={run.business.phone} />
      <label className="check">
        <input type="checkbox" checked={loading} onChange={(event) => setLoading(event.target.checked)} /> Load list:
        last stop first
      </label>
      <ol className="stops" reversed={loading}>
        {stops.map((stop) => (
          <Fragment key={stop.stop_uuid}>
            {!loading && <Pauses run={run} before={stop.sequence} />}
            {loading && loads.length > 1 && <Load run={run} loads={loads} first={stop} />}
            <li className={isOpen(stop) ? undefined : 'finished'}>
              <span className="mark" aria-hidden="true">
                {STATE_MARKS[stop.status]}
              </span>
              <div>
                {isOpen(stop) ? (
                  <button type="button" className="address" onClick={() => show(stop.stop_uuid)}>
                    {stop.sequence}. {stop.address.line1}
                    <Changed change={changes.find(({ stopId }) => stopId === stop.stop_uuid)} />
                  </button>
                ) : (
                  <strong>
                    {stop.sequence}. {stop.address.line1}
                  </strong>
                )}
                <p className="soft">
                  {STATE_WORDS[stop.status]} {when(stop, run.business.time_zone)}
                </p>
                {isOpen(stop) && <p className="soft">{windowOf(stop)}</p>}
                {loading && (
                  <p>
                    {stop.items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ') || 'No items listed'}
                  </p>
                )}
              </div>
              {!loading && run.business.may_reorder && openIds.indexOf(stop.stop_uuid) > 0 && (
                <button
                  type="button"
                  className="plain"
                  onClick={() => moveUp(stop)}
                  aria-label={`Move up: ${stop.address.line1}`}
                >
                  Move up
                </button>
              )}
              {started && !loading && !run.business.may_reorder && stop.status === 'PENDING' && (
                <button
                  type="button"
                  className="plain"
                  onClick={() => headTo(stop)}
                  aria-label={`Go next: ${stop.address.line1}`}
                >
                  Go next
                </button>
              )}
            </li>
          </Fragment>
        ))}
        {!loading && <Pauses run={run} before={null} />}
      </ol>
      <label className="check">
        <input
          type="checkbox"
          checked={shares}
          onChange={(event) => {
            agreeToShare(event.target.checked)
            setShares(event.target.checked)
          }}
        />{' '}
        Share my location during the route
      </label>
      {shares && isBlocked && (
        <p className="soft">It isn’t shared now: this browser blocks it. Allow it in the settings of this site.</p>
      )}
      {started &&
        open > 0 &&
        (ending ? (
          <div className="card">
            <p>
              {open === 1 ? 'One stop is' : `${open} stops are`} not done. {open === 1 ? 'It goes' : 'They go'} back to
              the office.
            </p>
            <div className="second">
              <button type="button" onClick={() => setEnding(false)}>
                Keep driving
              </button>
              <button type="button" className="danger" onClick={end}>
                End route
              </button>
            </div>
          </div>
        ) : (
          <button type="button" className="wide" onClick={() => setEnding(true)}>
            End route early
          </button>
        ))}
    </section>
  )
}

/** Load by load, last stop first. */
const loadListOf = ({ stops }: Run): RunStop[][] =>
  [...Map.groupBy(stops, ({ trip }) => trip)].sort(([a], [b]) => a - b).map(([, load]) => load.reverse())

/** Above the first stop of a load: which it is, and when it is loaded. */
function Load({ run, loads, first }: { run: Run; loads: readonly RunStop[][]; first: RunStop }) {
  const at = loads.findIndex((load) => load[0] === first)
  if (at < 0) return null
  const pause = run.route.pauses?.find(({ kind, trip }) => kind === 'RELOAD' && trip === first.trip)
  return (
    <li className="pause">
      Load {at + 1}
      {pause ? ` at ${clock(pause.start, run.business.time_zone)}` : ''}
    </li>
  )
}

/** Lines between the stops. */
const Pauses = ({ run, before }: { run: Run; before: number | null }) =>
  pausesBefore(run, before).map((pause) => (
    <li key={pause.kind + pause.start} className="pause">
      {pauseWords(pause, run)}
    </li>
  ))

/** The route at a glance. */
const glance = ({ route, stops, business }: Run): string =>
  [
    `${stops.length} ${stops.length === 1 ? 'stop' : 'stops'}`,
    `${route.distance_miles.toFixed(1)} mi`,
    route.load_weight_lbs > 0 && `${Math.round(route.load_weight_lbs).toLocaleString('en-US')} lb`,
    `from ${startOf(route).name}`,
    endWords(route),
    route.planned_end && `${endOf(route) ? 'back' : 'done'} about ${clock(route.planned_end, business.time_zone)}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** Where it ends, if not where it starts. */
function endWords(route: Run['route']): string | null {
  const end = endOf(route)
  return end?.name === startOf(route).name ? null : end ? `to ${end.name}` : 'ends at the last stop'
}

const when = (stop: RunStop, zone: string): string =>
  stop.finished_at ? clock(stop.finished_at, zone) : `about ${clock(stop.eta ?? stop.planned_arrival, zone)}`

/** A mark on what is new to the driver. */
const Changed = ({ change }: { change: Change | undefined }) =>
  change ? (
    <>
      {' '}
      <span className="changed">{change.kind === 'ADDED' ? 'new' : 'moved'}</span>
    </>
  ) : null
