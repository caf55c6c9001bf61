// Issues of a plan: what each is called, and how a dispatcher resolves it.
import { words } from '../../words/locale.ts'
import type { DayCommands } from './day-commands.ts'
import type { Issue } from './day-stage.ts'

export function issueWords(issue: Issue): string {
  if ('orders' in issue) {
    const { whichOne, notFound } = words.exceptions
    return (issue.kind === 'SEVERAL_LOCATIONS' ? whichOne : notFound)(issue.orders.length)
  }
  if (issue.kind === 'NO_DRIVER') return words.day.hasNoDriver(issue.route.name)
  const [first] = issue.stops
  if (!first || issue.stops.length > 1) return words.day.lateStopsOf(issue.route.name, issue.stops.length)
  const late = words.day.lateAt(first.late_minutes, first.address.line1)
  return first.street_fault ? `${late}. ${first.street_fault}` : late
}

/** Shows the first delivery of the issue, or asks for the route's driver. */
export function openIssue(issue: Issue, deeds: Pick<DayCommands, 'reveal' | 'reassign'>): void {
  if (issue.kind === 'NO_DRIVER') return deeds.reassign(issue.route)
  const [first] = issue.kind === 'LATE' ? issue.stops : issue.orders
  if (first) deeds.reveal(first.order_uuid)
}
