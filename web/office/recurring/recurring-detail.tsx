// One recurring order: its rule, its next dates with what was made for them, and what can be done with each.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RecurringOrderOut } from '../../../src/contract/recurring-orders.ts'
import { ApiError, call } from '../../api/client.ts'
import { read } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { dayIn } from '../../ui/form-values.ts'
import { dayText, dayToIso, plural } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Table } from '../../ui/table.tsx'
import { Link } from '../link.tsx'
import { useRoleReason } from '../session.tsx'
import { RecurringForm } from './recurring-form.tsx'
import { exceptionInWords, ruleInWords } from './words.ts'

interface Props {
  recurringId: string
  onClose: () => void
  onChanged: (said: string) => void
}

type NextDate = RecurringOrderOut['next_dates'][number]

export function RecurringDetail({ recurringId, onClose, onChanged }: Props) {
  const params = { recurring_order_uuid: recurringId }
  const detail = useQuery(read('GET /recurring-orders/{recurring_order_uuid}', { params }))
  const role = useRoleReason('DISPATCHER')
  const { ask, confirmation } = useConfirmation()
  const [editing, setEditing] = useState(false)
  const [moving, setMoving] = useState<string | null>(null)
  const [fault, setFault] = useState('')
  const recurring = detail.data
  const ended = recurring?.ended_at ? 'This recurring order has ended.' : null
  const acting = async (work: () => Promise<unknown>, said: string): Promise<void> => {
    setFault('')
    try {
      await work()
      onChanged(said)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error.message)
    }
  }
  const set = (date: string, skipped: boolean): Promise<void> =>
    acting(
      () => call('POST /recurring-orders/{recurring_order_uuid}/dates', { params, body: { date, skipped } }),
      skipped ? `${date} is skipped.` : `${date} is delivered as the rule has it.`,
    )
  if (editing && recurring)
    return (
      <RecurringForm
        recurring={recurring}
        onOutdated={detail.refetch}
        onClose={() => setEditing(false)}
        onSaved={() => {
          setEditing(false)
          onChanged('The recurring order is changed.')
        }}
      />
    )
  if (moving)
    return (
      <FormDialog
        title={`Move ${moving}`}
        action="Move"
        values={{ moved_to: dayToIso(moving) }}
        save={(sent) =>
          call('POST /recurring-orders/{recurring_order_uuid}/dates', {
            params,
            body: { date: moving, moved_to: dayIn(sent, 'moved_to') },
          })
        }
        onSaved={() => {
          setMoving(null)
          onChanged(`${moving} is moved.`)
        }}
        onClose={() => setMoving(null)}
      >
        <p>Only this date moves; the rule stays. An order made for it moves along.</p>
        <Field label="Delivered on" type="date" name="moved_to" />
      </FormDialog>
    )
  return (
    <Dialog title={recurring ? `Recurring order ${recurring.external_ref}` : 'Recurring order'} onClose={onClose} wide>
      <QueryState query={detail} what="the recurring order">
        {(data) => (
          <div className={page.section}>
            <p>
              {data.order.customer_name}, {data.order.address?.line1}: {ruleInWords(data.schedule)}, from{' '}
              {dayText(data.schedule.start_date)}. Each order is made {plural(data.days_ahead, 'day')} ahead
              {data.schedule.closed_days === 'KEEP' ? '' : ', for the next open day where the zone is closed'}.
            </p>
            <h3>Next dates</h3>
            {data.next_dates.length === 0 ? (
              <p className={page.soft}>{ended ?? 'No more dates: the rule is over.'}</p>
            ) : (
              <Table columns={['Date', 'Order', '(Change)']}>
                {data.next_dates.map((one) => (
                  <tr key={one.date}>
                    <td>
                      {dayText(one.date)}
                      {exceptionInWords(one) ? <span className={page.soft}> ({exceptionInWords(one)})</span> : null}
                    </td>
                    <td>
                      <OrderOf one={one} />
                    </td>
                    <td>
                      <div className={page.actions}>
                        {one.skipped || one.moved_to ? (
                          <Button
                            kind="quiet"
                            reason={role}
                            aria-label={`Restore ${dayText(one.date)}`}
                            onClick={() => void set(one.date, false)}
                          >
                            Restore
                          </Button>
                        ) : null}
                        {one.skipped ? null : (
                          <>
                            <Button
                              kind="quiet"
                              reason={role}
                              aria-label={`Skip ${dayText(one.date)}`}
                              onClick={() => void set(one.date, true)}
                            >
                              Skip
                            </Button>
                            <Button
                              kind="quiet"
                              reason={role}
                              aria-label={`Move ${dayText(one.date)}`}
                              onClick={() => setMoving(one.date)}
                            >
                              Move …
                            </Button>
                          </>
                        )}
                      </div>
                    </td>
                  </tr>
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
        <Button onClick={onClose}>Close</Button>
        <Button
          kind="danger"
          reason={role ?? ended}
          onClick={() =>
            ask({
              title: `End ${recurring?.external_ref}?`,
              text: 'No more orders are made, and those made already that are on no route are cancelled. This can’t be undone.',
              yes: 'End it',
              danger: true,
              onYes: () =>
                void acting(
                  () => call('POST /recurring-orders/{recurring_order_uuid}/end', { params }),
                  'The recurring order has ended.',
                ),
            })
          }
        >
          End …
        </Button>
        {confirmation}
        <Button kind="primary" reason={role ?? ended} onClick={() => setEditing(true)}>
          Edit
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function OrderOf({ one: { order, skipped } }: { one: NextDate }) {
  if (!order) return <span className={page.soft}>{skipped ? '–' : 'not made yet'}</span>
  return (
    <>
      <Link href={`/orders?order=${order.order_uuid}`}>{order.external_ref}</Link> ({order.status.toLowerCase()})
    </>
  )
}
