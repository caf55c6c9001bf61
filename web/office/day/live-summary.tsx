// How the day under way stands: deliveries done, late and failed, and when the last vehicle is back.
import type { DayOut } from '../../../src/contract/day.ts'
import { countText, timeOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'
import { pendingLateStopCount } from './day-data.ts'
import style from './live-summary.module.css'

export function LiveSummary({ day }: { day: DayOut }) {
  const zone = useSession().business.time_zone
  const routes = day.routes.filter(({ status }) => status !== 'CANCELLED')
  const stops = routes.flatMap((route) => route.stops)
  const delivered = stops.filter(({ status }) => status === 'DELIVERED').length
  const failed = stops.filter(({ status }) => status === 'FAILED').length
  const late = routes.reduce((sum, route) => sum + pendingLateStopCount(route), 0)
  const [lastEnd] = routes.flatMap(({ planned_end: end }) => end ?? []).toSorted((a, b) => b.localeCompare(a))
  const width = (count: number) => ({ width: `${(100 * count) / Math.max(1, stops.length)}%` })
  const facts: [string, string][] = [
    [countText(delivered), words.day.ofDelivered(stops.length)],
    [countText(late), words.day.runningLateStops],
    [countText(failed), words.day.failedStops],
    ...(lastEnd ? [[timeOf(lastEnd, zone), words.day.lastBack] as [string, string]] : []),
  ]
  return (
    <section className={style.summary} aria-label={words.day.liveSummary}>
      {facts.map(([value, meaning]) => (
        <p key={meaning}>
          <b>{value}</b> <span>{meaning}</span>
        </p>
      ))}
      <div className={style.bar} aria-hidden="true">
        <i style={width(delivered)} />
        <i className={style.failed} style={width(failed)} />
      </div>
    </section>
  )
}
