// One order: what it is, what happened to it, and what can be done with it now.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderDetailOut } from '../../../src/contract/office/orders.ts'
import { ApiError, get, post } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { pounds, timeOf, windowOf } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { useRoleReason, useSession } from '../session.tsx'
import { OrderForm } from './order-form.tsx'
import style from './orders.module.css'

interface Props {
  orderId: string
  onClose: () => void
  onChanged: (said: string) => void
}

const CLOSED = ['DELIVERED', 'FAILED', 'CANCELLED']

export function OrderDetail({ orderId, onClose, onChanged }: Props) {
  const detail = useQuery({
    queryKey: ['orders', 'one', orderId],
    queryFn: () => get<OrderDetailOut>(`/orders/${orderId}`),
  })
  const role = useRoleReason('DISPATCHER')
  const [editing, setEditing] = useState(false)
  const [fault, setFault] = useState('')
  const order = detail.data?.order
  const closed = order && CLOSED.includes(order.status) ? `This order is ${order.status.toLowerCase()}.` : null
  const cancel = async (): Promise<void> => {
    try {
      await post(`/orders/${orderId}/cancel`, {})
      onChanged('The order is cancelled.')
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error.message)
    }
  }
  if (editing && order)
    return (
      <OrderForm order={order} onClose={() => setEditing(false)} onSaved={() => onChanged('The order is saved.')} />
    )
  return (
    <Dialog title={order ? `Order ${order.external_ref}` : 'Order'} onClose={onClose}>
      <QueryState query={detail} what="the order">
        {(data) => <Facts detail={data} />}
      </QueryState>
      <p role="alert" className={page.bad}>
        {fault}
      </p>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button kind="danger" reason={role ?? closed} onClick={() => void cancel()}>
          Cancel the order
        </Button>
        <Button kind="primary" reason={role ?? closed} onClick={() => setEditing(true)}>
          Edit
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Facts({ detail: { order, history, messages, webhooks } }: { detail: OrderDetailOut }) {
  const zone = useSession().business.time_zone
  const { address } = order
  const at = (instant: string) =>
    `${new Date(instant).toLocaleDateString('en-US', { timeZone: zone })} ${timeOf(instant, zone)}`
  const facts: [string, string | null][] = [
    ['Status', order.status.toLowerCase()],
    ['Date', order.delivery_date],
    ['Window', windowOf(order.window_start, order.window_end) ?? 'any time'],
    ['Customer', [order.customer_name, order.customer_phone, order.customer_email].filter(Boolean).join(', ')],
    ['Address', [address.line1, address.city, address.region, address.postal_code].filter(Boolean).join(', ')],
    ['On the map', order.placement.toLowerCase()],
    [
      'Goods',
      [order.temperature_class.toLowerCase(), order.load_weight_lbs && pounds(order.load_weight_lbs)]
        .filter(Boolean)
        .join(', '),
    ],
    ['Items', order.items?.map((item) => `${item.quantity} × ${item.name}`).join(', ') ?? null],
    ['Instructions', order.instructions],
    ['Route', order.route && `${order.route.name} (${order.route.status.toLowerCase()})`],
  ]
  return (
    <>
      <dl className={style.facts}>
        {facts.map(([name, value]) =>
          value ? [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>] : null,
        )}
      </dl>
      <h3>History</h3>
      <ul className={style.history} tabIndex={0} aria-label="History">
        {history.map((entry, i) => (
          <li key={`${entry.at} ${i}`}>
            {at(entry.at)}: {entry.action.replace('.', ' ')}, by {entry.by ?? entry.kind.toLowerCase()}
          </li>
        ))}
        {messages.map((message, i) => (
          <li key={`${message.at} message ${i}`}>
            {at(message.at)}: {message.channel.toLowerCase()} to {message.recipient}, {message.status.toLowerCase()}
          </li>
        ))}
        {webhooks.map((delivery) => (
          <li key={delivery.delivery_id}>
            {at(delivery.at)}: {delivery.event} to {delivery.url}, {delivery.status.toLowerCase()}
          </li>
        ))}
      </ul>
    </>
  )
}
