// Sheet of a build in progress: the time used, the best plan so far and how it improved. It can be hidden meanwhile.
import { type ReactNode, useState } from 'react'
import type { BuildProgress } from '../../../src/contract/build.ts'
import type { DayOut } from '../../../src/contract/day.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { miles, minutes } from '../../ui/format.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { words } from '../../words/locale.ts'
import type { BuildRequest } from './build-ask.tsx'
import style from './building.module.css'

interface FrameProps {
  title: string
  used: number
  limit: number
  /** Name of the progress bar, and its value in words. */
  bar: string
  value: string
  /** State of the work. Default: a build. */
  state?: string
  /** Text of the button that ends it. */
  cancelName?: string
  onCancel: () => void
  /** A second button at the foot. */
  beside?: ReactNode
  children?: ReactNode
}

/** Sheet of work in progress. It can be hidden, and the work continues. */
export function InProgress({ title, used, limit, bar, value, beside, children, ...frame }: FrameProps) {
  const { state, cancelName, onCancel } = frame
  const [hidden, setHidden] = useState(false)
  const progress = <progress value={used} max={limit} aria-label={bar} />
  if (hidden)
    return (
      <div className={style.hidden}>
        <span>{title}</span>
        {progress}
        <Button small onClick={() => setHidden(false)}>
          {words.build.show}
        </Button>
      </div>
    )
  return (
    <Sheet
      head={() => (
        <Badge icon="held" tone="move">
          {state ?? words.build.inProgress}
        </Badge>
      )}
      title={title}
      closeName={words.build.hide}
      onClose={() => setHidden(true)}
      foot={
        <div className={style.foot}>
          <Button kind="quiet" onClick={onCancel}>
            {cancelName ?? words.build.cancelBuild}
          </Button>
          {beside}
        </div>
      }
    >
      <p className={style.soft}>{words.build.keepWorking}</p>
      <section>
        <p className={style.bar}>
          <b>{value}</b>
        </p>
        {progress}
      </section>
      {children}
    </Sheet>
  )
}

interface BuildingProps {
  day: DayOut
  order: BuildRequest
  seconds: number
  limit: number
  /** Each better plan that the search has found. */
  plans: readonly BuildProgress[]
  /** ID of the build that the user has stopped. */
  stopped: string | null
  onCancel: () => void
  /** Ends the search of the build with its best plan so far. */
  onStop: (buildId: string) => void
}

export function Building({ day, order, seconds, limit, plans, stopped, onCancel, onStop }: BuildingProps) {
  const used = Math.min(seconds, limit)
  const [first, now] = [plans[0], plans.at(-1)]
  return (
    <InProgress
      title={words.build.buildingFor(deliveriesOf(day, order))}
      used={used}
      limit={limit}
      bar={words.build.timeUsed}
      value={words.build.ofSeconds(used.toFixed(0), limit)}
      onCancel={onCancel}
      beside={
        <Button
          reason={now ? null : words.build.noPlanYet}
          busy={now !== undefined && now.build_uuid === stopped}
          onClick={() => now && onStop(now.build_uuid)}
        >
          {words.build.stopAndUse}
        </Button>
      }
    >
      <section>
        <h3>{words.build.bestSoFar}</h3>
        <div className={style.best} role="status">
          <Curve plans={plans} limit={limit} seconds={used} />
          <dl>
            <BestFigure name={words.common.distance} of={(plan) => miles(plan.distance_miles)} {...{ first, now }} />
            <BestFigure name={words.common.driving} of={(plan) => minutes(plan.drive_minutes)} {...{ first, now }} />
            <BestFigure name={words.common.unassigned} of={(plan) => String(plan.unassigned)} {...{ first, now }} />
          </dl>
        </div>
      </section>
      <Settings {...{ day, order }} />
    </InProgress>
  )
}

/** Number of deliveries in the plan: the named or unassigned deliveries, and the stops of re-planned routes. */
function deliveriesOf(day: DayOut, { external_refs: refs, vehicle_ids: vehicles = [] }: BuildRequest): number {
  const stops = day.routes
    .filter(({ vehicle, status }) => status === 'PLANNED' && vehicles.includes(vehicle.vehicle_uuid))
    .flatMap((route) => route.stops.map(({ external_ref }) => external_ref))
  return new Set([...stops, ...(refs ?? [])]).size + (refs ? 0 : day.pool_count)
}

interface BestFigureProps {
  name: string
  of: (plan: BuildProgress) => string
  first: BuildProgress | undefined
  now: BuildProgress | undefined
}

const BestFigure = ({ name, of, first, now }: BestFigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd>{now ? of(now) : '…'}</dd>
    <dd>{!first || !now ? ' ' : of(first) === of(now) ? words.build.noChange : words.build.fromFirst(of(first))}</dd>
  </div>
)

const [WIDTH, HEIGHT] = [416, 88]

/** The distance of the best plan over time. The dotted line is the time that is left. */
function Curve({ plans, limit, seconds }: { plans: readonly BuildProgress[]; limit: number; seconds: number }) {
  const now = plans.at(-1)
  const distances = plans.map((plan) => plan.distance_miles)
  const [least, most] = [Math.min(...distances), Math.max(...distances)]
  const x = (at: number): number => (Math.min(at, limit) / limit) * WIDTH
  const y = (distance: number): number => 12 + (most > least ? (most - distance) / (most - least) : 0.5) * (HEIGHT - 24)
  const points = plans.map((plan) => `${x(plan.seconds).toFixed(1)} ${y(plan.distance_miles).toFixed(1)}`)
  if (!now) return <svg className={style.curve} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" />
  const [end, level] = [x(seconds), y(now.distance_miles)]
  const line = `M${points.join('L')}L${end} ${level}`
  return (
    <svg className={style.curve} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path className={style.area} d={`${line}V${HEIGHT}H${x(plans[0]?.seconds ?? 0)}Z`} />
      <path className={style.line} d={line} />
      <circle cx={end} cy={level} r="4" />
      <path className={style.rest} d={`M${end} ${level}H${WIDTH}`} />
    </svg>
  )
}

function Settings({ day, order }: { day: DayOut; order: BuildRequest }) {
  const vehicles = order.vehicle_ids?.length
  return (
    <section>
      <h3>{words.build.settings}</h3>
      <dl className={style.settings}>
        <dt>{words.build.deliveries}</dt>
        <dd>
          {order.external_refs ? words.build.chosen(order.external_refs.length) : words.build.all(day.pool_count)}
        </dd>
        <dt>{words.common.vehicles}</dt>
        <dd>
          {vehicles === undefined ? words.build.allFree : words.build.ofVehicles(vehicles, day.vehicles.length)}
          {order.options?.vehicles === 'FEWEST' ? `, ${words.build.asFew}` : ''}
        </dd>
        <dt>{words.build.drivingOrEven}</dt>
        <dd>{words.build.balances[order.options?.balance ?? 'FAIR']}</dd>
      </dl>
    </section>
  )
}

/** Sheet of two plans in progress. */
export const PlanningTwo = ({ made, words: now, onCancel }: { made: number; words: string; onCancel: () => void }) => (
  <InProgress
    title={words.build.lookingForTwo}
    used={made}
    limit={2}
    bar={words.build.plansMade}
    value={now ? `${now} …` : words.build.lookingForPlans}
    onCancel={onCancel}
  />
)
