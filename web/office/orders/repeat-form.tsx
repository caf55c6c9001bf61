// A failed or cancelled delivery made again: the same goods to the same place, under a new reference on another day.
import type { OrderDetailOut } from '../../../src/contract/office/orders.ts'
import type { OrderOut } from '../../../src/contract/orders.ts'
import { call } from '../../api/client.ts'
import { Check, Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { dayIn } from '../../ui/form-values.ts'
import { dayToIso } from '../../ui/format.ts'
import { useRoleReason } from '../session.tsx'

interface Props {
  order: OrderOut
  suggested: NonNullable<OrderDetailOut['repeat']['suggested']>
  onClose: () => void
  /** With the reference of the new order. */
  onRepeated: (reference: string) => void
}

export function RepeatForm({ order, suggested, onClose, onRepeated }: Props) {
  const ownerOnly = useRoleReason('OWNER')
  return (
    <FormDialog
      title={`Deliver ${order.external_ref} again`}
      action="Deliver again"
      values={{ external_ref: suggested.external_ref, delivery_date: dayToIso(suggested.delivery_date) }}
      save={(sent) =>
        call('POST /orders/{order_uuid}/repeat', {
          params: { order_uuid: order.order_uuid },
          body: {
            external_ref: sent.text('external_ref'),
            delivery_date: dayIn(sent, 'delivery_date'),
            override: sent.isOn('override') || null,
          },
        })
      }
      onSaved={(repeat) => {
        onRepeated(repeat.external_ref)
        onClose()
      }}
      onClose={onClose}
    >
      <p>A new order is added with the same customer, address, items and instructions.</p>
      <Field label="Reference" name="external_ref" />
      <Field label="Delivery date" name="delivery_date" type="date" />
      {ownerOnly === null ? <Check name="override">Save even if zones or dates don’t allow it</Check> : null}
    </FormDialog>
  )
}
