// What a person of the office did and can undo as one step, for an hour.
import type { Permission } from '../users/permissions.ts'

export const UNDO_KINDS = [
  'ORDERS_CANCELLED',
  'ORDERS_MOVED',
  'ROUTES_BUILT',
  'ORDERS_IMPORTED',
  'ROUTES_CHANGED',
] as const
export type UndoKind = (typeof UNDO_KINDS)[number]

/** All that a person does at once, in one or more transactions. */
export interface StepUnderWay {
  stepId: string
  kind: UndoKind
  permission: Permission
  isUndo: boolean
}

/** How long a step can be undone, in milliseconds. */
export const UNDO_MS = 3_600_000

/** A delivery that the step cancelled. */
export interface CancelledOrder {
  orderId: string
  at: string
  reason: string | null
  /** The business's systems were sent the event. */
  told?: true
}

/** What an import added; its rows name the orders. */
export interface ImportedOrders {
  importId: string
  orders: number
}

/** What a step holds beside the rows that it changed. */
export interface UndoDetail {
  ORDERS_CANCELLED: CancelledOrder[]
  ORDERS_MOVED: []
  ROUTES_BUILT: []
  ORDERS_IMPORTED: ImportedOrders[]
  ROUTES_CHANGED: []
}
