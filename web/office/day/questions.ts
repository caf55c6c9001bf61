// Confirmations before routes are sent or canceled.
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import type { Question } from '../../ui/confirm.tsx'
import { dayText, weekdayOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'

type Work = () => Promise<unknown>

export function sendQuestion(routes: readonly DayRoute[], day: DayOut, work: Work): Question {
  const [only] = routes
  const stops = routes.reduce((sum, { stop_count }) => sum + stop_count, 0)
  const what = routes.length === 1 && only ? only.name : words.common.routesCounted(routes.length)
  const drivers = routes.filter(({ driver }) => driver !== null).length
  const without = routes.length - drivers
  return {
    title: words.day.sendWhat(what),
    text: [
      day.date === day.today
        ? words.day.onToday(stops)
        : words.day.onDay(stops, `${weekdayOf(day.date)}, ${dayText(day.date)}`),
      drivers > 0 ? words.day.linkTexted(drivers) : '',
      without > 0 ? words.day.without(without) : '',
      words.day.sentCanChange,
    ]
      .filter(Boolean)
      .join(' '),
    yes: words.day.send(what),
    onYes: () => void work(),
  }
}

export const newLinkQuestion = (route: DayRoute, work: Work): Question => ({
  title: words.day.textNewTo(route.name),
  text: words.day.linkStops,
  yes: words.day.textNew,
  onYes: () => void work(),
})

/**
 * Confirmation before a route is canceled. `silent` is a warning that stops may already be done, because the driver's phone is
 * silent. Null if there is no warning.
 */
export const cancelQuestion = (route: DayRoute, silent: string | null, work: Work): Question => ({
  title: words.day.cancelRouteOf(route.name),
  text: [route.status === 'PLANNED' ? words.day.cancelPlanned : words.day.cancelSent, silent].filter(Boolean).join(' '),
  yes: words.day.cancelTheRoute,
  danger: true,
  onYes: () => void work(),
})
