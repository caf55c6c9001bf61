// The current stop: address, customer, time, goods, and the next action.
import { type ReactNode, useReducer, useSyncExternalStore } from 'react'
import type { DriverRoute, RunStop } from '../../src/contract/driver.ts'
import { clock, streetInWords, volume, weight as inWords } from '../../src/domain/driver-words/times.ts'
import { isProbablyAt } from '../../src/domain/routes/arrival.ts'
import { placeOfHandOver } from '../../src/domain/routes/pauses.ts'
import { doorChecksPayload } from './door-check-answers.ts'
import { Button } from './button.tsx'
import { useWords } from './language.tsx'
import { Navigate } from './navigate.tsx'
import { isAtDoor, nextStep } from './next-step.ts'
import { LeftPlaceField, OptionalNote, useLeftPlace, useNote } from './note.tsx'
import { packagesText, scanPayload } from './pieces.ts'
import { photosOf } from './photos.ts'
import { lastLocation, onLocationChange } from './place.ts'
import { forgetGroupedStop, SameDoor, groupedStops } from './same-door.tsx'
import { DoorButtons, MissingProof, NextStep, OtherActions } from './stop-actions.tsx'
import { Thumbnails } from './thumbnails.tsx'
import type { View } from './view.ts'
import { cityOf, pausesBefore, pauseWords, STATE_MARKS, windowOf } from './route-text.ts'
import type { Work } from './work.ts'

interface Props {
  work: Work
  run: DriverRoute
  stop: RunStop
  /** Continues with the next stop after an outcome. */
  done: () => void
  open: (view: View) => void
  /** Undo bar, shown with the actions at the bottom. */
  undo: ReactNode
}

export function StopCard({ work, run, stop, done, open, undo }: Props) {
  const words = useWords()
  const { card } = words
  const note = useNote(stop)
  const left = useLeftPlace(stop)
  const [, chose] = useReducer((count: number) => count + 1, 0)
  const started = run.route.status !== 'DISPATCHED'
  const arrived = isAtDoor(run, stop)
  const others = arrived ? groupedStops(run, stop) : []
  const at = { work, run, stop, others, open, step: nextStep(run, stop, others) }
  const deliver = async (): Promise<void> => {
    const said = { driver_notes: note.send(), left_where: left.send() }
    // The shown stop comes last. Until then it stays the current stop, so that none of the others becomes the current one.
    for (const one of [...others, stop]) {
      const { stop_uuid } = one
      await work.tap({
        kind: 'OUTCOME',
        status: 'DELIVERED',
        stop_uuid,
        ...said,
        ...scanPayload(run, one),
        ...doorChecksPayload(one, 'DELIVERED'),
      })
    }
    forgetGroupedStop(stop)
    done()
  }
  return (
    <>
      <section className="card stop" aria-label={card.nextStop}>
        <div className="where">
          <p className="soft">
            {card.stop(stop.sequence)} · <span aria-hidden="true">{STATE_MARKS[stop.status]}</span>{' '}
            {words.states[stop.status]}
          </p>
          <h2>{stop.address.line1}</h2>
        </div>
        <p className="soft">{cityOf(stop)}</p>
        <p className="name">{stop.customer_name}</p>
        <p className="soft">{packagesText(words, run, stop)}</p>
        {arrived && <SameDoor run={run} stop={stop} onChange={chose} />}
        <StopTime run={run} stop={stop} />
        <StreetHours stop={stop} />
        {started && <PausesBefore run={run} stop={stop} />}
        <Ways stop={stop} open={open} />
        <Instructions stop={stop} />
        <Items stop={stop} />
        <Goods run={run} stop={stop} />
        <Thumbnails photos={photosOf(work.state().waiting, stop)} open={() => open({ at: 'photos', stop })} />
        <DoorButtons {...at} />
        {arrived && <LeftPlaceField places={run.business.leaving_places} left={left} />}
        {arrived && <OptionalNote note={note} />}
      </section>
      <div className="actions">
        {started && stop.status !== 'ARRIVED' && <ArrivalHint stop={stop} />}
        <MissingProof {...at} />
        <NextStep {...at} deliver={deliver} />
        <OtherActions {...at} />
        {undo}
      </div>
    </>
  )
}

function StopTime({ run, stop }: { run: DriverRoute; stop: RunStop }) {
  const words = useWords()
  const window = windowOf(words, stop)
  return (
    <p>
      {window && <strong>{window}</strong>}{' '}
      <span className="soft">
        {words.about(clock(words, stop.eta ?? stop.planned_arrival, run.business.time_zone))}
      </span>{' '}
      <TemperatureTag of={stop.temperature_class} />
    </p>
  )
}

