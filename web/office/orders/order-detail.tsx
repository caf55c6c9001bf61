// One order: what it is, what happened to it, and what can be done with it now.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { LinkedOrderOut, OrderDetailOut } from '../../../src/contract/office/orders.ts'
import { actionInWords } from '../../../src/domain/audit.ts'
import { LANGUAGE_NAMES } from '../../../src/domain/customer-words/language.ts'
import { type ItemOutcome, partialsInWords } from '../../../src/domain/routes/item-outcomes.ts'
import { ApiError, call } from '../../api/client.ts'
import { read } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { clockTime, dayToIso, plural, pounds, timeAndDay, windowOf } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Figure, Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { LabelLinks } from '../labels.tsx'
import { useRoleReason, useSession } from '../session.tsx'
import { DoorTime } from './door-time.tsx'
import { OrderForm } from './order-form.tsx'
import { priceInWords } from '../message-words.ts'
import style from './orders.module.css'
import { orderStatusWords } from './order-words.ts'
import { pickedUp } from './picked-up.ts'
import { PlaceSection } from './place-section.tsx'
import { RepeatForm } from './repeat-form.tsx'

interface Props {
  orderId: string
  onClose: () => void
  /** Opens the order after it in the table. */
  onNext: (() => void) | null
  onChanged: (said: string) => void
}

const CLOSED = ['DELIVERED', 'FAILED', 'CANCELLED']
/** Can be delivered again. */
const AGAIN = ['FAILED', 'CANCELLED']

