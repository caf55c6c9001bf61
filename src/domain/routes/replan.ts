// Re-planning routes under way: which stops stay where they are, and what another plan changes (docs/spec/routes.md#re-plan).
import { FINISHED_STOP, type StopStatus } from './stop.ts'
import type { RouteStatus } from './route-status.ts'

/** What a plan is best at. Each also keeps the rules, and is otherwise as good as it can be. */
export const REPLAN_GOALS = ['FEWEST_CHANGES', 'LEAST_DRIVING', 'WINDOWS_KEPT'] as const
export type ReplanGoal = (typeof REPLAN_GOALS)[number]

export interface PlanFigures {
  /** The larger, the more or the more important stops are left off. */
  leftOff: number
  lateSeconds: number
  driveSeconds: number
}

/** Which of the plans drives least, of those that leave off no more and are no later than the one found for it. */
export function leastDriving(plans: readonly PlanFigures[], found: number): number {
  return plans.reduce((least, plan, i) => {
    const [own, best] = [plans[found], plans[least]]
    const isAsGood = own && plan.leftOff <= own.leftOff && plan.lateSeconds <= own.lateSeconds
    return isAsGood && best && plan.driveSeconds < best.driveSeconds ? i : least
  }, found)
}

/** What holds a stop to its route; FREE is what any vehicle may take. */
export type Hold = 'DONE' | 'UNDER_WAY' | 'LOCKED' | 'LOADED' | 'FREE'

/** The goods of a route are in its vehicle from the moment it starts, but for those that it has still to load. */
export function holdOf(route: RouteStatus, stop: { status: StopStatus; locked: boolean; toLoad?: boolean }): Hold {
  if (FINISHED_STOP[stop.status]) return 'DONE'
  if (stop.status !== 'PENDING') return 'UNDER_WAY'
  if (stop.locked) return 'LOCKED'
  return route === 'IN_PROGRESS' && !stop.toLoad ? 'LOADED' : 'FREE'
}

export interface TimedVisit {
  orderId: string
  /** Seconds on one clock. */
  arrival: number
  lateSeconds: number
}

/** What a vehicle still has to do, in driving order. */
export interface TimedRest {
  routeId: string
  /** Stops of the route before these: done, or under way. */
  stopsBefore: number
  visits: readonly TimedVisit[]
}

export const CHANGE_KINDS = ['ADDED', 'MOVED', 'REORDERED', 'RETIMED'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export interface VisitPlace extends TimedVisit {
  routeId: string
  /** As on the route: 1 is its first stop. */
  sequence: number
}

export interface VisitChange {
  kind: ChangeKind
  before: VisitPlace | null
  after: VisitPlace
}

/** A shift in time that nobody notices. */
const SAME_TIME_SECONDS = 60

/** What another plan changes, stop by stop, in its driving order; a stop that only counts one further is no change. */
export function visitChanges(before: readonly TimedRest[], after: readonly TimedRest[]): VisitChange[] {
  const was = new Map(before.flatMap((rest) => placesOf(rest).map((place) => [place.orderId, place])))
  return after.flatMap((rest) => {
    const own = before.find(({ routeId }) => routeId === rest.routeId)
    const reordered = outOfOrder(orderIds(own?.visits ?? []), orderIds(rest.visits))
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

const placesOf = ({ routeId, stopsBefore, visits }: TimedRest): VisitPlace[] =>
  visits.map((visit, i) => ({ ...visit, routeId, sequence: stopsBefore + i + 1 }))

const orderIds = (visits: readonly TimedVisit[]): string[] => visits.map(({ orderId }) => orderId)

/** The fewest of what is in both lists that would have to move to make the one order of the other. */
export function outOfOrder(before: readonly string[], after: readonly string[]): Set<string> {
  const rankOf = new Map(before.map((id, rank) => [id, rank]))
  const common = after.flatMap((id) => {
    const rank = rankOf.get(id)
    return rank === undefined ? [] : [{ id, rank }]
  })
  /** By length: where the best rising row of that length ends. */
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
