// How the days of a range went: deliveries, punctuality, failures, miles and minutes, by day and by driver.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Figures, MOST_DAYS, type ReportOut } from '../../../src/contract/office/reports.ts'
import { addressOf } from '../../api/client.ts'
import { read } from '../../api/query.ts'
import { Field } from '../../ui/field.tsx'
import { addDays, dayText, isoToDay, miles, minutes, plural, shortDay, weekdayOf } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Figure, Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { useView } from '../log/view.ts'
import log from '../log/log.module.css'
import { priceInWords } from '../message-words.ts'
import { useSession } from '../session.tsx'
import { BarChart } from './bar-chart.tsx'
import style from './reports.module.css'
import { ReportsTabs } from './tabs.tsx'

/** The last seven days, until one says otherwise. */
function useRange() {
  const { business } = useSession()
  const view = useView()
  const today = isoToDay(new Intl.DateTimeFormat('en-CA', { timeZone: business.time_zone }).format(new Date()))
  const to = view.params.get('to') ?? today
  return { ...view, from: view.params.get('from') ?? addDays(to, -6), to, today }
}

export function ReportsPage() {
  const { business } = useSession()
  const { from, to, today, change, boundDay } = useRange()
  const range = { from, to }
  const report = useQuery({
    ...read('GET /report', { query: range }),
    placeholderData: keepPreviousData,
  })
  const last = (days: number): ReactNode => (
    <button
      type="button"
      className={log.open}
      aria-pressed={to === today && from === addDays(today, 1 - days)}
      onClick={() => change({ from: addDays(today, 1 - days), to: today })}
    >
      Last {days} days
    </button>
  )
  return (
    <div className={style.page}>
      <h1>Reports</h1>
      <ReportsTabs />
      <div className={style.range}>
        <Field label="From" {...boundDay('from')} value={isoOf(from)} />
        <Field label="To" {...boundDay('to')} value={isoOf(to)} hint={`Time zone: ${business.time_zone}`} />
        {last(7)}
        {last(31)}
        {last(MOST_DAYS)}
      </div>
      <QueryState query={report} what="the report">
        {(read) =>
          read.totals.routes === 0 ? (
            <p className={page.empty}>
              No routes on these days have outcomes yet. Choose other days, or send routes to their drivers.
            </p>
          ) : (
            <Report report={read} range={range} />
          )
        }
      </QueryState>
    </div>
  )
}

const isoOf = (day: string): string => `${day.slice(6)}-${day.slice(0, 2)}-${day.slice(3, 5)}`

function Report({ report, range }: { report: ReportOut; range: { from: string; to: string } }) {
  const { days, drivers, failures, attempts, messages, totals } = report
  return (
    <>
      <dl className={style.sums}>
        <Sum name="Delivered" value={count(totals.delivered)} more={`on ${plural(totals.routes, 'route')}`} />
        <Sum
          name="On time"
          value={onTimeShare(totals) ?? '–'}
          more={`${count(totals.on_time)} of ${count(totals.windowed)} with a window`}
        />
        <Sum name="Failed" value={count(totals.failed)} more={`${count(totals.skipped)} skipped`} />
        <Sum
          name="Time on the road"
          value={minutes(totals.actual_minutes)}
          more={`planned ${minutes(totals.planned_minutes)}, ${plural(totals.timed_routes, 'route')}`}
        />
        <Sum
          name="Distance driven"
          value={totals.measured_routes > 0 ? miles(totals.driven_miles) : '–'}
          more={
            totals.measured_routes > 0
              ? `planned ${miles(totals.planned_miles)}, ${plural(totals.measured_routes, 'route')}`
              : 'no driver shared positions'
          }
        />
      </dl>
      <div className={style.charts}>
        <BarChart
          title="Deliveries per day"
          summary={`${count(totals.delivered)} delivered and ${count(totals.failed)} failed over ${plural(days.length, 'day')}.`}
          parts={['Delivered', 'Failed']}
          bars={days.map((day) => ({
            label: shortDay(day.date),
            values: [day.delivered, day.failed],
            figure: day.delivered + day.failed > 0 ? count(day.delivered + day.failed) : '',
          }))}
        />
        <BarChart
          title="On time per day"
          summary={`${onTimeShare(totals) ?? 'nothing'} of deliveries with a window arrived in it.`}
          parts={['On time']}
          most={1}
          bars={days.map((day) => ({
            label: shortDay(day.date),
            values: [day.windowed > 0 ? day.on_time / day.windowed : 0],
            figure: onTimeShare(day) ?? '',
          }))}
        />
      </div>
      <p className={page.soft}>
        On time: the driver arrived within the delivery’s window, and did not finish before it opened. Deliveries
        without a window are not counted. Time runs from a route’s start to its last stop, for completed routes;
        distance are from the positions that the driver’s phone shared.
      </p>
      <Section title="By day" part="days" range={range}>
        <FiguresTable
          first="Day"
          rows={days.map((day) => [`${weekdayOf(day.date)} ${dayText(day.date)}`, day])}
          totals={totals}
        />
      </Section>
      <Section title="By driver" part="drivers" range={range}>
        <FiguresTable
          first="Driver"
          rows={drivers.map((driver) => [driver.name ?? 'No driver', driver])}
          totals={totals}
        />
      </Section>
      <Section title="Why deliveries failed" part="failures" range={range}>
        {failures.length === 0 ? (
          <p className={page.empty}>No deliveries failed on these days.</p>
        ) : (
          <Failures failures={failures} all={totals.failed} />
        )}
      </Section>
      <Section title="Delivered again" part="attempts" range={range}>
        {attempts.length === 0 ? (
          <p className={page.empty}>No failed delivery was delivered again on these days.</p>
        ) : (
          <Attempts attempts={attempts} />
        )}
      </Section>
      <Section title="Messages sent" part="messages" range={range}>
        {messages.length === 0 ? (
          <p className={page.empty}>No messages were sent on these days.</p>
        ) : (
          <Messages messages={messages} />
        )}
      </Section>
    </>
  )
}

