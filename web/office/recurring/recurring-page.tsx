// Recurring orders, each with its next date, and the form for them.
import { useState } from 'react'
import type { RecurringOrderOut } from '../../../src/contract/recurring-order.ts'
import { useInvalidate } from '../../api/query.ts'
import { dayText } from '../../ui/format.ts'
import { Button } from '../../ui/button.tsx'
import page from '../../ui/page.module.css'
import { Table } from '../../ui/table.tsx'
import { Link } from '../link.tsx'
import { navigate, useLocation } from '../location.ts'
import { Paged, usePages } from '../log/paged.tsx'
import { useSharedReason } from '../session.tsx'
import { RecurringDetail } from './recurring-detail.tsx'
import { RecurringForm } from './recurring-form.tsx'
import { exceptionInWords, ruleInWords } from './words.ts'
import { words } from '../../words/locale.ts'
import { Page } from '../../ui/page.tsx'

const PATH = '/orders/recurring'

export default function RecurringPage() {
  const { searchParams } = useLocation()
  const role = useSharedReason('changeOrders')
  const again = useInvalidate()
  const pages = usePages('GET /recurring-orders', {}, false)
  const [adding, setAdding] = useState(false)
  const [said, setSaid] = useState('')
  const opened = searchParams.get('recurring')
  const changed = (done: string): void => {
    setSaid(done)
    void again('GET /recurring-orders', 'GET /recurring-orders/{recurring_order_uuid}')
  }
  return (
    <Page
      wide
      title={words.recurring.title}
      actions={
        <>
          <Link href="/orders">{words.recurring.allOrders}</Link>
          <Button kind="primary" reason={role} onClick={() => setAdding(true)}>
            {words.recurring.add}
          </Button>
        </>
      }
    >
      <p role="status" className={page.said}>
        {said}
      </p>
      <Paged
        pages={pages}
        what={words.recurring.theOrders}
        rowsOf={({ recurring }) => recurring}
        empty={words.recurring.none}
      >
        {(rows) => (
          <Table
            label={words.recurring.title}
            scrolls
            columns={[
              words.common.reference,
              words.common.customer,
              words.common.address,
              words.recurring.repeats,
              words.recurring.nextDate,
            ]}
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
                <td>{nextDateText(recurring)}</td>
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
            changed(words.recurring.added)
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
    </Page>
  )
}

function nextDateText({ ended_at, next_dates }: RecurringOrderOut): string {
  if (ended_at) return words.recurring.endedShort
  const next = next_dates.find(({ skipped }) => !skipped)
  if (!next) return words.recurring.noMore
  const exception = exceptionInWords(next)
  return exception ? `${dayText(next.date)}, ${exception}` : dayText(next.date)
}
