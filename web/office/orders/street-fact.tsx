// Hours at which vehicles may enter the street of a delivery: where they come from, and how the office replaces them.
import { useState } from 'react'
import type { OrderDetailOut } from '../../../src/contract/order-actions.ts'
import type { StreetOut } from '../../../src/contract/street.ts'
import { call } from '../../api/client.ts'
import { useInvalidate } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import { useRoleReason } from '../session.tsx'

type Detail = Pick<OrderDetailOut, 'street' | 'address_street_hours'> & {
  order: Pick<OrderDetailOut['order'], 'order_uuid' | 'address'>
}

export function StreetFact({ detail }: { detail: Detail }) {
  const { order, street, address_street_hours: own } = detail
  const role = useRoleReason('changeOrders')
  const [open, setOpen] = useState(false)
  return (
    <div>
      {street ? <StreetText street={street} /> : words.orders.alwaysOpen(own !== null)}{' '}
      <Button small kind="quiet" reason={role} onClick={() => setOpen(true)}>
        {words.orders.changeHours}
      </Button>
      {open ? (
        <StreetHoursForm
          orderId={order.order_uuid}
          line1={order.address.line1}
          hours={own}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  )
}

/** The hours as a sentence, their origin, and links to the streets on the map. */
const StreetText = ({ street: { message, hours_from: from, sources } }: { street: StreetOut }) => (
  <>
    {message} <span className={page.soft}>{words.orders.hoursFrom[from]}</span>
    {sources.map(({ url, text }) => (
      <span key={url}>
        {' '}
        <a href={url} title={text} target="_blank" rel="noreferrer">
          {words.orders.onTheMap}
        </a>
      </span>
    ))}
  </>
)

interface FormProps {
  orderId: string
  line1: string
  /** Hours that the business set for the address before. */
  hours: string | null
  onClose: () => void
  onSaved?: () => unknown
}

/** Sets the hours of the street for the address of the delivery. */
export function StreetHoursForm({ orderId, line1, hours, onClose, onSaved }: FormProps) {
  const invalidate = useInvalidate()
  return (
    <FormDialog
      title={words.orders.hoursAt(line1)}
      values={{ street_hours: hours ?? '' }}
      save={(sent) =>
        call('POST /orders/{order_uuid}/street-hours', {
          params: { order_uuid: orderId },
          body: { street_hours: sent.text('street_hours').trim() || null },
        })
      }
      onSaved={() => {
        void invalidate('GET /orders/{order_uuid}', 'GET /day', 'GET /exceptions')
        void onSaved?.()
        onClose()
      }}
      onClose={onClose}
    >
      <p>{words.orders.hoursLead}</p>
      <Field label={words.orders.streetHours} name="street_hours" hint={words.orders.hoursAtHint} />
    </FormDialog>
  )
}
