// Service time of a delivery: the planned time, and that of recent deliveries to the address.
import { useState } from 'react'
import type { OrderDetailOut } from '../../../src/contract/order-actions.ts'
import { call } from '../../api/client.ts'
import { useActionRunner } from '../../api/run.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useFormField } from '../../ui/form-context.ts'
import { minutes } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import { useRoleReason } from '../session.tsx'
import style from './orders.module.css'

type UsualServiceTime = OrderDetailOut['service']['usual']

const usualTimeText = (usual: NonNullable<UsualServiceTime>): string =>
  words.orders.usually(minutes(usual.minutes), usual.visits)

export function ServiceTimeSection({
  detail: { order, service },
  onChanged,
}: {
  detail: OrderDetailOut
  onChanged: (said: string) => void
}) {
  const role = useRoleReason('changeOrders')
  const { run, said: fault } = useActionRunner()
  const { planned_minutes: planned, usual } = service
  const fixed = order.status === 'OPEN' ? null : words.orders.timeFixed(words.common.orderStatus[order.status])
  const use = (service_minutes: number): Promise<void> =>
    run(async () => {
      await call('POST /orders/{order_uuid}/service-minutes', {
        params: { order_uuid: order.order_uuid },
        body: { service_minutes, version: order.changed_at },
      })
      onChanged(words.orders.timeSaved(minutes(service_minutes)))
    })
  return (
    <>
      {minutes(planned)}
      {order.service_minutes === null ? <span className={page.soft}>{words.orders.theDefault}</span> : null}
      {usual && usual.minutes !== planned ? (
        <div className={style.offer}>
          {usualTimeText(usual)}{' '}
          <Button reason={role ?? fixed} onClick={() => void use(usual.minutes)}>
            {words.orders.useIt}
          </Button>
        </div>
      ) : null}
      <span role="alert" className={page.bad}>
        {fault}
      </span>
    </>
  )
}

interface FieldProps {
  name: string
  faultName: readonly string[]
  usual: UsualServiceTime
}

/** Field for the service time. If it is empty, the settings apply. */
export function ServiceTimeField({ name, faultName, usual }: FieldProps) {
  const [typed, setTyped] = useState(useFormField(name).texts?.[0] ?? '')
  const hint =
    usual && String(usual.minutes) !== typed.trim() ? (
      <>
        {usualTimeText(usual)}{' '}
        <button type="button" className={style.open} onClick={() => setTyped(String(usual.minutes))}>
          {words.orders.useIt}
        </button>
      </>
    ) : (
      words.orders.blankSettings
    )
  return (
    <Field
      label={words.orders.serviceMinutes}
      name={name}
      faultName={faultName}
      inputMode="decimal"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      hint={hint}
    />
  )
}
