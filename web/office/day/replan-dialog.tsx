// Plans for what has come up, side by side; one is chosen, and can be taken back in one step.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { DayOut } from '../../../src/contract/office/day.ts'
import type { ReplanChange, ReplanLeftOff, ReplanOut, ReplanPlanOut } from '../../../src/contract/replan.ts'
import { placeOfHandOver } from '../../../src/domain/routes/pauses.ts'
import type { ReplanGoal } from '../../../src/domain/routes/replan.ts'
import { ApiError, call, callLines } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { miles, minutes, plural, signed, timeOf } from '../../ui/format.ts'
import { MapLegend, PlanMapPane } from '../plan-map/plan-map-pane.tsx'
import { useSession } from '../session.tsx'
import style from './day.module.css'
import { drawnReplan } from './drawn-replan.ts'
import { NO_HAND_OVER } from './hand-over-fields.tsx'
import type { Step } from './history.ts'
import { makeMoves, type Move, movesBack } from './moves.ts'
import { AskReason, type ReplanAsk, type ReplanReason, reasonOf, titleOf } from './replan-ask.tsx'

interface Props {
  day: DayOut
  ask: ReplanAsk
  latest: () => DayOut
  onStep: (step: Step) => void
  onClose: () => void
}

type Stage =
  | { name: 'asking'; fault: string | null }
  | { name: 'running'; made: number; goal: ReplanGoal | null }
  | { name: 'plans'; replan: ReplanOut }

const GOALS: Record<ReplanGoal, string> = {
  FEWEST_CHANGES: 'Fewest changes',
  LEAST_DRIVING: 'Least driving',
  WINDOWS_KEPT: 'Windows kept',
}
const PLANS = Object.keys(GOALS).length

export function ReplanDialog({ day, ask, latest, onStep, onClose }: Props) {
  const [stage, setStage] = useState<Stage>({ name: 'asking', fault: null })
  const [handOver, setHandOver] = useState(NO_HAND_OVER)
  const running = useRef<AbortController | null>(null)
  const title = titleOf(ask)

  const run = async (reason: ReplanReason): Promise<void> => {
    const calling = new AbortController()
    running.current = calling
    setStage({ name: 'running', made: 0, goal: null })
    try {
      const body = { date: day.date, ...reason }
      const replan = await callLines('POST /replan', { body, signal: calling.signal }, ({ progress }) =>
        setStage({ name: 'running', ...progress }),
      )
      setStage({ name: 'plans', replan })
    } catch (error) {
      if (calling.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      setStage({ name: 'asking', fault: error.message })
    }
  }

  // Once, where nothing has to be asked.
  const started = useRef(false)
  useEffect(() => {
    const reason = reasonOf(ask)
    if (!reason || started.current) return
    started.current = true
    void run(reason)
  })

  const cancel = (): void => {
    running.current?.abort()
    onClose()
  }

  if (stage.name === 'asking')
    return (
      <AskReason
        {...{ day, ask, handOver, setHandOver, onClose }}
        fault={stage.fault}
        onRun={(reason) => void run(reason)}
      />
    )
  if (stage.name === 'running')
    return (
      <Dialog title={title} onClose={cancel}>
        <progress className={style.progress} value={stage.made} max={PLANS} aria-label="Plans made" />
        <p role="status">
          {stage.goal ? `Looking for a plan: ${GOALS[stage.goal].toLowerCase()} …` : 'Looking for plans …'}
        </p>
        <DialogActions>
          <Button onClick={cancel}>Cancel, change nothing</Button>
        </DialogActions>
      </Dialog>
    )
  const { replan } = stage
  return (
    <Dialog title={title} onClose={onClose} wide={replan.plans.length > 1}>
      {replan.plans.length === 0 ? (
        <p>Nothing better was found: the routes stay as they are.</p>
      ) : (
        <div className={style.plans}>
          {replan.plans.map((plan) => (
            <Plan
              key={plan.goals.join()}
              day={day}
              plan={plan}
              onChoose={() => {
                onStep(replanStep(latest, replan, plan, title))
                onClose()
              }}
            />
          ))}
        </div>
      )}
      {replan.distances_estimated ? <p className={style.soft}>Distances are straight-line estimates.</p> : null}
      <DialogActions>
        <Button onClick={onClose}>{replan.plans.length === 0 ? 'Close' : 'Change nothing'}</Button>
      </DialogActions>
    </Dialog>
  )
}

function Plan({ day, plan, onChoose }: { day: DayOut; plan: ReplanPlanOut; onChoose: () => void }) {
  const drawn = useMemo(() => drawnReplan(day, plan), [day, plan])
  const around = useMemo(() => drawn.routes.flatMap(({ depot, stops }) => [depot, ...stops]), [drawn])
  const { goals, before, after, routes, changes, left_off: left, delays = [] } = plan
  const name = goals.map((goal, i) => (i === 0 ? GOALS[goal] : GOALS[goal].toLowerCase())).join(', ')
  const count = (kind: ReplanChange['change']) => changes.filter(({ change }) => change === kind).length
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <dl className={style.facts}>
        <Fact name="Driving">
          {signed(after.drive_minutes - before.drive_minutes, minutes)},{' '}
          {signed(after.distance_miles - before.distance_miles, miles)}
        </Fact>
        <Fact name="Late">
          {before.late_minutes === after.late_minutes
            ? lateWords(after.late_stops, after.late_minutes)
            : `${lateWords(before.late_stops, before.late_minutes)} → ${lateWords(after.late_stops, after.late_minutes)}`}
        </Fact>
        <Fact name="Stops">
          {[
            count('ADDED') > 0 ? `${count('ADDED')} added` : null,
            `${count('MOVED')} to another vehicle`,
            `${count('REORDERED')} in another order`,
          ]
            .filter(Boolean)
            .join(', ')}
        </Fact>
      </dl>
      {left.length > 0 ? <LeftOffList left={left} /> : null}
      {routes.length === 0 && delays.length > 0 ? (
        <p>Every stop stays where it is. The route’s times are later by the delay.</p>
      ) : null}
      {routes.length > 0 ? (
        <details className={style.planMap}>
          <summary>On the map</summary>
          <PlanMapPane label={`Map of the plan: ${name}`} plan={drawn} around={around} chosen={null} />
          <MapLegend />
        </details>
      ) : null}
      {routes.map(({ route_uuid, name: route, hand_overs: handOvers = [] }) => (
        <RouteChanges
          key={route_uuid}
          name={route}
          handOvers={handOvers}
          changes={changes.filter(({ after: at }) => at.route_uuid === route_uuid)}
        />
      ))}
      <Button
        kind="primary"
        aria-label={`Use this plan: ${name}`}
        reason={routes.length === 0 && delays.length === 0 ? 'It changes no route.' : null}
        onClick={onChoose}
      >
        Use this plan
      </Button>
    </section>
  )
}

