// Replays a day with the data known at each minute, and explains why stops and routes were late.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PlaybackOut } from '../../../src/contract/office/playback.ts'
import { call } from '../../api/client.ts'
import { queryKeyOf } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { addDays, dateOf, dayToIso, timeAndDay, timeOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { setSearchParams } from '../location.ts'
import { PlanMapPane } from '../plan-map/plan-map-pane.tsx'
import { DayField, useRequestedDate } from '../requested-date.tsx'
import { useSession } from '../session.tsx'
import { LateStops, lateStopsOf } from './late-stops.tsx'
import { drawnDay, dayEventsOf, routesAt, type DayEvent, type PlayedRoute, spanOf } from './played-day.ts'
import { PlayerBar } from './player-bar.tsx'
import { usePlaying } from './playing.ts'
import { RoutesNow } from './routes-now.tsx'
import style from './playback.module.css'

const MINUTE = 60_000
/** Number of past events that are shown. */
const SHOWN = 12

export default function PlaybackPage() {
  const date = useRequestedDate()
  const query = useQuery({
    queryKey: queryKeyOf('GET /day/playback', { query: { date } }),
    queryFn: () => readWholeDay(date),
  })
  const goTo = (days: number): void => setSearchParams({ date: dayToIso(addDays(date, days)) })
  return (
    <Page
      fills
      title={words.playback.title}
      actions={
        <>
          <span className={style.dates}>
            <Button kind="quiet" icon aria-label={words.day.dayBefore} onClick={() => goTo(-1)}>
              <Icon name="back" />
            </Button>
            <DayField date={date} />
            <Button kind="quiet" icon aria-label={words.day.dayAfter} onClick={() => goTo(1)}>
              <Icon name="chevron" />
            </Button>
          </span>
          <Link href={`/?date=${dayToIso(date)}`}>{words.playback.back}</Link>
        </>
      }
    >
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
  const events = useMemo(() => dayEventsOf(day), [day])
  const [from, to] = useMemo(() => spanOf(day, events, zone), [day, events, zone])
  const clock = usePlaying(from, to)
  const { at } = clock
  // End of the minute, so that its events are included.
  const until = useMemo(() => endOf(at), [at])
  const routes = useMemo(() => routesAt(day, until, zone), [day, until, zone])
  const late = useMemo(() => lateStopsOf(routesAt(day, endOf(to), zone)), [day, to, zone])
  const drawn = useMemo(() => drawnDay(day, routes, until, (time) => timeOf(time, zone)), [day, routes, until, zone])
  const around = useMemo(
    () => [
      ...day.routes.map(({ depot }) => depot),
      ...day.orders.flatMap(({ lat, lng }) => (lat !== null && lng !== null ? [{ lat, lng }] : [])),
    ],
    [day],
  )
  const past = events.filter((one) => new Date(one.at) <= until).slice(-SHOWN)
  const jumpTo = (instant: string): void => clock.jumpTo(Math.floor(Date.parse(instant) / MINUTE))
  return (
    <div className={style.work}>
      <div className={style.stage}>
        <div className={style.map}>
          <PlanMapPane label={words.playback.mapNow} plan={drawn} around={around} chosen={null} />
          <Clock at={at} routes={routes} />
        </div>
        <PlayerBar {...{ clock, from, to, events, late }} />
      </div>
      <div className={style.panel}>
        <LateStops late={late} onShow={jumpTo} />
        <PastEvents events={past} />
        <RoutesNow routes={routes} />
      </div>
    </div>
  )
}

const endOf = (minute: number): Date => new Date((minute + 1) * MINUTE - 1)

/** The shown time, with the deliveries that are done by then. */
function Clock({ at, routes }: { at: number; routes: readonly PlayedRoute[] }) {
  const zone = useSession().business.time_zone
  const stops = routes.flatMap((route) => route.stops)
  const done = stops.filter(({ status }) => status === 'DELIVERED').length
  return (
    <p className={style.clock}>
      <b title={timeAndDay(new Date(at * MINUTE).toISOString(), zone)}>{timeOf(new Date(at * MINUTE), zone)}</b>
      <span>{words.playback.delivered(done, stops.length)}</span>
    </p>
  )
}

const EVENT_ICONS = {
  DONE: 'checked',
  FAILED: 'failed',
  ADDED: 'plus',
  REMOVED: 'minus',
  MESSAGE: 'replies',
  REFUSED: 'warning',
  ROUTE: 'dot',
} as const satisfies Record<DayEvent['kind'], string>

function PastEvents({ events }: { events: readonly DayEvent[] }) {
  const zone = useSession().business.time_zone
  return (
    <section aria-label={words.playback.happened}>
      <h2>{words.playback.happened}</h2>
      {events.length === 0 ? <p className={style.none}>{words.playback.nothing}</p> : null}
      <ol className={style.events}>
        {events.toReversed().map((one, i) => (
          <li key={`${one.at} ${i}`} data-kind={one.kind}>
            <time dateTime={one.at}>{timeOf(one.at, zone)}</time>
            <Icon name={EVENT_ICONS[one.kind]} />
            <span>{one.text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
