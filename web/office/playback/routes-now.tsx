// The routes with their stops at the shown minute.
import { timeOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'
import { Waterfall } from './late-stops.tsx'
import type { PlayedRoute, PlayedStop } from './played-day.ts'
import style from './playback.module.css'

export const RoutesNow = ({ routes }: { routes: readonly PlayedRoute[] }) => (
  <section aria-label={words.playback.map}>
    <h2>{words.playback.map}</h2>
    {routes.map((route) => (
      <RouteNow key={route.routeId} route={route} isAlone={routes.length === 1} />
    ))}
  </section>
)

function RouteNow({ route, isAlone }: { route: PlayedRoute; isAlone: boolean }) {
  const { name, status, vehicle, driver, stops, late } = route
  return (
    <details className={style.route} open={isAlone}>
      <summary>
        <b>{name}</b>
        <span>{[words.common.routeStatus[status], vehicle, driver ?? words.common.noDriver].join(' · ')}</span>
      </summary>
      {late && late.minutes > 0 ? (
        <>
          <p className={style.none}>{words.playback.routeLate(late.minutes)}</p>
          <Waterfall late={late} total={words.playback.lateAt(name)} />
        </>
      ) : null}
      {late && late.minutes < 0 ? <p className={style.none}>{words.playback.routeEarly(-late.minutes)}</p> : null}
      <ol>
        {stops.map((stop) => (
          <StopNow key={stop.stopId} stop={stop} isSent={route.dispatched_at !== null} />
        ))}
      </ol>
    </details>
  )
}

function StopNow({ stop, isSent }: { stop: PlayedStop; isSent: boolean }) {
  const zone = useSession().business.time_zone
  const { order, late, sequence, status } = stop
  const times = [
    [words.playback.planned, stop.planned_arrival],
    [words.playback.was, stop.arrived_at],
    [words.playback.done, stop.finished_at],
  ] as const
  const isMade = stop.arrived_at ?? stop.finished_at
  const lateness = late ? latenessText(late.minutes) : isSent && status !== 'SKIPPED' ? words.playback.afterSent : null
  return (
    <li>
      <span>{sequence}</span>
      <span>
        <b>{[order?.external_ref, order?.customer_name].filter(Boolean).join(' · ')}</b>
        <span>
          {[
            words.common.stopStates[status],
            ...times.flatMap(([name, at]) => (at ? `${name} ${timeOf(at, zone)}` : [])),
            isMade ? lateness : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    </li>
  )
}

const latenessText = (late: number): string =>
  late === 0 ? words.playback.onTime : late < 0 ? words.playback.earlier(-late) : words.common.minLate(late)
