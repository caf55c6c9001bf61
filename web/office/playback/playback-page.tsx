// Replays a day with the data known at each minute, and explains why stops and routes were late.
import { DayField, useRequestedDate } from '../requested-date.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { PlaybackOut } from '../../../src/contract/office/playback.ts'
import type { Lateness } from '../../../src/domain/playback/lateness.ts'
import { call } from '../../api/client.ts'
import { queryKeyOf } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { dateOf, dayToIso, timeAndDay, timeOf } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { PlanMapPane } from '../plan-map/plan-map-pane.tsx'
import { useSession } from '../session.tsx'
import { drawnDay, dayEventsOf, routesAt, type PlayedRoute, type PlayedStop, spanOf } from './played-day.ts'
import style from './playback.module.css'

const MINUTE = 60_000
/** Duration of one minute of the day during playback. */
const STEP_MS = 100
const SHOWN = 12

export default function PlaybackPage() {
  const date = useRequestedDate()
  const query = useQuery({
    queryKey: queryKeyOf('GET /day/playback', { query: { date } }),
    queryFn: () => readWholeDay(date),
  })
  return (
    <Page
      wide
      title={words.playback.title}
      lead={words.playback.lead}
      actions={<Link href={`/?date=${dayToIso(date)}`}>{words.playback.back}</Link>}
    >
      <div className={style.day}>
        <DayField date={date} />
      </div>
      <QueryState query={query} what={words.playback.theDay}>
        {(day) => (day.entries.length === 0 ? <EmptyPlayback day={day} /> : <Player key={day.date} day={day} />)}
      </QueryState>
    </Page>
  )
}

function EmptyPlayback({ day: { begins, routes } }: { day: PlaybackOut }) {
  const zone = useSession().business.time_zone
  return (
    <Empty>{routes.length > 0 && begins ? words.playback.notKept(dateOf(begins, zone)) : words.playback.none}</Empty>
  )
}

/** Reads all pages of the day. */
async function readWholeDay(date: string): Promise<PlaybackOut> {
  const day = await call('GET /day/playback', { query: { date } })
  for (let { next } = day; next !== null; ) {
    const more = await call('GET /day/playback', { query: { date, after: next } })
    day.entries.push(...more.entries)
    const has = <T,>(known: readonly T[], of: (one: T) => string) => new Set(known.map(of))
    const [orders, messages] = [has(day.orders, (one) => one.order_uuid), has(day.messages, (one) => one.message_uuid)]
    day.orders.push(...more.orders.filter(({ order_uuid }) => !orders.has(order_uuid)))
    day.messages.push(...more.messages.filter(({ message_uuid }) => !messages.has(message_uuid)))
    Object.assign(day.names, more.names)
    next = more.next
  }
  return day
}

function Player({ day }: { day: PlaybackOut }) {
  const zone = useSession().business.time_zone
  const happenings = useMemo(() => dayEventsOf(day), [day])
  const [from, to] = useMemo(() => spanOf(day, happenings, zone), [day, happenings, zone])
  const { at, playing, toggle, jumpTo } = usePlaying(from, to)
  // End of the minute, so that its events are included.
  const until = useMemo(() => new Date((at + 1) * MINUTE - 1), [at])
  const routes = useMemo(() => routesAt(day, until, zone), [day, until, zone])
  const drawn = useMemo(() => drawnDay(day, routes, until, (time) => timeOf(time, zone)), [day, routes, until, zone])
  const around = useMemo(
    () => [
      ...day.routes.map(({ depot }) => depot),
      ...day.orders.flatMap(({ lat, lng }) => (lat !== null && lng !== null ? [{ lat, lng }] : [])),
    ],
    [day],
  )
  const time = timeAndDay(new Date(at * MINUTE).toISOString(), zone)
  const past = happenings.filter((one) => new Date(one.at) <= until).slice(-SHOWN)
  return (
    <>
      <div className={style.player}>
        <Button kind="primary" onClick={toggle}>
          {playing ? words.playback.pause : words.playback.play}
        </Button>
        <input
          type="range"
          aria-label={words.playback.at}
          aria-valuetext={time}
          min={from}
          max={to}
          value={at}
          onChange={({ target }) => jumpTo(Number(target.value))}
        />
        <output>{time}</output>
      </div>
      <div className={style.beside}>
        <PlanMapPane label={words.playback.map} plan={drawn} around={around} chosen={null} />
        <section className={page.section} aria-label={words.playback.happened}>
          <h2>{words.playback.happened}</h2>
          {past.length === 0 ? <p className={page.soft}>{words.playback.nothing}</p> : null}
          <ol className={style.happened}>
            {past.toReversed().map((one, i) => (
              <li key={`${one.at} ${i}`}>
                <time dateTime={one.at}>{timeOf(one.at, zone)}</time> {one.text}
              </li>
            ))}
          </ol>
        </section>
      </div>
      {routes.map((route) => (
        <RouteAtTime key={route.routeId} route={route} />
      ))}
    </>
  )
}

