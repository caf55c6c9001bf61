// One delivery's detail, slid over the map: what is known of it, and what can be done with it now.
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import type { DayOut, DayRoute, DayStop, OfficeUnassigned } from '../../../src/contract/office/day.ts'
import { routeRefusal } from '../../../src/domain/routes/route.ts'
import { ApiError, post } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { pounds, timeOf, windowOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../link.tsx'
import { PlaceDoubt, placeDoubt } from '../place-doubt.tsx'
import { useRoleReason, useSession } from '../session.tsx'
import style from './day.module.css'
import { isOpen, type Placed } from './day-data.ts'
import { useDeeds } from './deeds.ts'
import { LeftOff } from './left-off.tsx'
import { pickUpReason } from './moves.ts'
import { Places } from './places.tsx'
import { StateIcon, stateWords } from './state-icon.tsx'

interface Props {
  day: DayOut
  placed: Placed
  leftOff: OfficeUnassigned | null
  onClose: () => void
  /** Something was done, or refused. */
  onDone: (said: string) => void
}

export function StopPanel(props: Props) {
  const { day, placed, leftOff, onClose, onDone } = props
  const deeds = useDeeds()
  const { business } = useSession()
  const role = useRoleReason('DISPATCHER')
  const { route, stop, order } = placed
  const zone = business.time_zone
  const place = stop ?? order
  const line1 = stop?.address.line1 ?? order?.line1 ?? ''
  const unplaced = order?.lat === null ? 'It is not on the map yet; give it a place first.' : null
  const reason = role ?? unplaced ?? pickUpReason(stop)
  return (
    <aside className={style.panel} aria-label={`Delivery to ${line1}`}>
      <header className={style.panelHead}>
        <h2>{line1}</h2>
        <Button kind="quiet" aria-label="Close the detail" onClick={onClose}>
          <Icon name="cross" />
        </Button>
      </header>
      <dl className={style.facts}>
        <Fact name="Customer">{stop?.customer_name ?? order?.customer_name}</Fact>
        <Fact name="Reference">
          <Link href={`/orders?order=${placed.orderId}`}>{stop?.external_ref ?? order?.external_ref}</Link>
        </Fact>
        <Fact name="Window">
          {windowOf(stop?.window_start ?? order?.window_start ?? null, stop?.window_end ?? order?.window_end ?? null) ??
            'any time'}
        </Fact>
        <Fact name="Goods">{goodsOf(stop ?? order)}</Fact>
        {place && placeDoubt(place) ? (
          <Fact name="Place">
            <div>
              <PlaceDoubt place={place} className={style.why} />
              <Link href={`/orders?order=${placed.orderId}`}>Check the pin</Link>
            </div>
          </Fact>
        ) : null}
        {order?.zone ? <Fact name="Zone">{order.zone}</Fact> : null}
        {route && stop ? <Progress route={route} stop={stop} /> : <Fact name="Route">not routed</Fact>}
      </dl>
      {leftOff && !route ? <LeftOff day={day} left={leftOff} onSaid={onDone} /> : null}
      {unplaced ? <Link href={`/orders?order=${placed.orderId}`}>Open the order to place it on the map</Link> : null}
      {route && stop && isOpen(route) && !stop.finished_at ? (
        <div className={style.actions}>
          <Button reason={role} onClick={() => deeds.lock(route, [stop.stop_uuid], !stop.locked)}>
            <Icon name="lock" /> {stop.locked ? 'Unlock' : 'Lock'}
          </Button>
          <Button
            reason={role ?? pickUpReason(stop)}
            onClick={() => deeds.move({ order_uuids: [placed.orderId], to: null })}
          >
            Take off the route
          </Button>
        </div>
      ) : null}
      {stop?.finished_at || unplaced ? null : (
        <Places orderId={placed.orderId} versions={day.routes.map(({ version }) => version)} reason={reason} />
      )}
      {route && stop ? <Outcome key={stop.stop_uuid + stop.status} {...{ route, stop, role, zone, onDone }} /> : null}
    </aside>
  )
}

function Progress({ route, stop }: { route: DayRoute; stop: DayStop }) {
  const zone = useSession().business.time_zone
  return (
    <>
      <Fact name="Route">
        {route.name}, stop {stop.sequence} of {route.stop_count}
      </Fact>
      <Fact name="State">
        <StateIcon stop={stop} bare /> {stateWords(stop)}
        {stop.reason ? `: ${stop.reason}` : ''}
      </Fact>
      <Fact name="Planned">{timeOf(stop.planned_arrival, zone)}</Fact>
      {stop.eta && !stop.finished_at ? <Fact name="Expected">{timeOf(stop.eta, zone)}</Fact> : null}
      {stop.arrived_at ? <Fact name="Arrived">{timeOf(stop.arrived_at, zone)}</Fact> : null}
      {stop.finished_at ? <Fact name="Finished">{timeOf(stop.finished_at, zone)}</Fact> : null}
      {stop.late_minutes > 0 ? (
        <Fact name="Late">
          <span className={style.late}>
            <Icon name="clock" /> {stop.late_minutes} min
          </span>
        </Fact>
      ) : null}
      {stop.proof ? (
        <Fact name="Proof">
          <a
            href={`/office/api/routes/${route.route_uuid}/stops/${stop.stop_uuid}/proof`}
            target="_blank"
            rel="noreferrer"
          >
            Pictures and record, to print
          </a>
        </Fact>
      ) : null}
      {stop.driver_notes ? <Fact name="Driver’s notes">{stop.driver_notes}</Fact> : null}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const goodsOf = (of: { temperature_class: string; load_weight_lbs: number | null } | null): string =>
  of
    ? `${of.temperature_class.toLowerCase()}, ${of.load_weight_lbs === null ? 'weight unknown' : pounds(of.load_weight_lbs)}`
    : ''

interface OutcomeProps extends Pick<Props, 'onDone'> {
  route: DayRoute
  stop: DayStop
  role: string | null
  zone: string
}

/** Record, undo while it is held, correct once it is settled: whichever the state allows. */
function Outcome({ route, stop, role, zone, onDone }: OutcomeProps) {
  const path = `/routes/${route.route_uuid}/stops/${stop.stop_uuid}`
  const notRunning = routeRefusal(route.status, 'work')?.message ?? null
  const [fault, setFault] = useState<ApiError | null>(null)
  const call = async (to: string, body: unknown, said: string): Promise<void> => {
    setFault(null)
    try {
      await post(path + to, body)
      onDone(said)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error)
    }
  }
  if (!stop.finished_at && route.status === 'PLANNED') return null
  const undoable = stop.finished_at && !notRunning && (stop.settles_at || stop.status === 'SKIPPED')
  if (undoable)
    return (
      <div className={style.outcome}>
        <Button reason={role} onClick={() => void call('/undo', undefined, `Undone at ${stop.address.line1}.`)}>
          Undo{stop.settles_at ? <Countdown until={stop.settles_at} /> : null}
        </Button>
        <p role="alert">{fault?.message}</p>
      </div>
    )
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const body = {
      status: fields.get('status'),
      reason: fields.get('reason') || null,
      driver_notes: fields.get('driver_notes') || null,
    }
    void call(
      stop.finished_at ? '/correct' : '/status',
      body,
      `${stop.finished_at ? 'Corrected' : 'Recorded'} at ${stop.address.line1}.`,
    )
  }
  const faultOf = (field: string): string | null => (fault?.fields.includes(field) ? fault.message : null)
  return (
    <form className={style.outcome} onSubmit={submit} noValidate>
      <h3>{stop.finished_at ? 'Correct the outcome' : 'Record an outcome'}</h3>
      {stop.finished_at ? (
        <p className={style.soft}>
          {stateWords(stop)} since {timeOf(stop.finished_at, zone)}, and settled: whoever receives webhooks hears of the
          correction.
        </p>
      ) : null}
      <SelectField label="Outcome" name="status" defaultValue={stop.finished_at ? stop.status : 'DELIVERED'}>
        <option value="DELIVERED">Delivered</option>
        <option value="FAILED">Failed</option>
        <option value="SKIPPED">Skipped: back to the pool</option>
      </SelectField>
      <Field
        label="Reason"
        name="reason"
        hint="Needed when it failed"
        defaultValue={stop.reason ?? ''}
        fault={faultOf('reason')}
      />
      <Field label="Notes" name="driver_notes" defaultValue={stop.driver_notes ?? ''} fault={faultOf('driver_notes')} />
      <Button type="submit" reason={role ?? (stop.finished_at ? null : notRunning)}>
        {stop.finished_at ? 'Correct' : 'Record'}
      </Button>
      <p role="alert">{fault && fault.fields.length === 0 ? fault.message : null}</p>
    </form>
  )
}

/** What is left of the undo window, m:ss. */
function Countdown({ until }: { until: string }) {
  const left = () => Math.max(0, Math.round((new Date(until).getTime() - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 1_000)
    return () => clearInterval(timer)
  })
  return (
    <span>
      {' '}
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  )
}
