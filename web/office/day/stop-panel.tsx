// One delivery's detail, slid over the map: what is known of it, and what can be done with it now.
import type { ReactNode } from 'react'
import type { DayOut, DayRoute, DayStop, OfficeUnassigned } from '../../../src/contract/office/day.ts'
import { addressOf } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { plural, pounds, timeOf, windowOf } from '../../ui/format.ts'
import { partialsInWords } from '../../../src/domain/routes/item-outcomes.ts'
import { isRunning } from '../../../src/domain/routes/route.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../link.tsx'
import { pickedUp } from '../orders/picked-up.ts'
import { PlaceDoubt, placeDoubt } from '../place-doubt.tsx'
import { useRoleReason, useSession } from '../session.tsx'
import style from './day.module.css'
import { isOpen, type Placed } from './day-data.ts'
import { useDeeds } from './deeds.ts'
import { LeftOff } from './left-off.tsx'
import { pickUpReason } from './moves.ts'
import { Places } from './places.tsx'
import { StateIcon, stateWords } from './state-icon.tsx'
import { StopOutcome } from './stop-outcome.tsx'

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
  const role = useRoleReason('DISPATCHER')
  const { route, stop, order } = placed
  const place = stop ?? order
  const line1 = stop?.address.line1 ?? order?.line1 ?? ''
  const unplaced = order?.lat === null ? 'It isn’t on the map yet. Set its location first.' : null
  const reason = role ?? unplaced ?? pickUpReason(stop)
  return (
    <aside className={style.panel} aria-label={`Delivery to ${line1}`}>
      <header className={style.panelHead}>
        <h2>{line1}</h2>
        <Button kind="quiet" aria-label="Close details" onClick={onClose}>
          <Icon name="cross" />
        </Button>
      </header>
      <dl className={style.facts}>
        <Fact name="Customer">{stop?.customer_name ?? order?.customer_name}</Fact>
        <Fact name="Reference">
          <Link href={`/orders?order=${placed.orderId}`}>{stop?.external_ref ?? order?.external_ref}</Link>
        </Fact>
        <Fact name="Window">{(place && windowOf(place)) ?? 'any time'}</Fact>
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
        {route && stop ? <Progress route={route} stop={stop} /> : <Fact name="Route">not on a route</Fact>}
      </dl>
      {leftOff && !route ? <LeftOff day={day} left={leftOff} onSaid={onDone} /> : null}
      {unplaced ? <Link href={`/orders?order=${placed.orderId}`}>Open the order to set its location</Link> : null}
      {route && stop && isOpen(route) && !stop.finished_at ? (
        <div className={style.actions}>
          <Button reason={role} onClick={() => deeds.lock(route, [stop.stop_uuid], !stop.locked)}>
            <Icon name="lock" /> {stop.locked ? 'Unlock' : 'Lock'}
          </Button>
          <Button
            reason={role ?? pickUpReason(stop)}
            onClick={() => deeds.move({ order_uuids: [placed.orderId], to: null })}
          >
            Remove from route
          </Button>
          <LoadAgain {...{ route, stop, role }} />
          {isRunning(route.status) ? (
            <Button reason={role} onClick={() => deeds.replan({ kind: 'GROWN', stop })}>
              Takes longer or weighs more…
            </Button>
          ) : null}
        </div>
      ) : null}
      {order && !unplaced && day.routes.some(isOpen) ? (
        <div className={style.actions}>
          <Button reason={role} onClick={() => deeds.replan({ kind: 'FIT_IN', orders: [order] })}>
            Fit in…
          </Button>
        </div>
      ) : null}
      {stop?.finished_at || unplaced ? null : (
        <Places orderId={placed.orderId} versions={day.routes.map(({ version }) => version)} reason={reason} />
      )}
      {route && stop ? <StopOutcome key={stop.stop_uuid + stop.status} {...{ route, stop, onDone }} /> : null}
    </aside>
  )
}

/** Where the vehicle may load again; before the first stop it is loaded anyway. */
function LoadAgain({ route, stop, role }: { route: DayRoute; stop: DayStop; role: string | null }) {
  const deeds = useDeeds()
  const own = route.stops.filter(({ trip }) => !route.pauses?.some((pause) => pause.hand_over && pause.trip === trip))
  const before = own.slice(0, Math.max(0, own.indexOf(stop)))
  if (!route.may_reload || before.length === 0) return null
  const begins = before.every(({ trip }) => trip !== stop.trip)
  const reason = role ?? (stop.status === 'PENDING' ? null : 'The driver heads there already.')
  return (
    <Button reason={reason} onClick={() => deeds.loadAgain(stop, !begins)}>
      {begins ? 'Don’t load again before' : 'Load again before'}
    </Button>
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
            href={addressOf('GET /routes/{route_uuid}/stops/{stop_uuid}/proof', {
              params: { route_uuid: route.route_uuid, stop_uuid: stop.stop_uuid },
            })}
            target="_blank"
            rel="noreferrer"
          >
            Proof of delivery, to view or print
          </a>
        </Fact>
      ) : null}
      {stop.left_where ? <Fact name="Left where">{stop.left_where}</Fact> : null}
      {stop.item_outcomes ? <Fact name="Not as ordered">{partialsInWords(stop.item_outcomes).join('; ')}</Fact> : null}
      {stop.scanned ? (
        <Fact name="Scanned">
          {plural(stop.scanned.codes.length, 'piece')}
          {stop.scanned.reason ? `; not all: ${stop.scanned.reason}` : ''}
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

type Goods = Pick<DayStop, 'temperature_class' | 'load_weight_lbs'> & Partial<DayStop>

const goodsOf = (of: Goods | null): string =>
  of
    ? [
        of.temperature_class.toLowerCase(),
        of.load_weight_lbs === null ? 'weight unknown' : pounds(of.load_weight_lbs),
        of.goods_from && `picked up at ${of.goods_from}`,
        pickedUp(of),
      ]
        .filter(Boolean)
        .join(', ')
    : ''
