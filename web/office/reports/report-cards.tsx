// Cards of the report: each plot has a finding as its title.
import type { Figures, ReportOut } from '../../../src/contract/reports.ts'
import { countText, inputValueOf, miles, minutes, namedDay, shortDay, signed, unitOf } from '../../ui/format.ts'
import { locale, words } from '../../words/locale.ts'
import { daysIn, lowestOnTime, meetsGoal, needsAttention, onTimeOf, overPlan, spansOf, ticks } from './figures.ts'
import { Bars, Card, Dots, Key, LinePlot, Pairs, Sparkline } from './plots.tsx'
import style from './reports.module.css'

interface Props {
  report: ReportOut
  /** The period of the same length before. Null if it has no outcomes, or until it is loaded. */
  before: ReportOut | null
}

export const percent = (share: number): string => `${(Math.round(1000 * share) / 10).toLocaleString(locale())}%`
const level = (share: number): string => `${Math.round(100 * share)}%`

export function Summary({ report: { days, totals, on_time_goal: goal }, before }: Props) {
  const was = before?.totals ?? null
  const onTime = onTimeOf(totals)
  const wasOnTime = was && onTimeOf(was)
  const points = onTime === null || wasOnTime === null ? null : Math.round(1000 * (onTime - wasOnTime)) / 10
  const failures = was && totals.failed - was.failed
  return (
    <dl className={style.summary}>
      <Kpi
        name={words.reports.onTime}
        value={onTime === null ? '–' : percent(onTime)}
        more={[
          points === null ? '' : changeText(points, words.reports.points),
          goal === null ? '' : words.reports.goalOf(goal),
        ]}
        tone={goal === null || onTime === null ? toneOf(points) : meetsGoal(totals, goal) ? 'good' : 'warn'}
        values={days.map(onTimeOf)}
      />
      <Kpi
        name={words.reports.delivered}
        value={countText(totals.delivered)}
        more={[
          was && was.delivered > 0 ? changeText(roundedShare(totals.delivered / was.delivered - 1), level) : '',
          words.reports.onRoutes(totals.routes),
        ]}
        values={days.map(({ delivered }) => delivered)}
      />
      <Kpi
        name={words.reports.failed}
        value={countText(totals.failed)}
        more={[
          failures === null ? '' : changeText(failures, words.reports.deliveriesCounted),
          totals.skipped > 0 ? words.reports.skippedCount(countText(totals.skipped)) : '',
        ]}
        tone={failures === null ? '' : toneOf(-failures)}
        values={days.map(({ failed }) => failed)}
      />
      <Kpi
        name={words.reports.distance}
        value={totals.measured_routes > 0 ? miles(totals.driven_miles) : '–'}
        {...planText(totals.measured_routes, totals.planned_miles, totals.driven_miles, words.reports.noPositions)}
        values={days.map(({ measured_routes, driven_miles }) => (measured_routes > 0 ? driven_miles : null))}
      />
      <Kpi
        name={words.reports.timeOnRoad}
        value={totals.timed_routes > 0 ? minutes(totals.actual_minutes) : '–'}
        {...planText(totals.timed_routes, totals.planned_minutes, totals.actual_minutes, '')}
        values={days.map(({ timed_routes, actual_minutes }) => (timed_routes > 0 ? actual_minutes : null))}
      />
      <Kpi
        name={words.reports.rating}
        value={totals.stars === null ? '–' : starsText(totals.stars)}
        more={words.reports.ratings(totals.rated)}
        values={days.map(({ stars }) => stars)}
      />
    </dl>
  )
}

const roundedShare = (share: number): number => Math.round(100 * share) / 100

const changeText = (change: number, text: (change: number) => string): string =>
  change === 0 ? words.reports.unchanged : signed(change, text)

type Tone = 'good' | 'warn' | ''

const toneOf = (better: number | null): Tone => (better === null || better === 0 ? '' : better > 0 ? 'good' : 'warn')

function planText(routes: number, planned: number, actual: number, none: string): { more: string; tone: Tone } {
  const over = routes > 0 ? overPlan(planned, actual) : null
  return { more: over === null ? none : overText(over), tone: needsAttention(over) ? 'warn' : '' }
}

