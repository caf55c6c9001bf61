// When the driver comes, and how this time lies in the delivery's windows.
import type { DayRoute, DayStop } from '../../../src/contract/day.ts'
import { Badge } from '../../ui/badge.tsx'
import { timeOf, windowOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'
import { stopTime } from './day-data.ts'
import { STATE_MARKS } from './state-icon.tsx'
import style from './stop.module.css'

const MARGIN_MS = 30 * 60_000

export function StopArrival({ route, stop }: { route: DayRoute; stop: DayStop }) {
  const zone = useSession().business.time_zone
  return (
    <section className={style.arrival} aria-label={words.stop.arrival}>
      <p>
        <b>{timeOf(stopTime(stop), zone)}</b> {meaningOfTime(stop)}
        <Punctuality stop={stop} />
      </p>
      <WindowBar {...{ route, stop, zone }} />
    </section>
  )
}

function meaningOfTime(stop: DayStop): string {
  if (stop.arrived_at) return words.stop.timeArrived
  if (stop.finished_at) return words.stop.timeFinished
  return stop.eta ? words.stop.timeExpected : words.stop.timePlanned
}

function Punctuality({ stop }: { stop: DayStop }) {
  if (stop.late_minutes > 0)
    return (
      <Badge icon="clock" tone="bad">
        {words.common.minLate(stop.late_minutes)}
      </Badge>
    )
  if (stop.status !== 'PENDING') {
    const { icon, badge } = STATE_MARKS[stop.status]
    return (
      <Badge icon={stop.settles_at ? 'held' : icon} tone={badge}>
        {words.common.stopStates[stop.status]}
      </Badge>
    )
  }
  return stop.windows.length > 0 ? (
    <Badge icon="checked" tone="good">
      {words.stop.onTime}
    </Badge>
  ) : null
}

/** The windows and the time on one line. Screen readers get the window as text. */
function WindowBar({ route, stop, zone }: { route: DayRoute; stop: DayStop; zone: string }) {
  if (stop.windows.length === 0) return <small>{words.stop.noWindow}</small>
  const at = ms(stopTime(stop))
  const start = ms(route.shift_start)
  const end = ms(route.shift_end)
  const spans = stop.windows.map(({ from, to }) => [from ? ms(from) : start, to ? ms(to) : end] as const)
  const first = Math.min(at, ...spans.map(([from]) => from)) - MARGIN_MS
  const last = Math.max(at, ...spans.map(([, to]) => to)) + MARGIN_MS
  const percent = (instant: number): string => `${((100 * (instant - first)) / (last - first)).toFixed(2)}%`
  return (
    <>
      <div className={style.bar} aria-hidden="true">
        {spans.map(([from, to]) => (
          <span
            key={from}
            className={style.window}
            style={{ left: percent(from), width: `calc(${percent(to)} - ${percent(from)})` }}
          />
        ))}
        <i className={style.at} style={{ left: percent(at) }} />
      </div>
      <div className={style.ends}>
        <span aria-hidden="true">{timeOf(new Date(first), zone)}</span>
        <span>
          {words.common.window} {windowOf(stop)}
        </span>
        <span aria-hidden="true">{timeOf(new Date(last), zone)}</span>
      </div>
    </>
  )
}

const ms = (instant: string): number => new Date(instant).getTime()
