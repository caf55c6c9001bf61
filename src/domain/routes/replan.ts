// Re-planning routes under way: bindings of stops to their routes, and the changes that a new plan makes
// (docs/spec/routes.md#re-plan).
import { FINISHED_STOP, type StopStatus } from './stop.ts'
import type { RouteStatus } from './route-status.ts'

/** Main goal of a plan. Each plan also keeps the rules and is otherwise as good as possible. */
export const REPLAN_GOALS = ['FEWEST_CHANGES', 'LEAST_DRIVING', 'WINDOWS_KEPT'] as const
export type ReplanGoal = (typeof REPLAN_GOALS)[number]

export interface PlanFigures {
  /** Penalty for the unassigned stops, which grows with their number and importance. */
  leftOff: number
  lateSeconds: number
  driveSeconds: number
}

/**
 * Returns the index of the plan with the least driving, among the plans that have no more unassigned stops and no more
 * lateness than the plan at index `found`.
 */
export function leastDriving(plans: readonly PlanFigures[], found: number): number {
  return plans.reduce((least, plan, i) => {
    const [own, best] = [plans[found], plans[least]]
    const isAsGood = own && plan.leftOff <= own.leftOff && plan.lateSeconds <= own.lateSeconds
    return isAsGood && best && plan.driveSeconds < best.driveSeconds ? i : least
  }, found)
}

/** Reason why a stop stays on its route. FREE: any vehicle may take it. */
export type ReplanFreedom = 'DONE' | 'UNDER_WAY' | 'LOCKED' | 'LOADED' | 'FREE'

/**
 * Returns what binds a stop to its route. From the start of the route, its goods are in the vehicle, except goods that
 * are still to be loaded.
 */
export function freedomOf(
  route: RouteStatus,
  stop: { status: StopStatus; locked: boolean; toLoad?: boolean },
): ReplanFreedom {
  if (FINISHED_STOP[stop.status]) return 'DONE'
  if (stop.status !== 'PENDING') return 'UNDER_WAY'
  if (stop.locked) return 'LOCKED'
  return route === 'IN_PROGRESS' && !stop.toLoad ? 'LOADED' : 'FREE'
}

export interface TimedVisit {
  orderId: string
  /** In seconds. All visits use the same clock. */
  arrival: number
  lateSeconds: number
}

/** Remaining visits of a vehicle, in driving order. */
export interface TimedRemainder {
  routeId: string
  /** Number of stops of the route before these visits. They are finished or under way. */
  stopsBefore: number
  visits: readonly TimedVisit[]
}

export const CHANGE_KINDS = ['ADDED', 'MOVED', 'REORDERED', 'RETIMED'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export interface VisitPlace extends TimedVisit {
  routeId: string
  /** Position on the route; 1 is its first stop. */
  sequence: number
}

export interface VisitChange {
  kind: ChangeKind
  before: VisitPlace | null
  after: VisitPlace
}

/** Smaller differences in arrival time count as no change. */
const SAME_TIME_SECONDS = 60

/**
 * Returns the changes in another plan, stop by stop in its driving order. A stop whose sequence only shifts is not a
 * change.
 */
export function visitChanges(before: readonly TimedRemainder[], after: readonly TimedRemainder[]): VisitChange[] {
  const was = new Map(before.flatMap((rest) => placesOf(rest).map((place) => [place.orderId, place])))
  return after.flatMap((rest) => {
    const own = before.find(({ routeId }) => routeId === rest.routeId)
    const reordered = elementsToMove(orderIds(own?.visits ?? []), orderIds(rest.visits))
    return placesOf(rest).flatMap((place): VisitChange[] => {
      const from = was.get(place.orderId) ?? null
      const kind = kindOf(from, place, reordered)
      return kind ? [{ kind, before: from, after: place }] : []
    })
  })
}

function kindOf(before: VisitPlace | null, after: VisitPlace, reordered: ReadonlySet<string>): ChangeKind | null {
  if (!before) return 'ADDED'
  if (before.routeId !== after.routeId) return 'MOVED'
  if (reordered.has(after.orderId)) return 'REORDERED'
  return Math.abs(before.arrival - after.arrival) >= SAME_TIME_SECONDS ? 'RETIMED' : null
}

const placesOf = ({ routeId, stopsBefore, visits }: TimedRemainder): VisitPlace[] =>
  visits.map((visit, i) => ({ ...visit, routeId, sequence: stopsBefore + i + 1 }))

const orderIds = (visits: readonly TimedVisit[]): string[] => visits.map(({ orderId }) => orderId)

/**
 * Returns the smallest set of elements of both lists that must move to reorder `before` like `after`. Elements of a
 * longest increasing subsequence stay.
 */
export function elementsToMove(before: readonly string[], after: readonly string[]): Set<string> {
  const rankOf = new Map(before.map((id, rank) => [id, rank]))
  const common = after.flatMap((id) => {
    const rank = rankOf.get(id)
    return rank === undefined ? [] : [{ id, rank }]
  })
  /** `ends[k]`: index in `common` at which the best increasing subsequence of length k + 1 ends. */
  const ends: number[] = []
  const previous: number[] = []
  for (const [i, { rank }] of common.entries()) {
    const at = ends.findIndex((end) => (common[end]?.rank ?? 0) > rank)
    const length = at < 0 ? ends.length : at
    previous[i] = ends[length - 1] ?? -1
    ends[length] = i
  }
  const moved = new Set(common.map(({ id }) => id))
  for (let i = ends.at(-1) ?? -1; i >= 0; i = previous[i] ?? -1) moved.delete(common[i]?.id ?? '')
  return moved
}
