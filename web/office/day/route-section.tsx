// One route in the list: summary, load, actions and stops.
import { memo, type ReactNode, useId, useRef } from 'react'
import type { DayRoute } from '../../../src/contract/day.ts'
import type { RouteStatus } from '../../../src/domain/routes/route-status.ts'
import type { LoadCheckOut } from '../../../src/contract/routes.ts'
import { urlOf } from '../../api/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ago, miles, minutes, pounds, timeOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useNearViewport } from '../../ui/use-near.ts'
import { words } from '../../words/locale.ts'
import { LabelLinks } from '../labels.tsx'
import { useRoleReason, useRoleReasons, useSession } from '../session.tsx'
import { routeMark } from './colors.ts'
import style from './day.module.css'
import { RefusedTaps } from './refused-taps.tsx'
import { isOpen, lateStops, loadWeights } from './day-data.ts'
import { useDayCommands } from './day-commands.ts'
import { RouteHeadDropZone } from './head-drop.tsx'
import { containsText } from './pool-filter.ts'
import { runRouteAction, type RouteAction, routeActions } from './route-actions.ts'
import { Pause, stopRow } from './rows.tsx'
import { StopList } from './stop-list.tsx'

interface Props {
  route: DayRoute
  open: boolean
  /** The route on the map: emphasized, normal or hidden. */
  onMap: 'FOCUSED' | 'SHOWN' | 'HIDDEN'
  search: string
  /** IDs of the route's selected deliveries, separated by spaces. */
  selected: string
}

export const RouteSection = memo(function RouteSection({ route, open, onMap, search, selected }: Props) {
  const id = useId()
  const deeds = useDayCommands()
  const zone = useSession().business.time_zone
  const readOnly = useRoleReason('planRoutes') !== null
  const mark = routeMark(route.color)
  const late = lateStops(route)
  const pausesBefore = (sequence: number | null) =>
    (route.pauses ?? []).filter(({ before_sequence }) => before_sequence === sequence)
  const rows = route.stops
    .filter((stop) => containsText(search, stop.address.line1, stop.customer_name, stop.external_ref))
    .map((stop) => stopRow(stop, zone, pausesBefore(stop.sequence), route.stops))
  const shown = search === '' ? open : rows.length > 0
  return (
    <section
      className={style.route}
      // A vehicle may have several routes of the same status on a day. Their times distinguish the landmarks.
      aria-labelledby={route.status === 'CANCELLED' ? undefined : `${id}-name ${id}-status ${id}-time`}
      data-route={route.route_uuid}
    >
      <div className={style.headPlace}>
        <button
          type="button"
          className={style.routeHead}
          aria-expanded={shown}
          aria-controls={`${id}-body`}
          onClick={() => deeds.toggle(route.route_uuid)}
        >
          <Icon name="chevron" className={shown ? style.turned : undefined} />
          <span
            className={style.swatch}
            style={mark.dashed ? { border: `3px dashed ${mark.color}` } : { background: mark.color }}
          />
          <span id={`${id}-name`} className={style.routeName}>
            {route.name}
            <span className={style.soft}> · {route.driver?.name ?? words.common.noDriver}</span>
          </span>
          <span id={`${id}-status`}>
            <Badge {...MARKS[route.status]}>{words.common.routeStatus[route.status]}</Badge>
          </span>
          {route.planned_start ? (
            <span id={`${id}-time`} hidden>
              {timeOf(route.planned_start, zone)}
            </span>
          ) : null}
        </button>
        {isOpen(route) && !readOnly ? <RouteHeadDropZone route={route} /> : null}
      </div>
      <div className={style.figures}>
        <Load route={route} />
        <span>{words.common.stopsCounted(route.stop_count)}</span>
        <span>{miles(route.distance_miles)}</span>
        <span>{minutes(lengthOf(route))}</span>
        {late > 0 ? (
          <span className={style.late}>
            <Icon name="clock" /> {words.day.late(late)}
          </span>
        ) : null}
        {isOpen(route) && route.status !== 'PLANNED' && route.stop_count > 0 ? (
          <span>{completionText(route)}</span>
        ) : null}
        {route.ends_at && route.stop_count > 0 ? <span>{words.day.endsAt(timeOf(route.ends_at, zone))}</span> : null}
        {(route.load_checks ?? []).map((check) => (
          <span key={check.trip} className={check.missing.length > 0 ? style.late : undefined}>
            {loadCheckWords(check, zone)}
          </span>
        ))}
        {route.position ? <span>{words.day.lastSeen(ago(route.position.at))}</span> : null}
      </div>
      {route.refused_taps > 0 ? <RefusedTaps routeId={route.route_uuid} /> : null}
      <div id={`${id}-body`} hidden={!shown}>
        {shown ? (
          <>
            <Warnings route={route} />
            <p className={style.figures}>
              <a
                href={urlOf('GET /routes/{route_uuid}/manifest.pdf', { params: { route_uuid: route.route_uuid } })}
                target="_blank"
                rel="noreferrer"
              >
                {words.day.manifest}
              </a>
              {route.stop_count > 0 ? <LabelLinks of={{ route_uuid: route.route_uuid }} /> : null}
            </p>
            <Actions route={route} onMap={onMap} />
            <RenderWhenNear rows={rows.length}>
              <StopList
                label={words.day.stopsOf(route.name)}
                route={route}
                rows={rows}
                readOnly={readOnly}
                selected={selected}
                empty={
                  search
                    ? words.day.noneMatch
                    : route.status === 'CANCELLED'
                      ? words.day.noStopsCancelled
                      : route.ends_at
                        ? words.day.endsAt(timeOf(route.ends_at, zone))
                        : words.day.noStops
                }
              />
            </RenderWhenNear>
            {pausesBefore(null).map((pause) => (
              <p key={pause.start} className={style.home}>
                <Pause pause={pause} timeZone={zone} stops={route.stops} />
              </p>
            ))}
          </>
        ) : null}
      </div>
    </section>
  )
})

