// The end of the day: the outcomes, the goods and cash to hand in, and a note for the office.
import { type ReactNode, useState } from 'react'
import type { DriverRoute, RunStop } from '../../src/contract/driver.ts'
import { choiceInWords, clock, distance } from '../../src/domain/driver-words/times.ts'
import type { DriverWords } from '../../src/domain/driver-words/words.ts'
import { cashCollected, isPickedUp, itemsToReturn, sumOfAmounts } from '../../src/domain/routes/day-end.ts'
import { money } from '../../src/domain/routes/door-checks.ts'
import { readStored, writeStored } from '../ui/browser-storage.ts'
import { Button } from './button.tsx'
import { useWords } from './language.tsx'
import { Navigate } from './navigate.tsx'
import type { WorkState } from './phone.ts'
import { piecesAt } from './pieces.ts'
import { CallOffice, MyRoutes } from './stop-list.tsx'
import { UndoRouteEnd } from './undo-bar.tsx'
import type { Work } from './work.ts'

interface Props {
  work: Work
  state: WorkState
  run: DriverRoute
  isSent: boolean
  undo: ReactNode
}

export function DoneScreen({ work, state, run, isSent, undo }: Props) {
  const words = useWords()
  const { finished, card } = words
  const { end } = words.day
  const received = run.day_end?.handed_in_at
  const heldEnd = state.waiting.find(({ heldUntil }) => heldUntil !== undefined)
  const count = (status: RunStop['status']) => run.stops.filter((stop) => stop.status === status).length
  return (
    <>
      <section className="card done">
        <h2>{finished.title}</h2>
        <p className="soft">{factsOfDay(words, run)}</p>
        <dl className="counts">
          <Count className="good" name={end.delivered} count={count('DELIVERED')} />
          <Count className="bad" name={end.notDelivered} count={count('FAILED')} />
          <Count name={end.skipped} count={count('SKIPPED')} />
        </dl>
        <p>{isSent ? finished.sent : finished.notSent}</p>
        {received && <p>{end.received(clock(words, received, run.business.time_zone))}</p>}
      </section>
      <Returns run={run} />
      <Cash run={run} />
      <Note work={work} run={run} />
      <div className="actions">
        {heldEnd ? <UndoRouteEnd work={work} end={heldEnd} /> : undo}
        <div className="ways">
          <Navigate to={run.route.depot} label={card.navigateToDepot} />
        </div>
        <div className="second">
          <CallOffice phone={run.business.phone} />
          <MyRoutes />
        </div>
      </div>
    </>
  )
}

function Count({ name, count, className }: { name: string; count: number; className?: string }) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{count}</dd>
    </div>
  )
}

/** Time of the last stop, distance and hours. Until the phone has sent locations, the distance is the planned one. */
function factsOfDay(words: DriverWords, { route, stops, business, day_end }: DriverRoute): string {
  const { end } = words.day
  const last = stops
    .flatMap(({ finished_at }) => finished_at ?? [])
    .toSorted()
    .at(-1)
  const minutes =
    last && route.started_at ? Math.round((Date.parse(last) - Date.parse(route.started_at)) / 60_000) : null
  const driven = day_end?.driven_miles ?? null
  return [
    last && clock(words, last, business.time_zone),
    driven === null ? end.planned(distance(words, route.distance_miles)) : end.driven(distance(words, driven)),
    minutes !== null && minutes >= 0 && end.hours(Math.floor(minutes / 60), minutes % 60),
  ]
    .filter(Boolean)
    .join(' · ')
}

const itemsBack = (run: DriverRoute, stop: RunStop) => {
  const { goods_from: from, item_outcomes: itemOutcomes = null } = stop
  const giver = run.stops.find(({ external_ref }) => external_ref === from) ?? null
  return from !== undefined && !isPickedUp(giver) ? null : itemsToReturn({ ...stop, itemOutcomes })
}

/** Goods to bring back. The driver ticks off unloaded goods; the ticks stay on this phone. */
function Returns({ run }: { run: DriverRoute }) {
  const words = useWords()
  const { end } = words.day
  const key = `unloaded ${run.route.route_uuid}`
  const [ticked, setTicked] = useState<string[]>(() => JSON.parse(readStored('browser', key) ?? '[]') as string[])
  const back = run.stops.flatMap((stop) => {
    const items = itemsBack(run, stop)
    return items ? [{ stop, items }] : []
  })
  if (back.length === 0) return null
  const tick = (id: string, isOn: boolean): void => {
    const ids = isOn ? [...ticked, id] : ticked.filter((one) => one !== id)
    writeStored('browser', key, JSON.stringify(ids))
    setTicked(ids)
  }
  return (
    <section className="card back">
      <h2>{end.toReturn}</h2>
      <p className="soft">
        {[end.bringTo(run.route.depot.name), run.day_end?.returns_place].filter(Boolean).join(' ')}
      </p>
      {back.map(({ stop, items }) => (
        <label key={stop.stop_uuid} className="check">
          <input
            type="checkbox"
            checked={ticked.includes(stop.stop_uuid)}
            onChange={(event) => tick(stop.stop_uuid, event.target.checked)}
          />
          <span>
            {stop.external_ref} · {stop.address.line1}
            <span className="soft">
              {[
                stop.reason ? choiceInWords(words, stop.reason) : words.states[stop.status],
                items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ') ||
                  words.day.find.packages(piecesAt(stop).length),
                stop.temperature_class !== 'DRY' && words.temperatures[stop.temperature_class],
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </label>
      ))}
    </section>
  )
}

function Cash({ run }: { run: DriverRoute }) {
  const words = useWords()
  const { end } = words.day
  const paid = run.stops.flatMap((stop) => {
    const cash = stop.status === 'DELIVERED' ? cashCollected(stop.checks) : null
    return cash ? [{ stop, cash }] : []
  })
  const totals = [...Map.groupBy(paid, ({ cash }) => cash.currency)].map(([currency, lines]) => {
    const sum = sumOfAmounts(
      lines.map(({ cash }) => cash.amount),
      currency,
    )
    return money(sum, currency, words.locale)
  })
  if (paid.length === 0) return null
  return (
    <section className="card cash">
      <h2>
        {paid.some(({ cash }) => cash.method === 'CHECK') ? end.cashAndChecks : end.cash}{' '}
        <strong>{totals.join(' + ')}</strong>
      </h2>
      {paid.map(({ stop, cash }) => (
        <p key={stop.stop_uuid}>
          <span>
            {stop.external_ref} · {stop.customer_name}
            {cash.method === 'CHECK' && <span className="soft">{words.asked.methods.CHECK}</span>}
            {cash.reason && <span className="soft">{end.because(cash.reason)}</span>}
          </span>
          <strong>{money(cash.amount, cash.currency, words.locale)}</strong>
        </p>
      ))}
    </section>
  )
}

function Note({ work, run }: { work: Work; run: DriverRoute }) {
  const { end } = useWords().day
  const [note, setNote] = useState('')
  const said = note.trim()
  const sent = run.day_end?.note
  return (
    <section className="card">
      {sent && <p>{end.noted(sent)}</p>}
      <label className="field">
        {end.note}
        <textarea rows={2} maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
      </label>
      <Button
        kind="wide"
        disabled={said === ''}
        onClick={() => {
          void work.tap({ kind: 'NOTE', driver_notes: said })
          setNote('')
        }}
      >
        {end.send}
      </Button>
    </section>
  )
}
