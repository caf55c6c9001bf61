// A recurring order added or changed: what is delivered, and by which rule.
import { useState } from 'react'
import type { RecurringOrderOut } from '../../../src/contract/recurring-orders.ts'
import { UNITS, WEEKDAYS } from '../../../src/domain/orders/recurrence.ts'
import { type Body, call } from '../../api/client.ts'
import { CheckList, Field, SelectField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { dayIn, type Sent, type Values } from '../../ui/form-values.ts'
import { dayToIso } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { fieldsIn, fieldValues, NEW_ORDER, OrderFields } from '../orders/order-fields.tsx'
import { WEEKDAY_NAMES } from './words.ts'

interface Props {
  /** Null adds one. */
  recurring: RecurringOrderOut | null
  onOutdated?: () => Promise<unknown>
  onClose: () => void
  onSaved: () => void
}

type Recurring = Body<'POST /recurring-orders'>

export function RecurringForm({ recurring, onSaved, ...dialog }: Props) {
  const [unit, setUnit] = useState<string>(recurring?.schedule.unit ?? 'WEEK')
  return (
    <FormDialog
      title={recurring ? `Change ${recurring.external_ref}` : 'Add a recurring order'}
      values={recurring ? valuesOf(recurring) : NEW}
      {...dialog}
      save={(sent) => {
        const body = bodyOf(sent, recurring)
        return recurring
          ? call('PATCH /recurring-orders/{recurring_order_uuid}', {
              params: { recurring_order_uuid: recurring.recurring_order_uuid },
              body: { ...body, version: sent.version },
            })
          : call('POST /recurring-orders', { body: { ...body, external_ref: sent.text('external_ref').trim() } })
      }}
      onSaved={onSaved}
    >
      {recurring ? (
        <p>Orders made already change along, unless they are on a route. What was changed of one by hand stays.</p>
      ) : null}
      <Field
        label="Reference"
        name="external_ref"
        readOnly={recurring !== null}
        hint="Each of its orders has the date after it, such as MILK-2026-12-01"
      />
      <h3>When</h3>
      <div className={page.pair}>
        <Field label="Every" inputMode="numeric" {...ofSchedule('every')} />
        <SelectField
          label="Unit"
          value={unit}
          onChange={(event) => setUnit(event.target.value)}
          {...ofSchedule('unit')}
        >
          {UNITS.map((one) => (
            <option key={one} value={one}>
              {`${one.toLowerCase()}s`}
            </option>
          ))}
        </SelectField>
      </div>
      {unit === 'WEEK' ? (
        <CheckList
          label="On"
          name="schedule.weekdays"
          options={WEEKDAYS}
          words={(day) => WEEKDAY_NAMES[day as keyof typeof WEEKDAY_NAMES]}
        />
      ) : null}
      {unit === 'MONTH' ? (
        <Field
          label="Day of the month"
          inputMode="numeric"
          hint="1 to 31; a shorter month has it on its last day"
          {...ofSchedule('day_of_month')}
        />
      ) : null}
      <div className={page.pair}>
        <Field label="First day" type="date" {...ofSchedule('start_date')} />
        <Field label="Last day" type="date" hint="Leave blank for no end" {...ofSchedule('end_date')} />
        <Field label="Or number of dates" inputMode="numeric" hint="Leave blank for no end" {...ofSchedule('count')} />
        <Field
          label="Made ahead, days"
          name="days_ahead"
          inputMode="numeric"
          hint="How long before its date each order is made, 1 to 60"
        />
      </div>
      <SelectField
        label="When the zone is closed"
        hint="On a closed day, or a weekday without deliveries"
        {...ofSchedule('closed_days')}
      >
        <option value="KEEP">Deliver anyway</option>
        <option value="NEXT_OPEN_DAY">Deliver on the next open day</option>
      </SelectField>
      <h3>What</h3>
      <OrderFields />
    </FormDialog>
  )
}

const ofSchedule = (name: string) => ({ name: `schedule.${name}` })

const NEW: Values = {
  ...NEW_ORDER,
  'schedule.every': 1,
  'schedule.unit': 'WEEK',
  'schedule.closed_days': 'KEEP',
  days_ahead: 14,
}

const valuesOf = ({ order, schedule, ...recurring }: RecurringOrderOut): Values => ({
  ...fieldValues(order),
  ...Object.fromEntries(Object.entries(schedule).map(([name, value]) => [`schedule.${name}`, value])),
  'schedule.start_date': dayToIso(schedule.start_date),
  'schedule.end_date': schedule.end_date && dayToIso(schedule.end_date),
  external_ref: recurring.external_ref,
  days_ahead: recurring.days_ahead,
  version: recurring.version,
})

/** Values are unchecked: the server names the fields at fault. */
function bodyOf(sent: Sent, recurring: RecurringOrderOut | null): Omit<Recurring, 'external_ref'> {
  const unit = sent.text('schedule.unit')
  const schedule: { [Name in keyof Recurring['schedule']]: unknown } = {
    every: sent.number('schedule.every'),
    unit,
    weekdays: unit === 'WEEK' ? sent.all('schedule.weekdays') : null,
    day_of_month: unit === 'MONTH' ? sent.number('schedule.day_of_month') : null,
    start_date: dayIn(sent, 'schedule.start_date'),
    end_date: sent.orNull('schedule.end_date') && dayIn(sent, 'schedule.end_date'),
    count: sent.number('schedule.count'),
    closed_days: sent.text('schedule.closed_days'),
  }
  const order = fieldsIn(sent, recurring?.order ?? null)
  const { address, metadata } = recurring?.order ?? {}
  // A point that was sent stays with its address.
  const moved = ['line1', 'city', 'region', 'postal_code'].some((name) => sent.changed(name))
  const point = address && !moved ? { lat: address.lat, lng: address.lng } : {}
  return {
    order: { ...order, address: { ...order.address, ...point }, metadata },
    schedule: schedule as Recurring['schedule'],
    days_ahead: sent.number('days_ahead') as number | null,
  }
}
