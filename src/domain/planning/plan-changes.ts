// Differences between two plans of a day, by delivery.
import { elementsToMove } from '../routes/replan.ts'

export const PLAN_CHANGE_KINDS = ['ADDED', 'LEFT_OFF', 'MOVED', 'REORDERED'] as const
export type PlanChangeKind = (typeof PLAN_CHANGE_KINDS)[number]

export interface PlannedStops {
  vehicleId: string
  /** In driving order. */
  orderIds: readonly string[]
}

export interface PlanPlace {
  vehicleId: string
  /** Position on the route; 1 is the first stop. */
  sequence: number
}

export interface PlanChange {
  orderId: string
  kind: PlanChangeKind
  before: PlanPlace | null
  after: PlanPlace | null
}

/**
 * Returns the changes in the driving order of the second plan, then the deliveries that it leaves unassigned. A stop
 * whose sequence only shifts is not a change.
 */
export function planChanges(before: readonly PlannedStops[], after: readonly PlannedStops[]): PlanChange[] {
  const was = placesIn(before)
  const is = placesIn(after)
  const reordered = new Set(
    after.flatMap(({ vehicleId, orderIds }) => {
      const own = before.find((route) => route.vehicleId === vehicleId)
      return [...elementsToMove(own?.orderIds ?? [], orderIds)]
    }),
  )
  const changed = [...is].flatMap(([orderId, place]): PlanChange[] => {
    const from = was.get(orderId) ?? null
    const kind = kindOf(from, place, reordered.has(orderId))
    return kind ? [{ orderId, kind, before: from, after: place }] : []
  })
  const gone = [...was].filter(([orderId]) => !is.has(orderId))
  return [
    ...changed,
    ...gone.map(([orderId, place]) => ({ orderId, kind: 'LEFT_OFF' as const, before: place, after: null })),
  ]
}

function kindOf(before: PlanPlace | null, after: PlanPlace, reordered: boolean): PlanChangeKind | null {
  if (!before) return 'ADDED'
  if (before.vehicleId !== after.vehicleId) return 'MOVED'
  return reordered ? 'REORDERED' : null
}

const placesIn = (routes: readonly PlannedStops[]): Map<string, PlanPlace> =>
  new Map(
    routes.flatMap(({ vehicleId, orderIds }) =>
      orderIds.map((orderId, i) => [orderId, { vehicleId, sequence: i + 1 }] as const),
    ),
  )
