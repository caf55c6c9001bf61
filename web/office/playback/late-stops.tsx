// The late stops of the day, and the causes of the selected one as a waterfall of minutes.
import { useState } from 'react'
import type { Lateness } from '../../../src/domain/playback/lateness.ts'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import type { PlayedRoute } from './played-day.ts'
import style from './playback.module.css'

export interface LateStop {
  stopId: string
  /** Arrival, or the outcome if no arrival was recorded. */
  at: string
  name: string
  customer: string
  route: string
  sequence: number
  late: Lateness
}

/** Returns the stops that were reached later than planned, the latest first. */
export const lateStopsOf = (routes: readonly PlayedRoute[]): LateStop[] =>
  routes
    .flatMap((route) =>
      route.stops.flatMap(({ stopId, order, late, arrived_at, finished_at, sequence }): LateStop[] => {
        const at = arrived_at ?? finished_at
        if (!at || !late || late.minutes <= 0) return []
        const [name, customer] = [order?.external_ref ?? '', order?.customer_name ?? '']
        return [{ stopId, at, name, customer, route: route.name, sequence, late }]
      }),
    )
    .sort((a, b) => b.late.minutes - a.late.minutes)

interface Props {
  late: readonly LateStop[]
  /** Shows the day at this instant. */
  onShow: (instant: string) => void
}

export function LateStops({ late, onShow }: Props) {
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = late.find(({ stopId }) => stopId === chosen) ?? late[0]
  return (
    <>
      <section aria-label={words.playback.lateStops}>
        <h2>
          {words.playback.lateStops} <span className={style.count}>{late.length}</span>
        </h2>
        {late.length === 0 ? <p className={style.none}>{words.playback.noneLate}</p> : null}
        <ul className={style.late}>
          {late.map((stop) => (
            <li key={stop.stopId}>
              <button
                type="button"
                aria-pressed={stop === shown}
                onClick={() => {
                  setChosen(stop.stopId)
                  onShow(stop.at)
                }}
              >
                <span>
                  <b>{[stop.name, stop.customer].filter(Boolean).join(' · ')}</b>
                  <span>{words.playback.stopOf(stop.route, stop.sequence)}</span>
                </span>
                <span className={style.minutes}>
                  <Icon name="clock" />
                  {words.playback.minutes(stop.late.minutes)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      {shown ? (
        <section aria-label={words.playback.whyLate(shown.name, shown.late.minutes)}>
          <h2 className={style.why}>{words.playback.whyLate(shown.name, shown.late.minutes)}</h2>
          <Waterfall late={shown.late} total={words.playback.lateAt(shown.name)} />
        </section>
      ) : null}
    </>
  )
}

/** Each cause as a bar that begins where the previous one ends, and the sum. */
export function Waterfall({ late: { causes, minutes }, total }: { late: Lateness; total: string }) {
  const ends = causes.reduce<number[]>((sums, cause) => [...sums, (sums.at(-1) ?? 0) + cause.minutes], [])
  const [least, most] = [Math.min(0, ...ends, minutes), Math.max(0, ...ends, minutes)]
  const place = (a: number, b: number) => ({
    left: `${((Math.min(a, b) - least) / Math.max(1, most - least)) * 100}%`,
    width: `${(Math.abs(b - a) / Math.max(1, most - least)) * 100}%`,
  })
  return (
    <ul className={style.waterfall}>
      {causes.map(({ cause, minutes: part }, i) => (
        <li key={cause} data-less={part < 0 || undefined}>
          <span>{words.playback.causes[cause]}</span>
          <span className={style.bar} aria-hidden="true">
            <i style={place(ends[i - 1] ?? 0, ends[i] ?? 0)} />
          </span>
          <b>{words.playback.signedMinutes(part)}</b>
        </li>
      ))}
      <li className={style.sum}>
        <span>{total}</span>
        <span className={style.bar} aria-hidden="true">
          <i style={place(0, minutes)} />
        </span>
        <b>{words.playback.minutes(minutes)}</b>
      </li>
    </ul>
  )
}
