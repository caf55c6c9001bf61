// The outcome of a stop: recorded, undone while it is held, corrected once it is settled; whichever the state allows.
import { useEffect, useState } from 'react'
import type { DayRoute, DayStop } from '../../../src/contract/office/day.ts'
import { routeRefusal } from '../../../src/domain/routes/route.ts'
import { call, unchecked } from '../../api/client.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import type { Sent } from '../../ui/form-values.ts'
import { timeOf } from '../../ui/format.ts'
import { useRoleReason, useSession } from '../session.tsx'
import style from './day.module.css'
import { ItemFields, itemsSent, itemValues, useItems } from './item-fields.tsx'
import { stateWords } from './state-icon.tsx'

interface Props {
  route: DayRoute
  stop: DayStop
  onDone: (said: string) => void
}

export function StopOutcome({ route, stop, onDone }: Props) {
  const role = useRoleReason('DISPATCHER')
  const notRunning = routeRefusal(route.status, 'work')?.message ?? null
  if (stop.finished_at && !notRunning && (stop.settles_at || stop.status === 'SKIPPED'))
    return <Undo {...{ route, stop, onDone }} reason={role} />
  if (stop.finished_at) return <Correction {...{ route, stop, onDone }} reason={role} />
  return route.status === 'PLANNED' ? null : <Recording {...{ route, stop, onDone }} reason={role ?? notRunning} />
}

interface PartProps extends Props {
  reason: string | null
}

const of = ({ route, stop }: Props) => ({ params: { route_uuid: route.route_uuid, stop_uuid: stop.stop_uuid } })

const outcomeSent = (sent: Sent, items: Parameters<typeof itemsSent>[0]) =>
  unchecked<'POST /routes/{route_uuid}/stops/{stop_uuid}/status'>({
    status: sent.text('status'),
    reason: sent.orNull('reason'),
    driver_notes: sent.orNull('driver_notes'),
    left_where: sent.orNull('left_where'),
    ...itemsSent(items, sent),
  })

const Undo = (props: PartProps) => (
  <Form
    className={style.outcome}
    action={<>Undo{props.stop.settles_at ? <Countdown until={props.stop.settles_at} /> : null}</>}
    kind="plain"
    reason={props.reason}
    save={async () => {
      await call('POST /routes/{route_uuid}/stops/{stop_uuid}/undo', of(props))
      props.onDone(`Undone at ${props.stop.address.line1}.`)
      return ''
    }}
  />
)

function Recording(props: PartProps) {
  const goods = useItems(props.stop)
  return (
    <Form
      className={style.outcome}
      action="Record"
      kind="plain"
      reason={props.reason}
      values={{ status: 'DELIVERED' }}
      save={async (sent) => {
        const body = outcomeSent(sent, goods.items)
        await call('POST /routes/{route_uuid}/stops/{stop_uuid}/status', { ...of(props), body })
        props.onDone(`Recorded at ${props.stop.address.line1}.`)
        return ''
      }}
    >
      <h3>Record an outcome</h3>
      <OutcomeFields />
      <ItemFields {...goods} />
    </Form>
  )
}

function Correction(props: PartProps) {
  const { stop } = props
  const goods = useItems(stop)
  const zone = useSession().business.time_zone
  return (
    <Form
      className={style.outcome}
      action="Correct"
      kind="plain"
      reason={props.reason}
      values={{
        status: stop.status,
        reason: stop.reason,
        driver_notes: stop.driver_notes,
        left_where: stop.left_where,
        ...itemValues(stop),
      }}
      save={async (sent) => {
        const body = outcomeSent(sent, goods.items)
        await call('POST /routes/{route_uuid}/stops/{stop_uuid}/correct', { ...of(props), body })
        props.onDone(`Corrected at ${stop.address.line1}.`)
        return ''
      }}
    >
      <h3>Correct the outcome</h3>
      <p className={style.soft}>
        {stateWords(stop)} since {timeOf(stop.finished_at ?? '', zone)}, and final: webhook endpoints receive the
        correction.
      </p>
      <OutcomeFields />
      <ItemFields {...goods} />
    </Form>
  )
}

const OutcomeFields = () => (
  <>
    <SelectField label="Outcome" name="status">
      <option value="DELIVERED">Delivered</option>
      <option value="FAILED">Failed</option>
      <option value="SKIPPED">Skipped: back to unassigned</option>
    </SelectField>
    <Field label="Reason" name="reason" hint="Required for a failed delivery" />
    <Field label="Left where" name="left_where" hint="Only when delivered, and not handed over" />
    <Field label="Notes" name="driver_notes" />
  </>
)

/** What is left of the undo window, m:ss. */
function Countdown({ until }: { until: string }) {
  const left = () => Math.max(0, Math.round((new Date(until).getTime() - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 1_000)
    return () => clearInterval(timer)
  })
  return (
    <span>
      {' '}
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  )
}
