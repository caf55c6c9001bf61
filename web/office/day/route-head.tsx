// Head of a route in the list, on two lines: the name, the driver and the times or the actions; then the figures.
import type { RouteStatus } from '../../../src/domain/routes/route-status.ts'
import type { DayRoute } from '../../../src/contract/day.ts'
import type { LoadCheckOut } from '../../../src/contract/routes.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ago, miles, percent, pounds, timeOf } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { useRoleReason, useRoleReasons, useSession } from '../session.tsx'
import { routeMark } from './colors.ts'
import { useDayCommands } from './day-commands.ts'
import { isOpen, lateStops, pendingLateStopCount, loadWeights, stopTime } from './day-data.ts'
import { DriverReports, hasReports } from './driver-reports.tsx'
import { RouteHeadDropZone } from './head-drop.tsx'
import { type RouteAction, routeActions, runRouteAction } from './route-actions.ts'
import style from './route.module.css'

interface Props {
  /** Start of the IDs of the head's elements. */
  id: string
  route: DayRoute
  open: boolean
}

export function RouteHead({ id, route, open }: Props) {
  const deeds = useDayCommands()
  const zone = useSession().business.time_zone
  const readOnly = useRoleReason('planRoutes') !== null
  const assigns = useRoleReason('assignDrivers')
  const mark = routeMark(route.color)
  const driver = route.driver?.name ?? words.common.noDriver
  return (
    <div className={style.head} data-open={open || undefined} data-ended={!isOpen(route) || undefined}>
      <button
        type="button"
        id={`${id}-name`}
        className={style.toggle}
        aria-label={`${route.name} · ${driver} ${words.common.routeStatus[route.status]}`}
        aria-expanded={open}
        aria-controls={`${id}-body`}
        onClick={() => deeds.toggle(route.route_uuid)}
      >
        <Icon name="chevron" className={open ? style.turned : style.chevron} />
        <span
          className={style.swatch}
          style={mark.dashed ? { border: `3px dashed ${mark.color}` } : { background: mark.color }}
        />
        <span className={style.name}>{route.name}</span>
      </button>
      {isOpen(route) && assigns === null ? (
        <button
          type="button"
          className={route.driver ? style.driver : style.noDriver}
          aria-label={words.day.drivenAs(driver)}
          title={words.day.reassign}
          onClick={() => deeds.reassign(route)}
        >
          {driver}
        </button>
      ) : (
        <span className={style.driver}>{driver}</span>
      )}
      <span className={style.end}>
        <span className={style.state}>
          {route.status === 'PLANNED' ? <span className={style.when}>{spanOf(route, zone)}</span> : null}
          <State route={route} />
        </span>
        <Actions route={route} />
      </span>
      <Facts route={route} open={open} />
      <News route={route} />
      {route.planned_start ? (
        <span id={`${id}-time`} hidden>
          {timeOf(route.planned_start, zone)}
        </span>
      ) : null}
      {isOpen(route) && !readOnly ? <RouteHeadDropZone route={route} /> : null}
    </div>
  )
}

const spanOf = ({ planned_start: start, planned_end: end }: DayRoute, zone: string): string =>
  start && end ? `${timeOf(start, zone)} – ${timeOf(end, zone)}` : ''

const MARKS = {
  DISPATCHED: { icon: 'send', tone: 'move' },
  IN_PROGRESS: { icon: 'arrow', tone: 'move' },
  COMPLETED: { icon: 'check', tone: 'good' },
  CANCELLED: { icon: 'ended' },
} as const satisfies Record<Exclude<RouteStatus, 'PLANNED'>, object>

/** A route under way that will be late shows by how much, and every other route its status. */
function State({ route }: { route: DayRoute }) {
  const { status } = route
  const name = words.common.routeStatus[status]
  if (status === 'PLANNED') return <Icon name="planned" label={name} />
  if (isOpen(route) && pendingLateStopCount(route) > 0)
    return (
      <Badge icon="clock" tone="bad">
        {words.common.minLate(Math.max(...route.stops.map(({ late_minutes }) => late_minutes)))}
      </Badge>
    )
  return <Badge {...MARKS[status]}>{name}</Badge>
}

/** Buttons of a route by its status. The first has only an icon. The menu has all actions. */
const BUTTONS_BY_STATUS: Record<RouteStatus, readonly RouteAction[]> = {
  PLANNED: ['reoptimize', 'send'],
  DISPATCHED: ['late', 'link'],
  IN_PROGRESS: ['late', 'link'],
  COMPLETED: [],
  CANCELLED: [],
}
/** Buttons of a route that the office emptied. */
const BUTTONS_OF_EMPTIED: readonly RouteAction[] = ['cancel']
const ICONS: Partial<Record<RouteAction, IconName>> = { reoptimize: 'again', late: 'clock' }

