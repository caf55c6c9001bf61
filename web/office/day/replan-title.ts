// The title of a proposed plan follows from its figures: a goal that the solver pursued is not yet a goal that it reached.
import type { ReplanGoal } from '../../../src/domain/routes/replan.ts'
import type { ReplanPlanOut } from '../../../src/contract/replan.ts'

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
