// One route in the list: what it is, what it carries, what can be done with it, and its stops.
import { type ReactNode, useId } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/office/day.ts'
import { isRunning, routeRefusal } from '../../../src/domain/route.ts'
import { Button } from '../../ui/button.tsx'
import { miles, minutes, plural, pounds } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useRoleReason } from '../session.tsx'
import type { RouteMark } from './colors.ts'
import style from './day.module.css'
import { RefusedTaps } from './refused-taps.tsx'
import { isOpen, lateStops } from './day-data.ts'

const STATUS_WORDS: Record<DayRoute['status'], string> = {
  PLANNED: 'planned',
  DISPATCHED: 'sent',
  IN_PROGRESS: 'under way',
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
}

export interface RouteActions {
  dispatch: (route: DayRoute) => void
  resendLink: (route: DayRoute) => void
  reoptimize: (route: DayRoute) => void
  reverse: (route: DayRoute) => void
  cancel: (route: DayRoute) => void
  reassign: (route: DayRoute, driverId: string | null) => void
}

interface Props {
  day: DayOut
  route: DayRoute
  mark: RouteMark
  open: boolean
  onToggle: () => void
  actions: RouteActions
  children: ReactNode
}

export function RouteSection({ day, route, mark, open, onToggle, actions, children }: Props) {
  const id = useId()
  const late = lateStops(route)
  return (
    <section className={style.route} aria-labelledby={`${id}-name`}>
      <button
        type="button"
        className={style.routeHead}
        aria-expanded={open}
        aria-controls={`${id}-body`}
        onClick={onToggle}
      >
        <Icon name="chevron" className={open ? style.turned : undefined} />
        <span
          className={style.swatch}
          style={mark.dashed ? { border: `3px dashed ${mark.color}` } : { background: mark.color }}
        />
        <span id={`${id}-name`} className={style.routeName}>
          {route.name}
          <span className={style.soft}> · {route.driver?.name ?? 'no driver'}</span>
        </span>
        <span className={style.status}>{STATUS_WORDS[route.status]}</span>
      </button>
      <div className={style.figures}>
        <Load route={route} />
        <span>{plural(route.stop_count, 'stop')}</span>
        <span>{miles(route.distance_miles)}</span>
        <span>{minutes(lengthOf(route))}</span>
        {late > 0 ? (
          <span className={style.late}>
            <Icon name="clock" /> {late} late
          </span>
        ) : null}
      </div>
      <div id={`${id}-body`} hidden={!open}>
        {open ? (
          <>
            <Warnings route={route} />
            {route.status === 'PLANNED' ? null : <RefusedTaps routeId={route.route_uuid} />}
            {isOpen(route) ? <Actions day={day} route={route} actions={actions} /> : null}
            {children}
          </>
        ) : null}
      </div>
    </section>
  )
}

const lengthOf = ({ planned_start: start, planned_end: end }: DayRoute): number =>
  start && end ? (new Date(end).getTime() - new Date(start).getTime()) / 60_000 : 0

function Load({ route }: { route: DayRoute }) {
  if (route.capacity_lbs === null) return <span>{pounds(route.load_weight_lbs)}</span>
  const words = `${pounds(route.load_weight_lbs)} of ${pounds(route.capacity_lbs)}`
  return (
    <span className={style.load} title={words}>
      <span className={style.bar} aria-hidden="true">
        <span
          className={route.load_weight_lbs > route.capacity_lbs ? style.over : style.filled}
          style={{ width: `${Math.min(100, (100 * route.load_weight_lbs) / Math.max(1, route.capacity_lbs))}%` }}
        />
      </span>
      {words}
    </span>
  )
}

const Warnings = ({ route }: { route: DayRoute }) =>
  route.warnings.length === 0 ? null : (
    <ul className={style.warnings}>
      {route.warnings.map(({ code, message }) => (
        <li key={code}>
          <Icon name="warning" /> {message}
        </li>
      ))}
    </ul>
  )

function Actions({ day, route, actions }: Pick<Props, 'day' | 'route' | 'actions'>) {
  const id = useId()
  const role = useRoleReason('DISPATCHER')
  const planned = role ?? routeRefusal(route.status, 'replan')?.message ?? null
  const few = route.stop_count < 2 ? 'There is nothing to change the order of.' : null
  const sent = route.status === 'PLANNED' ? null : 'It is with its driver already.'
  return (
    <div className={style.actions}>
      <Button
        kind="primary"
        reason={role ?? sent ?? (route.stop_count === 0 ? 'The route has no stops to drive.' : null)}
        onClick={() => actions.dispatch(route)}
      >
        Send to driver
      </Button>
      {isRunning(route.status) && (
        <Button reason={role} onClick={() => actions.resendLink(route)}>
          Text a new link
        </Button>
      )}
      <Button reason={planned ?? few} onClick={() => actions.reoptimize(route)}>
        Re-optimize
      </Button>
      <Button reason={planned ?? few} onClick={() => actions.reverse(route)}>
        Reverse
      </Button>
      <Button kind="danger" reason={role} onClick={() => actions.cancel(route)}>
        Cancel route
      </Button>
      <label htmlFor={id} className="visually-hidden">
        Driver of {route.name}
      </label>
      <select
        id={id}
        className={style.select}
        disabled={role !== null}
        value={route.driver?.driver_uuid ?? ''}
        onChange={(event) => actions.reassign(route, event.target.value || null)}
      >
        <option value="">No driver</option>
        {day.drivers.map((driver) => (
          <option key={driver.driver_uuid} value={driver.driver_uuid}>
            {driver.name}
          </option>
        ))}
      </select>
    </div>
  )
}
