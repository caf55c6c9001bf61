// One recurring order: its rule, its next dates with their orders, and the actions on each.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RecurringOrderOut } from '../../../src/contract/recurring-order.ts'
import { call } from '../../api/client.ts'
import { useActionRunner } from '../../api/run.ts'
import { endpointQuery } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { dayIn } from '../../ui/form-values.ts'
import { dayText, dayToIso } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Table } from '../../ui/table.tsx'
import { Link } from '../link.tsx'
import { useSharedReason } from '../session.tsx'
import { RecurringForm } from './recurring-form.tsx'
import { exceptionInWords, ruleInWords } from './words.ts'
import { words } from '../../words/locale.ts'

interface Props {
  recurringId: string
  onClose: () => void
  onChanged: (said: string) => void
}

type NextDate = RecurringOrderOut['next_dates'][number]

export function RecurringDetail({ recurringId, onClose, onChanged }: Props) {
  const params = { recurring_order_uuid: recurringId }
  const detail = useQuery(endpointQuery('GET /recurring-orders/{recurring_order_uuid}', { params }))
  const role = useSharedReason('changeOrders')
  const [editing, setEditing] = useState(false)
  const [moving, setMoving] = useState<string | null>(null)
  const { run, said: fault } = useActionRunner()
  const recurring = detail.data
  const ended = recurring?.ended_at ? words.recurring.hasEnded : null
  const acting = (work: () => Promise<unknown>, said: string): Promise<void> =>
    run(() => work().then(() => onChanged(said)))
  const skip = (date: string, skipped: boolean): void =>
    void acting(
      () => call('POST /recurring-orders/{recurring_order_uuid}/dates', { params, body: { date, skipped } }),
      skipped ? words.recurring.isSkipped(dayText(date)) : words.recurring.isRestored(dayText(date)),
    )
  if (editing && recurring)
    return (
      <RecurringForm
        recurring={recurring}
        onOutdated={detail.refetch}
        onClose={() => setEditing(false)}
        onSaved={() => {
          setEditing(false)
          onChanged(words.recurring.changed)
        }}
      />
    )
  if (moving) return <MoveDialog {...{ recurringId, onChanged }} date={moving} onClose={() => setMoving(null)} />
  return (
    <Dialog
      title={recurring ? words.recurring.oneOf(recurring.external_ref) : words.recurring.one}
      onClose={onClose}
      wide
    >
      <QueryState query={detail} what={words.recurring.theOrder}>
        {(data) => (
          <div className={page.section}>
            <p>
              {data.order.customer_name}, {data.order.address?.line1}:{' '}
              {words.recurring.ruleFrom(ruleInWords(data.schedule), dayText(data.schedule.start_date))}{' '}
              {words.recurring.madeAhead(data.days_ahead, data.schedule.closed_days !== 'KEEP')}
            </p>
            <h3>{words.recurring.nextDates}</h3>
            {data.next_dates.length === 0 ? (
              <p className={page.soft}>{ended ?? words.recurring.ruleOver}</p>
            ) : (
              <Table columns={[words.common.date, words.recurring.order, words.recurring.changeColumn]}>
                {data.next_dates.map((one) => (
                  <DateRow key={one.date} {...{ one, role }} onSkip={skip} onMove={setMoving} />
                ))}
              </Table>
            )}
          </div>
        )}
      </QueryState>
      <p role="alert" className={page.bad}>
        {fault}
      </p>
      <DialogActions>
        <Button onClick={onClose}>{words.common.close}</Button>
        <ConfirmButton
          kind="danger"
          reason={role ?? ended}
          question={{
            title: words.recurring.endAsk(recurring?.external_ref ?? ''),
            text: words.recurring.endText,
            yes: words.recurring.endIt,
            danger: true,
            onYes: () =>
              void acting(
                () => call('POST /recurring-orders/{recurring_order_uuid}/end', { params }),
                words.recurring.nowEnded,
              ),
          }}
        >
          {words.recurring.endDots}
        </ConfirmButton>
        <Button kind="primary" reason={role ?? ended} onClick={() => setEditing(true)}>
          {words.common.edit}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface DateRowProps {
  one: NextDate
  /** Why the user can't change the recurring order. Null if the user can. */
  role: string | null
  onSkip: (date: string, skipped: boolean) => void
  onMove: (date: string) => void
}

function DateRow({ one, role, onSkip, onMove }: DateRowProps) {
  const { date, skipped, moved_to } = one
  const day = dayText(date)
  const exception = exceptionInWords(one)
  const button = (text: string, label: string, onClick: () => void) => (
    <Button kind="quiet" reason={role} aria-label={label} onClick={onClick}>
      {text}
    </Button>
  )
  return (
    <tr>
      <td>
        {day}
        {exception ? <span className={page.soft}> ({exception})</span> : null}
      </td>
      <td>
        <OrderOf one={one} />
      </td>
      <td>
        <div className={page.actions}>
          {skipped || moved_to
            ? button(words.recurring.restore, words.recurring.restoreOne(day), () => onSkip(date, false))
            : null}
          {skipped ? null : (
            <>
              {button(words.recurring.skip, words.recurring.skipOne(day), () => onSkip(date, true))}
              {button(words.recurring.moveDots, words.recurring.moveOne(day), () => onMove(date))}
            </>
          )}
        </div>
      </td>
    </tr>
  )
}

function MoveDialog({ recurringId, date, onClose, onChanged }: Props & { date: string }) {
  return (
    <FormDialog
      title={words.recurring.moveOne(dayText(date))}
      action={words.recurring.move}
      values={{ moved_to: dayToIso(date) }}
      save={(sent) =>
        call('POST /recurring-orders/{recurring_order_uuid}/dates', {
          params: { recurring_order_uuid: recurringId },
          body: { date, moved_to: dayIn(sent, 'moved_to') },
        })
      }
      onSaved={() => {
        onClose()
        onChanged(words.recurring.isMoved(dayText(date)))
      }}
      onClose={onClose}
    >
      <p>{words.recurring.moveLead}</p>
      <Field label={words.recurring.deliveredOn} type="date" name="moved_to" />
    </FormDialog>
  )
}

function OrderOf({ one: { order, skipped } }: { one: NextDate }) {
  if (!order) return <span className={page.soft}>{skipped ? '–' : words.recurring.notMade}</span>
  return (
    <>
      <Link href={`/orders?order=${order.order_uuid}`}>{order.external_ref}</Link> (
      {words.common.orderStatus[order.status]})
    </>
  )
}
