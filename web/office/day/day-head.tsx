// The head of the day: which day, how much, and what can be done with all of it.
import type { RefObject } from 'react'
import type { DayOut } from '../../../src/contract/office/day.ts'
import { Button } from '../../ui/button.tsx'
import { addDays, dayToIso, isoToDay, miles, minutes, plural, weekdayOf } from '../../ui/format.ts'
import { LabelLinks } from '../labels.tsx'
import { Link } from '../link.tsx'
import { navigate } from '../location.ts'
import { useRoleReason } from '../session.tsx'
import style from './day.module.css'
import { lateStops } from './day-data.ts'
import type { History } from './history.ts'

interface Props {
  day: DayOut
  history: History
  search: string
  searchBox: RefObject<HTMLInputElement | null>
  onSearch: (text: string) => void
  onBuild: () => void
  onDays: () => void
  onReoptimize: () => void
  onSendAll: () => void
  onKeys: () => void
}

export function DayHead({ day, history, search, searchBox, ...on }: Props) {
  const role = useRoleReason('DISPATCHER')
  const planned = day.routes.filter(({ status, stop_count }) => status === 'PLANNED' && stop_count > 0)
  const count = day.pool_count + day.routes.reduce((sum, { stop_count }) => sum + stop_count, 0)
  return (
    <header className={style.top}>
      <h1 className="visually-hidden">The day {day.date}</h1>
      <div className={style.dates}>
        <span className={style.weekday}>{weekdayOf(day.date)}</span>
        <label htmlFor="date" className="visually-hidden">
          Day
        </label>
        <input
          id="date"
          type="date"
          value={dayToIso(day.date)}
          onChange={(event) => event.target.value && goTo(isoToDay(event.target.value))}
        />
        <Button kind="quiet" aria-label="The day before" onClick={() => goTo(addDays(day.date, -1))}>
          ‹
        </Button>
        <Button kind="quiet" onClick={() => goTo(day.today)}>
          Today
        </Button>
        <Button kind="quiet" aria-label="The day after" onClick={() => goTo(addDays(day.date, 1))}>
          ›
        </Button>
        <Button kind="quiet" aria-label="Keys" onClick={on.onKeys}>
          ?
        </Button>
      </div>
      <p className={style.soft}>{figuresOf(day)}</p>
      <div className={style.actions}>
        <Button kind="primary" reason={role} onClick={on.onBuild}>
          Build routes
        </Button>
        <Button
          reason={role ?? (dayToIso(day.date) < dayToIso(day.today) ? 'This day has passed.' : null)}
          onClick={on.onDays}
        >
          Plan several days
        </Button>
        <Button
          reason={role ?? (planned.length === 0 ? 'No planned route has stops to re-optimize.' : null)}
          onClick={on.onReoptimize}
        >
          Re-optimize
        </Button>
        <Button
          reason={role ?? (planned.length === 0 ? 'There are no planned routes to send.' : null)}
          onClick={on.onSendAll}
        >
          Send all
        </Button>
        <Button kind="quiet" reason={history.undo ? null : 'Nothing to undo.'} onClick={() => void history.undo?.()}>
          Undo
        </Button>
        <Button kind="quiet" reason={history.redo ? null : 'Nothing to redo.'} onClick={() => void history.redo?.()}>
          Redo
        </Button>
      </div>
      <p className={`${style.soft} ${style.links}`}>
        <Link href={`/builds?date=${encodeURIComponent(day.date)}`}>Builds of this day</Link>
        {count > 0 ? <LabelLinks of={{ date: day.date }} /> : null}
      </p>
      <label htmlFor="search" className="visually-hidden">
        Search deliveries
      </label>
      <input
        id="search"
        ref={searchBox}
        type="search"
        className={style.search}
        placeholder="Search address, customer, reference"
        value={search}
        onChange={(event) => on.onSearch(event.target.value)}
      />
    </header>
  )
}

function figuresOf({ routes, pool_count }: DayOut): string {
  const open = routes.filter(({ status }) => status !== 'CANCELLED')
  const sum = (figure: (route: (typeof open)[number]) => number) =>
    open.reduce((total, route) => total + figure(route), 0)
  const late = sum(lateStops)
  return [
    plural(sum(({ stop_count }) => stop_count) + pool_count, 'delivery', 'deliveries'),
    plural(open.length, 'route'),
    ...(open.length > 0
      ? [
          miles(sum(({ distance_miles }) => distance_miles)),
          `${minutes(sum(({ drive_minutes }) => drive_minutes))} driving`,
        ]
      : []),
    ...(late > 0 ? [plural(late, 'late stop')] : []),
  ].join(' · ')
}

const goTo = (day: string): void => navigate(`/?date=${dayToIso(day)}`)
