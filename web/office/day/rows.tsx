// Content of a row for a delivery, on a route and in the pool.
import type { DayStop, PoolOrder } from '../../../src/contract/day.ts'
import type { OfficeUnassigned } from '../../../src/contract/build.ts'
import type { PauseOut } from '../../../src/contract/routes.ts'
import { dayText, pauseWords, pounds, timeOf, weekdayOf, windowOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { LocationWarning, locationWarning, type PlaceFlags } from '../location-warning.tsx'
import style from './day.module.css'
import { stopTime } from './day-data.ts'
import { StateIcon, stateWords } from './state-icon.tsx'
import type { StopRow } from './stop-list.tsx'

const temperatureText = (kind: DayStop['temperature_class']): string | null =>
  kind === 'DRY' ? null : words.common.temperature[kind]

const Tags = ({ parts }: { parts: readonly (string | null)[] }) => (
  <span className={style.tags}>{parts.filter((part) => part !== null).join(' · ')}</span>
)

const locationWarnings = (place: PlaceFlags | null): string[] =>
  [place && locationWarning(place)].filter((doubt) => doubt !== null)

/** Returns the row of a stop in a list. `pauses` come before the stop. `stops` are all stops of its route. */
export function stopRow(
  stop: DayStop,
  timeZone: string,
  pauses: readonly PauseOut[] = [],
  stops: readonly DayStop[] = [],
): StopRow {
  const time = timeOf(stopTime(stop), timeZone)
  return {
    id: stop.order_uuid,
    text: [
      ...pauses.map((pause) => pauseWords(pause, timeZone, stops)),
      stop.sequence,
      stop.address.line1,
      time,
      stateWords(stop),
      ...(stop.street_fault ? [stop.street_fault] : []),
      ...locationWarnings(stop.finished_at ? null : stop),
    ].join(', '),
    content: (
      <>
        {pauses.map((pause) => (
          <Pause key={pause.kind + pause.start} pause={pause} timeZone={timeZone} stops={stops} />
        ))}
        <span className={stop.finished_at ? `${style.disc} ${style.discDone}` : style.disc}>{stop.sequence}</span>
        <span className={style.time}>{time}</span>
        <span className={style.where}>
          <span className={style.line1}>{stop.address.line1}</span>
          <Tags
            parts={[
              stop.customer_name,
              windowOf(stop),
              temperatureText(stop.temperature_class),
              stop.load_weight_lbs === null ? null : pounds(stop.load_weight_lbs),
            ]}
          />
          {stop.finished_at ? null : <LocationWarning place={stop} className={style.why} />}
        </span>
        {stop.late_minutes > 0 ? (
          <span className={style.late} title={stop.street_fault}>
            <Icon name="clock" /> {words.common.minLate(stop.late_minutes)}
          </span>
        ) : null}
        {stop.locked ? <Icon name="lock" label={words.day.lockedLabel} /> : null}
        {stop.status === 'PENDING' ? (
          <span className="visually-hidden">{stateWords(stop)}</span>
        ) : (
          <StateIcon stop={stop} />
        )}
      </>
    ),
  }
}

/** A line between stops for a break, reload or hand-over. */
export const Pause = ({ pause, timeZone, stops }: { pause: PauseOut; timeZone: string; stops: readonly DayStop[] }) => (
  <span className={style.pause}>
    {pause.paid ? pauseWords(pause, timeZone, stops) : words.day.unpaid(pauseWords(pause, timeZone, stops))}
    {pause.late_minutes > 0 ? <span className={style.late}> {words.common.minLate(pause.late_minutes)}</span> : null}
  </span>
)

export function poolRow(order: PoolOrder, leftOff: OfficeUnassigned | null): StopRow {
  const placed = order.lat !== null
  return {
    id: order.order_uuid,
    text: [
      order.line1,
      order.customer_name,
      ...locationWarnings(order),
      ...(leftOff ? [leftOff.reason.message] : []),
    ].join(', '),
    content: (
      <>
        {placed ? <Icon name="planned" /> : <Icon name="question" className={style.warn} />}
        <span className={style.where}>
          <span className={style.line1}>{order.line1}</span>
          <Tags
            parts={[
              order.customer_name,
              order.delivery_by
                ? words.day.anyDayUntil(weekdayOf(order.delivery_by), dayText(order.delivery_by))
                : null,
              windowOf(order),
              temperatureText(order.temperature_class),
              order.load_weight_lbs === null ? null : pounds(order.load_weight_lbs),
            ]}
          />
          <LocationWarning place={order} className={style.why} />
          {leftOff ? (
            <span className={style.why}>
              <Icon name="warning" /> {leftOff.reason.message}
            </span>
          ) : null}
        </span>
      </>
    ),
  }
}
