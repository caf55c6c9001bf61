// The figures of the report as tables, one at a time.
import type { ReactNode } from 'react'
import type { CustomersOut, Figures, ReportOut } from '../../../src/contract/reports.ts'
import { money } from '../../../src/domain/routes/door-checks.ts'
import { countText, dayText, miles, minutes, weekdayOf } from '../../ui/format.ts'
import { Empty } from '../../ui/empty.tsx'
import { Segment } from '../../ui/segment.tsx'
import { Figure, Table } from '../../ui/table.tsx'
import { locale, words } from '../../words/locale.ts'
import { priceText } from '../message-words.ts'
import { CustomerTable } from './customers.tsx'
import { percent, reasonText, shareText } from './report-cards.tsx'
import { priceSums } from './sum-cards.tsx'
import style from './reports.module.css'

const PARTS = ['byDay', 'byDriver', 'byCustomer', 'whyFailed', 'again', 'collected', 'messagesSent'] as const
export type Part = (typeof PARTS)[number]

interface Props {
  report: ReportOut
  /** Null if the user may not see customers, or until they are loaded. */
  customers: CustomersOut | null
  part: Part
  onPart: (part: Part) => void
}

export const ReportTables = ({ report, customers, part, onPart }: Props) => {
  const parts = PARTS.filter((one) => one !== 'byCustomer' || customers !== null)
  return (
    <section className={style.tables} id="figures">
      <header>
        <h2>{words.reports[part]}</h2>
        <Segment
          label={words.reports.figures}
          options={parts.map((one) => [one, words.reports[one]])}
          value={part}
          onChange={onPart}
        />
      </header>
      {part === 'byCustomer' ? customers && <CustomerTable customers={customers} /> : tableOf(part, report)}
    </section>
  )
}

function tableOf(
  part: Exclude<Part, 'byCustomer'>,
  { days, drivers, failures, attempts, collected, messages, totals }: ReportOut,
): ReactNode {
  switch (part) {
    case 'byDay':
      return (
        <FiguresTable
          first={words.common.day}
          rows={days.toReversed().map((day) => [`${weekdayOf(day.date)} ${dayText(day.date)}`, day])}
          totals={totals}
        />
      )
    case 'byDriver':
      return (
        <FiguresTable
          first={words.common.driver}
          rows={drivers.map((driver) => [driver.name ?? words.reports.noDriver, driver])}
          totals={totals}
        />
      )
    case 'whyFailed':
      return failures.length === 0 ? (
        <Empty>{words.reports.noFailures}</Empty>
      ) : (
        <Reasons failures={failures} all={totals.failed} />
      )
    case 'again':
      return attempts.length === 0 ? <Empty>{words.reports.noneAgain}</Empty> : <Attempts attempts={attempts} />
    case 'collected':
      return collected.length === 0 ? <Empty>{words.reports.noneCollected}</Empty> : <Amounts collected={collected} />
    case 'messagesSent':
      return messages.length === 0 ? <Empty>{words.reports.noMessages}</Empty> : <Sent messages={messages} />
  }
}

interface TableProps {
  first: string
  rows: readonly [name: string, figures: Figures][]
  totals: Figures
}

const figures = (): Record<string, (of: Figures) => string> => ({
  [words.common.routes]: (f) => countText(f.routes),
  [words.reports.delivered]: (f) => countText(f.delivered),
  [words.reports.failed]: (f) => countText(f.failed),
  [words.reports.skipped]: (f) => countText(f.skipped),
  [words.reports.onTime]: (f) => shareText(f),
  [words.reports.timePlanned]: (f) => (f.timed_routes > 0 ? minutes(f.planned_minutes) : '–'),
  [words.reports.timeActual]: (f) => (f.timed_routes > 0 ? minutes(f.actual_minutes) : '–'),
  [words.reports.distancePlanned]: (f) => (f.measured_routes > 0 ? miles(f.planned_miles) : '–'),
  [words.reports.distanceDriven]: (f) => (f.measured_routes > 0 ? miles(f.driven_miles) : '–'),
  [words.reports.rating]: (f) => (f.stars === null ? '–' : `${f.stars.toFixed(1)} (${countText(f.rated)})`),
})

