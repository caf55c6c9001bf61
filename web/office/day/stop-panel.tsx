// Detail panel of one delivery over the map, with its data and actions.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DayOut, DayRoute, DayStop } from '../../../src/contract/day.ts'
import type { OfficeUnassigned } from '../../../src/contract/build.ts'
import { urlOf } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { pounds, timeOf, windowOf } from '../../ui/format.ts'
import { isRunning } from '../../../src/domain/routes/route.ts'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { checksOf } from '../orders/checks.ts'
import { pickupText } from '../orders/picked-up.ts'
import { LocationWarning, locationWarning } from '../location-warning.tsx'
import { useRoleReason, useSession } from '../session.tsx'
import style from './day.module.css'
import { isOpen, type DayDelivery } from './day-data.ts'
import { useDayCommands } from './day-commands.ts'
import { hasItemsNotAsOrdered, ItemsNotAsOrdered } from './item-discrepancies.tsx'
import { UnassignedReason } from './unassigned-reason.tsx'
import { unmovableReason } from './moves.ts'
import { SuggestedPositions } from './places.tsx'
import { StateIcon, stateWords } from './state-icon.tsx'
import { StopOutcome } from './stop-outcome.tsx'

interface Props {
  day: DayOut
  placed: DayDelivery
  leftOff: OfficeUnassigned | null
  onClose: () => void
  /** Called with the result or the refusal of an action. */
  onDone: (said: string) => void
}

export function StopPanel(props: Props) {
  const { day, placed, leftOff, onClose, onDone } = props
  const deeds = useDayCommands()
  const role = useRoleReason('planRoutes')
  const { route, stop, order } = placed
  const place = stop ?? order
  const line1 = stop?.address.line1 ?? order?.line1 ?? ''
  const unplaced = order?.lat === null ? words.stop.notOnMap : null
  const reason = role ?? unplaced ?? unmovableReason(stop)
  return (
    <aside className={style.panel} aria-label={words.stop.deliveryTo(line1)}>
      <header className={style.panelHead}>
        <h2>{line1}</h2>
        <Button kind="quiet" aria-label={words.stop.closeDetails} onClick={onClose}>
          <Icon name="cross" />
        </Button>
      </header>
      <dl className={style.facts}>
        <Fact name={words.common.customer}>{stop?.customer_name ?? order?.customer_name}</Fact>
        <Fact name={words.common.reference}>
          <Link href={`/orders?order=${placed.orderId}`}>{stop?.external_ref ?? order?.external_ref}</Link>
        </Fact>
        <Fact name={words.common.window}>{(place && windowOf(place)) ?? words.stop.anyTime}</Fact>
        <Fact name={words.stop.goods}>{goodsOf(stop ?? order)}</Fact>
        {place && locationWarning(place) ? (
          <Fact name={words.stop.place}>
            <div>
              <LocationWarning place={place} className={style.why} />
              <Link href={`/orders?order=${placed.orderId}`}>{words.stop.checkPin}</Link>
            </div>
          </Fact>
        ) : null}
        <OrderDetails orderId={placed.orderId} />
        {order?.zone ? <Fact name={words.common.zone}>{order.zone}</Fact> : null}
        {route && stop ? (
          <Progress route={route} stop={stop} />
        ) : (
          <Fact name={words.common.route}>{words.stop.notOnRoute}</Fact>
        )}
      </dl>
      {leftOff && !route ? <UnassignedReason day={day} left={leftOff} onSaid={onDone} /> : null}
      {unplaced ? <Link href={`/orders?order=${placed.orderId}`}>{words.stop.openToPlace}</Link> : null}
      {route && stop && isOpen(route) && !stop.finished_at ? (
        <div className={style.actions}>
          <Button reason={role} onClick={() => deeds.lock([stop.order_uuid], !stop.locked)}>
            <Icon name="lock" /> {stop.locked ? words.stop.unlock : words.stop.lock}
          </Button>
          <Button
            reason={role ?? unmovableReason(stop)}
            onClick={() => deeds.move({ order_uuids: [placed.orderId], to: null })}
          >
            {words.stop.remove}
          </Button>
          <Button reason={role ?? unmovableReason(stop)} onClick={() => deeds.otherDay([placed.orderId])}>
            {words.day.otherDay}
          </Button>
          <ReloadButton {...{ route, stop, role }} />
          {isRunning(route.status) ? (
            <Button reason={role} onClick={() => deeds.replan({ kind: 'GROWN', stop })}>
              {words.stop.takesLonger}
            </Button>
          ) : null}
        </div>
      ) : null}
      {order ? (
        <div className={style.actions}>
          {!unplaced && day.routes.some(isOpen) ? (
            <Button reason={role} onClick={() => deeds.replan({ kind: 'FIT_IN', orders: [order] })}>
              {words.day.fitIn}
            </Button>
          ) : null}
          <Button reason={role} onClick={() => deeds.otherDay([placed.orderId])}>
            {words.day.otherDay}
          </Button>
        </div>
      ) : null}
      {stop?.finished_at || unplaced ? null : (
        <SuggestedPositions
          orderId={placed.orderId}
          versions={day.routes.map(({ version }) => version)}
          reason={reason}
        />
      )}
      {route && stop ? <StopOutcome key={stop.stop_uuid + stop.status} {...{ route, stop, onDone }} /> : null}
    </aside>
  )
}

