// The end of an import: the added orders, the orders without a location, and the next step.
import { useQuery } from '@tanstack/react-query'
import type { AddedOut, ImportOut } from '../../../src/contract/office/imports.ts'
import { endpointQuery } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { dayText, dayToIso, listed } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { NOT_PLACED } from '../orders/view.ts'
import { countsText, notImportedCount } from './past-imports.tsx'
import { ImportProblems } from './import-problems.tsx'
import style from './import.module.css'
import { Step } from './step.tsx'

const REFRESH_MS = 1_000

export function DoneStep({ importId, onAnother }: { importId: string; onAnother: () => void }) {
  const params = { import_uuid: importId }
  const { data: one } = useQuery({
    ...endpointQuery('GET /imports/{import_uuid}', { params }),
    refetchInterval: ({ state }) => (state.data?.status === 'DONE' ? false : REFRESH_MS),
  })
  const isDone = one?.status === 'DONE'
  const { data: added } = useQuery({
    ...endpointQuery('GET /imports/{import_uuid}/added', { params }),
    enabled: isDone,
  })
  return (
    <Step
      number={3}
      title={isDone ? words.imports.ordersAdded(one.counts.created) : words.imports.adding}
      state={isDone ? 'past' : 'now'}
      sum={one ? <span role="status">{countsText(one.counts)}</span> : null}
      action={isDone ? <Button onClick={onAnother}>{words.imports.another}</Button> : null}
    >
      {one ? <Result one={one} added={added ?? null} /> : null}
    </Step>
  )
}

function Result({ one, added }: { one: ImportOut; added: AddedOut | null }) {
  const { counts } = one
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <div className={style.done}>
      {one.status === 'RUNNING' ? (
        <progress
          aria-label={words.imports.progressOf(one.file_name)}
          value={total - counts.waiting}
          max={total || 1}
        />
      ) : null}
      {notImportedCount(counts) + counts.failing > 0 ? <ImportProblems one={one} /> : null}
      {added ? <NextSteps added={added} /> : null}
    </div>
  )
}

function NextSteps({ added: { unplaced, addresses, days } }: { added: AddedOut }) {
  const [first] = days
  const last = days.at(-1)
  if (!first || !last) return <p className={page.soft}>{words.imports.nothingOpen}</p>
  const view = new URLSearchParams({ status: 'OPEN', placement: NOT_PLACED, from: first.date, to: last.date })
  return (
    <nav className={style.next} aria-label={words.imports.next}>
      {unplaced > 0 ? (
        <Link href={`/orders?${view}`} data-first="true">
          <strong>
            <Icon name="question" /> {words.imports.placeOrders(unplaced)}
          </strong>
          <span>{words.imports.notOnMap(listed(addresses), unplaced - addresses.length)}</span>
        </Link>
      ) : null}
      {days.slice(0, 3).map(({ date, orders }, i) => (
        <Link key={date} href={`/?date=${dayToIso(date)}`} data-first={unplaced === 0 && i === 0}>
          <strong>
            <Icon name="day" /> {words.imports.planDay(dayText(date))}
          </strong>
          <span>{words.imports.openOrders(orders)}</span>
        </Link>
      ))}
    </nav>
  )
}
