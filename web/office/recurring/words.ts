// A recurring order's rule in words.
import type { RecurringOrderOut } from '../../../src/contract/recurring-orders.ts'
import { dayText } from '../../ui/format.ts'
import type { Weekday } from '../../../src/domain/orders/recurrence.ts'

export const WEEKDAY_NAMES: Record<Weekday, string> = {
  MON: 'Monday',
  TUE: 'Tuesday',
  WED: 'Wednesday',
  THU: 'Thursday',
  FRI: 'Friday',
  SAT: 'Saturday',
  SUN: 'Sunday',
}

/** "every 2 weeks on Tuesday, until 12/31/2026" */
export function ruleInWords(schedule: RecurringOrderOut['schedule']): string {
  const { every, unit, weekdays, day_of_month, end_date, count } = schedule
  const one = unit.toLowerCase()
  const on =
    unit === 'WEEK'
      ? ` on ${weekdays.map((day) => WEEKDAY_NAMES[day]).join(', ')}`
      : unit === 'MONTH'
        ? ` on day ${day_of_month}`
        : ''
  const until = end_date ? `, until ${dayText(end_date)}` : count === null ? '' : `, ${count} times`
  return `every ${every === 1 ? one : `${every} ${one}s`}${on}${until}`
}

/** "skipped", "moved to 12/02/2026" */
export const exceptionInWords = ({ skipped, moved_to }: RecurringOrderOut['next_dates'][number]): string | null =>
  skipped ? 'skipped' : moved_to && `moved to ${dayText(moved_to)}`
