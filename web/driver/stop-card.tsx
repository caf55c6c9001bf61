// The stop at hand: where, who, when, what; and the one thing to tap next.
import { type ReactNode, useReducer, useSyncExternalStore } from 'react'
import type { Run, RunStop } from '../../src/contract/driver.ts'
import { seemsToBeAt } from '../../src/domain/routes/arrival.ts'
import { LeftWhere, OptionalNote, useLeftWhere, useNote } from './note.tsx'
import { lastPlace, onPlace } from './place.ts'
import { forgetTogether, SameDoor, together } from './same-door.tsx'
import { TakePhoto } from './take-photo.tsx'
import type { View } from './view.ts'
import {
  cityOf,
  clock,
  nextProof,
  pausesBefore,
  pauseWords,
  proofWanted,
  STATE_MARKS,
  STATE_WORDS,
  windowOf,
} from './words.ts'
import type { Work } from './work.ts'

interface Props {
  work: Work
  run: Run
  stop: RunStop
  /** After an outcome: on to the next one. */
  done: () => void
  open: (view: View) => void
  /** Shown with the actions, at the thumb. */
  undo: ReactNode
}

export function StopCard({ work, run, stop, done, open, undo }: Props) {
  const { time_zone: zone } = run.business
  const window = windowOf(stop)
  const note = useNote(stop)
  const left = useLeftWhere(stop)
  const tap = (kind: 'HEAD' | 'ARRIVE') => void work.tap({ kind, stop_uuid: stop.stop_uuid })
  const deliver = async (): Promise<void> => {
    const said = { driver_notes: note.send(), left_where: left.send() }
    // This one last: while it is arrived at, the driver is on the way to no other.
    for (const { stop_uuid } of [...others, stop])
      await work.tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid, ...said })
    forgetTogether(stop)
    done()
  }
  const started = run.route.status !== 'DISPATCHED'
  const arrived = started && stop.status === 'ARRIVED'
  const [, chose] = useReducer((count: number) => count + 1, 0)
  const others = arrived ? together(run, stop) : []
  const all = [stop, ...others]
  const unproven = all.find((one) => nextProof(run, one) !== null)
  const missing = unproven ? proofWanted(run, unproven, 'DELIVERED') : null
  const needed = arrived && unproven ? nextProof(run, unproven) : null
  const sign = () => open({ at: 'signature', stop, others })
  return (
    <>
      <section className="card stop" aria-label="Next stop">
        <div className="where">
          <p className="soft">
            Stop {stop.sequence} · <span aria-hidden="true">{STATE_MARKS[stop.status]}</span> {STATE_WORDS[stop.status]}
          </p>
          <h2>{stop.address.line1}</h2>
        </div>
        <p className="soft">{cityOf(stop)}</p>
        <p className="name">{stop.customer_name}</p>
        {arrived && <SameDoor run={run} stop={stop} onChange={chose} />}
        <p>
          {window && <strong>{window}</strong>}{' '}
          <span className="soft">about {clock(stop.eta ?? stop.planned_arrival, zone)}</span>{' '}
          {stop.temperature_class !== 'DRY' && <span className="cold">{stop.temperature_class.toLowerCase()}</span>}
        </p>
        {started && <Before run={run} stop={stop} />}
        <Ways stop={stop} />
        {stop.instructions && <p className="instructions">{stop.instructions}</p>}
        {stop.customer_instructions && (
          <p className="instructions">
            <span className="soft">From the customer:</span> {stop.customer_instructions}
          </p>
        )}
        <Items stop={stop} />
        <div className="proof">
          {needed !== 'PHOTO' && <TakePhoto work={work} stop={stop} others={others} />}
          {needed !== 'SIGNATURE' && (
            <button type="button" onClick={sign}>
              {stop.signed ? 'Signed ✓' : 'Signature'}
            </button>
          )}
        </div>
        {arrived && <LeftWhere places={run.business.leaving_places} left={left} />}
        {arrived && <OptionalNote note={note} />}
      </section>
      <div className="actions">
        {started && stop.status !== 'ARRIVED' && <AtStop stop={stop} />}
        {arrived && missing && (
          <p id="missing" className="soft">
            Needs {missing} before “Delivered”.
          </p>
        )}
        {!started ? (
          <button type="button" className="primary" onClick={() => void work.tap({ kind: 'START' })}>
            Start route
          </button>
        ) : !arrived ? (
          <button type="button" className="primary" onClick={() => tap('ARRIVE')}>
            Arrived
          </button>
        ) : needed === 'PHOTO' ? (
          <TakePhoto work={work} stop={stop} others={others} primary />
        ) : needed === 'SIGNATURE' ? (
          <button type="button" className="primary" onClick={sign}>
            Get signature
          </button>
        ) : (
          <button type="button" className="primary" onClick={() => void deliver()}>
            {others.length > 0 ? `Delivered: all ${all.length}` : 'Delivered'}
          </button>
        )}
        {started && (
          <div className="second">
            <button type="button" onClick={() => open({ at: 'failure', stop })}>
              Could not deliver
            </button>
            <button type="button" onClick={() => open({ at: 'skip', stop })}>
              Skip
            </button>
            {stop.status === 'PENDING' && (
              <button type="button" onClick={() => tap('HEAD')}>
                Go here next
              </button>
            )}
          </div>
        )}
        {undo}
      </div>
    </>
  )
}

