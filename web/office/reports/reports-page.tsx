// Reports for a range of dates: deliveries, punctuality, failures, miles and minutes, by day and by driver.
import { useToday } from '../requested-date.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Figures, MAX_DAYS, type ReportOut } from '../../../src/contract/reports.ts'
import { money } from '../../../src/domain/routes/door-checks.ts'
import { urlOf } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { Field } from '../../ui/field.tsx'
import { addDays, dayText, miles, minutes, shortDay, weekdayOf } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Figure, Table } from '../../ui/table.tsx'
import { useView } from '../log/view.ts'
import log from '../log/log.module.css'
import { priceText } from '../message-words.ts'
import { useSession } from '../session.tsx'
import { BarChart } from './bar-chart.tsx'
import style from './reports.module.css'
import { locale, words } from '../../words/locale.ts'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

/** Range in the URL. The default is the last seven days. */
function useRange() {
  const view = useView()
  const today = useToday()
  const to = view.params.get('to') ?? today
  return { ...view, from: view.params.get('from') ?? addDays(to, -6), to, today }
}

export default function ReportsPage() {
  const { business } = useSession()
  const { from, to, today, change, boundDay } = useRange()
  const range = { from, to }
  const report = useQuery({
    ...endpointQuery('GET /report', { query: range }),
    placeholderData: keepPreviousData,
  })
  const last = (days: number): ReactNode => (
    <button
      type="button"
      className={log.open}
      aria-pressed={to === today && from === addDays(today, 1 - days)}
      onClick={() => change({ from: addDays(today, 1 - days), to: today })}
    >
      {words.reports.lastDays(days)}
    </button>
  )
  return (
    <Page wide title={words.reports.title}>
      <div className={style.range}>
        <Field label={words.common.from} {...boundDay('from')} value={isoOf(from)} />
        <Field
          label={words.common.to}
          {...boundDay('to')}
          value={isoOf(to)}
          hint={words.reports.timeZone(business.time_zone)}
        />
        {last(7)}
        {last(31)}
        {last(MAX_DAYS)}
      </div>
      <QueryState query={report} what={words.reports.theReport}>
        {(read) =>
          read.totals.routes === 0 ? <Empty>{words.reports.none}</Empty> : <Report report={read} range={range} />
        }
      </QueryState>
    </Page>
  )
}

const isoOf = (day: string): string => `${day.slice(6)}-${day.slice(0, 2)}-${day.slice(3, 5)}`

function Report({ report, range }: { report: ReportOut; range: { from: string; to: string } }) {
  const { days, drivers, failures, attempts, collected, messages, totals } = report
  return (
    <>
      <Summary totals={totals} />
      <Charts days={days} totals={totals} />
      <p className={page.soft}>{words.reports.howCounted}</p>
      <Section title={words.reports.byDay} part="days" range={range}>
        <FiguresTable
          first={words.common.day}
          rows={days.map((day) => [`${weekdayOf(day.date)} ${dayText(day.date)}`, day])}
          totals={totals}
        />
      </Section>
      <Section title={words.reports.byDriver} part="drivers" range={range}>
        <FiguresTable
          first={words.common.driver}
          rows={drivers.map((driver) => [driver.name ?? words.reports.noDriver, driver])}
          totals={totals}
        />
      </Section>
      <Section title={words.reports.whyFailed} part="failures" range={range}>
        {failures.length === 0 ? (
          <Empty>{words.reports.noFailures}</Empty>
        ) : (
          <Failures failures={failures} all={totals.failed} />
        )}
      </Section>
      <Section title={words.reports.again} part="attempts" range={range}>
        {attempts.length === 0 ? <Empty>{words.reports.noneAgain}</Empty> : <Attempts attempts={attempts} />}
      </Section>
      <Section title={words.reports.collected} part="collected" range={range}>
        {collected.length === 0 ? <Empty>{words.reports.noneCollected}</Empty> : <Collected collected={collected} />}
      </Section>
      <Section title={words.reports.handIns} part="hand_ins" range={range}>
        <p className={page.soft}>{words.reports.handInsHint}</p>
      </Section>
      <Section title={words.reports.messagesSent} part="messages" range={range}>
        {messages.length === 0 ? <Empty>{words.reports.noMessages}</Empty> : <Messages messages={messages} />}
      </Section>
    </>
  )
}

const Summary = ({ totals }: Pick<ReportOut, 'totals'>) => (
  <dl className={style.sums}>
    <SummaryFigure
      name={words.reports.delivered}
      value={count(totals.delivered)}
      more={words.reports.onRoutes(totals.routes)}
    />
    <SummaryFigure
      name={words.reports.onTime}
      value={onTimeShare(totals) ?? '–'}
      more={words.reports.ofWindowed(count(totals.on_time), count(totals.windowed))}
    />
    <SummaryFigure
      name={words.reports.failed}
      value={count(totals.failed)}
      more={words.reports.skippedCount(count(totals.skipped))}
    />
    <SummaryFigure
      name={words.reports.timeOnRoad}
      value={minutes(totals.actual_minutes)}
      more={words.reports.planned(minutes(totals.planned_minutes), totals.timed_routes)}
    />
    <SummaryFigure
      name={words.reports.distanceDriven}
      value={totals.measured_routes > 0 ? miles(totals.driven_miles) : '–'}
      more={
        totals.measured_routes > 0
          ? words.reports.planned(miles(totals.planned_miles), totals.measured_routes)
          : words.reports.noPositions
      }
    />
  </dl>
)

