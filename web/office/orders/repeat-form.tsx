// A failed or cancelled delivery made again: the same goods to the same place, under a new reference on another day.
import type { OrderDetailOut } from '../../../src/contract/office/orders.ts'
import type { OrderOut } from '../../../src/contract/orders.ts'
import { call } from '../../api/client.ts'
import { Field } from '../../ui/field.tsx'
import { dayToIso, isoToDay } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { RecordDialog } from '../../ui/record-dialog.tsx'
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
  const save = (fields: Record<string, string>): Promise<OrderOut> =>
    call('POST /orders/{order_uuid}/repeat', {
      params: { order_uuid: order.order_uuid },
      body: {
        external_ref: fields.external_ref ?? '',
        delivery_date: fields.delivery_date ? isoToDay(fields.delivery_date) : '',
        override: fields.override === 'on' || null,
      },
    })
  return (
    <RecordDialog
      title={`Deliver ${order.external_ref} again`}
      action="Deliver again"
      fields={['external_ref', 'delivery_date']}
      save={save}
      onSaved={(repeat) => {
        onRepeated(repeat.external_ref)
        onClose()
      }}
      onClose={onClose}
    >
      {(fault) => (
        <>
          <p>A new order is added with the same customer, address, items and instructions.</p>
          <Field
            label="Reference"
            name="external_ref"
            defaultValue={suggested.external_ref}
            fault={fault('external_ref')}
          />
          <Field
            label="Delivery date"
            name="delivery_date"
            type="date"
            defaultValue={dayToIso(suggested.delivery_date)}
            fault={fault('delivery_date')}
          />
          {ownerOnly === null ? (
            <label className={page.check}>
              <input type="checkbox" name="override" /> Save even where zones or dates would not allow it
            </label>
          ) : null}
        </>
      )}
    </RecordDialog>
  )
}
