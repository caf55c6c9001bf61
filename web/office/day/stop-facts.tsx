// Data of one delivery: its goods, contact, instructions and progress. A fact without a value is not shown.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DayRoute, DayStop } from '../../../src/contract/day.ts'
import { urlOf } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { pounds, timeOf, windowOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { checksOf } from '../orders/checks.ts'
import { pickupText } from '../orders/picked-up.ts'
import { StreetFact } from '../orders/street-fact.tsx'
import { LocationWarning, locationWarning } from '../location-warning.tsx'
import { useSession } from '../session.tsx'
import { type DayDelivery, stopTime } from './day-data.ts'
import style from './day.module.css'
import { hasItemsNotAsOrdered, ItemsNotAsOrdered } from './item-discrepancies.tsx'
import { StateIcon, stateWords } from './state-icon.tsx'

export function StopFacts({ placed }: { placed: DayDelivery }) {
  const { route, stop, order } = placed
  const place = stop ?? order
  return (
    <dl className={style.facts}>
      {stop ? null : <Fact name={words.common.window}>{(place && windowOf(place)) ?? words.stop.anyTime}</Fact>}
      <Fact name={words.stop.goods}>{goodsOf(stop ?? order)}</Fact>
      {place && locationWarning(place) ? (
        <Fact name={words.stop.place}>
          <div>
            <LocationWarning place={place} className={style.why} />
            <Link href={`/orders?order=${placed.orderId}`}>{words.stop.checkPin}</Link>
          </div>
        </Fact>
      ) : null}
      {stop?.street_fault ? (
        <Fact name={words.stop.streetClosed}>
          <strong className={style.why}>{stop.street_fault}</strong>
        </Fact>
      ) : null}
      <OrderDetails orderId={placed.orderId} />
      {order?.zone ? <Fact name={words.common.zone}>{order.zone}</Fact> : null}
      {route && stop ? <Progress route={route} stop={stop} /> : null}
    </dl>
  )
}

/** Details from the order: phone, instructions and items. */
function OrderDetails({ orderId }: { orderId: string }) {
  const { data } = useQuery(endpointQuery('GET /orders/{order_uuid}', { params: { order_uuid: orderId } }))
  if (!data) return null
  const { customer_phone: phone, instructions, customer_instructions: asked, items } = data.order
  return (
    <>
      {data.street || data.address_street_hours !== null ? (
        <Fact name={words.orders.street}>
          <StreetFact detail={data} />
        </Fact>
      ) : null}
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

function Progress({ route, stop }: { route: DayRoute; stop: DayStop }) {
  const zone = useSession().business.time_zone
  return (
    <>
      {stop.reason || stateWords(stop) !== words.common.stopStates[stop.status] ? (
        <Fact name={words.common.state}>
          <StateIcon stop={stop} bare />{' '}
          {stop.reason ? words.stop.stateBecause(stateWords(stop), stop.reason) : stateWords(stop)}
        </Fact>
      ) : null}
      {stopTime(stop) === stop.planned_arrival ? null : (
        <Fact name={words.stop.planned}>{timeOf(stop.planned_arrival, zone)}</Fact>
      )}
      {stop.arrived_at && stop.finished_at ? (
        <Fact name={words.stop.finished}>{timeOf(stop.finished_at, zone)}</Fact>
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
