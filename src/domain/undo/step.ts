// A step: changes by an office user that can be undone together for one hour.
import type { Permission } from '../users/permissions.ts'

export const UNDO_KINDS = [
  'ORDERS_CANCELLED',
  'ORDERS_MOVED',
  'ROUTES_BUILT',
  'ORDERS_IMPORTED',
  'ROUTES_CHANGED',
] as const
export type UndoKind = (typeof UNDO_KINDS)[number]

/** All changes of one user action, in one or more transactions. */
export interface StepUnderWay {
  stepId: string
  kind: UndoKind
  permission: Permission
  isUndo: boolean
}

/** Time in milliseconds for which a step can be undone. */
export const UNDO_MS = 3_600_000

/** A delivery that the step canceled. */
export interface CancelledOrder {
  orderId: string
  at: string
  reason: string | null
  /** Present if the event was sent to the business's systems. */
  told?: true
}

/** Additions of an import. The rows of the import name the orders. */
export interface ImportedOrders {
  importId: string
  orders: number
}

/** Data of a step in addition to the rows that it changed. */
export interface UndoDetail {
  ORDERS_CANCELLED: CancelledOrder[]
  ORDERS_MOVED: []
  ROUTES_BUILT: []
  ORDERS_IMPORTED: ImportedOrders[]
  ROUTES_CHANGED: []
}