const MARKS = {
  PLANNED: { icon: 'planned' },
  DISPATCHED: { icon: 'arrow', tone: 'move' },
  IN_PROGRESS: { icon: 'dot', tone: 'move' },
  COMPLETED: { icon: 'check', tone: 'good' },
  CANCELLED: { icon: 'ended' },
} as const satisfies Record<RouteStatus, object>

const ROW_PX = 40

/** Reserves the height of a list far from the screen, and renders the list when it comes near. */
function RenderWhenNear({ rows, children }: { rows: number; children: ReactNode }) {
  const room = useRef<HTMLDivElement>(null)
  const near = useNearViewport(room)
  return (
    <div ref={room} style={near ? undefined : { height: rows * ROW_PX }}>
      {near ? children : null}
    </div>
  )
}

const completionText = ({ stops }: DayRoute): string =>
  words.day.doneOf(stops.filter(({ finished_at }) => finished_at).length, stops.length)

const lengthOf = ({ planned_start: start, planned_end: end }: DayRoute): number =>
  start && end ? (new Date(end).getTime() - new Date(start).getTime()) / 60_000 : 0

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

/** Weight that the vehicle carries, per load if it reloads. */
function Load({ route }: { route: DayRoute }) {
  const { capacity_lbs: capacity } = route
  const loads = loadWeights(route)
  const carried = loads.map((load) => pounds(load)).join(' + ')
  if (capacity === null) return <span>{carried}</span>
  const said = words.day.weightOf(carried, pounds(capacity))
  const most = Math.max(...loads)
  return (
    <span className={style.load} title={said}>
      <span className={style.bar} aria-hidden="true">
        <span
          className={most > capacity ? style.over : style.filled}
          style={{ width: `${Math.min(100, (100 * most) / Math.max(1, capacity))}%` }}
        />
      </span>
      {said}
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

/** Buttons of a route by its status, the next step first. The menu has all other actions. */
const BUTTONS_BY_STATUS: Record<RouteStatus, readonly RouteAction[]> = {
  PLANNED: ['send', 'reoptimize', 'reassign'],
  DISPATCHED: ['link', 'noShow', 'brokeDown'],
  IN_PROGRESS: ['link', 'late', 'brokeDown'],
  COMPLETED: [],
  CANCELLED: [],
}
/** Buttons of a route that the office emptied. */
const BUTTONS_OF_EMPTIED: readonly RouteAction[] = ['link', 'reassign', 'cancel']
const MAP_BUTTONS: readonly RouteAction[] = ['select', 'focus', 'hide']
const PRESSED = { FOCUSED: 'focus', HIDDEN: 'hide', SHOWN: null } as const

function Actions({ route, onMap }: Pick<Props, 'route' | 'onMap'>) {
  const deeds = useDayCommands()
  const choices = routeActions(route, deeds.day(), useRoleReasons())
  const atHand = route.ends_at && route.stop_count === 0 ? BUTTONS_OF_EMPTIED : BUTTONS_BY_STATUS[route.status]
  const [next] = atHand
  const buttons = (keys: readonly RouteAction[]) =>
    choices
      .filter(({ key }) => keys.includes(key))
      .map(({ key, name, reason }) => (
        <Button
          key={key}
          small
          kind={key === next ? 'plain' : 'quiet'}
          reason={reason}
          aria-pressed={key === 'focus' || key === 'hide' ? PRESSED[onMap] === key : undefined}
          onClick={() => runRouteAction(key, route, deeds)}
        >
          {name}
        </Button>
      ))
  const shown = [...(isOpen(route) ? buttons(atHand) : []), ...(route.stop_count > 0 ? buttons(MAP_BUTTONS) : [])]
  return (
    <div className={style.actions}>
      {shown.slice(0, -1)}
      <span className={style.together}>
        {shown.at(-1)}
        {isOpen(route) ? (
          <Button
            small
            kind="quiet"
            aria-haspopup="menu"
            onClick={({ currentTarget }) => {
              // The menu opens next to the button, so that a double click doesn't choose its last item.
              const { right, top } = currentTarget.getBoundingClientRect()
              deeds.routeMenu(route, { x: right, y: top })
            }}
          >
            {words.day.moreActions}
          </Button>
        ) : null}
      </span>
    </div>
  )
}
