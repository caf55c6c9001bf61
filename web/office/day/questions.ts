// What is asked before something of the day leaves the house or can't be taken back.
import type { DayOut, DayRoute } from '../../../src/contract/office/day.ts'
import type { Question } from '../../ui/confirm.tsx'
import { plural, weekdayOf } from '../../ui/format.ts'

type Work = () => Promise<unknown>

export function sendQuestion(routes: readonly DayRoute[], day: DayOut, work: Work): Question {
  const [only] = routes
  const stops = routes.reduce((sum, { stop_count }) => sum + stop_count, 0)
  const what = routes.length === 1 && only ? only.name : plural(routes.length, 'route')
  const drivers = routes.filter(({ driver }) => driver !== null).length
  const without = routes.length - drivers
  return {
    title: `Send ${what}?`,
    text: [
      `${plural(stops, 'delivery', 'deliveries')} on ${day.date === day.today ? 'today' : `${weekdayOf(day.date)}, ${day.date}`}.`,
      drivers > 0
        ? `The link is texted to ${plural(drivers, 'driver')} where texts are set up, and customers are told.`
        : '',
      without > 0 ? `${plural(without, 'route has', 'routes have')} no driver: nobody gets the link by text.` : '',
      'A sent route can still be changed by hand, but not planned from scratch.',
    ]
      .filter(Boolean)
      .join(' '),
    yes: `Send ${what}`,
    onYes: () => void work(),
  }
}

export const newLinkQuestion = (route: DayRoute, work: Work): Question => ({
  title: `Text a new link to ${route.name}?`,
  text: 'The link that the driver has now stops working. To show or copy that one, choose “Driver’s link” instead.',
  yes: 'Text a new link',
  onYes: () => void work(),
})

export const cancelQuestion = (route: DayRoute, work: Work): Question => ({
  title: `Cancel ${route.name}?`,
  text: `${
    route.status === 'PLANNED'
      ? 'Its deliveries become unassigned.'
      : 'The driver’s link stops working, and unfinished deliveries become unassigned.'
  } This can’t be undone.`,
  yes: 'Cancel the route',
  danger: true,
  onYes: () => void work(),
})