const lateWords = (stops: number, late: number): string =>
  stops === 0 ? 'none' : `${plural(stops, 'stop')}, ${minutes(late)}`

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
}

/** What is new or elsewhere at once, those that only come at another time when asked for. */
function RouteChanges({ name, changes, handOvers }: RouteChangesProps) {
  const zone = useSession().business.time_zone
  const moved = changes.filter(({ change }) => change !== 'RETIMED')
  const retimed = changes.filter(({ change }) => change === 'RETIMED')
  return (
    <>
      <h4>{name}</h4>
      {handOvers.map((handOver) => (
        <p key={handOver.before_sequence}>
          Before stop {handOver.before_sequence}, {timeOf(handOver.start, zone)}: takes over{' '}
          {plural(handOver.stops, 'stop')} from {placeOfHandOver(handOver)}.
        </p>
      ))}
      {changes.length === 0 ? <p className={style.soft}>Fewer stops; the others keep their times.</p> : null}
      {moved.length > 0 ? <ChangeList changes={moved} /> : null}
      {retimed.length > 0 ? (
        <details>
          <summary>{plural(retimed.length, 'stop')} at another time</summary>
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
            {WORDS[change]}
            {change === 'MOVED' && before ? ` from ${before.route_name}` : ''},{' '}
            {before ? `${timeOf(before.arrival, zone)} → ` : ''}
            {timeOf(after.arrival, zone)}
            {after.late_minutes > 0 ? `, ${after.late_minutes} min late` : ''}
          </span>
        </li>
      ))}
    </ul>
  )
}

const WORDS: Record<ReplanChange['change'], string> = {
  ADDED: 'added',
  MOVED: 'moved here',
  REORDERED: 'in another order',
  RETIMED: 'at another time',
}

const LeftOffList = ({ left }: { left: readonly ReplanLeftOff[] }) => (
  <>
    <h4>{plural(left.length, 'delivery', 'deliveries')} left off</h4>
    <ul className={style.planChanges}>
      {left.map(({ order_uuid, line1, reason, nearest_fix, stays_on_route }) => (
        <li key={order_uuid}>
          {line1}: {reason.message}.{nearest_fix ? ` Fix: ${nearest_fix}.` : ''}
          {stays_on_route ? ' It stays on its route.' : ''}
        </li>
      ))}
    </ul>
  </>
)

/** Accepting the plan; taken back, and made again, by the moves that are between. */
function replanStep(latest: () => DayOut, replan: ReplanOut, plan: ReplanPlanOut, label: string): Step {
  const ids = [
    ...plan.changes.filter(({ change }) => change !== 'RETIMED').map(({ order_uuid }) => order_uuid),
    ...plan.left_off.filter((left) => left.route_uuid && !left.stays_on_route).map(({ order_uuid }) => order_uuid),
  ]
  const placesNow = (): Move[] => (ids.length > 0 ? movesBack(latest(), [{ order_uuids: ids, to: null }]) : [])
  const was = { day: latest(), places: placesNow() }
  let is: typeof was | null = null
  const putAs = async ({ day, places }: typeof was): Promise<string[]> =>
    places.length > 0 ? makeMoves(latest(), places, day) : []
  return {
    label,
    // Moves would put goods that are to be handed over on their new routes as if they were aboard.
    once: plan.routes.some(({ hand_overs: handOvers }) => handOvers),
    forth: async () => {
      if (is) return putAs(is)
      await call('POST /replan/{replan_uuid}/accept', {
        params: { replan_uuid: replan.replan_uuid },
        body: { plan: plan.goals[0] as ReplanGoal },
      })
      return []
    },
    back: () => {
      is ??= { day: latest(), places: placesNow() }
      return putAs(was)
    },
  }
}
