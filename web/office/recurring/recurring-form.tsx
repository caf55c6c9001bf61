// Form for adding or changing a recurring order: its goods, address and rule.
import { useState } from 'react'
import type { RecurringOrderOut } from '../../../src/contract/recurring-order.ts'
import { UNITS, type Weekday, WEEKDAYS } from '../../../src/domain/orders/recurrence.ts'
import { type Body, call } from '../../api/client.ts'
import { CheckList, Field, SelectField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { dayIn, type SubmittedForm, type Values } from '../../ui/form-values.ts'
import { dayToIso } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { fieldsIn, fieldValues, NEW_ORDER, OrderFields } from '../orders/order-fields.tsx'
import { words } from '../../words/locale.ts'

interface Props {
  /** Recurring order to edit. Null for a new one. */
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
      title={recurring ? words.recurring.change(recurring.external_ref) : words.recurring.add}
      values={recurring ? valuesOf(recurring) : NEW_RECURRING_ORDER}
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
      {recurring ? <p>{words.recurring.changeLead}</p> : null}
      <Field
        label={words.common.reference}
        name="external_ref"
        readOnly={recurring !== null}
        hint={words.recurring.referenceHint}
      />
      <h3>{words.recurring.when}</h3>
      <RuleFields unit={unit} onUnit={setUnit} />
      <h3>{words.recurring.what}</h3>
      <OrderFields />
    </FormDialog>
  )
}

function RuleFields({ unit, onUnit }: { unit: string; onUnit: (unit: string) => void }) {
  return (
    <>
      <div className={page.pair}>
        <Field label={words.recurring.everyLabel} inputMode="numeric" {...ofSchedule('every')} />
        <SelectField
          label={words.recurring.unit}
          value={unit}
          onChange={(event) => onUnit(event.target.value)}
          {...ofSchedule('unit')}
          options={UNITS.map((one) => [one, words.recurring.units[one]])}
        />
      </div>
      {unit === 'WEEK' ? (
        <CheckList
          label={words.recurring.on}
          name="schedule.weekdays"
          options={WEEKDAYS}
          words={(day) => words.recurring.weekdays[day as Weekday]}
        />
      ) : null}
      {unit === 'MONTH' ? (
        <Field
          label={words.recurring.dayOfMonth}
          inputMode="numeric"
          hint={words.recurring.dayOfMonthHint}
          {...ofSchedule('day_of_month')}
        />
      ) : null}
      <div className={page.pair}>
        <Field label={words.recurring.firstDay} type="date" {...ofSchedule('start_date')} />
        <Field label={words.recurring.lastDay} type="date" hint={words.recurring.noEnd} {...ofSchedule('end_date')} />
        <Field
          label={words.recurring.dates}
          inputMode="numeric"
          hint={words.recurring.noEnd}
          {...ofSchedule('count')}
        />
        <Field label={words.recurring.ahead} name="days_ahead" inputMode="numeric" hint={words.recurring.aheadHint} />
      </div>
      <SelectField
        label={words.recurring.whenClosed}
        hint={words.recurring.whenClosedHint}
        {...ofSchedule('closed_days')}
        options={[
          ['KEEP', words.recurring.deliverAnyway],
          ['NEXT_OPEN_DAY', words.recurring.deliverNextOpen],
        ]}
      />
    </>
  )
}

const ofSchedule = (name: string) => ({ name: `schedule.${name}` })

const NEW_RECURRING_ORDER: Values = {
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

/** Returns the request body. Its values are unchecked, because the server reports invalid fields. */
function bodyOf(sent: SubmittedForm, recurring: RecurringOrderOut | null): Omit<Recurring, 'external_ref'> {
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
  // The form shows no coordinates. If the address is unchanged, send the stored ones again, so that they are not lost.
  const moved = ['line1', 'city', 'region', 'postal_code'].some((name) => sent.changed(name))
  const point = address && !moved ? { lat: address.lat, lng: address.lng } : {}
  return {
    order: { ...order, address: { ...order.address, ...point }, metadata },
    schedule: schedule as Recurring['schedule'],
    days_ahead: sent.number('days_ahead') as number | null,
  }
}
