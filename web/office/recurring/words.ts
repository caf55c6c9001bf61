// Texts for the rule of a recurring order.
import type { RecurringOrderOut } from '../../../src/contract/recurring-order.ts'
import { dayText } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'

/** Example: "every 2 weeks on Tuesday, until 12/31/2026" */
export function ruleInWords(schedule: RecurringOrderOut['schedule']): string {
  const { every, unit, weekdays, day_of_month, end_date, count } = schedule
  const { recurring } = words
  return [
    recurring.every[unit](every),
    unit === 'WEEK' ? ` ${recurring.onWeekdays(weekdays.map((day) => recurring.weekdays[day]).join(', '))}` : '',
    unit === 'MONTH' ? ` ${recurring.onDay(day_of_month ?? 1)}` : '',
    end_date ? `, ${recurring.until(dayText(end_date))}` : count === null ? '' : `, ${recurring.times(count)}`,
  ].join('')
}

/** Examples: "skipped", "moved to 12/02/2026" */
export const exceptionInWords = ({ skipped, moved_to }: RecurringOrderOut['next_dates'][number]): string | null =>
  skipped ? words.recurring.skipped : moved_to && words.recurring.movedTo(dayText(moved_to))
