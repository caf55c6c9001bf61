// The stop at hand: where, who, when, what; and the one thing to tap next.
import { type ReactNode, useReducer, useSyncExternalStore } from 'react'
import type { Run, RunStop } from '../../src/contract/driver.ts'
import { clock, volume, weight as inWords } from '../../src/domain/driver-words/times.ts'
import { seemsToBeAt } from '../../src/domain/routes/arrival.ts'
import { placeOfHandOver } from '../../src/domain/routes/pauses.ts'
import { askedAt, askedWords, nextAsked, saidAtDoor } from './asked.ts'
import { useWords } from './language.tsx'
import { Navigate } from './navigate.tsx'
import { LeftWhere, OptionalNote, useLeftWhere, useNote } from './note.tsx'
import { doorProgress, isChecked, loadToCheck, saidOfGoods } from './pieces.ts'
import { photosOf } from './photos.ts'
import { lastPlace, onPlace } from './place.ts'
import { forgetTogether, SameDoor, together } from './same-door.tsx'
import { Thumbnails } from './thumbnails.tsx'
import { TakePhoto } from './take-photo.tsx'
import type { View } from './view.ts'
import { cityOf, nextProof, pausesBefore, pauseWords, proofWanted, STATE_MARKS, windowOf } from './words.ts'
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
  const words = useWords()
  const { card } = words
  const window = windowOf(words, stop)
  const note = useNote(stop)
  const left = useLeftWhere(stop)
  const tap = (kind: 'HEAD' | 'ARRIVE') => void work.tap({ kind, stop_uuid: stop.stop_uuid })
  const deliver = async (): Promise<void> => {
    const said = { driver_notes: note.send(), left_where: left.send() }
    // This one last: while it is arrived at, the driver is on the way to no other.
    for (const one of [...others, stop]) {
      const { stop_uuid } = one
      await work.tap({
        kind: 'OUTCOME',
        status: 'DELIVERED',
        stop_uuid,
        ...said,
        ...saidOfGoods(run, one),
        ...saidAtDoor(one, 'DELIVERED'),
      })
    }
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
  const load = loadToCheck(run, stop)
  const mustCheck = !started && load !== null && run.business.scan_loading === 'REQUIRED' && !isChecked(run, load)
  const scans = arrived ? doorProgress(run, all) : null
  const scan = () => open({ at: 'scan', stop, others })
  /** Each delivery at the door asks for its own. */
  const asking = arrived ? all.find((one) => nextAsked(one) !== null) : undefined
  const need = asking && nextAsked(asking)
  /** The proof whose button is the primary one. */
  const onTop = scans?.needed || need ? null : needed
  const nameOf = (what: string, one: RunStop) =>
    others.length > 0 ? words.asked.needed(what, one.customer_name) : what
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
        <p className="soft">{words.order(stop.external_ref)}</p>
        {arrived && <SameDoor run={run} stop={stop} onChange={chose} />}
        <p>
          {window && <strong>{window}</strong>}{' '}
          <span className="soft">{words.about(clock(words, stop.eta ?? stop.planned_arrival, zone))}</span>{' '}
          <Cold of={stop.temperature_class} />
        </p>
        {started && <Before run={run} stop={stop} />}
        <Ways stop={stop} />
        {stop.instructions && <p className="instructions">{stop.instructions}</p>}
        {stop.customer_instructions && (
          <p className="instructions">
            <span className="soft">{card.fromCustomer}</span> {stop.customer_instructions}
          </p>
        )}
        <Items stop={stop} />
        <Goods run={run} stop={stop} />
        <Thumbnails photos={photosOf(work.state().waiting, stop)} open={() => open({ at: 'photos', stop })} />
        <div className="proof">
          {onTop !== 'PHOTO' && <TakePhoto work={work} stop={stop} others={others} />}
          {onTop !== 'SIGNATURE' && (
            <button type="button" onClick={sign}>
              {stop.signed ? card.signed : card.signature}
            </button>
          )}
          {scans && !scans.needed && (
            <button type="button" onClick={scan}>
              {words.scan.scanned(scans.done, scans.of)}
            </button>
          )}
          {arrived &&
            all.flatMap((one) =>
              askedAt(one)
                .filter((each) => each.isAnswered)
                .map((each) => (
                  <button
                    key={one.stop_uuid + each.need}
                    type="button"
                    onClick={() => open({ at: 'asked', stop: one, need: each.need })}
                  >
                    {nameOf(askedWords(words, run, one, each.need), one)} ✓
                  </button>
                )),
            )}
          {arrived && stop.items.length > 0 && (
            <button type="button" onClick={() => open({ at: 'parts', stop })}>
              {words.parts.open}
              {saidOfGoods(run, stop).items ? ' ✓' : ''}
            </button>
          )}
        </div>
        {arrived && <LeftWhere places={run.business.leaving_places} left={left} />}
        {arrived && <OptionalNote note={note} />}
      </section>
      <div className="actions">
        {started && stop.status !== 'ARRIVED' && <AtStop stop={stop} />}
        {arrived && (scans?.needed || missing) && (
          <p id="missing" className="soft">
            {scans?.needed ? words.scan.needsScan : missing && card.needs[missing]}
          </p>
        )}
        {mustCheck && <p className="soft">{words.scan.mustCheck}</p>}
        {mustCheck ? (
          <button type="button" className="primary" onClick={() => open({ at: 'load', load })}>
            {words.scan.checkLoad}
          </button>
        ) : !started ? (
          <button type="button" className="primary" onClick={() => void work.tap({ kind: 'START' })}>
            {card.start}
          </button>
        ) : !arrived ? (
          <button type="button" className="primary" onClick={() => tap('ARRIVE')}>
            {card.arrived}
          </button>
        ) : scans?.needed ? (
          <button type="button" className="primary" onClick={scan}>
            {words.scan.scanPieces(scans.left)}
          </button>
        ) : asking && need ? (
          <button type="button" className="primary" onClick={() => open({ at: 'asked', stop: asking, need })}>
            {nameOf(askedWords(words, run, asking, need), asking)}
          </button>
        ) : onTop === 'PHOTO' ? (
          <TakePhoto work={work} stop={stop} others={others} primary />
        ) : onTop === 'SIGNATURE' ? (
          <button type="button" className="primary" onClick={sign}>
            {card.getSignature}
          </button>
        ) : (
          <button type="button" className="primary" onClick={() => void deliver()}>
            {others.length > 0 ? card.deliveredAll(all.length) : card.delivered}
          </button>
        )}
        {load !== null && !mustCheck && (
          <div className="second">
            <button type="button" onClick={() => open({ at: 'load', load })}>
              {words.scan.checkLoad}
              {isChecked(run, load) ? ' ✓' : ''}
            </button>
          </div>
        )}
        {started && (
          <div className="second">
            <button type="button" onClick={() => open({ at: 'failure', stop })}>
              {card.couldNotDeliver}
            </button>
            <button type="button" onClick={() => open({ at: 'skip', stop })}>
              {card.skip}
            </button>
            {stop.status === 'PENDING' && (
              <button type="button" onClick={() => tap('HEAD')}>
                {card.goHereNext}
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
  const words = useWords()
  const place = useSyncExternalStore(onPlace, lastPlace)
  const { lat, lng, line1 } = stop.address
  if (!place || lat === null || lng === null || !seemsToBeAt(place, { lat, lng })) return null
  return (
    <p className="hint" role="status">
      {words.card.seemsThere(line1)}
    </p>
  )
}

/** What comes before the stop; loading again, until the stop is reached. */
function Before({ run, stop }: { run: Run; stop: RunStop }) {
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

function Ways({ stop }: { stop: RunStop }) {
  const { card: words } = useWords()
  const { lat, lng } = stop.address
  const phone = stop.customer_phone?.replace(/[^\d+]/g, '')
  return (
    <div className="ways">
      {lat !== null && lng !== null && <Navigate to={{ lat, lng }} label={words.navigate} />}
      {phone && <a href={`tel:${phone}`}>{words.call}</a>}
      {phone && <a href={`sms:${phone}`}>{words.text}</a>}
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
            <Cold of={item.temperature_class} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What is picked up there, and where what is delivered there is picked up. */
function Goods({ run, stop }: { run: Run; stop: RunStop }) {
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

function Cold({ of: kept }: { of: RunStop['items'][number]['temperature_class'] }) {
  const { temperatures } = useWords()
  return kept && kept !== 'DRY' ? <span className="cold">{temperatures[kept]}</span> : null
}