function overText(over: number): string {
  const share = Math.round(100 * over)
  if (share === 0) return words.reports.asPlanned
  return share > 0 ? words.reports.overPlan(`${share}%`) : words.reports.underPlan(`${-share}%`)
}

export const starsText = (stars: number): string =>
  stars.toLocaleString(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })

interface KpiProps {
  name: string
  value: string
  /** The comparison, and other texts. */
  more: string | readonly string[]
  tone?: Tone
  values: readonly (number | null)[]
}

const Kpi = ({ name, value, more, tone = '', values }: KpiProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value}
      <small className={tone ? style[tone] : undefined}>{[more].flat().filter(Boolean).join(' · ')}</small>
    </dd>
    <Sparkline values={values} />
  </div>
)

export function OnTime({ report: { days, totals, from, to, on_time_goal }, before }: Props) {
  const share = onTimeOf(totals)
  const goal = on_time_goal === null ? null : on_time_goal / 100
  const values = days.map(onTimeOf)
  const past = before?.days.map(onTimeOf) ?? []
  const known = [...values, ...past].filter((value) => value !== null)
  const worst = lowestOnTime(days, totals)
  const lowest = worst && words.reports.worstDay(namedDay(worst.date), percent(onTimeOf(worst) ?? 1))
  return (
    <Card
      wide
      title={share === null ? words.reports.noWindows : words.reports.inWindow(percent(share))}
      legend={
        <>
          {goal === null ? null : <Key mark="goal">{words.reports.goal}</Key>}
          <Key mark="line">{words.reports.onTime}</Key>
          {past.length > 0 ? <Key mark="before">{words.reports.daysBefore(daysIn(from, to))}</Key> : null}
        </>
      }
      foot={[
        words.reports.ofWindowed(countText(totals.on_time), countText(totals.windowed)),
        ...(on_time_goal === null || share === null
          ? []
          : [
              meetsGoal(totals, on_time_goal)
                ? words.reports.goalMet(on_time_goal)
                : words.reports.belowGoal(on_time_goal),
            ]),
      ].join(' · ')}
    >
      {share === null ? null : (
        <LinePlot
          label={[words.reports.onTimeSummary(percent(share)), lowest].filter(Boolean).join(' ')}
          points={days.map(({ date }, i) => ({ name: shortDay(date), value: values[i] ?? null }))}
          before={past}
          goal={goal}
          levels={ticks(Math.min(0.9, goal ?? 1, ...known), 1)}
          levelText={level}
          note={
            worst && {
              at: days.indexOf(worst),
              text: `${namedDay(worst.date)}: ${percent(onTimeOf(worst) ?? 1)}`,
              more: words.reports.lateOf(worst.windowed - worst.on_time, worst.windowed),
            }
          }
        />
      )}
    </Card>
  )
}

/** Number of failure reasons in the plot. The table has all. */
const MAX_REASONS = 6

export function Failures({ report: { failures, attempts, totals, from, to }, before }: Props) {
  const [first] = failures
  const again = attempts.reduce((sum, { delivered }) => sum + delivered, 0)
  const all = attempts.reduce((sum, { deliveries }) => sum + deliveries, 0)
  const wasOf = (reason: string | null): number => before?.failures.find((one) => one.reason === reason)?.count ?? 0
  return (
    <Card
      title={
        first
          ? words.reports.mostFailures(first.count, totals.failed, reasonText(first.reason))
          : words.reports.noFailures
      }
      legend={before && first ? <Key mark="tick">{words.reports.before}</Key> : null}
      foot={all > 0 ? words.reports.deliveredAgain(again, all) : null}
    >
      <Bars
        bars={failures.slice(0, MAX_REASONS).map(({ reason, count }) => ({
          name: reasonText(reason),
          value: count,
          text: countText(count),
          before: before && {
            value: wasOf(reason),
            text: words.reports.inDaysBefore(countText(wasOf(reason)), daysIn(from, to)),
          },
        }))}
      />
    </Card>
  )
}

export const reasonText = (reason: string | null): string => reason ?? words.reports.noReason

