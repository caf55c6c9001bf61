// One order: its data, its history, and its actions.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { LinkedOrderOut, OrderDetailOut } from '../../../src/contract/order-actions.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import { LANGUAGE_NAMES } from '../../../src/domain/customer-words/language.ts'
import type { ItemOutcome } from '../../../src/domain/routes/item-outcomes.ts'
import { call } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { refusalMessage } from '../../api/result-message.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { clockTime, cubicFeet, dayText, dayToIso, pounds, timeAndDay, windowOf } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Figure, Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { LabelLinks } from '../labels.tsx'
import { useRoleReason, useSession } from '../session.tsx'
import { ServiceTimeSection } from './service-time-field.tsx'
import { OrderForm } from './order-form.tsx'
import { priceText } from '../message-words.ts'
import style from './orders.module.css'
import { orderStatusWords } from './order-words.ts'
import { checksOf } from './checks.ts'
import { itemOutcomeTexts } from './partials.ts'
import { pickupText } from './picked-up.ts'
import { PlaceSection } from './location-section.tsx'
import { RepeatForm } from './repeat-form.tsx'
import { silentSentences } from './silent.ts'

interface Props {
  orderId: string
  onClose: () => void
  /** Opens the next order of the table. */
  onNext: (() => void) | null
  onChanged: (said: string) => void
}

const CLOSED_STATUSES = ['DELIVERED', 'FAILED', 'CANCELLED']
/** Statuses in which the order can be repeated. */
const REPEATABLE_STATUSES = ['FAILED', 'CANCELLED']

