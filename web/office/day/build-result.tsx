// Result of a build as a side sheet: one sentence, the deliveries that it left unassigned, late stops, and a few figures.
import type { OfficeBuildOut, OfficeUnassigned } from '../../../src/contract/build.ts'
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { listed, miles, minutes, signed } from '../../ui/format.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { words } from '../../words/locale.ts'
import style from './build-result.module.css'
import { useDayCommands } from './day-commands.ts'
import type { HistoryStep } from './history.ts'
import { UnassignedGroups } from './unassigned-groups.tsx'

interface Props {
  before: readonly DayRoute[]
  day: DayOut
  result: OfficeBuildOut
  /** Undoes the build. Null if that is not possible. */
  undo: HistoryStep | null
  onSaid: (text: string) => void
  onClose: () => void
}

export function BuildResult({ before, day, result, undo, onSaid, onClose }: Props) {
  const open = day.routes.filter(({ status, stop_count }) => status !== 'CANCELLED' && stop_count > 0)
  const changed = day.routes.filter(({ route_uuid }) => result.routes.some((route) => route.route_uuid === route_uuid))
  const on = open.reduce((sum, { stop_count }) => sum + stop_count, 0)
  const takeBack = (): void => {
    onClose()
    void undo?.run()
  }
  return (
    <Sheet
      head={(id) => (
        <span id={id}>
          <Badge icon="checked" tone="good">
            {words.build.built}
          </Badge>
        </span>
      )}
      onClose={onClose}
      foot={
        <>
          <Figures {...{ before, after: open }} />
          <div className={style.buttons}>
            {undo ? (
              <Button kind="quiet" onClick={takeBack}>
                {words.build.undoBuild}
              </Button>
            ) : null}
            <Button onClick={onClose}>{words.build.viewRoutes}</Button>
          </div>
        </>
      }
    >
      <h2>{words.build.onRoutes(on, on + day.pool_count, open.length)}</h2>
      {result.distances_estimated ? <p>{words.common.estimates(result.estimate_reason)}</p> : null}
      {result.unassigned.length > 0 ? <UnassignedGroups {...{ day, onSaid }} unassigned={result.unassigned} /> : null}
      <Late routes={changed} />
      <Changes before={before} after={changed} />
    </Sheet>
  )
}

interface NothingProps {
  day: DayOut
  unassigned: OfficeUnassigned[]
  onSaid: (text: string) => void
  onClose: () => void
}

/** Shown if the build could route no delivery. No route was changed. */
export const NothingBuilt = ({ day, unassigned, onSaid, onClose }: NothingProps) => (
  <Sheet
    head={(id) => (
      <span id={id}>
        <Badge icon="warning" tone="bad">
          {words.build.noneBuilt}
        </Badge>
      </span>
    )}
    onClose={onClose}
    foot={
      <div className={style.buttons}>
        <Button onClick={onClose}>{words.common.close}</Button>
      </div>
    }
  >
    <h2>{words.build.noneBuiltLead}</h2>
    <UnassignedGroups {...{ day, unassigned, onSaid }} />
  </Sheet>
)

type Unassigned = Pick<OfficeUnassigned, 'external_ref' | 'reason' | 'nearest_fix'>

/** Groups deliveries with the same reason and fix into one entry. */
export const UnassignedList = ({ unassigned }: { unassigned: readonly Unassigned[] }) => (
  <>
    <h3>{words.build.leftOff(unassigned.length)}</h3>
    <p className={style.soft}>{words.build.findUnder}</p>
    <ul className={style.leftOff}>
      {[...Map.groupBy(unassigned, ({ reason, nearest_fix }) => `${reason.message}\n${nearest_fix}`).values()].map(
        (alike) => (
          <UnassignedGroup key={alike[0]?.external_ref} alike={alike} />
        ),
      )}
    </ul>
  </>
)

