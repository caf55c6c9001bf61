// One load at the dock: its stops, the last one first, with a large target for each piece.
import { useId, useState } from 'react'
import { call } from '../../api/client.ts'
import { useInvalidate } from '../../api/query.ts'
import { useActionRunner } from '../../api/run.ts'
import { Button } from '../../ui/button.tsx'
import { timeOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'
import {
  codesOf,
  type Dock as DockOf,
  type LoadedRoute,
  type LoadState,
  type LoadStop,
  useLoadState,
} from './load-state.ts'
import style from './loads.module.css'

interface Props {
  dock: DockOf
  onChecked: (said: string) => void
}

export function Dock({ dock, onChecked }: Props) {
  const { route, load } = dock
  const zone = useSession().business.time_zone
  const state = useLoadState(dock)
  const refusal = refusalOf(route)
  const departure = route.planned_start
    ? words.loads.leavesAt(route.driver ?? route.vehicle, timeOf(route.planned_start, zone))
    : ''
  return (
    <section className={style.dock} aria-label={words.loads.ofRoute(words.loads.check, route.name)}>
      <header>
        <div>
          <h2>{words.loads.loadOf(route.vehicle, load.trip, route.loads.length)}</h2>
          <p>
            {departure} {words.loads.lastFirst}
          </p>
        </div>
        <ScanField dock={dock} state={state} reason={refusal} />
      </header>
      <ol>
        {load.stops.map((stop) => (
          <Stop key={stop.stop_uuid} {...{ stop, state }} reason={refusal} />
        ))}
      </ol>
      <Foot {...{ dock, state, onChecked }} reason={refusal} />
    </section>
  )
}

const refusalOf = ({ status }: LoadedRoute): string | null => {
  if (status === 'PLANNED') return words.loads.notSent
  return status === 'DISPATCHED' || status === 'IN_PROGRESS' ? null : words.loads.over
}

interface PartProps {
  state: LoadState
  /** Why the load can't be checked. */
  reason: string | null
}

/** A scanner types the code of a label and presses Enter. */
function ScanField({ dock, state, reason }: PartProps & { dock: DockOf }) {
  const [said, setSaid] = useState('')
  const id = useId()
  const find = (typed: string): void => {
    const code = codesOf(dock.load).find((one) => one.toLowerCase() === typed.trim().toLowerCase())
    setSaid(code ? words.loads.isOn(code) : words.loads.unknownCode(typed.trim()))
    if (code) state.scan(code)
  }
  return (
    <form
      className={style.scan}
      onSubmit={(event) => {
        event.preventDefault()
        const field = event.currentTarget.elements.namedItem('code')
        if (!(field instanceof HTMLInputElement) || field.value.trim() === '' || reason) return
        find(field.value)
        field.value = ''
      }}
    >
      <label htmlFor={id} className="visually-hidden">
        {words.loads.scan}
      </label>
      <input
        id={id}
        name="code"
        type="search"
        autoComplete="off"
        placeholder={words.loads.scan}
        disabled={reason !== null}
      />
      <p role="status">{said}</p>
    </form>
  )
}

function Stop({ stop, state, reason }: PartProps & { stop: LoadStop }) {
  const codes = stop.pieces.map(({ code }) => code)
  const count = (wanted: string): number => codes.filter((code) => state.stateOf(code) === wanted).length
  const open = codes.filter((code) => state.stateOf(code) === 'open')
  return (
    <li className={open.length === 0 ? style.past : undefined}>
      <div className={style.head}>
        <span className={style.disc}>{stop.sequence}</span>
        <h3>{stop.external_ref}</h3>
        <span>{words.loads.onOf(count('on'), codes.length)}</span>
        {open.length > 0 ? (
          <Button
            kind="quiet"
            reason={reason}
            aria-label={words.loads.restMissing(stop.external_ref)}
            onClick={() => state.set(open, 'missing')}
          >
            {words.loads.isMissing}
          </Button>
        ) : null}
      </div>
      <div className={style.pieces}>
        {stop.pieces.map((piece, i) => (
          <Piece key={i} {...{ piece, stop, state, reason }} at={i + 1} />
        ))}
      </div>
      {count('missing') > 0 ? <Missing {...{ stop, state, reason }} count={count('missing')} /> : null}
    </li>
  )
}

interface PieceProps extends PartProps {
  piece: LoadStop['pieces'][number]
  stop: LoadStop
  /** Number of the piece among those of the stop. */
  at: number
}

function Piece({ piece: { code, name }, stop, at, state, reason }: PieceProps) {
  const now = state.stateOf(code)
  const kind = stop.temperature_class
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={now === 'on' ? true : now === 'missing' ? 'mixed' : false}
      aria-disabled={reason !== null || undefined}
      title={reason ?? (now === 'missing' ? words.loads.isMissing : undefined)}
      className={[style.piece, style[now]].filter(Boolean).join(' ')}
      onClick={() => reason === null && state.set([code], now === 'on' ? 'open' : 'on')}
    >
      <span className={style.box}>{now === 'open' ? null : <Icon name={now === 'on' ? 'check' : 'cross'} />}</span>
      <span>
        <b>{name ?? words.loads.pieceOf(at, stop.pieces.length)}</b>
        <small>
          {code} · {words.common.temperature[kind]}
        </small>
      </span>
      {kind === 'DRY' ? null : <Icon name={kind === 'FROZEN' ? 'snow' : 'chilled'} />}
    </button>
  )
}

function Missing({ stop, state, reason, count }: PartProps & { stop: LoadStop; count: number }) {
  const chosen = state.reasons[stop.stop_uuid]
  return (
    <div className={style.missing} role="group" aria-label={words.loads.missing}>
      <span>{words.loads.missingCount(count)}:</span>
      {Object.values(words.loads.reasons).map((one) => (
        <Button
          key={one}
          reason={reason}
          aria-pressed={chosen === one}
          onClick={() => state.explain(stop.stop_uuid, one)}
        >
          {one}
        </Button>
      ))}
    </div>
  )
}

function Foot({ dock: { route, load }, state, reason, onChecked }: PartProps & Props) {
  const { run, busy, said } = useActionRunner()
  const again = useInvalidate()
  const codes = codesOf(load)
  const having = (wanted: string): string[] => codes.filter((code) => state.stateOf(code) === wanted)
  const [on, missing, open] = [having('on'), having('missing'), having('open')]
  const reasons = [...new Set(load.stops.flatMap(({ stop_uuid }) => state.reasons[stop_uuid] ?? []))]
  const send = (): Promise<void> =>
    run(async () => {
      await call('POST /routes/{route_uuid}/load-check', {
        params: { route_uuid: route.route_uuid },
        body: {
          trip: load.trip,
          scanned: on.filter((code) => state.scanned.includes(code)),
          by_hand: on.filter((code) => !state.scanned.includes(code)),
          missing,
          reason: missing.length > 0 ? reasons.join(', ') || null : null,
        },
      })
      state.forget()
      await again('GET /loads')
      onChecked(words.loads.isChecked(route.name))
    })
  return (
    <footer>
      <p>
        <b>{words.loads.onOf(on.length, codes.length)}</b> {words.loads.onVehicle(missing.length, open.length)}
      </p>
      <p role="alert">{said}</p>
      <Button
        kind="primary"
        busy={busy}
        reason={reason ?? (open.length > 0 ? words.loads.stillOpen(open.length) : null)}
        onClick={() => void send()}
      >
        {words.loads.done}
      </Button>
    </footer>
  )
}
