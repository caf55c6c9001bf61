// An order added or edited by hand. Zones and dates apply; an owner may set them aside.
import type { OrderDetailOut } from '../../../src/contract/office/orders.ts'
import type { OrderOut } from '../../../src/contract/orders.ts'
import { TEMPERATURE_CLASSES } from '../../../src/domain/orders/order.ts'
import { type Body, call } from '../../api/client.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { dayToIso, isoToDay } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { RecordDialog } from '../../ui/record-dialog.tsx'
import { useRoleReason } from '../session.tsx'
import { DoorTimeField } from './door-time.tsx'

interface Props {
  /** Null adds one. */
  order: OrderOut | null
  /** What the last deliveries to its address took. */
  usual?: OrderDetailOut['service']['usual']
  onClose: () => void
  onSaved: () => void
}

const FIELDS = [
  'external_ref',
  'customer_name',
  'address.line1',
  'delivery_date',
  'window_end',
  'load_weight_lbs',
  'service_minutes',
]

export function OrderForm({ order, usual = null, onClose, onSaved }: Props) {
  const ownerOnly = useRoleReason('OWNER')
  const save = async (fields: Record<string, string>) => {
    const body = bodyOf(fields, order)
    const override = fields.override === 'on' || null
    if (order)
      await call('POST /orders/{order_uuid}', {
        params: { order_uuid: order.order_uuid },
        body: { order: body, version: order.changed_at, override },
      })
    else await call('POST /orders', { body: { order: body, override } })
    onSaved()
    onClose()
  }
  const of = (field: string, fault: (name: string) => string | null) => fault(`order.${field}`) ?? fault(field)
  return (
    <RecordDialog
      title={order ? `Edit ${order.external_ref}` : 'Add an order'}
      fields={[...FIELDS, ...FIELDS.map((field) => `order.${field}`), 'address']}
      save={save}
      onClose={onClose}
    >
      {(fault) => (
        <>
          <Field
            label="Reference"
            name="external_ref"
            defaultValue={order?.external_ref}
            readOnly={order !== null}
            fault={of('external_ref', fault)}
          />
          <Field
            label="Customer"
            name="customer_name"
            defaultValue={order?.customer_name}
            fault={of('customer_name', fault)}
          />
          <div className={page.pair}>
            <Field label="Phone" name="customer_phone" type="tel" defaultValue={order?.customer_phone ?? ''} />
            <Field label="Email" name="customer_email" type="email" defaultValue={order?.customer_email ?? ''} />
          </div>
          <Field
            label="Address"
            name="line1"
            defaultValue={order?.address.line1}
            fault={of('address.line1', fault) ?? fault('address')}
          />
          <div className={page.pair}>
            <Field label="City" name="city" defaultValue={order?.address.city ?? ''} />
            <Field label="State" name="region" defaultValue={order?.address.region ?? ''} />
          </div>
          <div className={page.pair}>
            <Field label="Postal code" name="postal_code" defaultValue={order?.address.postal_code ?? ''} />
            <Field
              label="Delivery date"
              name="delivery_date"
              type="date"
              defaultValue={order ? dayToIso(order.delivery_date) : ''}
              fault={of('delivery_date', fault)}
            />
          </div>
          <div className={page.pair}>
            <Field label="Not before" name="window_start" type="time" defaultValue={order?.window_start ?? ''} />
            <Field
              label="Not after"
              name="window_end"
              type="time"
              defaultValue={order?.window_end ?? ''}
              fault={of('window_end', fault)}
            />
          </div>
          <div className={page.pair}>
            <SelectField label="Temperature" name="temperature_class" defaultValue={order?.temperature_class ?? 'DRY'}>
              {TEMPERATURE_CLASSES.map((one) => (
                <option key={one} value={one}>
                  {one.toLowerCase()}
                </option>
              ))}
            </SelectField>
            <Field
              label="Weight (lb)"
              name="load_weight_lbs"
              inputMode="decimal"
              defaultValue={order?.load_weight_lbs ?? ''}
              fault={of('load_weight_lbs', fault)}
            />
          </div>
          <DoorTimeField given={order?.service_minutes ?? null} usual={usual} fault={of('service_minutes', fault)} />
          <Field label="Instructions" name="instructions" defaultValue={order?.instructions ?? ''} />
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

type OrderBody = Body<'POST /orders'>['order']

/** Unchecked: the server names the fields at fault. */
function bodyOf(fields: Record<string, string>, order: OrderOut | null): OrderBody {
  const text = (name: string): string | null => fields[name]?.trim() || null
  const number = (name: string): number | string | null => {
    const typed = text(name)
    return typed === null || Number.isNaN(Number(typed)) ? typed : Number(typed)
  }
  const body: { [Name in keyof OrderBody]: unknown } = {
    external_ref: text('external_ref') ?? '',
    customer_name: text('customer_name') ?? '',
    customer_phone: text('customer_phone'),
    customer_email: text('customer_email'),
    address: {
      line1: text('line1') ?? '',
      city: text('city'),
      region: text('region'),
      postal_code: text('postal_code'),
    },
    delivery_date: fields.delivery_date ? isoToDay(fields.delivery_date) : '',
    window_start: text('window_start'),
    window_end: text('window_end'),
    temperature_class: text('temperature_class'),
    load_weight_lbs: number('load_weight_lbs'),
    instructions: text('instructions'),
    service_minutes: number('service_minutes'),
    // What the form does not show stays.
    items: order?.items ?? null,
    sms_consent: order?.sms_consent ?? null,
    email_consent: order?.email_consent ?? null,
  }
  return body as OrderBody
}