function UnassignedGroup({ alike }: { alike: readonly Unassigned[] }) {
  const [first] = alike
  if (!first) return null
  return (
    <li>
      <strong>{alike.length === 1 ? first.external_ref : words.common.deliveriesCounted(alike.length)}</strong>:{' '}
      {first.reason.message}
      {first.nearest_fix ? <span className={style.soft}> {words.build.fix(first.nearest_fix)}</span> : null}
      {alike.length > 1 ? (
        <details>
          <summary>{words.build.which}</summary>
          {listed(alike.map(({ external_ref }) => external_ref))}
        </details>
      ) : null}
    </li>
  )
}

/** Late stops of the built routes, the latest first. */
function Late({ routes }: { routes: readonly DayRoute[] }) {
  const deeds = useDayCommands()
  const late = routes
    .flatMap((route) => route.stops.filter(({ late_minutes }) => late_minutes > 0).map((stop) => ({ route, stop })))
    .sort((a, b) => b.stop.late_minutes - a.stop.late_minutes)
  if (late.length === 0) return null
  return (
    <section aria-label={words.build.willBeLate}>
      <h3>{words.build.willBeLate}</h3>
      <div className={style.group}>
        <ul>
          {late.map(({ route, stop }) => (
            <li key={stop.order_uuid}>
              <button type="button" onClick={() => deeds.reveal(stop.order_uuid)}>
                {stop.address.line1}
              </button>
              <span>{words.build.lateOn(stop.late_minutes, route.name)}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** Four figures of the day's routes, each with its change if there were routes before. */
function Figures({ before, after }: { before: readonly DayRoute[]; after: readonly DayRoute[] }) {
  const was = figuresOf(before.filter(({ status, stop_count }) => status !== 'CANCELLED' && stop_count > 0))
  const now = figuresOf(after)
  const rows = [
    [words.common.driving, 'drive', minutes],
    [words.common.distance, 'miles', miles],
    [words.build.longestDay, 'longest', minutes],
    [words.build.shortestDay, 'shortest', minutes],
  ] as const
  return (
    <dl className={style.figures}>
      {rows.map(([name, key, figure]) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>{figure(now[key])}</dd>
          {was.miles > 0 && figure(was[key]) !== figure(now[key]) ? (
            <dd>{signed(now[key] - was[key], figure)}</dd>
          ) : null}
        </div>
      ))}
    </dl>
  )
}

function figuresOf(routes: readonly DayRoute[]) {
  const days = routes.map(({ planned_start: start, planned_end: end }) =>
    start && end ? (Date.parse(end) - Date.parse(start)) / 60_000 : 0,
  )
  return {
    drive: routes.reduce((sum, { drive_minutes }) => sum + drive_minutes, 0),
    miles: routes.reduce((sum, { distance_miles }) => sum + distance_miles, 0),
    longest: Math.max(0, ...days),
    shortest: days.length > 0 ? Math.min(...days) : 0,
  }
}

/** Lists how the build changed each existing route. */
function Changes({ before, after }: { before: readonly DayRoute[]; after: readonly DayRoute[] }) {
  const old = after.filter(({ route_uuid }) => before.some((route) => route.route_uuid === route_uuid))
  if (old.length === 0) return null
  const refs = (route: DayRoute | undefined) => route?.stops.map(({ external_ref }) => external_ref) ?? []
  return (
    <section aria-label={words.build.sinceBefore}>
      <h3>{words.build.sinceBefore}</h3>
      <ul className={style.changes}>
        {old.map((route) => {
          const was = before.find(({ route_uuid }) => route_uuid === route.route_uuid)
          const [had, has] = [refs(was), refs(route)]
          const joined = has.filter((ref) => !had.includes(ref)).length
          const left = had.filter((ref) => !has.includes(ref)).length
          const same = joined === 0 && left === 0
          return (
            <li key={route.route_uuid}>
              <strong>{route.name}</strong>:{' '}
              {same
                ? has.join() === had.join()
                  ? words.build.asItWas
                  : words.build.sameOtherOrder
                : [joined > 0 && words.build.joined(joined), left > 0 && words.build.left(left)]
                    .filter(Boolean)
                    .join(', ')}
              , {signed(route.distance_miles - (was?.distance_miles ?? 0), miles)}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