function Actions({ route }: { route: DayRoute }) {
  const deeds = useDayCommands()
  const choices = routeActions(route, deeds.day(), useRoleReasons())
  const atHand = route.ends_at && route.stop_count === 0 ? BUTTONS_OF_EMPTIED : BUTTONS_BY_STATUS[route.status]
  const menu = words.day.moreOf(route.name)
  return (
    <span className={style.actions}>
      {atHand.map((action) => {
        const choice = choices.find(({ key }) => key === action)
        if (!choice) return null
        const icon = ICONS[action]
        return (
          <Button
            key={action}
            small
            icon={icon !== undefined}
            reason={choice.reason}
            aria-label={choice.name}
            title={choice.name}
            onClick={() => runRouteAction(action, route, deeds)}
          >
            {icon ? <Icon name={icon} /> : action === 'send' ? words.day.sendShort : choice.name}
          </Button>
        )
      })}
      <Button
        small
        kind="quiet"
        icon
        aria-haspopup="menu"
        aria-label={menu}
        title={menu}
        onClick={({ currentTarget }) => {
          // The menu opens next to the button, so that a double click doesn't choose its last item.
          const { right, top } = currentTarget.getBoundingClientRect()
          deeds.routeMenu(route, { x: right, y: top })
        }}
      >
        <Icon name="more" />
      </Button>
    </span>
  )
}

/** The second line. Stops come first before sending, and the progress after. */
function Facts({ route, open }: { route: DayRoute; open: boolean }) {
  const zone = useSession().business.time_zone
  const late = lateStops(route)
  const next = isOpen(route) && route.status !== 'PLANNED' ? route.stops.find(({ finished_at }) => !finished_at) : null
  return (
    <div className={style.facts}>
      {late > 0 ? (
        <span className={style.late}>
          <Icon name="clock" /> {words.day.late(late)}
        </span>
      ) : null}
      {isOpen(route) && route.status !== 'PLANNED' && route.stop_count > 0 ? (
        <Done route={route} />
      ) : (
        <span>{words.common.stopsCounted(route.stop_count)}</span>
      )}
      {next ? (
        <span className={style.cut}>{words.day.next(timeOf(stopTime(next), zone), next.address.line1)}</span>
      ) : null}
      {next ? null : <span>{miles(route.distance_miles)}</span>}
      {next ? null : <Load route={route} />}
      {open && !next && route.planned_start ? <span className={style.span}>{spanOf(route, zone)}</span> : null}
    </div>
  )
}

/** Lines below the figures, while the vehicle is loaded and under way. */
function News({ route }: { route: DayRoute }) {
  const zone = useSession().business.time_zone
  const checks = route.load_checks ?? []
  if (checks.length === 0 && !route.position && !hasReports(route) && !(route.ends_at && route.stop_count > 0))
    return null
  return (
    <div className={style.news}>
      {route.ends_at && route.stop_count > 0 ? <span>{words.day.endsAt(timeOf(route.ends_at, zone))}</span> : null}
      {(route.load_checks ?? []).map((check) => (
        <span key={check.trip} className={check.missing.length > 0 ? style.late : undefined}>
          {loadCheckWords(check, zone)}
        </span>
      ))}
      <DriverReports route={route} />
      {route.position ? <span>{words.day.lastSeen(ago(route.position.at))}</span> : null}
    </div>
  )
}

function Done({ route }: { route: DayRoute }) {
  const done = route.stops.filter(({ finished_at }) => finished_at).length
  return (
    <span className={style.load}>
      <Bar share={done / Math.max(1, route.stops.length)} color={routeMark(route.color).color} />
      {words.day.doneOf(done, route.stops.length)}
    </span>
  )
}

/** Weight that the vehicle carries, per load if it reloads. */
function Load({ route }: { route: DayRoute }) {
  const { capacity_lbs: capacity } = route
  const loads = loadWeights(route)
  const carried = loads.map((load) => pounds(load)).join(' + ')
  if (capacity === null) return <span>{carried}</span>
  const share = Math.max(...loads) / Math.max(1, capacity)
  const whole = words.day.weightOf(carried, pounds(capacity))
  return (
    <span className={share > 1 ? style.over : style.load} title={whole}>
      <Bar share={share} />
      {loads.length > 1 ? whole : words.day.full(percent(share))}
    </span>
  )
}

const Bar = ({ share, color }: { share: number; color?: string }) => (
  <span className={style.bar} aria-hidden="true">
    <span style={{ width: `${Math.min(100, 100 * share)}%`, background: color }} />
  </span>
)

/** Example: Load checked 7:58 AM: 28 scanned, 1 by hand, 1 missing (No room). */
function loadCheckWords({ trip, checked_at, scanned, by_hand, missing, reason }: LoadCheckOut, zone: string): string {
  const found = [
    words.day.scanned(scanned),
    ...(by_hand > 0 ? [words.day.byHand(by_hand)] : []),
    ...(missing.length > 0
      ? [reason ? words.day.missingBecause(missing.length, reason) : words.day.missing(missing.length)]
      : []),
  ]
  const time = timeOf(checked_at, zone)
  return trip > 1
    ? words.day.loadCheckedOf(trip, time, found.join(', '))
    : words.day.loadChecked(time, found.join(', '))
}
