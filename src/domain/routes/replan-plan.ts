// Proposal to re-plan routes under way, in its stored format.
import type { HandOver } from './pauses.ts'
import type { ReplanGoal } from './replan.ts'
import type { RouteStatus } from './route-status.ts'
import type { StopStatus } from './stop.ts'

/** State on which the proposal is based. */
export interface ReplanBasis {
  routes: {
    routeId: string
    name: string
    status: RouteStatus
    vehicleId: string
    driverId: string | null
    /** In driving order. */
    stops: { stopId: string; orderId: string; externalRef: string; status: StopStatus; locked: boolean }[]
  }[]
  /** Keyed by order ID. `changedAt` is the same text that builds compare. */
  orders: Record<string, { externalRef: string; changedAt: string }>
}

export interface ReplanPlan {
  goals: ReplanGoal[]
  /** Routes that the proposal changes. `orderIds` are the orders that are still to be delivered, in driving order. */
  routes: {
    routeId: string
    orderIds: string[]
    /** Parallel to `orderIds`. Absent if the route keeps its trips. */
    trips?: number[] | undefined
    /** Parallel to `orderIds`: hand-overs from another vehicle. Absent if there are none. */
    handOvers?: (HandOver | null)[] | undefined
  }[]
  /** Orders that are removed from their route. */
  off: string[]
  /**
   * Reported delays, in minutes. Each is added to the delay that was reported before, or replaces it if `replace` is
   * true.
   */
  delays?: { routeId: string; minutes: number; replace?: boolean }[]
  /** Stops with a longer service time or a larger weight than planned. */
  grown: { stopId: string; orderId: string; serviceMinutes: number | null; loadWeightLbs: number | null }[]
}
