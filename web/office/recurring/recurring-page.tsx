// Orders that are made again and again by a rule: which there are, what each makes next, and its form.
import { useState } from 'react'
import type { RecurringOrderOut } from '../../../src/contract/recurring-orders.ts'
import { useReadAgain } from '../../api/query.ts'
import { dayText } from '../../ui/format.ts'
import { Button } from '../../ui/button.tsx'
import page from '../../ui/page.module.css'
import { Table } from '../../ui/table.tsx'
import { Link } from '../link.tsx'
import { navigate, useLocation } from '../location.ts'
import { Paged, usePages } from '../log/paged.tsx'
import { useRoleReason } from '../session.tsx'
import { RecurringDetail } from './recurring-detail.tsx'
import { RecurringForm } from './recurring-form.tsx'
import { exceptionInWords, ruleInWords } from './words.ts'

const PATH = '/orders/recurring'

export default function RecurringPage() {
  const { searchParams } = useLocation()
  const role = useRoleReason('DISPATCHER')
  const again = useReadAgain()
  const pages = usePages('GET /recurring-orders', {}, false)
  const [adding, setAdding] = useState(false)
  const [said, setSaid] = useState('')
  const opened = searchParams.get('recurring')
  const changed = (words: string): void => {
    setSaid(words)
    void again('GET /recurring-orders', 'GET /recurring-orders/{recurring_order_uuid}')
  }
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>Recurring orders</h1>
        <div className={page.actions}>
          <Link href="/orders">All orders</Link>
          <Button kind="primary" reason={role} onClick={() => setAdding(true)}>
            Add a recurring order
          </Button>
        </div>
      </div>
      <p role="status" className={page.said}>
        {said}
      </p>
      <Paged
        pages={pages}
        what="the recurring orders"
        rowsOf={({ recurring }) => recurring}
        empty="No recurring orders yet. Add one for what you deliver again and again, such as every Tuesday: its orders are then made by themselves."
      >
        {(rows) => (
          <Table
            label="Recurring orders"
            scrolls
            columns={['Reference', 'Customer', 'Address', 'Repeats', 'Next date']}
          >
            {rows.map((recurring) => (
              <tr key={recurring.recurring_order_uuid}>
                <td>
                  <Button
                    kind="quiet"
                    onClick={() => navigate(`${PATH}?recurring=${recurring.recurring_order_uuid}`, { replace: true })}
                  >
                    {recurring.external_ref}
                  </Button>
                </td>
                <td>{recurring.order.customer_name}</td>
                <td>{recurring.order.address?.line1}</td>
                <td>{ruleInWords(recurring.schedule)}</td>
                <td>{nextInWords(recurring)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Paged>
      {adding ? (
        <RecurringForm
          recurring={null}
          onClose={() => setAdding(false)}
          onSaved={() => {
            setAdding(false)
            changed('The recurring order is added.')
          }}
        />
      ) : null}
      {opened ? (
        <RecurringDetail
          key={opened}
          recurringId={opened}
          onClose={() => navigate(PATH, { replace: true })}
          onChanged={changed}
        />
      ) : null}
    </div>
  )
}

function nextInWords({ ended_at, next_dates }: RecurringOrderOut): string {
  if (ended_at) return 'ended'
  const next = next_dates.find(({ skipped }) => !skipped)
  if (!next) return 'no more'
  const exception = exceptionInWords(next)
  return exception ? `${dayText(next.date)}, ${exception}` : dayText(next.date)
}