export function Drivers({ report: { drivers, totals, on_time_goal } }: Props) {
  const goal = on_time_goal === null ? null : on_time_goal / 100
  const shown = drivers.filter((driver) => onTimeOf(driver) !== null)
  const lowest = lowestOnTime(shown, totals)
  const nameOf = ({ name }: { name: string | null }): string => name ?? words.reports.noDriver
  const title = lowest
    ? words.reports.lowestDriver(nameOf(lowest), percent(onTimeOf(lowest) ?? 1))
    : words.reports.driversEven
  const counts = shown.map(({ delivered }) => delivered)
  return (
    <Card title={shown.length === 0 ? words.reports.byDriver : title}>
      {shown.length === 0 ? (
        <p className={style.foot}>{words.reports.noWindows}</p>
      ) : (
        <Dots
          label={`${words.reports.driversSummary} ${title}`}
          dots={shown.map((driver) => ({
            id: driver.driver_uuid ?? '',
            name: nameOf(driver),
            x: driver.delivered,
            y: onTimeOf(driver) ?? 1,
            isHot: driver === lowest,
          }))}
          columns={ticks(Math.min(...counts) * 0.9, Math.max(...counts, 1))}
          rows={ticks(Math.min(0.9, goal ?? 1, ...shown.map((driver) => onTimeOf(driver) ?? 1)), 1)}
          goal={goal}
          rowText={level}
          columnText={countText}
          axis={words.reports.deliveries}
        />
      )}
    </Card>
  )
}

interface PlanProps {
  report: ReportOut
  title: (finding: string) => string
  /** Name of the plot if nothing was measured. */
  name: string
  none: string
  routes: 'measured_routes' | 'timed_routes'
  planned: 'planned_miles' | 'planned_minutes'
  actual: 'driven_miles' | 'actual_minutes'
  text: (value: number) => string
  /** Values of the axis are multiples of this. */
  unit: number
  levelText: (value: number) => string
}

function PlanCard({
  report: { days, totals },
  title,
  name,
  none,
  routes,
  planned,
  actual,
  text,
  unit,
  levelText,
}: PlanProps) {
  const spans = spansOf(days, (day) => ({ planned: day[planned], actual: day[actual], routes: day[routes] }))
  const over = totals[routes] > 0 ? overPlan(totals[planned], totals[actual]) : null
  const values = spans.flatMap((span) => [span.planned, span.actual])
  return (
    <Card
      title={over === null ? name : title(overText(over))}
      legend={
        over === null ? null : (
          <>
            <Key mark="plan">{words.reports.plan}</Key>
            <Key mark="actual">{words.reports.actual}</Key>
          </>
        )
      }
      foot={over === null ? none : words.reports.planned(text(totals[planned]), totals[routes])}
    >
      {over === null ? null : (
        <Pairs
          label={words.reports.plannedAnd(name, text(totals[planned]), text(totals[actual]))}
          pairs={spans.map((span) => {
            const more = overPlan(span.planned, span.actual)
            return {
              name: shortDay(span.day),
              planned: span.planned,
              actual: span.actual,
              note: needsAttention(more) && more !== null ? signed(more, level) : null,
            }
          })}
          levels={ticks((Math.min(...values) * 0.9) / unit, Math.max(...values) / unit).map((level) => level * unit)}
          levelText={levelText}
        />
      )}
    </Card>
  )
}

export const Distance = ({ report }: Props) => (
  <PlanCard
    report={report}
    name={words.reports.distance}
    title={words.reports.distanceTitle}
    none={words.reports.noPositions}
    routes="measured_routes"
    planned="planned_miles"
    actual="driven_miles"
    text={miles}
    unit={1}
    levelText={(value) => `${countText(Math.round(inputValueOf('distance', value) ?? 0))} ${unitOf('distance')}`}
  />
)

export const Time = ({ report }: Props) => (
  <PlanCard
    report={report}
    name={words.reports.timeOnRoad}
    title={words.reports.timeTitle}
    none={words.reports.noneTimed}
    routes="timed_routes"
    planned="planned_minutes"
    actual="actual_minutes"
    text={minutes}
    unit={60}
    levelText={(value) => `${countText(value / 60)} h`}
  />
)

export const shareText = (of: Pick<Figures, 'windowed' | 'on_time'>): string => {
  const share = onTimeOf(of)
  return share === null ? '–' : percent(share)
}
