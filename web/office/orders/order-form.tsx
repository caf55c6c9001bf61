// Form for adding or editing an order. Zone and date rules apply, and an owner may override them.
import type { OrderDetailOut } from '../../../src/contract/order-actions.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import { type Body, call } from '../../api/client.ts'
import { Check, Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { dayIn, type SubmittedForm, type Values } from '../../ui/form-values.ts'
import { dayToIso } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import { useRoleReason } from '../session.tsx'
import { fieldsIn, fieldValues, named, NEW_ORDER, OrderFields } from './order-fields.tsx'

interface Props {
  /** Order to edit. Null for a new order. */
  order: OrderOut | null
  /** Service time of recent deliveries to the address. */
  usual?: OrderDetailOut['service']['usual']
  onClose: () => void
  /** `warning` is null if the delivery can be planned in the hours of its street. */
  onSaved: (warning: string | null) => void
}

type OrderBody = Body<'POST /orders'>['order']

export function OrderForm({ order, usual = null, onClose, onSaved }: Props) {
  const ownerOnly = useRoleReason('setZonesAside')
  const save = async (sent: SubmittedForm): Promise<void> => {
    const body = bodyOf(sent, order)
    const override = sent.isOn('override') || null
    const { street } = order
      ? await call('POST /orders/{order_uuid}', {
          params: { order_uuid: order.order_uuid },
          body: { order: body, version: order.changed_at, override },
        })
      : await call('POST /orders', { body: { order: body, override } })
    onSaved(street?.fits === false ? street.message : null)
  }
  return (
    <FormDialog
      title={order ? words.orders.editOf(order.external_ref) : words.orders.addOrder}
      values={order ? valuesOf(order) : NEW_ORDER}
      save={save}
      onClose={onClose}
    >
      <Field label={words.common.reference} readOnly={order !== null} {...named('external_ref')} />
      <OrderFields
        usual={usual}
        date={<Field label={words.common.deliveryDate} type="date" {...named('delivery_date')} />}
      />
      <Field
        label={words.orders.orAnyDayUntil}
        type="date"
        hint={words.orders.orAnyDayHint}
        {...named('delivery_by')}
      />
      <div className={page.pair}>
        <Field label={words.orders.pickedUpAt} hint={words.orders.pickedUpHint} {...named('goods_from')} />
        <Field label={words.orders.atMostMinutes} inputMode="decimal" {...named('max_ride_minutes')} />
      </div>
      {ownerOnly === null ? <Check name="override">{words.orders.saveAnyway}</Check> : null}
    </FormDialog>
  )
}

const valuesOf = (order: OrderOut): Values => ({
  ...fieldValues(order),
  external_ref: order.external_ref,
  delivery_date: dayToIso(order.delivery_from ?? order.delivery_date),
  delivery_by: order.delivery_by && dayToIso(order.delivery_by),
})

/** Returns the request body. Its values are unchecked, because the server reports invalid fields. */
function bodyOf(sent: SubmittedForm, order: OrderOut | null): OrderBody {
  const body: { [Name in keyof OrderBody]: unknown } = {
    ...fieldsIn(sent, order),
    external_ref: sent.text('external_ref').trim(),
    delivery_date: dayIn(sent, 'delivery_date'),
    delivery_by: sent.orNull('delivery_by') && dayIn(sent, 'delivery_by'),
    goods_from: sent.orNull('goods_from'),
    max_ride_minutes: sent.number('max_ride_minutes'),
  }
  return body as OrderBody
}
