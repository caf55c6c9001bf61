// The title of a proposed plan follows from its figures: a goal that the solver pursued is not yet a goal that it reached.
import type { ReplanGoal } from '../../../src/domain/routes/replan.ts'
import type { ReplanChange, ReplanPlanOut } from '../../../src/contract/replan.ts'
import { words } from '../../words/locale.ts'

type Plan = Pick<ReplanPlanOut, 'after' | 'changes' | 'left_off'>

export interface ReplanTitle {
  leftOff: number
  lateStops: number
  /** Goals that the plan reaches, compared with the other plans. */
  reached: ReplanGoal[]
}

/**
 * Returns the figures that the title of `plan` states. A plan that leaves more deliveries unassigned than another is not
 * compared with it, because it drives less by delivering less. Windows are kept if no stop is late and no delivery is
 * unassigned.
 */
export function replanTitle(plan: Plan, all: readonly Plan[]): ReplanTitle {
  const leftOff = plan.left_off.length
  const lateStops = plan.after.late_stops
  const isBest = (figure: (of: Plan) => number): boolean =>
    all.every((other) => leftOff <= other.left_off.length && figure(plan) <= figure(other))
  const isSound = leftOff === 0 && lateStops === 0
  // A superlative is meaningless for a single plan that is late or leaves deliveries unassigned.
  const isCompared = isSound || all.length > 1
  return {
    leftOff,
    lateStops,
    reached: [
      ...(isCompared && isBest(changedStopCount) ? ['FEWEST_CHANGES' as const] : []),
      ...(isCompared && isBest(({ after }) => after.drive_minutes) ? ['LEAST_DRIVING' as const] : []),
      ...(isSound ? ['WINDOWS_KEPT' as const] : []),
    ],
  }
}

/** Number of stops that get another vehicle or another position. */
const changedStopCount = ({ changes }: Plan): number =>
  changes.filter(({ change }) => change === 'MOVED' || change === 'REORDERED').length

/** Titles of the plans. Plans with the same title are numbered. */
export function planTitles(plans: readonly ReplanPlanOut[]): string[] {
  const titles = plans.map((plan) => planTitle(plan, plans))
  return titles.map((_title, i) => numberedTitle(titles, i))
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
export function movedWords({ changes }: ReplanPlanOut): string {
  const count = (kind: ReplanChange['change']) => changes.filter(({ change }) => change === kind).length
  return [
    ...(count('ADDED') > 0 ? [words.replan.added(count('ADDED'))] : []),
    words.replan.toAnother(count('MOVED')),
    words.replan.inOtherOrder(count('REORDERED')),
  ].join(', ')
}

function numberedTitle(titles: readonly string[], i: number): string {
  const title = titles[i] ?? ''
  return titles.indexOf(title) === titles.lastIndexOf(title) ? title : words.replan.numbered(i + 1, title)
}
