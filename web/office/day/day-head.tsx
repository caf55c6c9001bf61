// Header of the day: date, totals and actions on the whole day.
import type { RefObject } from 'react'
import type { DayOut } from '../../../src/contract/day.ts'
import { urlOf } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { addDays, dayText, dayToIso, isoToDay, miles, minutes, weekdayOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { LabelLinks } from '../labels.tsx'
import { Link } from '../link.tsx'
import { navigate } from '../location.ts'
import { useRoleReasons } from '../session.tsx'
import { type DayAction, dayActions } from './day-actions.ts'
import style from './day.module.css'
import { lateStops } from './day-data.ts'
import type { History } from './history.ts'
import { withPoolFilter } from './pool-filter.ts'

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
  const roleReasonOf = useRoleReasons()
  const choices = dayActions(day, roleReasonOf)
  const reasonOf = (action: DayAction) => choices.find(({ key }) => key === action)?.reason ?? null
  const count = day.pool_count + day.routes.reduce((sum, { stop_count }) => sum + stop_count, 0)
  // If all deliveries are on routes, sending is the main action. Until then, building is.
  const isReady = day.pool_count === 0 && reasonOf('sendAll') === null
  return (
    <header className={style.top}>
      <h1 className="visually-hidden">{words.day.title(dayText(day.date))}</h1>
      <div className={style.dates}>
        <span className={style.weekday}>{weekdayOf(day.date)}</span>
        <label htmlFor="date" className="visually-hidden">
          {words.common.day}
        </label>
        <input
          id="date"
          type="date"
          value={dayToIso(day.date)}
          onChange={(event) => event.target.value && goToDay(isoToDay(event.target.value))}
        />
        <Button kind="quiet" icon aria-label={words.day.dayBefore} onClick={() => goToDay(addDays(day.date, -1))}>
          <Icon name="back" />
        </Button>
        <Button kind="quiet" onClick={() => goToDay(day.today)}>
          {words.day.today}
        </Button>
        <Button kind="quiet" icon aria-label={words.day.dayAfter} onClick={() => goToDay(addDays(day.date, 1))}>
          <Icon name="chevron" />
        </Button>
        <Button kind="quiet" icon aria-label={words.day.keys} onClick={on.onKeys}>
          ?
        </Button>
      </div>
      <p className={style.soft}>{daySummary(day)}</p>
      <div className={style.actions}>
        <Button small kind={isReady ? 'plain' : 'primary'} reason={roleReasonOf('planRoutes')} onClick={on.onBuild}>
          {words.build.build}
        </Button>
        <Button small reason={reasonOf('days')} onClick={on.onDays}>
          {words.build.severalDays}
        </Button>
        <Button small reason={reasonOf('again')} onClick={on.onReoptimize}>
          {words.build.reoptimize}
        </Button>
        <Button small kind={isReady ? 'primary' : 'plain'} reason={reasonOf('sendAll')} onClick={on.onSendAll}>
          {words.day.sendAll}
        </Button>
        <Button
          small
          kind="quiet"
          reason={history.undo ? null : words.day.nothingToUndo}
          onClick={() => void history.undo?.()}
        >
          {words.common.undo}
        </Button>
        <Button
          small
          kind="quiet"
          reason={history.redo ? null : words.day.nothingToRedo}
          onClick={() => void history.redo?.()}
        >
          {words.day.redo}
        </Button>
      </div>
      <p className={`${style.soft} ${style.links}`}>
        <Link href={`/builds?date=${encodeURIComponent(day.date)}`}>{words.day.buildsOfDay}</Link>
        {day.routes.length > 0 ? (
          <Link href={`/playback?date=${dayToIso(day.date)}`}>{words.playback.link}</Link>
        ) : null}
        {count > 0 ? <LabelLinks of={{ date: day.date }} /> : null}
        {day.routes.some(({ status, stop_count }) => status !== 'CANCELLED' && stop_count > 0) ? (
          <a href={urlOf('GET /manifests.pdf', { query: { date: day.date } })} target="_blank" rel="noreferrer">
            {words.day.allManifests}
          </a>
        ) : null}
      </p>
      <label htmlFor="search" className="visually-hidden">
        {words.day.searchDeliveries}
      </label>
      <input
        id="search"
        ref={searchBox}
        type="search"
        className={style.search}
        placeholder={words.day.searchHint}
        value={search}
        onChange={(event) => on.onSearch(event.target.value)}
      />
    </header>
  )
}

function daySummary({ routes, pool_count }: DayOut): string {
  const open = routes.filter(({ status }) => status !== 'CANCELLED')
  const sum = (figure: (route: (typeof open)[number]) => number) =>
    open.reduce((total, route) => total + figure(route), 0)
  const late = sum(lateStops)
  return [
    words.common.deliveriesCounted(sum(({ stop_count }) => stop_count) + pool_count),
    words.common.routesCounted(open.length),
    ...(open.length > 0
      ? [
          miles(sum(({ distance_miles }) => distance_miles)),
          words.day.drivingTime(minutes(sum(({ drive_minutes }) => drive_minutes))),
        ]
      : []),
    ...(late > 0 ? [words.common.lateStops(late)] : []),
  ].join(' · ')
}

const goToDay = (day: string): void =>
  navigate(`/?${String(withPoolFilter(new URLSearchParams({ date: dayToIso(day) })))}`)