const SummaryFigure = ({ name, value, more }: { name: string; value: string; more: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value}
      <small>{more}</small>
    </dd>
  </div>
)

const Charts = ({ days, totals }: Pick<ReportOut, 'days' | 'totals'>) => (
  <div className={style.charts}>
    <BarChart
      title={words.reports.perDay}
      summary={words.reports.perDaySummary(count(totals.delivered), count(totals.failed), days.length)}
      parts={[words.reports.delivered, words.reports.failed]}
      bars={days.map((day) => ({
        label: shortDay(day.date),
        values: [day.delivered, day.failed],
        figure: day.delivered + day.failed > 0 ? count(day.delivered + day.failed) : '',
      }))}
    />
    <BarChart
      title={words.reports.onTimePerDay}
      summary={words.reports.onTimeSummary(onTimeShare(totals))}
      parts={[words.reports.onTime]}
      most={1}
      bars={days.map((day) => ({
        label: shortDay(day.date),
        values: [day.windowed > 0 ? day.on_time / day.windowed : 0],
        figure: onTimeShare(day) ?? '',
      }))}
    />
  </div>
)

interface SectionProps {
  title: string
  part: string
  range: { from: string; to: string }
  children: ReactNode
}

const Section = ({ title, part, range, children }: SectionProps) => (
  <section className={style.section}>
    <div className={style.head}>
      <h2>{title}</h2>
      <a
        href={urlOf('GET /report.csv', { query: { ...range, part } })}
        download
        aria-label={`${words.orders.exportCsv}: ${title.toLowerCase()}`}
      >
        {words.orders.exportCsv}
      </a>
    </div>
    {children}
  </section>
)

interface TableProps {
  first: string
  rows: readonly [name: string, figures: Figures][]
  totals: Figures
}

const figures = (): Record<string, (of: Figures) => string> => ({
  [words.common.routes]: (f) => count(f.routes),
  [words.reports.delivered]: (f) => count(f.delivered),
  [words.reports.failed]: (f) => count(f.failed),
  [words.reports.skipped]: (f) => count(f.skipped),
  [words.reports.onTime]: (f) => onTimeShare(f) ?? '–',
  [words.reports.timePlanned]: (f) => (f.timed_routes > 0 ? minutes(f.planned_minutes) : '–'),
  [words.reports.timeActual]: (f) => (f.timed_routes > 0 ? minutes(f.actual_minutes) : '–'),
  [words.reports.distancePlanned]: (f) => (f.measured_routes > 0 ? miles(f.planned_miles) : '–'),
  [words.reports.distanceDriven]: (f) => (f.measured_routes > 0 ? miles(f.driven_miles) : '–'),
  [words.reports.rating]: (f) => (f.stars === null ? '–' : `${f.stars.toFixed(1)} (${count(f.rated)})`),
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

const Failures = ({ failures, all }: { failures: ReportOut['failures']; all: number }) => (
  <Table
    columns={[
      words.common.reason,
      { name: words.reports.deliveriesFailed, figure: true },
      { name: words.reports.share, figure: true },
    ]}
  >
    {failures.map(({ reason, count: failed }) => (
      <tr key={reason ?? ''}>
        <th scope="row">{reason ?? words.reports.noReason}</th>
        <Figure>{count(failed)}</Figure>
        <Figure>
          <span
            className={style.share}
            style={{ width: `${(120 * failed) / Math.max(1, all)}px` }}
            aria-hidden="true"
          />
          {percent(failed, all)}
        </Figure>
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
        <Figure>{count(deliveries)}</Figure>
        <Figure>{count(delivered)}</Figure>
        <Figure>{count(failed)}</Figure>
      </tr>
    ))}
  </Table>
)

const Collected = ({ collected }: Pick<ReportOut, 'collected'>) => (
  <Table
    scrolls
    label={words.reports.collected}
    columns={[
      words.reports.day,
      words.reports.driver,
      { name: words.reports.cash, figure: true },
      { name: words.reports.card, figure: true },
      { name: words.reports.deliveries, figure: true },
      { name: words.reports.notPaid, figure: true },
    ]}
  >
    {collected.map(({ date, driver_uuid, name, currency, cash, card, deliveries, unpaid }) => (
      <tr key={`${date} ${driver_uuid ?? ''} ${currency}`}>
        <th scope="row">{dayText(date)}</th>
        <td>{name ?? words.reports.noDriver}</td>
        <Figure>{money(cash, currency, locale())}</Figure>
        <Figure>{money(card, currency, locale())}</Figure>
        <Figure>{count(deliveries)}</Figure>
        <Figure>{count(unpaid)}</Figure>
      </tr>
    ))}
  </Table>
)

const Messages = ({ messages }: { messages: ReportOut['messages'] }) => (
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
        <Figure>{count(sent)}</Figure>
        <Figure>{channel === 'SMS' ? count(segments) : '–'}</Figure>
        <Figure>{priceText(price, currency) ?? '–'}</Figure>
      </tr>
    ))}
  </Table>
)

function priceSums(messages: ReportOut['messages']): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { price, currency } of messages)
    if (currency !== null) sums.set(currency, (sums.get(currency) ?? 0) + (price ?? 0))
  return sums
}

const count = (value: number): string => value.toLocaleString(locale())
const percent = (part: number, all: number): string => `${Math.round((1000 * part) / Math.max(1, all)) / 10}%`
const onTimeShare = ({ windowed, on_time }: Figures): string | null =>
  windowed > 0 ? percent(on_time, windowed) : null
