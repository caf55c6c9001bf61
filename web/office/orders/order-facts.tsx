// Facts about an order, each shown only if there is one: proof, customer, goods, and folded parts.
import type { ReactNode } from 'react'
import type { LinkedOrderOut, OrderDetailOut } from '../../../src/contract/order-actions.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import { LANGUAGE_NAMES } from '../../../src/domain/customer-words/language.ts'
import { clockTime, cubicFeet, dayText, minutes, pounds, windowOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { checksOf } from './checks.ts'
import style from './order.module.css'
import { orderStatusWords } from './order-words.ts'
import { itemOutcomeTexts } from './partials.ts'
import { pickupText } from './picked-up.ts'
import { ServiceTimeSection } from './service-time-field.tsx'
import { StreetFact } from './street-fact.tsx'

type Fact = readonly [name: string, value: ReactNode]

/** Names and values, without empty ones. */
function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={style.facts}>
      {facts.map(([name, value]) =>
        value ? [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>] : null,
      )}
    </dl>
  )
}

export function ProofCard({ detail: { order, receipt_url: receipt } }: { detail: OrderDetailOut }) {
  const checks = checksOf(order.stop?.checks)
  const items = itemOutcomeTexts(order.stop?.item_outcomes).join('; ')
  if (!receipt && checks.length === 0 && !items) return null
  return (
    <section className={style.card} aria-label={words.orders.proof}>
      <h3>{words.orders.proof}</h3>
      <Facts
        facts={[
          [words.common.status, orderStatusWords(order)],
          [words.stop.notAsOrdered, items],
          ...checks,
          [
            words.orders.receipt,
            receipt ? (
              <a href={receipt} target="_blank" rel="noreferrer">
                {words.orders.receiptPage}
              </a>
            ) : null,
          ],
        ]}
      />
    </section>
  )
}

export const CustomerCard = ({ detail: { order, no_text: noText, rating } }: { detail: OrderDetailOut }) => (
  <section className={style.card} aria-label={words.common.customer}>
    <h3>{words.common.customer}</h3>
    <Facts
      facts={[
        [words.common.name, order.customer_name],
        [
          words.common.phone,
          order.customer_phone && <a href={`tel:${order.customer_phone}`}>{order.customer_phone}</a>,
        ],
        [
          words.common.email,
          order.customer_email && <a href={`mailto:${order.customer_email}`}>{order.customer_email}</a>,
        ],
        [words.orders.texts, noText && words.orders.noText(noText)],
        [words.orders.customersLanguage, order.language && LANGUAGE_NAMES[order.language]],
        [words.common.instructions, order.instructions],
        [words.orders.fromCustomer, order.customer_instructions],
        [words.orders.rating, rating && ratingText(rating)],
      ]}
    />
  </section>
)