export function OrderDetail({ orderId, onClose, onNext, onChanged }: Props) {
  const detail = useQuery(endpointQuery('GET /orders/{order_uuid}', { params: { order_uuid: orderId } }))
  const role = useRoleReason('changeOrders')
  const zone = useSession().business.time_zone
  const [editing, setEditing] = useState(false)
  const [repeating, setRepeating] = useState(false)
  const [fault, setFault] = useState('')
  const { ask, confirmation } = useConfirmation()
  const order = detail.data?.order
  const closed =
    order && CLOSED_STATUSES.includes(order.status)
      ? words.orders.isClosed(words.common.orderStatus[order.status])
      : null
  const cancel = async (): Promise<void> => {
    try {
      await call('POST /orders/{order_uuid}/cancel', { params: { order_uuid: orderId }, body: {} })
      onChanged(words.orders.isCancelled)
      onClose()
    } catch (error) {
      setFault(refusalMessage(error))
    }
  }
  const askToCancel = async ({ external_ref, route }: OrderOut): Promise<void> => {
    const said = await silentSentences([orderId], zone).catch(refusalMessage)
    if (typeof said === 'string') return setFault(said)
    const text = route ? words.orders.cancelTextOn(route.name) : words.orders.cancelText
    ask({
      title: words.orders.cancelAsk(external_ref),
      text: [text, ...said].join(' '),
      yes: words.orders.cancelYes,
      danger: true,
      onYes: () => void cancel(),
    })
  }
  if (editing && order)
    return (
      <OrderForm
        order={order}
        usual={detail.data?.service.usual ?? null}
        onClose={() => setEditing(false)}
        onSaved={() => onChanged(words.orders.isSaved)}
      />
    )
  if (repeating && detail.data?.repeat.suggested)
    return (
      <RepeatForm
        order={detail.data.order}
        suggested={detail.data.repeat.suggested}
        onClose={() => setRepeating(false)}
        onRepeated={(ref) => onChanged(words.orders.repeatedAs(ref))}
      />
    )
  return (
    <Dialog title={order ? words.orders.orderOf(order.external_ref) : words.orders.order} onClose={onClose} wide>
      <QueryState query={detail} what={words.orders.theOrder}>
        {(data) => (
          <div className={style.detail}>
            <Facts detail={data} onChanged={onChanged} />
            <PlaceSection
              order={data.order}
              knownBy={data.place_known_by}
              farFromRoad={data.far_from_road_meters}
              onMoved={onChanged}
              onNext={onNext}
            />
            <OrderHistory detail={data} />
          </div>
        )}
      </QueryState>
      <p role="alert" className={page.bad}>
        {fault}
      </p>
      <DialogActions>
        {onNext ? <Button onClick={onNext}>{words.orders.next}</Button> : null}
        <Button onClick={onClose}>{words.common.close}</Button>
        {order && REPEATABLE_STATUSES.includes(order.status) ? (
          <Button reason={role ?? detail.data?.repeat.refused ?? null} onClick={() => setRepeating(true)}>
            {words.orders.deliverAgain}
          </Button>
        ) : null}
        {order ? (
          <Button kind="danger" reason={role ?? closed} onClick={() => void askToCancel(order)}>
            {words.orders.cancelOpen}
          </Button>
        ) : null}
        {confirmation}
        {order ? (
          <Button kind="primary" reason={role ?? closed} onClick={() => setEditing(true)}>
            {words.common.edit}
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  )
}

function Facts({ detail, onChanged }: { detail: OrderDetailOut } & Pick<Props, 'onChanged'>) {
  const { order } = detail
  const { address } = order
  const facts: [string, ReactNode][] = [
    [words.common.status, orderStatusWords(order)],
    [words.stop.notAsOrdered, itemOutcomeTexts(order.stop?.item_outcomes).join('; ')],
    ...checksOf(order.stop?.checks),
    [words.common.date, dayText(order.delivery_date)],
    [
      words.orders.days,
      order.delivery_by &&
        words.orders.anyFromTo(dayText(order.delivery_from ?? order.delivery_date), dayText(order.delivery_by)),
    ],
    [words.common.window, windowOf(order) ?? words.common.anyTime],
    [
      words.common.customer,
      [order.customer_name, order.customer_phone, order.customer_email].filter(Boolean).join(', '),
    ],
    [words.orders.texts, detail.no_text && words.orders.noText(detail.no_text)],
    [
      words.common.address,
      [address.line1, address.city, address.region, address.postal_code].filter(Boolean).join(', '),
    ],
    [
      words.common.goods,
      [words.common.temperature[order.temperature_class], order.load_weight_lbs && pounds(order.load_weight_lbs)]
        .filter(Boolean)
        .join(', '),
    ],
    [words.orders.asksFor, requirementsText(order)],
    [words.orders.serviceTime, <ServiceTimeSection key="time" detail={detail} onChanged={onChanged} />],
    [words.common.instructions, order.instructions],
    [words.orders.fromCustomer, order.customer_instructions],
    [words.orders.customersLanguage, order.language && LANGUAGE_NAMES[order.language]],
    [
      words.common.route,
      order.route && (
        <Link href={`/?date=${dayToIso(order.delivery_date)}&order=${order.order_uuid}`}>
          {order.route.name} ({words.common.routeStatus[order.route.status]})
        </Link>
      ),
    ],
    [words.orders.labels, <LabelLinks key="labels" intro="" of={{ order_uuids: order.order_uuid }} />],
    [words.orders.attempt, order.attempt > 1 && String(order.attempt)],
    [
      words.orders.madeBy,
      detail.recurring && (
        <>
          <Link href={`/orders/recurring?recurring=${detail.recurring.recurring_order_uuid}`}>
            {detail.recurring.external_ref}
          </Link>{' '}
          {words.orders.forDate(dayText(detail.recurring.date))}
        </>
      ),
    ],
    [words.orders.deliveredAgainAs, detail.repeat.as && <LinkedOrder key="as" other={detail.repeat.as} />],
    [words.orders.deliversAgain, detail.repeat.of && <LinkedOrder key="of" other={detail.repeat.of} />],
    [words.orders.rating, detail.rating && ratingText(detail.rating)],
    [
      words.orders.receipt,
      detail.receipt_url && (
        <a key="receipt" href={detail.receipt_url} target="_blank" rel="noreferrer">
          {words.orders.receiptPage}
        </a>
      ),
    ],
    [
      words.orders.tracking,
      <a key="tracking" href={order.tracking_url}>
        {words.orders.trackingPage}
      </a>,
    ],
  ]
  return (
    <div className={style.about}>
      <dl className={style.facts}>
        {facts.map(([name, value]) =>
          value ? [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>] : null,
        )}
      </dl>
      {order.items?.length ? (
        <Table
          columns={[
            words.orders.item,
            { name: words.orders.count, figure: true },
            { name: words.orders.each, figure: true },
          ]}
        >
          {order.items.map((item, i) => (
            <tr key={`${item.sku ?? item.name} ${i}`}>
              <td>
                {item.name}
                {item.temperature_class ? (
                  <span className={page.soft}> {words.common.temperature[item.temperature_class]}</span>
                ) : null}
              </td>
              <Figure>{item.quantity}</Figure>
              <Figure>{item.unit_weight_lbs === null ? '–' : pounds(item.unit_weight_lbs)}</Figure>
            </tr>
          ))}
        </Table>
      ) : null}
    </div>
  )
}

const LinkedOrder = ({ other }: { other: LinkedOrderOut }) => (
  <>
    <Link href={`/orders?order=${other.order_uuid}`}>{other.external_ref}</Link> (
    {words.common.orderStatus[other.status]})
  </>
)

/** History of the order, with messages to its customer and webhooks. */
function OrderHistory({ detail: { history, messages, replies, webhooks } }: { detail: OrderDetailOut }) {
  const zone = useSession().business.time_zone
  const at = (instant: string) => <time dateTime={instant}>{timeAndDay(instant, zone)}</time>
  return (
    <div className={style.happened}>
      <h3>{words.orders.history}</h3>
      <ul className={style.history} tabIndex={0} aria-label={words.orders.history}>
        {history.map((entry, i) => (
          <li key={`${entry.at} ${i}`}>
            {at(entry.at)}: {entry.by ?? words.audit.actors[entry.kind]} {words.audit.action(entry.action)}
            {outcomeText(entry)}
            <span className={page.soft}>
              {' '}
              · {words.orders.from[entry.kind]}
              {changesText(entry.detail)}
              {entry.request_id ? ` · ${words.orders.request(entry.request_id)}` : ''}
            </span>
          </li>
        ))}
      </ul>
      <h3>{words.orders.messages}</h3>
      {messages.length === 0 ? <p className={page.soft}>{words.orders.noMessages}</p> : null}
      <ul className={style.history} tabIndex={messages.length > 0 ? 0 : undefined} aria-label={words.orders.messages}>
        {messages.map((message, i) => (
          <li key={`${message.at} ${i}`}>
            {at(message.at)}:{' '}
            {words.orders.messageTo(
              words.orders.channels[message.channel],
              message.recipient,
              words.messages.statuses[message.status],
            )}
            {message.error ? `: ${message.error}` : ''}
            {messageCostText(message)}
            <p className={page.soft}>{message.body}</p>
          </li>
        ))}
      </ul>
      {replies.length > 0 ? (
        <>
          <h3>{words.orders.answers}</h3>
          <ul className={style.history} tabIndex={0} aria-label={words.orders.answers}>
            {replies.map((reply, i) => (
              <li key={`${reply.at} ${i}`}>
                {at(reply.at)}: {reply.body}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <h3>{words.orders.webhooks}</h3>
      {webhooks.length === 0 ? <p className={page.soft}>{words.orders.noWebhooks}</p> : null}
      <ul className={style.history} tabIndex={webhooks.length > 0 ? 0 : undefined} aria-label={words.orders.webhooks}>
        {webhooks.map((delivery) => (
          <li key={delivery.delivery_id}>
            {at(delivery.at)}:{' '}
            {words.orders.webhookTo(
              delivery.event,
              delivery.url,
              words.log.statuses[delivery.status],
              delivery.attempt_count,
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const ratingText = ({ stars, comment }: NonNullable<OrderDetailOut['rating']>): string =>
  comment ? words.orders.ratingSaid(stars, comment) : words.orders.ratingOf(stars)

/** Example: “, 2 texts, 0.0166 USD” */
function messageCostText({ segments, price, currency }: OrderDetailOut['messages'][number]): string {
  const parts = [segments === null ? null : words.orders.textsCounted(segments), priceText(price, currency)]
  return parts.map((each) => (each === null ? '' : `, ${each}`)).join('')
}

/** Example: ": failed, Nobody there, on Van 2" */
function outcomeText({ detail, route }: OrderDetailOut['history'][number]): string {
  const { status, to, reason, items, not_scanned: unscanned } = detail ?? {}
  const said = [status ?? to, reason].filter((part) => typeof part === 'string')
  const parts = [
    ...said.map((part, i) => (i === 0 && part !== reason ? (words.common.outcomes[part] ?? part.toLowerCase()) : part)),
    ...itemOutcomeTexts(Array.isArray(items) ? (items as ItemOutcome[]) : null),
    ...(typeof unscanned === 'string' ? [words.orders.unscanned(unscanned)] : []),
  ]
  const what = parts.length > 0 ? `: ${parts.join(', ')}` : ''
  return route ? words.orders.onRoute(what, route) : what
}

function changesText(detail: Record<string, unknown> | null): string {
  const fields = detail?.fields
  return Array.isArray(fields) && fields.length > 0 ? ` · ${fields.map((field) => String(field)).join(', ')}` : ''
}

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
