// Reports for a range of dates: plots with a finding each, compared with the period before, then the same figures as tables.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_DAYS } from '../../../src/contract/reports.ts'
import { urlOf } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { Empty } from '../../ui/empty.tsx'
import { addDays, dayToIso } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, MenuChoice } from '../../ui/menu.tsx'
import { Page } from '../../ui/page.tsx'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Segment } from '../../ui/segment.tsx'
import { words } from '../../words/locale.ts'
import { useView } from '../log/view.ts'
import { useToday } from '../requested-date.tsx'
import { useMay, useSession } from '../session.tsx'
import { Customers } from './customers.tsx'
import { daysIn, periodBefore } from './figures.ts'
import { Distance, Drivers, Failures, OnTime, Summary, Time } from './report-cards.tsx'
import { type Part, ReportTables } from './report-tables.tsx'
import { Collected, Messages } from './sum-cards.tsx'
import style from './reports.module.css'

/** Range in the URL. The default is the last seven days. */
function useRange() {
  const view = useView()
  const today = useToday()
  const to = view.params.get('to') ?? today
  return { ...view, from: view.params.get('from') ?? addDays(to, -6), to, today }
}

/** Returns the report by customer. Null if the user may not see customers, or until it is loaded. */
function useCustomers(query: { from: string; to: string }, isValid: boolean) {
  const mayRead = useMay('readOrders')
  const found = useQuery({
    ...endpointQuery('GET /report/customers', { query }),
    placeholderData: keepPreviousData,
    enabled: mayRead && isValid,
  })
  return found.data ?? null
}

const PERIODS = [7, 31, MAX_DAYS]

export default function ReportsPage() {
  const { business } = useSession()
  const { from, to, today, change, boundDay } = useRange()
  const range = { from, to }
  const past = periodBefore(from, to)
  const days = daysIn(from, to)
  const isValid = days >= 1 && days <= MAX_DAYS
  const report = useQuery({ ...endpointQuery('GET /report', { query: range }), placeholderData: keepPreviousData })
  const comparison = useQuery({ ...endpointQuery('GET /report', { query: past }), enabled: isValid })
  const customers = useCustomers(range, isValid)
  const [part, setPart] = useState<Part>('byDay')
  const showCustomers = (): void => {
    setPart('byCustomer')
    document.querySelector('#figures')?.scrollIntoView()
  }
  const before = comparison.data && comparison.data.totals.routes > 0 ? comparison.data : null
  const last = PERIODS.find((one) => to === today && from === addDays(today, 1 - one)) ?? null
  return (
    <Page
      fills
      title={words.reports.title}
      beside={
        <>
          <Segment
            label={words.reports.period}
            options={PERIODS.map((one) => [one, words.reports.days(one)])}
            value={last}
            onChange={(one) => change({ from: addDays(today, 1 - one), to: today })}
          />
          <span className={style.range} title={words.reports.timeZone(business.time_zone)}>
            <input aria-label={words.common.from} {...boundDay('from')} value={dayToIso(from)} />–
            <input aria-label={words.common.to} {...boundDay('to')} value={dayToIso(to)} />
          </span>
          {before ? <span className={style.compared}>{words.reports.compared(days)}</span> : null}
        </>
      }
      actions={<Export range={range} />}
    >
      <div className={style.scroller} role="region" aria-label={words.reports.title} tabIndex={0}>
        <div className={style.report}>
          <QueryState query={report} what={words.reports.theReport}>
            {(read) =>
              read.totals.routes === 0 ? (
                <div className={style.all}>
                  <Empty>{words.reports.none}</Empty>
                </div>
              ) : (
                <>
                  <Summary report={read} before={before} />
                  <OnTime report={read} before={before} />
                  <Failures report={read} before={before} />
                  <Drivers report={read} before={before} />
                  <Distance report={read} before={before} />
                  <Time report={read} before={before} />
                  {customers ? <Customers report={read} customers={customers} onAll={showCustomers} /> : null}
                  <Collected report={read} />
                  <Messages report={read} wide={customers ? 'ALL' : true} />
                  <ReportTables report={read} customers={customers} part={part} onPart={setPart} />
                  <p className={`${page.soft} ${style.all}`}>{words.reports.howCounted}</p>
                </>
              )
            }
          </QueryState>
        </div>
      </div>
    </Page>
  )
}

function Export({ range }: { range: { from: string; to: string } }) {
  const mayReadCustomers = useMay('readOrders')
  const { byDay, byDriver, byCustomer, whyFailed, again, collected, handIns, messagesSent } = words.reports
  const parts = {
    days: byDay,
    drivers: byDriver,
    failures: whyFailed,
    attempts: again,
    collected,
    hand_ins: handIns,
    messages: messagesSent,
  }
  return (
    <MenuButton
      label={words.orders.exportCsv}
      icon={<Icon name="download" />}
      named
      kind="plain"
      onAction={() => undefined}
    >
      {Object.entries(parts).map(([part, name]) => (
        <MenuChoice
          key={part}
          id={part}
          name={name}
          href={urlOf('GET /report.csv', { query: { ...range, part } })}
          downloads
        />
      ))}
      {mayReadCustomers ? (
        <MenuChoice
          id="customers"
          name={byCustomer}
          href={urlOf('GET /report/customers.csv', { query: range })}
          downloads
        />
      ) : null}
    </MenuButton>
  )
}
