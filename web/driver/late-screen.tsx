// The driver reports a delay: by a number of minutes, or the time of the next arrival.
import { useState } from 'react'
import type { DriverRoute, RunStop } from '../../src/contract/driver.ts'
import { clock } from '../../src/domain/driver-words/times.ts'
import { minutesLater } from '../../src/domain/routes/delay.ts'
import { isOpen } from './apply.ts'
import { Button } from './button.tsx'
import { useWords } from './language.tsx'
import type { Work } from './work.ts'

const CHOICES = [10, 20, 30]

interface Props {
  work: Work
  run: DriverRoute
  back: () => void
}

/** Returns the next stop that the driver has not reached yet, or null. */
export const nextArrival = ({ stops }: DriverRoute): RunStop | null =>
  stops.find((stop) => stop.status === 'EN_ROUTE') ??
  stops.find((stop) => isOpen(stop) && stop.status !== 'ARRIVED') ??
  null

export function LateScreen({ work, run, back }: Props) {
  const words = useWords()
  const { late } = words.day
  const [time, setTime] = useState('')
  const next = nextArrival(run)
  if (!next) return null
  const { time_zone: zone } = run.business
  const shown = next.eta ?? next.planned_arrival
  const after = (minutes: number): string => new Date(Date.parse(shown) + minutes * 60_000).toISOString()
  const chosen = time === '' ? null : minutesLater(timeOfDay(shown, zone), time)
  const report = (minutes: number): void => {
    void work.tap({ kind: 'DELAY', minutes })
    back()
  }
  return (
    <section className="card">
      <h2>{late.title}</h2>
      <p>{late.next(next.address.line1, clock(words, shown, zone))}</p>
      {run.held_until && <p className="soft">{late.included}</p>}
      <div className="choose">
        {CHOICES.map((minutes) => (
          <Button key={minutes} onClick={() => report(minutes)}>
            <strong>{late.later(minutes)}</strong> {words.about(clock(words, after(minutes), zone))}
          </Button>
        ))}
      </div>
      <label className="field">
        {late.arriveAt}
        <input type="time" value={time} onChange={(event) => setTime(event.target.value)} />
      </label>
      {time !== '' && chosen === null && <p role="alert">{late.notLater}</p>}
      <p className="soft">{late.follows}</p>
      {run.held_until && (
        <Button kind="wide" onClick={() => report(0)}>
          {late.over}
        </Button>
      )}
      <div className="second">
        <Button onClick={back}>{words.back}</Button>
        <Button disabled={chosen === null} onClick={() => chosen !== null && report(chosen)}>
          {late.save}
        </Button>
      </div>
    </section>
  )
}

const timeOfDay = (instant: string, timeZone: string): string =>
  new Date(instant).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
