// One route in the list: its head, warnings and stops.
import { type CSSProperties, memo, type ReactNode, useId, useRef } from 'react'
import type { DayRoute } from '../../../src/contract/day.ts'
import { timeOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useNearViewport } from '../../ui/use-near.ts'
import { words } from '../../words/locale.ts'
import { useRoleReason, useSession } from '../session.tsx'
import style from './day.module.css'
import { routeMark } from './colors.ts'
import { RefusedTaps } from './refused-taps.tsx'
import { containsText } from './pool-filter.ts'
import { RouteHead } from './route-head.tsx'
import { Pause, stopRow } from './rows.tsx'
import { StopList } from './stop-list.tsx'

interface Props {
  route: DayRoute
  open: boolean
  search: string
  /** IDs of the route's selected deliveries, separated by spaces. */
  selected: string
}

export const RouteSection = memo(function RouteSection({ route, open, search, selected }: Props) {
  const id = useId()
  const zone = useSession().business.time_zone
  const readOnly = useRoleReason('planRoutes') !== null
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
      aria-labelledby={route.status === 'CANCELLED' ? undefined : `${id}-name ${id}-time`}
      data-route={route.route_uuid}
      style={{ '--route': routeMark(route.color).color } as CSSProperties}
    >
      <RouteHead {...{ id, route }} open={shown} />
      {route.refused_taps > 0 ? <RefusedTaps routeId={route.route_uuid} /> : null}
      <div id={`${id}-body`} hidden={!shown}>
        {shown ? (
          <>
            <Warnings route={route} />
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

const ROW_PX = 44

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
