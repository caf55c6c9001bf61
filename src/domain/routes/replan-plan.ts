// A proposal to re-plan routes under way, as it is stored.
import type { HandOver } from './pauses.ts'
import type { ReplanGoal } from './replan.ts'
import type { RouteStatus } from './route-status.ts'
import type { StopStatus } from './stop.ts'

/** What a proposal was made on. */
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
  /** By order; the text that builds compare, too. */
  orders: Record<string, { externalRef: string; changedAt: string }>
}

export interface ReplanPlan {
  goals: ReplanGoal[]
  /** The routes that it changes: the orders that are still to be driven to, in order. */
  routes: {
    routeId: string
    orderIds: string[]
    /** By order; none of a route that keeps its trips. */
    trips?: number[] | undefined
    /** By order: what is taken over from another vehicle; none where nothing is. */
    handOvers?: (HandOver | null)[] | undefined
  }[]
  /** Orders that come off their route. */
  off: string[]
  /** How much later than expected routes go on, as was told of them: later than with what was told before, or in its place. */
  delays?: { routeId: string; minutes: number; replace?: boolean }[]
  /** Stops that take longer, or weigh more, than was planned. */
  grown: { stopId: string; orderId: string; serviceMinutes: number | null; loadWeightLbs: number | null }[]
}
