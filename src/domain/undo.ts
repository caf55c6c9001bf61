// What a person of the office did and can take back as one step, until it is too long ago.
import type { AllowedDays } from './orders/order.ts'

export const UNDO_KINDS = [
  'ORDERS_CANCELLED',
  'ORDERS_MOVED',
  'ROUTES_BUILT',
  'ORDERS_IMPORTED',
  'ROUTES_CHANGED',
  /** A change that was taken back: undoing this makes it again. */
  'ROUTES_CHANGED_BACK',
] as const
export type UndoKind = (typeof UNDO_KINDS)[number]

/** So long after it was done. */
export const UNDO_MS = 3_600_000

/** Where on a route a delivery was: after so many others, in this load. */
export interface PlaceOnRoute {
  routeId: string
  position: number
  trip: number
}

export interface CancelledOrder {
  orderId: string
  at: string
  reason: string | null
  /** The business's systems have heard of it. */
  told?: true
  /** Null when it was on none. */
  place: PlaceOnRoute | null
}

/** A delivery that was given another day. */
export interface MovedOrder {
  orderId: string
  /** yyyy-MM-dd. */
  from: string
  to: string
  allowedDays: AllowedDays | null
  place: PlaceOnRoute | null
}

/** Routes of a day as they were before a build, the version of each that it made, and deliveries that it moved to a day. */
export interface BuiltRoutes {
  /** yyyy-MM-dd; null of the moves of a build of several days. */
  date: string | null
  routes: {
    routeId: string
    version: string
    /** In driving order; null where there was no such route. */
    before: { orderId: string; trip: number }[] | null
  }[]
  moved: { orderId: string; from: string; to: string }[]
}

/** What an import added; which orders those are, its rows say. */
export interface ImportedOrders {
  importId: string
  orders: number
}

/** A delivery that changed its place: where it was, and on which route it was put; null: it waits for one. */
export interface MovedStop {
  orderId: string
  from: PlaceOnRoute | null
  to: string | null
}

/** What was done by hand to routes of a day. */
export type RoutesChange = { date: string } & (
  | {
      what: 'STOPS'
      routeIds: string[]
      /** Those of a route in driving order. */
      moved: MovedStop[]
      /** By delivery on these routes, which load it was part of; null where all had one. */
      trips: Record<string, number> | null
    }
  | { what: 'LOCKS'; routeId: string; orderIds: string[]; locked: boolean }
  | { what: 'VEHICLE'; routeId: string; vehicleId: string; driverId: string | null; trips: Record<string, number> }
  | { what: 'DRIVER'; routeId: string; driverId: string | null }
  /** The delay that was told of the route before, and since when another counts in its place (ISO 8601); null: none. */
  | { what: 'DELAY'; routeId: string; delay: { until: string; toldAt: string } | null; since: string | null }
  /** What the stop took and its delivery weighed before. */
  | { what: 'GROWN'; orderId: string; serviceMinutes: number; loadWeightLbs: number | null }
)

/** By kind, what has to be known to take it back. */
export interface UndoDetail {
  ORDERS_CANCELLED: CancelledOrder[]
  ORDERS_MOVED: MovedOrder[]
  ROUTES_BUILT: BuiltRoutes[]
  ORDERS_IMPORTED: ImportedOrders[]
  ROUTES_CHANGED: RoutesChange[]
  ROUTES_CHANGED_BACK: RoutesChange[]
}
