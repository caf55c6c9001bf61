// Repeats a failed or canceled delivery with the same goods and address, under a new reference and date.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DaysThatFit, OrderDetailOut } from '../../../src/contract/order-actions.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import { call } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { Check, Field, SelectField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { dayIn } from '../../ui/form-values.ts'
import { dayText, dayToIso, windowOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { useRoleReason } from '../session.tsx'

interface Props {
  order: OrderOut
  suggested: NonNullable<OrderDetailOut['repeat']['suggested']>
  onClose: () => void
  /** Called with the reference of the new order. */
  onRepeated: (reference: string) => void
}

type FittingDay = DaysThatFit['days'][number]

/** Value of the option to enter a date instead of choosing a suggested one. */
const ANY = 'any'

export function RepeatForm({ order, suggested, onClose, onRepeated }: Props) {
  const ownerOnly = useRoleReason('setZonesAside')
  const { data } = useQuery(
    endpointQuery('GET /orders/{order_uuid}/days', { params: { order_uuid: order.order_uuid } }),
  )
  const [picked, setPicked] = useState(ANY)
  const fit = data?.days[Number(picked)] ?? null
  return (
    <FormDialog
      title={words.orders.deliverAgainOf(order.external_ref)}
      action={words.orders.deliverAgain}
      values={{ external_ref: suggested.external_ref, delivery_date: dayToIso(suggested.delivery_date) }}
      save={(sent) =>
        call('POST /orders/{order_uuid}/repeat', {
          params: { order_uuid: order.order_uuid },
          body: {
            external_ref: sent.text('external_ref'),
            delivery_date: fit?.date ?? dayIn(sent, 'delivery_date'),
            window: fit?.window ?? null,
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
      <p>{words.orders.repeatLead}</p>
      <Field label={words.common.reference} name="external_ref" />
      <SelectField
        label={words.orders.dayThatFits}
        value={picked}
        onChange={(event) => setPicked(event.target.value)}
        hint={data ? fittingDaysHint(data.days) : words.orders.lookingForDays}
        options={[[ANY, words.orders.anotherDay], ...(data?.days ?? []).map((day, i) => [i, wordsOf(day)] as const)]}
      />
      {fit ? null : <Field label={words.common.deliveryDate} name="delivery_date" type="date" />}
      {ownerOnly === null ? <Check name="override">{words.orders.saveAnyway}</Check> : null}
    </FormDialog>
  )
}

const fittingDaysHint = (days: readonly FittingDay[]): string =>
  days.length > 0 ? words.orders.byThePlans : words.orders.noDayFits

const wordsOf = ({ date, window }: FittingDay): string =>
  window ? `${dayText(date)}, ${windowOf({ window_start: window.start, window_end: window.end })}` : dayText(date)