const FiguresTable = ({ first, rows, totals }: TableProps) => (
  <Table
    scrolls
    label={`${words.reports.figures}: ${first.toLowerCase()}`}
    columns={[first, ...Object.keys(figures()).map((name) => ({ name, figure: true }))]}
    foot={<Row name={words.reports.total} of={totals} />}
  >
    {rows.map(([name, of]) => (
      <Row key={name} name={name} of={of} />
    ))}
  </Table>
)

const Row = ({ name, of }: { name: string; of: Figures }) => (
  <tr>
    <th scope="row">{name}</th>
    {Object.entries(figures()).map(([column, read]) => (
      <Figure key={column}>{read(of)}</Figure>
    ))}
  </tr>
)

const Reasons = ({ failures, all }: { failures: ReportOut['failures']; all: number }) => (
  <Table
    columns={[
      words.common.reason,
      { name: words.reports.deliveriesFailed, figure: true },
      { name: words.reports.share, figure: true },
    ]}
  >
    {failures.map(({ reason, count: failed }) => (
      <tr key={reason ?? ''}>
        <th scope="row">{reasonText(reason)}</th>
        <Figure>{countText(failed)}</Figure>
        <Figure>{percent(failed / Math.max(1, all))}</Figure>
      </tr>
    ))}
  </Table>
)

const Attempts = ({ attempts }: { attempts: ReportOut['attempts'] }) => (
  <Table
    label={words.reports.again}
    columns={[
      words.reports.attempt,
      { name: words.reports.deliveries, figure: true },
      { name: words.reports.delivered, figure: true },
      { name: words.reports.failed, figure: true },
    ]}
  >
    {attempts.map(({ attempt, deliveries, delivered, failed }) => (
      <tr key={attempt}>
        <th scope="row">{attempt}</th>
        <Figure>{countText(deliveries)}</Figure>
        <Figure>{countText(delivered)}</Figure>
        <Figure>{countText(failed)}</Figure>
      </tr>
    ))}
  </Table>
)

const Amounts = ({ collected }: Pick<ReportOut, 'collected'>) => (
  <Table
    scrolls
    label={words.reports.collected}
    columns={[
      words.reports.day,
      words.reports.driver,
      { name: words.reports.cash, figure: true },
      { name: words.reports.check, figure: true },
      { name: words.reports.card, figure: true },
      { name: words.reports.deliveries, figure: true },
      { name: words.reports.notPaid, figure: true },
    ]}
  >
    {collected.map(({ date, driver_uuid, name, currency, cash, check, card, deliveries, unpaid }) => (
      <tr key={`${date} ${driver_uuid ?? ''} ${currency}`}>
        <th scope="row">{dayText(date)}</th>
        <td>{name ?? words.reports.noDriver}</td>
        <Figure>{money(cash, currency, locale())}</Figure>
        <Figure>{money(check, currency, locale())}</Figure>
        <Figure>{money(card, currency, locale())}</Figure>
        <Figure>{countText(deliveries)}</Figure>
        <Figure>{countText(unpaid)}</Figure>
      </tr>
    ))}
  </Table>
)

const Sent = ({ messages }: { messages: ReportOut['messages'] }) => (
  <Table
    scrolls
    label={words.reports.messagesSent}
    columns={[
      words.reports.message,
      words.reports.channel,
      { name: words.reports.sent, figure: true },
      { name: words.reports.segments, figure: true },
      { name: words.reports.price, figure: true },
    ]}
    foot={[...priceSums(messages)].map(([currency, price]) => (
      <tr key={currency}>
        <th scope="row" colSpan={4}>
          {words.reports.total}
        </th>
        <Figure>{priceText(price, currency)}</Figure>
      </tr>
    ))}
  >
    {messages.map(({ channel, kind, sent, segments, price, currency }) => (
      <tr key={`${channel} ${kind} ${currency ?? ''}`}>
        <th scope="row">{words.messages.titles[kind]}</th>
        <td>{channel === 'SMS' ? words.reports.text : words.common.email}</td>
        <Figure>{countText(sent)}</Figure>
        <Figure>{channel === 'SMS' ? countText(segments) : '–'}</Figure>
        <Figure>{priceText(price, currency) ?? '–'}</Figure>
      </tr>
    ))}
  </Table>
)
