// What a person of the office did in the last hour, and undoing it.
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
      /** Orders that were cancelled, imported, given another day or changed on routes, or routes that were built. */
      count: z.number(),
      /** The day that orders were given, or of the routes; null of several. MM/dd/yyyy. */
      date: z.string().nullable(),
      done_at: InstantOut,
      until: InstantOut,
    }),
  ),
})
export type UndoStepsOut = z.output<typeof UndoStepsOut>

export const UndoneOut = z.object({
  /** Orders that are as they were; of a build, those that wait for a route again; of an import, those removed. */
  orders: z.number(),
  /** Orders that stay as they are, and why. */
  left: z.array(z.object({ order_uuid: UuidOut, external_ref: z.string(), message: z.string() })),
  /** Undoing this step does what was undone again; null if it can't be. */
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
  // The step takes the permission that what it undoes took.
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
