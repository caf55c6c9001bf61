// The stop at hand: where, who, when, what; and the one thing to tap next.
import { type ReactNode, useSyncExternalStore } from 'react'
import type { Run, RunStop } from '../../src/contract/driver.ts'
import { seemsToBeAt } from '../../src/domain/routes/arrival.ts'
import { OptionalNote, useNote } from './note.tsx'
import { lastPlace, onPlace } from './place.ts'
import { TakePhoto } from './take-photo.tsx'
import { cityOf, clock, proofWanted, STATE_MARKS, STATE_WORDS, windowOf } from './words.ts'
import type { Work } from './work.ts'

interface Props {
  work: Work
  run: Run
  stop: RunStop
  /** After an outcome: on to the next one. */
  done: () => void
  fail: () => void
  sign: () => void
  /** Shown with the actions, at the thumb. */
  undo: ReactNode
}

export function StopCard({ work, run, stop, done, fail, sign, undo }: Props) {
  const { time_zone: zone } = run.business
  const window = windowOf(stop)
  const tap = (kind: 'HEAD' | 'ARRIVE' | 'START') =>
    void work.tap({ kind, ...(kind !== 'START' && { stop_uuid: stop.stop_uuid }) })
  const note = useNote(stop)
  const finish = async (status: 'DELIVERED' | 'SKIPPED'): Promise<void> => {
    await work.tap({ kind: 'OUTCOME', status, stop_uuid: stop.stop_uuid, driver_notes: note.send() })
    done()
  }
  const started = run.route.status !== 'DISPATCHED'
  const missing = proofWanted(run, stop, 'DELIVERED')
  return (
    <>
      <section className="card stop" aria-label="Next stop">
        <p className="soft">
          Stop {stop.sequence} · <span aria-hidden="true">{STATE_MARKS[stop.status]}</span> {STATE_WORDS[stop.status]}
        </p>
        <h2>{stop.address.line1}</h2>
        <p className="soft">{cityOf(stop)}</p>
        <p className="name">{stop.customer_name}</p>
        <p>
          {window && <strong>{window}</strong>}{' '}
          <span className="soft">about {clock(stop.eta ?? stop.planned_arrival, zone)}</span>{' '}
          {stop.temperature_class !== 'DRY' && <span className="cold">{stop.temperature_class.toLowerCase()}</span>}
        </p>
        {stop.instructions && <p className="instructions">{stop.instructions}</p>}
        <Ways stop={stop} />
        <Items stop={stop} />
        <Proof work={work} stop={stop} missing={missing} sign={sign} />
        {stop.status === 'ARRIVED' && <OptionalNote note={note} />}
      </section>
      <div className="actions">
        {undo}
        {started && stop.status !== 'ARRIVED' && <AtStop stop={stop} />}
        {!started ? (
          <button type="button" className="primary" onClick={() => tap('START')}>
            Start route
          </button>
        ) : stop.status === 'ARRIVED' ? (
          <button
            type="button"
            className="primary"
            disabled={missing !== null}
            aria-describedby={missing ? 'missing' : undefined}
            onClick={() => void finish('DELIVERED')}
          >
            Delivered
          </button>
        ) : (
          <button type="button" className="primary" onClick={() => tap('ARRIVE')}>
            Arrived
          </button>
        )}
        <div className="second">
          <button type="button" onClick={fail}>
            Could not deliver
          </button>
          <button type="button" onClick={() => void finish('SKIPPED')}>
            Skip
          </button>
          {started && stop.status === 'PENDING' && (
            <button type="button" onClick={() => tap('HEAD')}>
              Go here next
            </button>
          )}
        </div>
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

function Ways({ stop }: { stop: RunStop }) {
  const { lat, lng } = stop.address
  const place = lat === null || lng === null ? null : `${lat},${lng}`
  const phone = stop.customer_phone?.replace(/[^\d+]/g, '')
  return (
    <div className="ways">
      {place && (
        <details className="navigate">
          <summary>Navigate</summary>
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
      )}
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

function Proof({ work, stop, missing, sign }: { work: Work; stop: RunStop; missing: string | null; sign: () => void }) {
  return (
    <div className="proof">
      <TakePhoto work={work} stop={stop} />
      <button type="button" onClick={sign}>
        {stop.signed ? 'Signed ✓' : 'Signature'}
      </button>
      {missing && (
        <p id="missing" className="soft">
          Needs {missing} before “Delivered”.
        </p>
      )}
    </div>
  )
}
