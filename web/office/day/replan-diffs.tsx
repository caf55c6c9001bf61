// Changes by a plan: the deliveries that stay unassigned, then each changed route stop by stop.
import { type ReactNode, useState } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import type { ReplanChange, ReplanPlanOut, ReplanUnassigned } from '../../../src/contract/replan.ts'
import { placeOfHandOver } from '../../../src/domain/routes/pauses.ts'
import { Button } from '../../ui/button.tsx'
import { minutes, signed, timeOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'
import { routeMark } from './colors.ts'
import { useDayCommands } from './day-commands.ts'
import style from './replan.module.css'
import { isEmptied, plannedOrder } from './replan-order.ts'
import { silentDriverWarning } from './silent.ts'
import { StopDisc } from './stop-disc.tsx'

/** Stops with only another time that are shown at first. */
const FEW = 2

export function ReplanDiffs({ day, plan, onClose }: { day: DayOut; plan: ReplanPlanOut; onClose: () => void }) {
  const { changes, left_off: left, delays = [], routes } = plan
  const leaving = [
    ...changes.filter(({ change }) => change === 'MOVED'),
    ...left.filter(({ stays_on_route }) => !stays_on_route),
  ].map(({ order_uuid }) => order_uuid)
  const silent = silentDriverWarning(day, leaving, useSession().business.time_zone)
  return (
    <div className={style.diffs}>
      {silent ? <p className={style.silent}>{silent}</p> : null}
      {left.length > 0 ? (
        <section aria-label={words.replan.leftOff(left.length)}>
          <h2>{words.replan.leftOff(left.length)}</h2>
          {left.map((one) => (
            <LeftOff key={one.order_uuid} left={one} onClose={onClose} />
          ))}
        </section>
      ) : null}
      {routes.length === 0 && delays.length > 0 ? (
        <p className={style.note}>
          {delays.some(({ replace }) => replace) ? words.replan.onlyReplaced : words.replan.onlyLater}
        </p>
      ) : null}
      {routes.map((route) => (
        <RouteDiff key={route.route_uuid} {...{ day, plan }} changed={route} />
      ))}
    </div>
  )
}

/** A delivery that the plan leaves out, with the reason and one action. */
function LeftOff({ left, onClose }: { left: ReplanUnassigned; onClose: () => void }) {
  const deeds = useDayCommands()
  const { line1, reason, nearest_fix: fix, stays_on_route: stays } = left
  return (
    <div className={style.left}>
      <Icon name="warning" />
      <p>
        <b>{line1}</b>
        <span>
          {[
            words.replan.sentence(reason.message),
            fix && words.replan.sentence(words.build.fix(fix)),
            stays && words.replan.staysOnRoute,
          ]
            .filter(Boolean)
            .join(' ')}
        </span>
      </p>
      {stays ? (
        <Button
          small
          onClick={() => {
            onClose()
            deeds.reveal(left.order_uuid)
          }}
        >
          {words.build.show}
        </Button>
      ) : (
        <Button small onClick={() => deeds.otherDay([left.order_uuid])}>
          {words.day.otherDay}
        </Button>
      )}
    </div>
  )
}

interface RouteDiffProps {
  day: DayOut
  plan: ReplanPlanOut
  changed: ReplanPlanOut['routes'][number]
}

function RouteDiff({ day, plan, changed }: RouteDiffProps) {
  const zone = useSession().business.time_zone
  const [all, setAll] = useState(false)
  const route = day.routes.find(({ route_uuid }) => route_uuid === changed.route_uuid)
  const changes = plan.changes
    .filter(({ after }) => after.route_uuid === changed.route_uuid)
    .toSorted((a, b) => a.after.sequence - b.after.sequence)
  const retimed = changes.filter(({ change }) => change === 'RETIMED')
  const hidden = new Set(all ? [] : retimed.slice(FEW))
  return (
    <section aria-label={changed.name} style={route && ({ '--route': routeMark(route.color).color } as object)}>
      <RouteDiffHead {...{ plan, changed, route }} />
      <ol>
        {(changed.hand_overs ?? []).map((handOver) => (
          <li key={handOver.before_sequence} className={style.takes}>
            <Icon name="changed" />
            <span className={style.time}>{timeOf(handOver.start, zone)}</span>
            <span className={style.place}>
              {words.replan.takesOver(
                handOver.before_sequence,
                timeOf(handOver.start, zone),
                handOver.stops,
                placeOfHandOver(handOver),
              )}
            </span>
          </li>
        ))}
        {changes
          .filter((change) => !hidden.has(change))
          .map((change) => (
            <ChangedStop key={change.order_uuid} change={change} />
          ))}
      </ol>
      {isEmptied(day, plan, changed.route_uuid) ? (
        <p className={style.note}>{words.replan.emptied}</p>
      ) : changes.length === 0 ? (
        <p className={style.note}>{words.replan.fewer}</p>
      ) : null}
      {hidden.size > 0 ? (
        <Button small kind="quiet" className={style.more} onClick={() => setAll(true)}>
          {words.replan.retimed(hidden.size)}
        </Button>
      ) : null}
    </section>
  )
}

/** Name, driver, and the number of stops and the return, each with its former value. */
function RouteDiffHead({ plan, changed, route }: Omit<RouteDiffProps, 'day'> & { route: DayRoute | undefined }) {
  const zone = useSession().business.time_zone
  const counts = [changed.before.stop_count, changed.after.stop_count].map(String)
  const stops = route ? [route.stops.length, plannedOrder(route, plan).length].map(String) : counts
  const backs = [changed.back_before, changed.back_after].map((at) => timeOf(at, zone))
  return (
    <header>
      <i className={style.swatch} />
      <h2>{changed.name}</h2>
      <span className={style.driver}>{route?.driver?.name ?? words.common.noDriver}</span>
      <Was before={stops[0]} after={stops[1]}>
        {words.regroup.stops}
      </Was>
      <Was before={backs[0]} after={backs[1]}>
        {words.regroup.back}
      </Was>
    </header>
  )
}

/** A value, and its former value struck through if it was another. The children name the value for screen readers. */
const Was = ({ before, after, children }: { before?: string; after?: string; children: ReactNode }) => (
  <span className={style.was}>
    <span>{children}</span> {before === after ? null : <s>{before}</s>} <b>{after}</b>
  </span>
)

function ChangedStop({ change: { line1, change, before, after } }: { change: ReplanChange }) {
  const zone = useSession().business.time_zone
  const now = timeOf(after.arrival, zone)
  const was = before ? timeOf(before.arrival, zone) : null
  const later = before ? Math.round((Date.parse(after.arrival) - Date.parse(before.arrival)) / 60_000) : 0
  const isMoved = change === 'MOVED' || change === 'ADDED'
  return (
    <li data-moved={isMoved || undefined}>
      <StopDisc sequence={after.sequence} filled={isMoved} />
      <span className={style.time}>
        {now}
        {was && was !== now ? <s>{was}</s> : null}
      </span>
      <span className={style.place}>
        <b>{line1}</b>
        {after.late_minutes > 0 ? <span className={style.bad}>{words.common.minLate(after.late_minutes)}</span> : null}
      </span>
      <span className={style.tag}>
        {change === 'MOVED' && before
          ? words.replan.from(before.route_name)
          : change === 'RETIMED'
            ? signed(later, minutes)
            : words.replan.changes[change]}
      </span>
    </li>
  )
}