export function OrderDetail({ orderId, onClose, onNext, onChanged }: Props) {
  const detail = useQuery(read('GET /orders/{order_uuid}', { params: { order_uuid: orderId } }))
  const role = useRoleReason('DISPATCHER')
  const [editing, setEditing] = useState(false)
  const [repeating, setRepeating] = useState(false)
  const [fault, setFault] = useState('')
  const { ask, confirmation } = useConfirmation()
  const order = detail.data?.order
  const closed = order && CLOSED.includes(order.status) ? `This order is ${order.status.toLowerCase()}.` : null
  const cancel = async (): Promise<void> => {
    try {
      await call('POST /orders/{order_uuid}/cancel', { params: { order_uuid: orderId }, body: {} })
      onChanged('The order is cancelled.')
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error.message)
    }
  }
  if (editing && order)
    return (
      <OrderForm
        order={order}
        usual={detail.data?.service.usual ?? null}
        onClose={() => setEditing(false)}
        onSaved={() => onChanged('The order is saved.')}
      />
    )
  if (repeating && detail.data?.repeat.suggested)
    return (
      <RepeatForm
        order={detail.data.order}
        suggested={detail.data.repeat.suggested}
        onClose={() => setRepeating(false)}
        onRepeated={(ref) => onChanged(`The order is delivered again as ${ref}.`)}
      />
    )
  return (
    <Dialog title={order ? `Order ${order.external_ref}` : 'Order'} onClose={onClose} wide>
      <QueryState query={detail} what="the order">
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
            <Happened detail={data} />
          </div>
        )}
      </QueryState>
      <p role="alert" className={page.bad}>
        {fault}
      </p>
      <DialogActions>
        {onNext ? <Button onClick={onNext}>Next order</Button> : null}
        <Button onClick={onClose}>Close</Button>
        {order && AGAIN.includes(order.status) ? (
          <Button reason={role ?? detail.data?.repeat.refused ?? null} onClick={() => setRepeating(true)}>
            Deliver again
          </Button>
        ) : null}
        <Button
          kind="danger"
          reason={role ?? closed}
          onClick={() =>
            order &&
            ask({
              title: `Cancel order ${order.external_ref}?`,
              text: `${order.route ? `It is taken off ${order.route.name}. ` : ''}A customer who expects it is told. You can undo this for an hour.`,
              yes: 'Cancel the order',
              danger: true,
              onYes: () => void cancel(),
            })
          }
        >
          Cancel the order …
        </Button>
        {confirmation}
        <Button kind="primary" reason={role ?? closed} onClick={() => setEditing(true)}>
          Edit
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Facts({ detail, onChanged }: { detail: OrderDetailOut } & Pick<Props, 'onChanged'>) {
  const { order } = detail
  const { address } = order
  const facts: [string, ReactNode][] = [
    ['Status', orderStatusWords(order)],
    ['Not as ordered', partialsInWords(order.stop?.item_outcomes).join('; ')],
    ['Date', order.delivery_date],
    ['Days', order.delivery_by && `any from ${order.delivery_from} to ${order.delivery_by}`],
    ['Window', windowOf(order) ?? 'any time'],
    ['Customer', [order.customer_name, order.customer_phone, order.customer_email].filter(Boolean).join(', ')],
    ['Texts', detail.no_text && `No text: ${detail.no_text}.`],
    ['Address', [address.line1, address.city, address.region, address.postal_code].filter(Boolean).join(', ')],
    [
      'Goods',
      [order.temperature_class.toLowerCase(), order.load_weight_lbs && pounds(order.load_weight_lbs)]
        .filter(Boolean)
        .join(', '),
    ],
    ['Asks for', asksOf(order)],
    ['Service time', <DoorTime key="time" detail={detail} onChanged={onChanged} />],
    ['Instructions', order.instructions],
    ['From the customer', order.customer_instructions],
    ['Customer’s language', order.language && LANGUAGE_NAMES[order.language]],
    [
      'Route',
      order.route && (
        <Link href={`/?date=${dayToIso(order.delivery_date)}`}>
          {order.route.name} ({words.common.routeStatus[order.route.status]})
        </Link>
      ),
    ],
    ['Labels', <LabelLinks key="labels" intro="" of={{ order_uuids: order.order_uuid }} />],
    ['Attempt', order.attempt > 1 && String(order.attempt)],
    [
      'Made by',
      detail.recurring && (
        <>
          <Link href={`/orders/recurring?recurring=${detail.recurring.recurring_order_uuid}`}>
            {detail.recurring.external_ref}
          </Link>{' '}
          for {detail.recurring.date}
        </>
      ),
    ],
    ['Delivered again as', detail.repeat.as && <LinkedOrder key="as" other={detail.repeat.as} />],
    ['Delivers again', detail.repeat.of && <LinkedOrder key="of" other={detail.repeat.of} />],
    [
      'Rating',
      detail.rating && `${detail.rating.stars} of 5${detail.rating.comment ? `: ${detail.rating.comment}` : ''}`,
    ],
    [
      'Tracking',
      <a key="tracking" href={order.tracking_url}>
        Tracking page
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
        <Table columns={['Item', { name: 'Count', figure: true }, { name: 'Each', figure: true }]}>
          {order.items.map((item, i) => (
            <tr key={`${item.sku ?? item.name} ${i}`}>
              <td>
                {item.name}
                {item.temperature_class ? (
                  <span className={page.soft}> {item.temperature_class.toLowerCase()}</span>
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
    <Link href={`/orders?order=${other.order_uuid}`}>{other.external_ref}</Link> ({other.status.toLowerCase()})
  </>
)

/** What happened to it, what its customer was told, what was sent to other systems. */
function Happened({ detail: { history, messages, replies, webhooks } }: { detail: OrderDetailOut }) {
  const zone = useSession().business.time_zone
  const at = (instant: string) => <time dateTime={instant}>{timeAndDay(instant, zone)}</time>
  return (
    <div className={style.happened}>
      <h3>History</h3>
      <ul className={style.history} tabIndex={0} aria-label="History">
        {history.map((entry, i) => (
          <li key={`${entry.at} ${i}`}>
            {at(entry.at)}: {entry.by ?? entry.kind.toLowerCase()} {actionInWords(entry.action)}
            {outcomeOf(entry)}
            <span className={page.soft}>
              {' '}
              · {FROM[entry.kind]}
              {changesOf(entry.detail)}
              {entry.request_id ? ` · request ${entry.request_id}` : ''}
            </span>
          </li>
        ))}
      </ul>
      <h3>Messages</h3>
      {messages.length === 0 ? <p className={page.soft}>No messages sent.</p> : null}
      <ul className={style.history} tabIndex={messages.length > 0 ? 0 : undefined} aria-label="Messages">
        {messages.map((message, i) => (
          <li key={`${message.at} ${i}`}>
            {at(message.at)}: {message.channel === 'SMS' ? 'text' : 'email'} to {message.recipient},{' '}
            {message.status.toLowerCase()}
            {message.error ? `: ${message.error}` : ''}
            {costOf(message)}
            <p className={page.soft}>{message.body}</p>
          </li>
        ))}
      </ul>
      {replies.length > 0 ? (
        <>
          <h3>Answers to texts</h3>
          <ul className={style.history} tabIndex={0} aria-label="Answers to texts">
            {replies.map((reply, i) => (
              <li key={`${reply.at} ${i}`}>
                {at(reply.at)}: {reply.body}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <h3>Webhooks</h3>
      {webhooks.length === 0 ? <p className={page.soft}>No webhooks sent.</p> : null}
      <ul className={style.history} tabIndex={webhooks.length > 0 ? 0 : undefined} aria-label="Webhooks">
        {webhooks.map((delivery) => (
          <li key={delivery.delivery_id}>
            {at(delivery.at)}: {delivery.event} to {delivery.url}, {delivery.status.toLowerCase()} after{' '}
            {plural(delivery.attempt_count, 'attempt')}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** “, 2 texts, 0.0166 USD” */
function costOf({ segments, price, currency }: OrderDetailOut['messages'][number]): string {
  const words = [segments === null ? null : plural(segments, 'text'), priceInWords(price, currency)]
  return words.map((each) => (each === null ? '' : `, ${each}`)).join('')
}

const FROM: Record<OrderDetailOut['history'][number]['kind'], string> = {
  API: 'from the API',
  OFFICE: 'from the office',
  DRIVER: 'from the driver’s phone',
  CUSTOMER: 'from the customer’s page',
  OPERATOR: 'from the command line',
  SYSTEM: 'by itself',
}

/** The fields an entry names, in words. */
/** ": failed, Nobody there, on Van 2". */
function outcomeOf({ detail, route }: OrderDetailOut['history'][number]): string {
  const { status, to, reason, items, not_scanned: unscanned } = detail ?? {}
  const said = [status ?? to, reason].filter((part) => typeof part === 'string')
  const words = [
    ...said.map((part, i) => (i === 0 && part !== reason ? part.toLowerCase() : part)),
    ...partialsInWords(Array.isArray(items) ? (items as ItemOutcome[]) : null),
    ...(typeof unscanned === 'string' ? [`not all scanned: ${unscanned}`] : []),
  ]
  return `${words.length > 0 ? `: ${words.join(', ')}` : ''}${route ? `, on ${route}` : ''}`
}

function changesOf(detail: Record<string, unknown> | null): string {
  const fields = detail?.fields
  return Array.isArray(fields) && fields.length > 0 ? ` · ${fields.map((field) => String(field)).join(', ')}` : ''
}

/** What it asks of its vehicle and driver. */
const asksOf = (order: OrderDetailOut['order']): string =>
  [
    order.priority ? `priority ${order.priority}` : null,
    order.ready_at && `ready at ${clockTime(order.ready_at)}`,
    order.load_pieces === undefined ? null : plural(order.load_pieces, 'piece'),
    order.load_cubic_feet === undefined ? null : `${order.load_cubic_feet} cubic feet`,
    ...(order.required_skills ?? []),
    order.required_drivers && `only ${order.required_drivers.join(' or ')}`,
    order.excluded_drivers && `not ${order.excluded_drivers.join(' or ')}`,
    order.preferred_drivers && `preferably ${order.preferred_drivers.join(' or ')}`,
    pickedUp(order),
    order.goods_from && `goods from ${order.goods_from}`,
    order.max_ride_minutes && `on the way for at most ${order.max_ride_minutes} min`,
  ]
    .filter(Boolean)
    .join(', ')