export const GoodsCard = ({ order }: { order: OrderOut }) => (
  <section className={style.card} aria-label={words.common.goods}>
    <div className={style.head}>
      <h3>{words.common.goods}</h3>
      <span>{goodsText(order)}</span>
    </div>
    {order.items?.length ? (
      <table className={style.lines}>
        <thead className="visually-hidden">
          <tr>
            {[words.orders.item, words.orders.count, words.orders.each].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.items.map((item, i) => (
            <tr key={`${item.sku ?? item.name} ${i}`}>
              <td>
                {item.name}
                {item.temperature_class ? <span> {words.common.temperature[item.temperature_class]}</span> : null}
              </td>
              <td>{item.quantity}</td>
              <td>{item.unit_weight_lbs === null ? '–' : pounds(item.unit_weight_lbs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    ) : null}
  </section>
)

interface MoreProps {
  detail: OrderDetailOut
  onChanged: (said: string) => void
}

/** Parts that are rarely read. They are open if another service time is offered, or if there are other orders. */
export function MoreCard({ detail, onChanged }: MoreProps) {
  const { order, street, service, recurring, repeat } = detail
  const requirements = requirementsText(order)
  const offers = service.usual !== null && service.usual.minutes !== service.planned_minutes
  return (
    <div className={style.card}>
      <Fold
        name={words.orders.windowAndService}
        summary={`${windowOf(order) ?? words.common.anyTime} · ${minutes(service.planned_minutes)}`}
        isOpen={offers || street?.fits === false}
      >
        <Facts
          facts={[
            [words.common.date, dayText(order.delivery_date)],
            [
              words.orders.days,
              order.delivery_by &&
                words.orders.anyFromTo(dayText(order.delivery_from ?? order.delivery_date), dayText(order.delivery_by)),
            ],
            [words.common.window, windowOf(order) ?? words.common.anyTime],
            [words.orders.street, <StreetFact key="street" detail={detail} />],
            [words.orders.serviceTime, <ServiceTimeSection key="time" detail={detail} onChanged={onChanged} />],
          ]}
        />
      </Fold>
      {requirements ? (
        <Fold name={words.orders.asksFor} summary={requirements}>
          <Facts facts={[[words.orders.asksFor, requirements]]} />
        </Fold>
      ) : null}
      <Fold
        name={words.orders.recordOfOrder}
        summary={order.external_ref}
        isOpen={Boolean(recurring ?? repeat.as ?? repeat.of)}
      >
        <Facts
          facts={[
            [words.common.reference, order.external_ref],
            [words.orders.attempt, order.attempt > 1 && String(order.attempt)],
            [
              words.orders.madeBy,
              recurring && (
                <>
                  <Link href={`/orders/recurring?recurring=${recurring.recurring_order_uuid}`}>
                    {recurring.external_ref}
                  </Link>{' '}
                  {words.orders.forDate(dayText(recurring.date))}
                </>
              ),
            ],
            [words.orders.deliveredAgainAs, repeat.as && <LinkedOrder key="as" other={repeat.as} />],
            [words.orders.deliversAgain, repeat.of && <LinkedOrder key="of" other={repeat.of} />],
            [
              words.orders.tracking,
              <a key="tracking" href={order.tracking_url}>
                {words.orders.trackingPage}
              </a>,
            ],
          ]}
        />
      </Fold>
    </div>
  )
}

interface FoldProps {
  name: string
  summary: string
  isOpen?: boolean
  children: ReactNode
}

const Fold = ({ name, summary, isOpen = false, children }: FoldProps) => (
  <details className={style.fold} open={isOpen}>
    <summary>
      <b>{name}</b>
      <span title={summary}>{summary}</span>
      <Icon name="chevron" className={style.turn} />
    </summary>
    {children}
  </details>
)

const LinkedOrder = ({ other }: { other: LinkedOrderOut }) => (
  <>
    <Link href={`/orders?order=${other.order_uuid}`}>{other.external_ref}</Link> (
    {words.common.orderStatus[other.status]})
  </>
)

const ratingText = ({ stars, comment }: NonNullable<OrderDetailOut['rating']>): string =>
  comment ? words.orders.ratingSaid(stars, comment) : words.orders.ratingOf(stars)

const goodsText = (order: OrderOut): string =>
  [words.common.temperature[order.temperature_class], order.load_weight_lbs && pounds(order.load_weight_lbs)]
    .filter(Boolean)
    .join(', ')

/** Requirements on the vehicle and driver. */
const requirementsText = (order: OrderDetailOut['order']): string =>
  [
    order.priority ? words.orders.priorityOf(order.priority) : null,
    order.ready_at && words.orders.readyAt(clockTime(order.ready_at)),
    order.load_pieces === undefined ? null : words.common.piecesCounted(order.load_pieces),
    order.load_cubic_feet === undefined ? null : cubicFeet(order.load_cubic_feet),
    ...(order.required_skills ?? []),
    order.required_drivers && words.orders.onlyDrivers(order.required_drivers.join(` ${words.orders.either} `)),
    order.excluded_drivers && words.orders.notDrivers(order.excluded_drivers.join(` ${words.orders.either} `)),
    order.preferred_drivers && words.orders.preferably(order.preferred_drivers.join(` ${words.orders.either} `)),
    pickupText(order),
    order.goods_from && words.orders.goodsFrom(order.goods_from),
    order.id_check && words.orders.atDoor.checks[order.id_check],
    order.collect_amount && words.orders.atDoor.toCollect(order.collect_amount),
    order.door_code === undefined ? null : words.orders.atDoor[order.door_code ? 'withCode' : 'withoutCode'],
    order.max_ride_minutes && words.orders.atMostOnTheWay(order.max_ride_minutes),
  ]
    .filter(Boolean)
    .join(', ')