/** Hours in which the street of the stop is open to deliveries, if not at all hours. */
function StreetHours({ stop }: { stop: RunStop }) {
  const hours = streetInWords(useWords(), stop.street_hours)
  return hours && <p>{hours}</p>
}

function Instructions({ stop }: { stop: RunStop }) {
  const { card } = useWords()
  return (
    <>
      {stop.instructions && <p className="instructions">{stop.instructions}</p>}
      {stop.customer_instructions && (
        <p className="instructions">
          <span className="soft">{card.fromCustomer}</span> {stop.customer_instructions}
        </p>
      )}
    </>
  )
}

/** Hint that the phone seems to be at the stop. It taps nothing, because the driver decides when to tap. */
function ArrivalHint({ stop }: { stop: RunStop }) {
  const words = useWords()
  const place = useSyncExternalStore(onLocationChange, lastLocation)
  const { lat, lng, line1 } = stop.address
  if (!place || lat === null || lng === null || !isProbablyAt(place, { lat, lng })) return null
  return (
    <p className="hint" role="status">
      {words.card.seemsThere(line1)}
    </p>
  )
}

/** Breaks and reloads before the stop. Reloads are hidden once the driver has arrived. */
function PausesBefore({ run, stop }: { run: DriverRoute; stop: RunStop }) {
  const words = useWords()
  return pausesBefore(run, stop.sequence)
    .filter(({ kind }) => kind === 'BREAK' || stop.status !== 'ARRIVED')
    .map((pause) => (
      <div key={pause.kind + pause.start}>
        <p className="pause">{words.beforeThisStop(pauseWords(words, pause, run))}</p>
        {pause.kind === 'RELOAD' && (
          <div className="ways">
            {pause.hand_over ? (
              <Navigate to={pause.hand_over} label={words.card.navigateToVehicle(placeOfHandOver(pause.hand_over))} />
            ) : (
              <Navigate to={run.route.depot} label={words.card.navigateToDepot} />
            )}
          </div>
        )}
      </div>
    ))
}

function Ways({ stop, open }: { stop: RunStop; open: (view: View) => void }) {
  const { card: words } = useWords()
  const { lat, lng } = stop.address
  const phone = stop.customer_phone?.replace(/[^\d+]/g, '')
  return (
    <div className="ways">
      {lat !== null && lng !== null && <Navigate to={{ lat, lng }} label={words.navigate} />}
      {phone && <a href={`tel:${phone}`}>{words.call}</a>}
      {phone &&
        (stop.texts?.length ? (
          <Button onClick={() => open({ at: 'text', stop })}>{words.text}</Button>
        ) : (
          <a href={`sms:${phone}`}>{words.text}</a>
        ))}
    </div>
  )
}

function Items({ stop }: { stop: RunStop }) {
  const words = useWords()
  if (stop.items.length === 0) return null
  const pieces = stop.items.reduce((sum, { quantity }) => sum + quantity, 0)
  const weight = stop.load_weight_lbs === null ? '' : ` · ${inWords(words, stop.load_weight_lbs)}`
  return (
    <details className="items">
      <summary>
        {words.card.items(pieces)}
        {weight}
      </summary>
      <ul>
        {stop.items.map((item, i) => (
          <li key={i}>
            {item.quantity} × {item.name}
            <TemperatureTag of={item.temperature_class} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Goods that are picked up at the stop, and the pickup location of goods that are delivered there. */
function Goods({ run, stop }: { run: DriverRoute; stop: RunStop }) {
  const words = useWords()
  const { card } = words
  const { pickup_weight_lbs: weight, pickup_pieces: pieces, pickup_cubic_feet: room, goods_from: from } = stop
  const picked = [
    pieces ? card.pieces(pieces) : null,
    weight ? inWords(words, weight) : null,
    room ? volume(words, room) : null,
  ].filter((part) => part !== null)
  const giver = from === undefined ? null : run.stops.find(({ external_ref }) => external_ref === from)
  const takers = run.stops.filter(({ goods_from }) => goods_from === stop.external_ref)
  return (
    <>
      {picked.length > 0 && <p className="goods">{card.pickUp(picked.join(', '))}</p>}
      {takers.map(({ stop_uuid, sequence, address }) => (
        <p key={stop_uuid} className="goods">
          {card.pickUpFor(sequence, address.line1)}
        </p>
      ))}
      {from !== undefined && (
        <p className="goods">{giver ? card.goodsFrom(giver.sequence, giver.address.line1) : card.goodsNotHere(from)}</p>
      )}
    </>
  )
}

function TemperatureTag({ of: kept }: { of: RunStop['items'][number]['temperature_class'] }) {
  const { temperatures } = useWords()
  return kept && kept !== 'DRY' ? <span className="cold">{temperatures[kept]}</span> : null
}
