// The day as bars: one lane per route with its shift, its stops by time, the windows of the selection, and lateness. Selects
// and moves stops by mouse, touch and keys. The lists offer the same to screen readers.
import { type KeyboardEvent, memo, type RefObject, useEffect, useRef, useState } from 'react'
import type { DayOut, DayRoute, DayStop } from '../../../src/contract/day.ts'
import { pauseWords, percent, pounds, timeOf, windowOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { useRoleReason } from '../session.tsx'
import { startPointerMove, useIsMoveTarget } from './pointer-move.ts'
import { routeMark } from './colors.ts'
import style from './day.module.css'
import { isOpen, loadWeights, joinSelectedIds, stopTime } from './day-data.ts'
import { useDayCommands } from './day-commands.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const ms = (instant: string): number => new Date(instant).getTime()

interface Props {
  day: DayOut
  timeZone: string
  selected: ReadonlySet<string>
}

export function Timeline({ day, timeZone, selected }: Props) {
  const deeds = useDayCommands()
  const readOnly = useRoleReason('planRoutes') !== null
  // A ref, so that a selection elsewhere doesn't render all lanes again.
  const chosen = useRef(selected)
  chosen.current = selected
  const shown = day.routes.filter(({ stop_count }) => stop_count > 0)
  if (shown.length === 0) return <p className={style.empty}>{words.day.timelineEmpty}</p>
  const times = shown.flatMap((route) => [
    ...[route.planned_start, route.planned_end].flatMap((instant) => (instant ? [ms(instant)] : [])),
    ...route.stops.map((stop) => ms(stopTime(stop))),
  ])
  const from = Math.floor(Math.min(...times) / HOUR) * HOUR
  const to = Math.ceil(Math.max(...times) / HOUR) * HOUR
  const hours = Array.from({ length: (to - from) / HOUR + 1 }, (_, i) => from + i * HOUR)
  const every = hours.length > 14 ? 2 : 1
  const goOn = (event: KeyboardEvent): void => {
    const stop = neighborStop(shown, selected, event.key)
    if (!stop || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    deeds.reveal(stop.order_uuid)
    event.currentTarget.querySelector(`[data-order="${stop.order_uuid}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div
      className={style.timeline}
      role="group"
      tabIndex={0}
      aria-label={readOnly ? words.day.timelineKeys : words.day.timelineKeysMove}
      onKeyDown={goOn}
    >
      <div className={style.axis} aria-hidden="true">
        {hours.map((hour, i) =>
          i % every === 0 ? (
            <span key={hour} style={{ left: percentBetween(hour, from, to) }}>
              {timeOf(new Date(hour), timeZone).replace(':00', '')}
            </span>
          ) : null,
        )}
        <Now from={from} to={to} />
      </div>
      <ul aria-label={words.day.timeline}>
        {day.routes.map((route) =>
          route.stop_count === 0 ? null : (
            <Lane
              key={route.route_uuid}
              {...{ route, timeZone, from, to, readOnly, chosen }}
              selected={joinSelectedIds(route.stops, selected)}
            />
          ),
        )}
      </ul>
    </div>
  )
}

/** Returns the target of an arrow key: the next stop on the route, or the stop nearest in time on the next route. */
function neighborStop(routes: readonly DayRoute[], selected: ReadonlySet<string>, key: string): DayStop | undefined {
  if (!key.startsWith('Arrow')) return undefined
  const lane = routes.findIndex(({ stops }) => stops.some(({ order_uuid }) => selected.has(order_uuid)))
  const stops = routes[lane]?.stops
  const at = stops?.findIndex(({ order_uuid }) => selected.has(order_uuid)) ?? -1
  const from = stops?.[at]
  if (!stops || !from) return routes[0]?.stops[0]
  if (key === 'ArrowLeft') return stops[at - 1]
  if (key === 'ArrowRight') return stops[at + 1]
  const far = (stop: DayStop): number => Math.abs(ms(stopTime(stop)) - ms(stopTime(from)))
  return routes[lane + (key === 'ArrowUp' ? -1 : 1)]?.stops.toSorted((a, b) => far(a) - far(b))[0]
}

const percentBetween = (at: number, from: number, to: number): string =>
  `${((100 * (Math.min(to, Math.max(from, at)) - from)) / (to - from)).toFixed(3)}%`

/** Line at the current time, if the axis includes it. */
function Now({ from, to }: { from: number; to: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  return now > from && now < to ? <i className={style.now} style={{ left: percentBetween(now, from, to) }} /> : null
}

interface LaneProps {
  route: DayRoute
  timeZone: string
  from: number
  to: number
  /** IDs of the route's selected deliveries, separated by spaces. */
  selected: string
  readOnly: boolean
  /** The whole selection, on all routes and in the pool. */
  chosen: RefObject<ReadonlySet<string>>
}

const Lane = memo(function Lane({ route, timeZone, from, to, selected, readOnly, chosen: all }: LaneProps) {
  const deeds = useDayCommands()
  const isTarget = useIsMoveTarget(route.route_uuid)
  const { color } = routeMark(route.color)
  const at = (instant: string | number): string =>
    percentBetween(typeof instant === 'string' ? ms(instant) : instant, from, to)
  const chosen = route.stops.filter((stop) => selected.includes(stop.order_uuid))
  const { planned_start: start, planned_end: end } = route
  return (
    <li className={isTarget ? `${style.lane} ${style.laneTarget}` : style.lane}>
      <span className={style.laneName} title={[route.name, route.driver?.name].filter(Boolean).join(' · ')}>
        <span className={style.laneSwatch} style={{ background: color }} />
        <span className={style.laneWho}>
          {route.name}
          <span className={style.soft}> · {route.driver?.name ?? words.common.noDriver}</span>
        </span>
        <LaneLoad route={route} />
        <span className="visually-hidden">
          : {start && end ? words.day.fromTo(timeOf(start, timeZone), timeOf(end, timeZone)) : words.day.noTimes}
        </span>
      </span>
      <div
        className={style.track}
        aria-hidden="true"
        data-lane={isOpen(route) ? route.route_uuid : undefined}
        data-hours={`${from} ${to}`}
      >
        <span className={style.off} style={{ left: 0, width: at(route.shift_start) }} />
        <span className={style.off} style={{ left: at(route.shift_end), right: 0 }} />
        {chosen.flatMap((stop) =>
          stop.windows.map((window, i) => <Window key={`${stop.stop_uuid} ${i}`} window={window} at={at} />),
        )}
        {start && end ? (
          <span
            className={style.drive}
            style={{ left: at(start), width: `calc(${at(end)} - ${at(start)})`, background: color }}
          />
        ) : null}
        {(route.pauses ?? []).map((pause) => (
          <span
            key={pause.kind + pause.start}
            className={style.rest}
            style={{ left: at(pause.start), width: `calc(${at(pause.end)} - ${at(pause.start)})` }}
            title={pauseWords(pause, timeZone, route.stops)}
          />
        ))}
        {route.stops.map((stop) => (
          <span
            key={stop.stop_uuid}
            className={[
              style.tick,
              stop.late_minutes > 0 && style.tickLate,
              stop.finished_at && style.tickDone,
              selected.includes(stop.order_uuid) && style.tickSelected,
            ]
              .filter(Boolean)
              .join(' ')}
            style={{ left: at(stopTime(stop)), background: color }}
            title={titleOf(stop, timeZone)}
            data-order={stop.order_uuid}
            onClick={() => deeds.reveal(stop.order_uuid)}
            onPointerDown={(press) => {
              if (!readOnly) startPointerMove(press, stop.order_uuid, all.current, deeds)
            }}
          />
        ))}
      </div>
    </li>
  )
})

/** The largest load of the vehicle relative to its capacity. */
function LaneLoad({ route }: { route: DayRoute }) {
  const { capacity_lbs: capacity } = route
  const most = Math.max(0, ...loadWeights(route))
  const text = capacity === null ? pounds(most) : words.day.weightOf(pounds(most), pounds(capacity))
  return (
    <span className={capacity !== null && most > capacity ? style.laneOver : style.laneLoad} title={text}>
      {capacity === null ? pounds(most) : percent(most / Math.max(1, capacity))}
    </span>
  )
}

/** Time window of the selected stop. Its bounds are instants computed from clock times of the route's day. */
function Window({ window, at }: { window: DayStop['windows'][number]; at: (instant: number) => string }) {
  const left = at(window.from ? ms(window.from) : 0)
  const right = at(window.to ? ms(window.to) : Infinity)
  return <span className={style.window} style={{ left, width: `calc(${right} - ${left})` }} />
}

const titleOf = (stop: DayStop, timeZone: string): string =>
  [
    `${stop.sequence}. ${stop.address.line1}`,
    timeOf(stopTime(stop), timeZone),
    windowOf(stop),
    stop.late_minutes > 0 ? words.common.minLate(stop.late_minutes) : null,
    stop.street_fault ?? null,
  ]
    .filter((part) => part !== null)
    .join(' · ')
