// The day as bars: one row a route, its stops where they fall in time, windows of the selection, lateness.
// A picture for eyes and mouse; the lists say the same to everyone.
import type { DayOut, DayRoute, DayStop } from '../../../src/contract/office/day.ts'
import { timeOf, windowOf } from '../../ui/format.ts'
import { onGround, routeMark } from './colors.ts'
import style from './day.module.css'
import { timeAt } from './day-data.ts'

interface Props {
  day: DayOut
  timeZone: string
  selected: ReadonlySet<string>
  onSelect: (orderId: string) => void
}

const HOUR = 3_600_000
const ms = (instant: string): number => new Date(instant).getTime()

export function Timeline({ day, timeZone, selected, onSelect }: Props) {
  const shown = day.routes.filter(({ stop_count }) => stop_count > 0)
  if (shown.length === 0) return <p className={style.empty}>Routes appear here hour by hour once they are built.</p>
  const times = shown.flatMap((route) => [
    ...[route.planned_start, route.planned_end].flatMap((instant) => (instant ? [ms(instant)] : [])),
    ...route.stops.map((stop) => ms(timeAt(stop))),
  ])
  const from = Math.floor(Math.min(...times) / HOUR) * HOUR
  const to = Math.ceil(Math.max(...times) / HOUR) * HOUR
  const at = (instant: string): string => `${(100 * (ms(instant) - from)) / (to - from)}%`
  const hours = Array.from({ length: (to - from) / HOUR + 1 }, (_, i) => new Date(from + i * HOUR))
  const every = hours.length > 14 ? 2 : 1
  return (
    <div className={style.timeline}>
      <div className={style.axis} aria-hidden="true">
        {hours.map((hour, i) =>
          i % every === 0 ? (
            <span key={hour.getTime()} style={{ left: at(hour.toISOString()) }}>
              {timeOf(hour, timeZone).replace(':00', '')}
            </span>
          ) : null,
        )}
      </div>
      <ul aria-label="Timeline of the routes">
        {day.routes.map((route, index) =>
          route.stop_count === 0 ? null : (
            <li key={route.route_uuid} className={style.lane}>
              <span className={style.laneName}>
                {route.name}
                <span className="visually-hidden">: {spanOf(route, timeZone)}</span>
              </span>
              <div className={style.track} aria-hidden="true">
                <Drive route={route} at={at} color={routeMark(index).color} />
                {route.stops.map((stop) => (
                  <Tick
                    key={stop.stop_uuid}
                    stop={stop}
                    left={at(timeAt(stop))}
                    color={routeMark(index).color}
                    selected={selected.has(stop.order_uuid)}
                    title={titleOf(stop, timeZone)}
                    onSelect={() => onSelect(stop.order_uuid)}
                  />
                ))}
              </div>
            </li>
          ),
        )}
      </ul>
    </div>
  )
}

const spanOf = ({ planned_start: start, planned_end: end }: DayRoute, timeZone: string): string =>
  start && end ? `${timeOf(start, timeZone)} to ${timeOf(end, timeZone)}` : 'no times'

const titleOf = (stop: DayStop, timeZone: string): string =>
  [
    `${stop.sequence}. ${stop.address.line1}`,
    timeOf(timeAt(stop), timeZone),
    windowOf(stop.window_start, stop.window_end),
    stop.late_minutes > 0 ? `${stop.late_minutes} min late` : null,
  ]
    .filter((part) => part !== null)
    .join(' · ')

function Drive({ route, at, color }: { route: DayRoute; at: (instant: string) => string; color: string }) {
  const { planned_start: start, planned_end: end } = route
  if (!start || !end) return null
  return (
    <span
      className={style.drive}
      style={{ left: at(start), width: `calc(${at(end)} - ${at(start)})`, background: onGround(color) }}
    />
  )
}

interface TickProps {
  stop: DayStop
  left: string
  color: string
  selected: boolean
  title: string
  onSelect: () => void
}

const Tick = ({ stop, left, color, selected, title, onSelect }: TickProps) => (
  <span
    className={[style.tick, stop.late_minutes > 0 && style.tickLate, selected && style.tickSelected]
      .filter(Boolean)
      .join(' ')}
    style={{ left, borderColor: onGround(color), ...(stop.finished_at && { background: onGround(color) }) }}
    title={title}
    onClick={onSelect}
  />
)
