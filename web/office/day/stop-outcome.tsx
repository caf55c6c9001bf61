// Records the outcome of a stop, undoes it in the undo window, or corrects it after it is settled.
import { useEffect, useState } from 'react'
import type { DayRoute, DayStop } from '../../../src/contract/day.ts'
import { routeRefusal } from '../../../src/domain/routes/route.ts'
import { call, asUncheckedBody } from '../../api/client.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import type { SubmittedForm } from '../../ui/form-values.ts'
import { timeOf } from '../../ui/format.ts'
import { refusalInWords, words } from '../../words/locale.ts'
import { useRoleReason, useSession } from '../session.tsx'
import style from './day.module.css'
import { ItemFields, itemOutcomesIn, itemValues, useItems } from './item-fields.tsx'
import { stateWords } from './state-icon.tsx'

interface Props {
  route: DayRoute
  stop: DayStop
  onDone: (said: string) => void
}

export function StopOutcome({ route, stop, onDone }: Props) {
  const role = useRoleReason('dispatchRoutes')
  const notRunning = refusalInWords(routeRefusal(route.status, 'work'))
  if (stop.finished_at && !notRunning && (stop.settles_at || stop.status === 'SKIPPED'))
    return <Undo {...{ route, stop, onDone }} reason={role} />
  if (stop.finished_at) return <Correction {...{ route, stop, onDone }} reason={role} />
  return route.status === 'PLANNED' ? null : <Recording {...{ route, stop, onDone }} reason={role ?? notRunning} />
}

interface PartProps extends Props {
  reason: string | null
}

const stopParams = ({ route, stop }: Props) => ({ params: { route_uuid: route.route_uuid, stop_uuid: stop.stop_uuid } })

const outcomeBody = (sent: SubmittedForm, items: Parameters<typeof itemOutcomesIn>[0]) =>
  asUncheckedBody<'POST /routes/{route_uuid}/stops/{stop_uuid}/status'>({
    status: sent.text('status'),
    reason: sent.orNull('reason'),
    driver_notes: sent.orNull('driver_notes'),
    left_where: sent.orNull('left_where'),
    ...itemOutcomesIn(items, sent),
  })

const Undo = (props: PartProps) => (
  <Form
    className={style.outcome}
    action={
      <>
        {words.common.undo}
        {props.stop.settles_at ? <Countdown until={props.stop.settles_at} /> : null}
      </>
    }
    kind="plain"
    reason={props.reason}
    save={async () => {
      await call('POST /routes/{route_uuid}/stops/{stop_uuid}/undo', stopParams(props))
      props.onDone(words.stop.undoneAt(props.stop.address.line1))
      return ''
    }}
  />
)

function Recording(props: PartProps) {
  const goods = useItems(props.stop)
  return (
    <Form
      className={style.outcome}
      action={words.stop.record}
      kind="plain"
      reason={props.reason}
      values={{ status: 'DELIVERED' }}
      save={async (sent) => {
        const body = outcomeBody(sent, goods.items)
        await call('POST /routes/{route_uuid}/stops/{stop_uuid}/status', { ...stopParams(props), body })
        props.onDone(words.stop.recordedAt(props.stop.address.line1))
        return ''
      }}
    >
      <h3>{words.stop.recordOutcome}</h3>
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
      action={words.stop.correct}
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
        const body = outcomeBody(sent, goods.items)
        await call('POST /routes/{route_uuid}/stops/{stop_uuid}/correct', { ...stopParams(props), body })
        props.onDone(words.stop.correctedAt(stop.address.line1))
        return ''
      }}
    >
      <h3>{words.stop.correctOutcome}</h3>
      <p className={style.soft}>{words.stop.finalSince(stateWords(stop), timeOf(stop.finished_at ?? '', zone))}</p>
      <OutcomeFields />
      <ItemFields {...goods} />
    </Form>
  )
}

const OutcomeFields = () => (
  <>
    <SelectField
      label={words.stop.outcome}
      name="status"
      options={[
        ['DELIVERED', words.common.stopStates.DELIVERED],
        ['FAILED', words.common.stopStates.FAILED],
        ['SKIPPED', words.stop.skippedBack],
      ]}
    />
    <Field label={words.common.reason} name="reason" hint={words.stop.reasonHint} />
    <Field label={words.common.leftWhere} name="left_where" hint={words.stop.leftWhereHint} />
    <Field label={words.common.notes} name="driver_notes" />
  </>
)

/** Remaining time of the undo window, m:ss. */
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
