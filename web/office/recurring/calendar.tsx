// Two months of a recurring order. Each date of the rule is a button, whose shape shows its state.
import type { RecurringOrderOut } from '../../../src/contract/recurring-order.ts'
import { datesBetween } from '../../../src/domain/orders/recurrence.ts'
import { dayToIso, isoToDay, monthName, namedDay, shortWeekday } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import style from './recurring.module.css'

type NextDate = RecurringOrderOut['next_dates'][number]
export type DateState = 'route' | 'made' | 'todo' | 'skipped' | 'moved' | 'here'

const STATES: readonly DateState[] = ['route', 'made', 'todo', 'skipped', 'here']
const DAYS_A_WEEK = 7

interface Props {
  recurring: RecurringOrderOut
  /** Today, MM/dd/yyyy. */
  today: string
  selected: string | null
  onSelect: (date: string) => void
}

/** State of each day that the rule or an exception uses, with the date of the rule. */
interface Marked {
  state: DateState
  /** Date of the rule. Differs from the day if the date was moved. */
  date: string
}

export function Calendar({ recurring, today, selected, onSelect }: Props) {
  const months = [0, 1].map((ahead) => monthOf(today, ahead))
  const marks = marksOf(recurring, dayToIso(today), lastDayOf(months[1] ?? ''))
  return (
    <>
      <div className={style.months}>
        {months.map((month) => (
          <Month key={month} {...{ month, marks, today, selected, onSelect }} />
        ))}
      </div>
      <ul className={style.key} aria-hidden="true">
        {STATES.map((state) => (
          <li key={state}>
            <i className={style[state]} />
            {words.recurring.dateStates[state]}
          </li>
        ))}
      </ul>
    </>
  )
}

interface MonthProps extends Omit<Props, 'recurring'> {
  /** Year and month: yyyy-MM. */
  month: string
  marks: ReadonlyMap<string, Marked>
}

function Month({ month, marks, selected, onSelect, today }: MonthProps) {
  const weeks = weeksOf(month)
  return (
    <table className={style.month}>
      <caption>{monthName(month)}</caption>
      <thead>
        <tr>
          {Array.from({ length: DAYS_A_WEEK }, (_, day) => (
            <th key={day} scope="col">
              {shortWeekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((iso, i) => {
              const mark = iso ? marks.get(iso) : undefined
              const day = iso ? Number(iso.slice(8)) : null
              return (
                <td key={i} className={iso && iso < dayToIso(today) ? style.past : undefined}>
                  {mark ? (
                    <button
                      type="button"
                      className={style[mark.state]}
                      aria-pressed={mark.date === selected}
                      aria-label={`${namedDay(isoToDay(iso ?? ''))}: ${words.recurring.dateStates[mark.state]}`}
                      onClick={() => onSelect(mark.date)}
                    >
                      {day}
                    </button>
                  ) : (
                    day
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Days of a month by weeks from Monday on, as yyyy-MM-dd. Null outside of the month. */
function weeksOf(month: string): (string | null)[][] {
  const first = new Date(`${month}-01T00:00:00Z`)
  const count = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  const before = (first.getUTCDay() + DAYS_A_WEEK - 1) % DAYS_A_WEEK
  const weeks = Math.ceil((before + count) / DAYS_A_WEEK)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: DAYS_A_WEEK }, (_, i) => {
      const day = week * DAYS_A_WEEK + i - before + 1
      return day >= 1 && day <= count ? `${month}-${String(day).padStart(2, '0')}` : null
    }),
  )
}

function monthOf(today: string, ahead: number): string {
  const [month = 1, , year = 1970] = today.split('/').map(Number)
  return new Date(Date.UTC(year, month - 1 + ahead, 1)).toISOString().slice(0, 7)
}

const lastDayOf = (month: string): string => weeksOf(month).flat().filter(Boolean).at(-1) ?? month

/** The dates that the server described, then those of the rule up to the last day. */
function marksOf({ schedule, next_dates, ended_at }: RecurringOrderOut, from: string, to: string): Map<string, Marked> {
  const marks = new Map<string, Marked>()
  const described = new Set(next_dates.map(({ date }) => dayToIso(date)))
  const lastDescribed = [...described].at(-1) ?? from
  if (!ended_at)
    for (const iso of datesBetween(ruleOf(schedule), lastDescribed, to))
      if (!described.has(iso)) marks.set(iso, { state: 'todo', date: isoToDay(iso) })
  for (const one of next_dates) {
    marks.set(dayToIso(one.date), { state: stateOf(one), date: one.date })
    if (one.moved_to) marks.set(dayToIso(one.moved_to), { state: 'here', date: one.date })
  }
  return marks
}

function stateOf({ skipped, moved_to, order }: NextDate): DateState {
  if (skipped) return 'skipped'
  if (moved_to) return 'moved'
  if (!order) return 'todo'
  return order.status === 'OPEN' ? 'made' : 'route'
}

const ruleOf = (schedule: RecurringOrderOut['schedule']) => ({
  every: schedule.every,
  unit: schedule.unit,
  weekdays: schedule.weekdays,
  dayOfMonth: schedule.day_of_month,
  start: dayToIso(schedule.start_date),
  end: schedule.end_date && dayToIso(schedule.end_date),
  count: schedule.count,
  closedDays: schedule.closed_days,
})