/** Only a hint: the tap is the driver's. */
function AtStop({ stop }: { stop: RunStop }) {
  const place = useSyncExternalStore(onPlace, lastPlace)
  const { lat, lng, line1 } = stop.address
  if (!place || lat === null || lng === null || !seemsToBeAt(place, { lat, lng })) return null
  return (
    <p className="hint" role="status">
      You seem to be at {line1}. Arrived?
    </p>
  )
}

/** What comes before the stop; back at the depot, until the stop is reached. */
const Before = ({ run, stop }: { run: Run; stop: RunStop }) =>
  pausesBefore(run, stop.sequence)
    .filter(({ kind }) => kind === 'BREAK' || stop.status !== 'ARRIVED')
    .map((pause) => (
      <div key={pause.kind + pause.start}>
        <p className="pause">{pauseWords(pause, run)}, before this stop</p>
        {pause.kind === 'RELOAD' && (
          <div className="ways">
            <Navigate to={run.route.depot} label="Navigate to the depot" />
          </div>
        )}
      </div>
    ))

function Navigate({ to, label }: { to: { lat: number; lng: number }; label: string }) {
  const place = `${to.lat},${to.lng}`
  return (
    <details className="navigate">
      <summary>{label}</summary>
      <a href={`https://www.google.com/maps/dir/?api=1&destination=${place}`} target="_blank" rel="noreferrer">
        Google Maps
      </a>
      <a href={`https://maps.apple.com/?daddr=${place}`} target="_blank" rel="noreferrer">
        Apple Maps
      </a>
      <a href={`https://waze.com/ul?ll=${place}&navigate=yes`} target="_blank" rel="noreferrer">
        Waze
      </a>
    </details>
  )
}

function Ways({ stop }: { stop: RunStop }) {
  const { lat, lng } = stop.address
  const phone = stop.customer_phone?.replace(/[^\d+]/g, '')
  return (
    <div className="ways">
      {lat !== null && lng !== null && <Navigate to={{ lat, lng }} label="Navigate" />}
      {phone && <a href={`tel:${phone}`}>Call</a>}
      {phone && <a href={`sms:${phone}`}>Text</a>}
    </div>
  )
}

function Items({ stop }: { stop: RunStop }) {
  if (stop.items.length === 0) return null
  const pieces = stop.items.reduce((sum, { quantity }) => sum + quantity, 0)
  const weight = stop.load_weight_lbs === null ? '' : ` · ${Math.round(stop.load_weight_lbs)} lb`
  return (
    <details className="items">
      <summary>
        Items {pieces}
        {weight}
      </summary>
      <ul>
        {stop.items.map((item, i) => (
          <li key={i}>
            {item.quantity} × {item.name}
            {item.temperature_class && item.temperature_class !== 'DRY' && (
              <span className="cold">{item.temperature_class.toLowerCase()}</span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