/** The shown minute of the day. During playback, it advances to `to`. */
function usePlaying(from: number, to: number) {
  const [at, setAt] = useState(to)
  const [playing, setPlaying] = useState(false)
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => setAt((minute) => Math.min(minute + 1, to)), STEP_MS)
    return () => clearInterval(timer)
  }, [playing, to])
  if (playing && at >= to) setPlaying(false)
  return {
    at,
    playing,
    toggle: () => {
      if (!playing && at >= to) setAt(from)
      setPlaying(!playing)
    },
    jumpTo: (minute: number) => {
      setPlaying(false)
      setAt(minute)
    },
  }
}

function RouteAtTime({ route }: { route: PlayedRoute }) {
  const { name, status, vehicle, driver, stops, late } = route
  return (
    <section className={page.section} aria-label={name}>
      <h2>{name}</h2>
      <p className={page.soft}>
        {[words.common.routeStatus[status], vehicle, driver ?? words.common.noDriver].join(' · ')}
      </p>
      {late && late.minutes !== 0 ? (
        <div>
          <p>{late.minutes > 0 ? words.playback.routeLate(late.minutes) : words.playback.routeEarly(-late.minutes)}</p>
          <Causes late={late} />
        </div>
      ) : null}
      <Table
        columns={[
          words.common.stops,
          words.common.reference,
          words.common.state,
          words.playback.planned,
          words.playback.was,
          words.playback.done,
          words.playback.late,
        ]}
      >
        {stops.map((stop) => (
          <StopAtTime key={stop.stopId} stop={stop} isSent={route.dispatched_at !== null} />
        ))}
      </Table>
    </section>
  )
}

function StopAtTime({ stop, isSent }: { stop: PlayedStop; isSent: boolean }) {
  const zone = useSession().business.time_zone
  const { order, late } = stop
  const clock = (at: string | null): string => (at ? timeOf(at, zone) : '')
  const isMade = stop.arrived_at ?? stop.finished_at
  return (
    <tr>
      <td>{stop.sequence}</td>
      <td>
        {order?.external_ref}
        {order ? <span className={page.soft}> {order.customer_name}</span> : null}
      </td>
      <td>{words.common.stopStates[stop.status]}</td>
      <td>{clock(stop.planned_arrival)}</td>
      <td>{clock(stop.arrived_at)}</td>
      <td>{clock(stop.finished_at)}</td>
      <td>
        {isMade && late ? <LatenessText late={late} name={order?.external_ref ?? ''} /> : null}
        {isMade && !late && isSent && stop.status !== 'SKIPPED' ? words.playback.afterSent : null}
      </td>
    </tr>
  )
}

function LatenessText({ late, name }: { late: Lateness; name: string }) {
  if (late.minutes === 0) return words.playback.onTime
  if (late.minutes < 0) return words.playback.earlier(-late.minutes)
  return (
    <details>
      <summary>{words.playback.why(late.minutes, name)}</summary>
      <Causes late={late} />
    </details>
  )
}

const Causes = ({ late: { causes } }: { late: Lateness }) => (
  <ul className={style.causes}>
    {causes.map(({ cause, minutes }) => (
      <li key={cause}>{words.playback.cause(words.playback.causes[cause], minutes)}</li>
    ))}
  </ul>
)
