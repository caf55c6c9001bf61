// Recurring orders, each with its next date, and beside them the open one.
import { useState } from 'react'
import type { RecurringOrderOut } from '../../../src/contract/recurring-order.ts'
import { useInvalidate } from '../../api/query.ts'
import { dayText } from '../../ui/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import page from '../../ui/page.module.css'
import { Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { navigate, useLocation } from '../location.ts'
import { Paged, usePages } from '../log/paged.tsx'
import { useSharedReason } from '../session.tsx'
import { RecurringDetail } from './recurring-detail.tsx'
import { RecurringForm } from './recurring-form.tsx'
import style from './recurring.module.css'
import { exceptionInWords, ruleInWords } from './words.ts'

const PATH = '/orders/recurring'
const open = (id: string): void => navigate(`${PATH}?recurring=${id}`, { replace: true })

export default function RecurringPage() {
  const { searchParams } = useLocation()
  const again = useInvalidate()
  const [adding, setAdding] = useState(false)
  const [said, setSaid] = useState('')
  const opened = searchParams.get('recurring')
  const changed = (done: string): void => {
    setSaid(done)
    void again('GET /recurring-orders', 'GET /recurring-orders/{recurring_order_uuid}')
  }
  return (
    <Page fills title={words.recurring.title} actions={<Actions said={said} onAdd={() => setAdding(true)} />}>
      <div className={opened ? `${style.work} ${style.opened}` : style.work}>
        <Rules opened={opened} />
        {opened ? (
          <RecurringDetail
            key={opened}
            recurringId={opened}
            onClose={() => navigate(PATH, { replace: true })}
            onChanged={changed}
          />
        ) : null}
      </div>
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
    </Page>
  )
}

function Actions({ said, onAdd }: { said: string; onAdd: () => void }) {
  const role = useSharedReason('changeOrders')
  return (
    <>
      <p role="status" className={page.soft}>
        {said}
      </p>
      <Link href="/orders">{words.recurring.allOrders}</Link>
      <Button kind="primary" reason={role} onClick={onAdd}>
        <Icon name="plus" />
        {words.recurring.add}
      </Button>
    </>
  )
}

function Rules({ opened }: { opened: string | null }) {
  const pages = usePages('GET /recurring-orders', {}, false)
  return (
    <div className={style.rules}>
      <Paged
        pages={pages}
        what={words.recurring.theOrders}
        rowsOf={({ recurring }) => recurring}
        empty={words.recurring.none}
      >
        {(rows) => (
          <Table
            full
            label={words.recurring.title}
            scrolls
            columns={[
              words.recurring.order,
              words.recurring.deliverTo,
              words.recurring.repeats,
              words.recurring.nextDate,
            ]}
          >
            {rows.map((recurring) => (
              <Row
                key={recurring.recurring_order_uuid}
                recurring={recurring}
                isOpen={recurring.recurring_order_uuid === opened}
              />
            ))}
          </Table>
        )}
      </Paged>
    </div>
  )
}

const Row = ({ recurring, isOpen }: { recurring: RecurringOrderOut; isOpen: boolean }) => (
  <tr className={isOpen ? style.current : undefined}>
    <td>
      <Button kind="quiet" aria-pressed={isOpen} onClick={() => open(recurring.recurring_order_uuid)}>
        {recurring.external_ref}
      </Button>
    </td>
    <td>
      <b>{recurring.order.customer_name}</b>
      <small>{recurring.order.address?.line1}</small>
    </td>
    <td>{ruleInWords(recurring.schedule)}</td>
    <td>{nextDateText(recurring)}</td>
  </tr>
)

function nextDateText({ ended_at, next_dates }: RecurringOrderOut): string {
  if (ended_at) return words.recurring.endedShort
  const next = next_dates.find(({ skipped }) => !skipped)
  if (!next) return words.recurring.noMore
  const exception = exceptionInWords(next)
  return exception ? `${dayText(next.date)}, ${exception}` : dayText(next.date)
}
