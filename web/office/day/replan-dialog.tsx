// Compares re-plans side by side. The dispatcher chooses one and can undo it in one step.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import type { ReplanChange, ReplanUnassigned, ReplanOut, ReplanPlanOut } from '../../../src/contract/replan.ts'
import { placeOfHandOver } from '../../../src/domain/routes/pauses.ts'
import type { ReplanGoal } from '../../../src/domain/routes/replan.ts'
import { ApiError, call, callStreamingLines } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { miles, minutes, signed, timeOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { MapLegend, PlanMapPane } from '../plan-map/plan-map-pane.tsx'
import { useSession } from '../session.tsx'
import style from './day.module.css'
import { drawnReplan } from './drawn-replan.ts'
import { NO_HAND_OVER } from './hand-over-fields.tsx'
import type { Step } from './history.ts'
import { isEmptied } from './replan-order.ts'
import { replanTitle } from './replan-title.ts'
import { silentDriverWarning } from './silent.ts'
import { ReplanForm, type ReplanAsk, type ReplanReason, reasonOf, titleOf } from './replan-ask.tsx'

interface Props {
  day: DayOut
  ask: ReplanAsk
  onStep: (step: Step) => void
  onReassign: (route: DayRoute) => void
  onClose: () => void
}

type Stage =
  | { name: 'asking'; fault: string | null }
  | { name: 'running'; made: number; goal: ReplanGoal | null }
  | { name: 'plans'; replan: ReplanOut }

const MAX_PLANS = 3

export function ReplanDialog({ day, ask, onStep, onReassign, onClose }: Props) {
  const { stage, run, stop } = useReplan(day.date, ask)
  const [handOver, setHandOver] = useState(NO_HAND_OVER)
  const title = titleOf(ask)
  const cancel = (): void => {
    stop()
    onClose()
  }

  if (stage.name === 'asking')
    return (
      <ReplanForm
        {...{ day, ask, handOver, setHandOver, onReassign, onClose }}
        fault={stage.fault}
        onRun={(reason) => void run(reason)}
      />
    )
  if (stage.name === 'running')
    return (
      <Dialog title={title} onClose={cancel}>
        <progress className={style.progress} value={stage.made} max={MAX_PLANS} aria-label={words.build.plansMade} />
        <p role="status">
          {stage.goal
            ? words.replan.lookingFor(words.replan.goals[stage.goal].toLowerCase())
            : words.build.lookingForPlans}
        </p>
        <DialogActions>
          <Button onClick={cancel}>{words.common.cancelNothing}</Button>
        </DialogActions>
      </Dialog>
    )
  const { replan } = stage
  const titles = replan.plans.map((plan) => planTitle(plan, replan.plans))
  return (
    <Dialog title={title} onClose={onClose} wide={replan.plans.length > 1}>
      {replan.plans.length === 0 ? (
        <p>{words.replan.nothingBetter}</p>
      ) : (
        <div className={style.plans}>
          {replan.plans.map((plan, i) => (
            <Plan
              key={plan.goals.join()}
              day={day}
              plan={plan}
              name={numberedTitle(titles, i)}
              onChoose={() => {
                onStep(replanStep(replan, plan, title))
                onClose()
              }}
            />
          ))}
        </div>
      )}
      {replan.distances_estimated ? (
        <p className={style.soft}>{words.common.estimates(replan.estimate_reason)}</p>
      ) : null}
      <DialogActions>
        <Button onClick={onClose}>{replan.plans.length === 0 ? words.common.close : words.common.changeNothing}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** Runs re-plans of the change. `run` starts one, and `stop` cancels it. If no input is needed, the first one starts at once. */
function useReplan(date: string, ask: ReplanAsk) {
  const [stage, setStage] = useState<Stage>({ name: 'asking', fault: null })
  const running = useRef<AbortController | null>(null)

  const run = async (reason: ReplanReason): Promise<void> => {
    const calling = new AbortController()
    running.current = calling
    setStage({ name: 'running', made: 0, goal: null })
    try {
      const body = { date, ...reason }
      const replan = await callStreamingLines('POST /replan', { body, signal: calling.signal }, ({ progress }) =>
        setStage({ name: 'running', ...progress }),
      )
      setStage({ name: 'plans', replan })
    } catch (error) {
      if (calling.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      setStage({ name: 'asking', fault: error.message })
    }
  }

  // If no input is needed, starts the re-plan once.
  const started = useRef(false)
  useEffect(() => {
    const reason = reasonOf(ask)
    if (!reason || started.current) return
    started.current = true
    void run(reason)
  })

  return { stage, run, stop: () => running.current?.abort() }
}

interface PlanProps {
  day: DayOut
  plan: ReplanPlanOut
  name: string
  onChoose: () => void
}

function Plan({ day, plan, name, onChoose }: PlanProps) {
  const drawn = useMemo(() => drawnReplan(day, plan), [day, plan])
  const around = useMemo(() => drawn.routes.flatMap(({ depot, stops }) => [depot, ...stops]), [drawn])
  const { before, after, routes, changes, left_off: left, delays = [] } = plan
  const leaving = [
    ...changes.filter(({ change }) => change === 'MOVED'),
    ...left.filter(({ stays_on_route }) => !stays_on_route),
  ].map(({ order_uuid }) => order_uuid)
  const silent = silentDriverWarning(day, leaving, useSession().business.time_zone)
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <dl className={style.facts}>
        <Fact name={words.common.driving}>
          {signed(after.drive_minutes - before.drive_minutes, minutes)},{' '}
          {signed(after.distance_miles - before.distance_miles, miles)}
        </Fact>
        <Fact name={words.replan.late}>
          {before.late_minutes === after.late_minutes
            ? lateWords(after.late_stops, after.late_minutes)
            : `${lateWords(before.late_stops, before.late_minutes)} → ${lateWords(after.late_stops, after.late_minutes)}`}
        </Fact>
        <Fact name={words.common.stops}>{movedWords(plan)}</Fact>
      </dl>
      {left.length > 0 ? <UnassignedList left={left} /> : null}
      {routes.length === 0 && delays.length > 0 ? (
        <p>{delays.some(({ replace }) => replace) ? words.replan.onlyReplaced : words.replan.onlyLater}</p>
      ) : null}
      {routes.length > 0 ? (
        <details className={style.planMap}>
          <summary>{words.replan.onMap}</summary>
          <PlanMapPane label={words.replan.mapOf(name)} plan={drawn} around={around} chosen={null} />
          <MapLegend />
        </details>
      ) : null}
      {routes.map(({ route_uuid, name: route, hand_overs: handOvers = [] }) => (
        <RouteChanges
          key={route_uuid}
          name={route}
          handOvers={handOvers}
          empties={isEmptied(day, plan, route_uuid)}
          changes={changes.filter(({ after: at }) => at.route_uuid === route_uuid)}
        />
      ))}
      {silent ? <p className={style.warn}>{silent}</p> : null}
      <Button
        kind="primary"
        aria-label={words.replan.useOf(name)}
        reason={routes.length === 0 && delays.length === 0 ? words.replan.changesNothing : null}
        onClick={onChoose}
      >
        {words.replan.use}
      </Button>
    </section>
  )
}

function planTitle(plan: ReplanPlanOut, all: readonly ReplanPlanOut[]): string {
  const { leftOff, lateStops, reached } = replanTitle(plan, all)
  return [
    ...(leftOff > 0 ? [words.replan.leftOff(leftOff)] : []),
    ...(lateStops > 0 ? [words.replan.lateStops(lateStops)] : []),
    ...reached.map((goal) => words.replan.goals[goal]),
  ]
    .map((part, i) => (i === 0 ? part : part.toLowerCase()))
    .join(', ')
}

/** Example: 1 added, 0 to another vehicle, 2 in another order */
function movedWords({ changes }: ReplanPlanOut): string {
  const count = (kind: ReplanChange['change']) => changes.filter(({ change }) => change === kind).length
  return [
    ...(count('ADDED') > 0 ? [words.replan.added(count('ADDED'))] : []),
    words.replan.toAnother(count('MOVED')),
    words.replan.inOtherOrder(count('REORDERED')),
  ].join(', ')
}

/** Numbers plans that have the same title. */
function numberedTitle(titles: readonly string[], i: number): string {
  const title = titles[i] ?? ''
  return titles.indexOf(title) === titles.lastIndexOf(title) ? title : words.replan.numbered(i + 1, title)
}

const lateWords = (stops: number, late: number): string =>
  stops === 0 ? words.replan.none : `${words.common.stopsCounted(stops)}, ${minutes(late)}`

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

interface RouteChangesProps {
  name: string
  changes: readonly ReplanChange[]
  handOvers: NonNullable<ReplanPlanOut['routes'][number]['hand_overs']>
  /** The route has been sent and would have no stops left. */
  empties: boolean
}

/** Lists added, moved and reordered stops. Stops that only get another time are shown on request. */
function RouteChanges({ name, changes, handOvers, empties }: RouteChangesProps) {
  const zone = useSession().business.time_zone
  const moved = changes.filter(({ change }) => change !== 'RETIMED')
  const retimed = changes.filter(({ change }) => change === 'RETIMED')
  return (
    <>
      <h4>{name}</h4>
      {handOvers.map((handOver) => (
        <p key={handOver.before_sequence}>
          {words.replan.takesOver(
            handOver.before_sequence,
            timeOf(handOver.start, zone),
            handOver.stops,
            placeOfHandOver(handOver),
          )}
        </p>
      ))}
      {empties ? (
        <p className={style.soft}>{words.replan.emptied}</p>
      ) : changes.length === 0 ? (
        <p className={style.soft}>{words.replan.fewer}</p>
      ) : null}
      {moved.length > 0 ? <ChangeList changes={moved} /> : null}
      {retimed.length > 0 ? (
        <details>
          <summary>{words.replan.retimed(retimed.length)}</summary>
          <ChangeList changes={retimed} />
        </details>
      ) : null}
    </>
  )
}

function ChangeList({ changes }: { changes: readonly ReplanChange[] }) {
  const zone = useSession().business.time_zone
  return (
    <ul className={style.planChanges}>
      {changes.map(({ order_uuid, line1, change, before, after }) => (
        <li key={order_uuid}>
          {after.sequence}. {line1}
          <span className={after.late_minutes > 0 ? style.warn : style.soft}>
            {' '}
            {change === 'MOVED' && before ? words.replan.movedFrom(before.route_name) : words.replan.changes[change]},{' '}
            {before ? `${timeOf(before.arrival, zone)} → ` : ''}
            {timeOf(after.arrival, zone)}
            {after.late_minutes > 0 ? `, ${words.common.minLate(after.late_minutes)}` : ''}
          </span>
        </li>
      ))}
    </ul>
  )
}

const UnassignedList = ({ left }: { left: readonly ReplanUnassigned[] }) => (
  <>
    <h4>{words.replan.leftOff(left.length)}</h4>
    <ul className={style.planChanges}>
      {left.map(({ order_uuid, line1, reason, nearest_fix, stays_on_route }) => (
        <li key={order_uuid}>{unassignedText(line1, reason.message, nearest_fix, stays_on_route)}</li>
      ))}
    </ul>
  </>
)

function unassignedText(line1: string, why: string, fix: string | null, stays: boolean | undefined): string {
  const { leftLine, leftFix, stays: staying } = words.replan
  const line = fix ? leftFix(line1, why, fix) : leftLine(line1, why)
  return stays ? staying(line) : line
}

const replanStep = (replan: ReplanOut, plan: ReplanPlanOut, label: string): Step => ({
  label,
  make: async () => {
    await call('POST /replan/{replan_uuid}/accept', {
      params: { replan_uuid: replan.replan_uuid },
      body: { plan: plan.goals[0] as ReplanGoal },
    })
    const left = plan.left_off.length
    return [words.replan.inUse([movedWords(plan), ...(left > 0 ? [words.replan.leftOff(left)] : [])].join(', '))]
  },
})
