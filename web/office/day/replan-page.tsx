// Page that compares the plans of a re-plan. The selected plan fills the list of changes and the map.
import { useMemo, useState } from 'react'
import type { DayOut } from '../../../src/contract/day.ts'
import type { ReplanOut, ReplanPlanOut } from '../../../src/contract/replan.ts'
import { Button } from '../../ui/button.tsx'
import { miles, minutes, signed, timeOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { MapLegend, PlanMapPane } from '../plan-map/plan-map-pane.tsx'
import { useSession } from '../session.tsx'
import { CoverPage } from './cover-page.tsx'
import { drawnReplan } from './drawn-replan.ts'
import { ReplanDiffs } from './replan-diffs.tsx'
import style from './replan.module.css'
import { planTitles } from './replan-title.ts'

interface Props {
  day: DayOut
  replan: ReplanOut
  title: string
  /** Returns to the form. Null if the change needs no data. */
  onChange: (() => void) | null
  onUse: (plan: ReplanPlanOut) => void
  onClose: () => void
}

export function ReplanPage({ day, replan, title, onChange, onUse, onClose }: Props) {
  const { plans } = replan
  const [at, setAt] = useState(0)
  const titles = planTitles(plans)
  const plan = plans[at] ?? plans[0]
  const drawn = useMemo(() => (plan ? drawnReplan(day, plan) : null), [day, plan])
  const around = useMemo(() => drawn?.routes.flatMap(({ depot, stops }) => [depot, ...stops]) ?? [], [drawn])
  if (!plan || !drawn) return null
  const name = titles[at] ?? ''
  const isEmpty = plan.routes.length === 0 && (plan.delays ?? []).length === 0
  return (
    <CoverPage
      {...{ title, onClose }}
      className={style.page}
      beside={
        onChange ? (
          <Button kind="quiet" onClick={onChange}>
            {words.replan.changeData}
          </Button>
        ) : null
      }
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {words.common.cancel}
          </Button>
          <Button
            kind="primary"
            aria-label={words.replan.useOf(name)}
            reason={isEmpty ? words.replan.changesNothing : null}
            onClick={() => onUse(plan)}
          >
            {words.replan.use}
          </Button>
        </>
      }
    >
      <div className={style.strip}>
        <p>
          {words.replan.nothingYet}
          {replan.distances_estimated ? ` ${words.common.estimates(replan.estimate_reason)}` : null}
        </p>
        <div className={style.proposals} role="radiogroup" aria-label={words.replan.plans}>
          {plans.map((one, i) => (
            <Proposal
              key={one.goals.join()}
              plan={one}
              name={titles[i] ?? ''}
              chosen={one === plan}
              onChoose={() => setAt(i)}
            />
          ))}
        </div>
      </div>
      <ReplanDiffs {...{ day, plan, onClose }} />
      <div className={style.map}>
        <PlanMapPane label={words.replan.mapOf(name)} plan={drawn} around={around} chosen={null} />
        <MapLegend before />
      </div>
    </CoverPage>
  )
}

interface ProposalProps {
  plan: ReplanPlanOut
  name: string
  chosen: boolean
  onChoose: () => void
}

/** A plan as a choice: its title, the moved stops, and four figures with their change. */
function Proposal({ plan, name, chosen, onChoose }: ProposalProps) {
  const zone = useSession().business.time_zone
  const { before, after, routes, left_off: left, changes } = plan
  const latest = (instants: readonly string[]): string | null => instants.toSorted().at(-1) ?? null
  const back = latest(routes.map(({ back_after }) => back_after))
  const was = latest(routes.map(({ back_before }) => back_before))
  const later = back && was ? Math.round((Date.parse(back) - Date.parse(was)) / 60_000) : 0
  return (
    <label className={style.proposal}>
      <input type="radio" name="replan" checked={chosen} onChange={onChoose} />
      <span className={style.name}>
        <b>
          {after.late_stops > 0 ? (
            <Icon name="clock" className={style.bad} />
          ) : left.length > 0 ? (
            <Icon name="warning" className={style.warn} />
          ) : (
            <Icon name="checked" className={style.good} />
          )}
          {name}
        </b>
        <span>{movesWords(changes)}</span>
      </span>
      <span className={style.figures}>
        <ProposalFigure
          name={words.replan.late}
          value={String(after.late_stops)}
          change={after.late_stops === before.late_stops ? null : words.build.fromFirst(String(before.late_stops))}
          tone={after.late_stops > 0 ? style.bad : undefined}
        />
        <ProposalFigure
          name={words.common.unassigned}
          value={String(left.length)}
          tone={left.length > 0 ? style.warn : undefined}
        />
        <ProposalFigure
          name={words.common.distance}
          value={miles(after.distance_miles)}
          change={signed(after.distance_miles - before.distance_miles, miles)}
        />
        <ProposalFigure
          name={words.replan.lastBack}
          value={back ? timeOf(back, zone) : '–'}
          change={later === 0 ? words.replan.same : signed(later, minutes)}
        />
      </span>
    </label>
  )
}

interface ProposalFigureProps {
  name: string
  value: string
  change?: string | null
  tone?: string | undefined
}

const ProposalFigure = ({ name, value, change, tone }: ProposalFigureProps) => (
  <span>
    <span>{name}</span>
    <b className={tone}>{value}</b>
    <span>{change}</span>
  </span>
)

/** Example: 5 stops go to Van 1, 3 to Truck 2. Without such stops, how many are in another order. */
function movesWords(changes: ReplanPlanOut['changes']): string {
  const moved = changes.filter(({ change }) => change === 'MOVED' || change === 'ADDED')
  const byRoute = [...Map.groupBy(moved, ({ after }) => after.route_name)]
  if (byRoute.length > 0) return words.replan.goTo(byRoute.map(([route, { length }]) => ({ route, count: length })))
  return words.replan.inOtherOrder(changes.filter(({ change }) => change === 'REORDERED').length)
}
