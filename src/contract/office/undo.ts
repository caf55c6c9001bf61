// Steps of a user in the last hour, and undoing them.
import { z } from 'zod'
import { UNDO_KINDS } from '../../domain/undo/step.ts'
import { InstantOut, Uuid, UuidOut } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

export const UndoStepsOut = z.object({
  /** Newest first. */
  steps: z.array(
    z.object({
      step_uuid: UuidOut,
      kind: z.enum(UNDO_KINDS),
      /**
       * Number of orders that were canceled, imported, moved to another day or changed on routes. For a build: number
       * of routes.
       */
      count: z.number(),
      /** The new day of the orders, or the day of the routes, MM/dd/yyyy. Null if there are several. */
      date: z.string().nullable(),
      done_at: InstantOut,
      until: InstantOut,
    }),
  ),
})
export type UndoStepsOut = z.output<typeof UndoStepsOut>

export const UndoneOut = z.object({
  /**
   * Number of orders that were restored. For a build: orders that wait for a route again. For an import: orders that
   * were removed.
   */
  orders: z.number(),
  /** Orders that could not be restored, with the reasons. */
  left: z.array(z.object({ order_uuid: UuidOut, external_ref: z.string(), message: z.string() })),
  /** Undoing this step redoes the undone step. Null if that isn't possible. */
  redo_step_uuid: UuidOut.nullable(),
})
export type UndoneOut = z.output<typeof UndoneOut>

export const listUndoSteps = endpoint({
  method: 'GET',
  path: '/undo-steps',
  permission: 'any',
  reply: UndoStepsOut,
  office: {},
})

export const undoStep = endpoint({
  method: 'POST',
  path: '/undo-steps/{step_uuid}/undo',
  // The use case checks the permission that the undone step needed.
  permission: 'any',
  params: z.object({ step_uuid: Uuid }),
  reply: UndoneOut,
  audit: [
    'order.cancellation_undone',
    'order.updated',
    'route.build_undone',
    'route.change_undone',
    'route.change_redone',
    'import.undone',
    'order.cancelled',
  ],
  office: {},
})