const Sum = ({ name, value, more }: { name: string; value: string; more: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value}
      <small>{more}</small>
    </dd>
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
        href={addressOf('GET /report.csv', { query: { ...range, part } })}
        download
        aria-label={`Export as CSV: ${title.toLowerCase()}`}
      >
        Export as CSV
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

const FIGURES: Record<string, (of: Figures) => string> = {
  Routes: (f) => count(f.routes),
  Delivered: (f) => count(f.delivered),
  Failed: (f) => count(f.failed),
  Skipped: (f) => count(f.skipped),
  'On time': (f) => onTimeShare(f) ?? '–',
  'Time planned': (f) => (f.timed_routes > 0 ? minutes(f.planned_minutes) : '–'),
  'Time actual': (f) => (f.timed_routes > 0 ? minutes(f.actual_minutes) : '–'),
  'Distance planned': (f) => (f.measured_routes > 0 ? miles(f.planned_miles) : '–'),
  'Distance driven': (f) => (f.measured_routes > 0 ? miles(f.driven_miles) : '–'),
  Rating: (f) => (f.stars === null ? '–' : `${f.stars.toFixed(1)} (${count(f.rated)})`),
}

const FiguresTable = ({ first, rows, totals }: TableProps) => (
  <Table
    scrolls
    label={`Figures by ${first.toLowerCase()}`}
    columns={[first, ...Object.keys(FIGURES).map((name) => ({ name, figure: true }))]}
    foot={<Row name="Total" figures={totals} />}
  >
    {rows.map(([name, figures]) => (
      <Row key={name} name={name} figures={figures} />
    ))}
  </Table>
)

const Row = ({ name, figures }: { name: string; figures: Figures }) => (
  <tr>
    <th scope="row">{name}</th>
    {Object.entries(FIGURES).map(([column, read]) => (
      <Figure key={column}>{read(figures)}</Figure>
    ))}
  </tr>
)

const Failures = ({ failures, all }: { failures: ReportOut['failures']; all: number }) => (
  <Table columns={['Reason', { name: 'Deliveries failed', figure: true }, { name: 'Share', figure: true }]}>
    {failures.map(({ reason, count: failed }) => (
      <tr key={reason ?? ''}>
        <th scope="row">{reason ?? 'No reason given'}</th>
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
    label="Delivered again"
    columns={[
      'Attempt',
      { name: 'Deliveries', figure: true },
      { name: 'Delivered', figure: true },
      { name: 'Failed', figure: true },
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

const Messages = ({ messages }: { messages: ReportOut['messages'] }) => (
  <Table
    scrolls
    label="Messages sent"
    columns={[
      'Message',
      'Channel',
      { name: 'Sent', figure: true },
      { name: 'Text segments', figure: true },
      { name: 'Price', figure: true },
    ]}
    foot={[...priceSums(messages)].map(([currency, price]) => (
      <tr key={currency}>
        <th scope="row" colSpan={4}>
          Total
        </th>
        <Figure>{priceInWords(price, currency)}</Figure>
      </tr>
    ))}
  >
    {messages.map(({ channel, kind, sent, segments, price, currency }) => (
      <tr key={`${channel} ${kind} ${currency ?? ''}`}>
        <th scope="row">{words.messages.titles[kind]}</th>
        <td>{channel === 'SMS' ? 'Text' : 'Email'}</td>
        <Figure>{count(sent)}</Figure>
        <Figure>{channel === 'SMS' ? count(segments) : '–'}</Figure>
        <Figure>{priceInWords(price, currency) ?? '–'}</Figure>
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

const count = (value: number): string => value.toLocaleString('en-US')
const percent = (part: number, all: number): string => `${Math.round((1000 * part) / Math.max(1, all)) / 10}%`
const onTimeShare = ({ windowed, on_time }: Figures): string | null =>
  windowed > 0 ? percent(on_time, windowed) : null
/** 11/19 */