/** Details from the order: phone, instructions and items. */
function OrderDetails({ orderId }: { orderId: string }) {
  const { data } = useQuery(endpointQuery('GET /orders/{order_uuid}', { params: { order_uuid: orderId } }))
  if (!data) return null
  const { customer_phone: phone, instructions, customer_instructions: asked, items } = data.order
  return (
    <>
      {phone ? (
        <Fact name={words.stop.phone}>
          <a href={`tel:${phone}`}>{phone}</a>
        </Fact>
      ) : null}
      {instructions ? <Fact name={words.common.instructions}>{instructions}</Fact> : null}
      {asked ? <Fact name={words.orders.fromCustomer}>{asked}</Fact> : null}
      {items?.length ? (
        <Fact name={words.stop.items}>
          <ul className={style.items}>
            {items.map(({ name, quantity }, i) => (
              <li key={`${name} ${i}`}>
                {quantity} × {name}
              </li>
            ))}
          </ul>
        </Fact>
      ) : null}
    </>
  )
}

/** Button that adds or removes a reload before the stop. Not shown for the first stop, where the vehicle is already loaded. */
function ReloadButton({ route, stop, role }: { route: DayRoute; stop: DayStop; role: string | null }) {
  const deeds = useDayCommands()
  const own = route.stops.filter(({ trip }) => !route.pauses?.some((pause) => pause.hand_over && pause.trip === trip))
  const before = own.slice(0, Math.max(0, own.indexOf(stop)))
  if (!route.may_reload || before.length === 0) return null
  const begins = before.every(({ trip }) => trip !== stop.trip)
  const reason = role ?? (stop.status === 'PENDING' ? null : words.stop.headsThere)
  return (
    <Button reason={reason} onClick={() => deeds.loadAgain(stop, !begins)}>
      {begins ? words.stop.noReload : words.stop.reload}
    </Button>
  )
}

function Progress({ route, stop }: { route: DayRoute; stop: DayStop }) {
  const zone = useSession().business.time_zone
  return (
    <>
      <Fact name={words.common.route}>{words.stop.stopOf(route.name, stop.sequence, route.stop_count)}</Fact>
      <Fact name={words.common.state}>
        <StateIcon stop={stop} bare />{' '}
        {stop.reason ? words.stop.stateBecause(stateWords(stop), stop.reason) : stateWords(stop)}
      </Fact>
      <Fact name={words.stop.planned}>{timeOf(stop.planned_arrival, zone)}</Fact>
      {stop.eta && !stop.finished_at ? <Fact name={words.stop.expected}>{timeOf(stop.eta, zone)}</Fact> : null}
      {stop.arrived_at ? <Fact name={words.stop.arrived}>{timeOf(stop.arrived_at, zone)}</Fact> : null}
      {stop.finished_at ? <Fact name={words.stop.finished}>{timeOf(stop.finished_at, zone)}</Fact> : null}
      {stop.late_minutes > 0 ? (
        <Fact name={words.stop.late}>
          <span className={style.late}>
            <Icon name="clock" /> {words.stop.lateBy(stop.late_minutes)}
          </span>
        </Fact>
      ) : null}
      {stop.proof ? (
        <Fact name={words.stop.proof}>
          <a
            href={urlOf('GET /routes/{route_uuid}/stops/{stop_uuid}/proof', {
              params: { route_uuid: route.route_uuid, stop_uuid: stop.stop_uuid },
            })}
            target="_blank"
            rel="noreferrer"
          >
            {words.stop.proofLink}
          </a>
        </Fact>
      ) : null}
      {stop.left_where ? <Fact name={words.common.leftWhere}>{stop.left_where}</Fact> : null}
      {hasItemsNotAsOrdered(stop) ? (
        <Fact name={words.stop.notAsOrdered}>
          <ItemsNotAsOrdered stop={stop} />
        </Fact>
      ) : null}
      {checksOf(stop.checks).map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
      {stop.scanned ? (
        <Fact name={words.stop.scanned}>
          {stop.scanned.reason
            ? words.stop.scannedNotAll(stop.scanned.codes.length, stop.scanned.reason)
            : words.stop.scannedPieces(stop.scanned.codes.length)}
        </Fact>
      ) : null}
      {stop.driver_notes ? <Fact name={words.stop.driversNotes}>{stop.driver_notes}</Fact> : null}
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
        words.common.temperature[of.temperature_class],
        of.load_weight_lbs === null ? words.stop.weightUnknown : pounds(of.load_weight_lbs),
        of.goods_from && words.stop.pickedUpAt(of.goods_from),
        pickupText(of),
      ]
        .filter(Boolean)
        .join(', ')
    : ''
