// Item differences of an outcome that the office records. The fields appear on request.
import { useState } from 'react'
import type { DayStop } from '../../../src/contract/day.ts'
import type { OutcomeBody } from '../../../src/contract/outcomes.ts'
import { call } from '../../api/client.ts'
import { resultMessage } from '../../api/result-message.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import type { SubmittedForm, Values } from '../../ui/form-values.ts'
import { words } from '../../words/locale.ts'
import style from './day.module.css'

type ShownItem = Pick<NonNullable<DayStop['item_outcomes']>[number], 'name' | 'sku' | 'quantity'>

const KINDS = ['short', 'damaged', 'returned'] as const
/** Items to show, from the recorded outcome or from the order. */
export function useItems(stop: DayStop) {
  const [items, setItems] = useState<readonly ShownItem[] | null>(stop.item_outcomes ?? null)
  const [fault, setFault] = useState('')
  const show = async (): Promise<void> => {
    const detail = call('GET /orders/{order_uuid}', { params: { order_uuid: stop.order_uuid } }).then(({ order }) =>
      setItems(order.items ?? []),
    )
    setFault(await resultMessage(detail, ''))
  }
  return { items, show, fault }
}

/** Initial values of the fields. */
export const itemValues = ({ item_outcomes: outcomes }: DayStop): Values =>
  Object.fromEntries(
    (outcomes ?? []).flatMap((outcome, i) => [
      ...KINDS.map((kind) => [`${kind} ${i}`, outcome[kind] || null]),
      [`why ${i}`, outcome.reason],
    ]),
  )

/** Item differences for the request body. Empty if the items were not shown, or if the outcome is not DELIVERED. */
export function itemOutcomesIn(
  items: readonly ShownItem[] | null,
  sent: SubmittedForm,
): { items?: OutcomeBody['items'] } {
  if (!items || sent.text('status') !== 'DELIVERED') return {}
  const differences = items.flatMap(({ name, sku }, i) => {
    const [short, damaged, returned] = KINDS.map((kind) => sent.number(`${kind} ${i}`))
    const told = { name, sku, short, damaged, returned, reason: sent.orNull(`why ${i}`) }
    return short || damaged || returned ? [told] : []
  })
  // The cast is safe, because the server checks the numbers and reports invalid ones.
  return { items: differences as OutcomeBody['items'] }
}

export function ItemFields({ items, show, fault }: ReturnType<typeof useItems>) {
  if (!items)
    return (
      <>
        <Button kind="quiet" onClick={() => void show()}>
          {words.stop.notAllItems}
        </Button>
        {fault ? <p role="alert">{fault}</p> : null}
      </>
    )
  if (items.length === 0) return <p className={style.soft}>{words.stop.noItems}</p>
  return items.map(({ name, quantity }, i) => (
    <fieldset key={i} className={style.itemFields}>
      <legend>
        {quantity} × {name}
      </legend>
      {KINDS.map((kind) => (
        <Field key={kind} label={words.stop.itemKinds[kind]} name={`${kind} ${i}`} inputMode="decimal" />
      ))}
      <Field label={words.stop.why} name={`why ${i}`} maxLength={500} />
    </fieldset>
  ))
}
