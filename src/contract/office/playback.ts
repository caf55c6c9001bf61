// Playback of a day: the state of each route and stop after every change, the drivers' taps and the messages to
// customers. The page combines them (domain/playback).
import { faultText } from '../../texts/as-string.ts'
import { z } from 'zod'
import { ROUTE_STATUSES } from '../../domain/routes/route-status.ts'
import { STOP_STATUSES } from '../../domain/routes/stop.ts'
import { Day, DayOut, InstantOut, UuidOut } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

/** Time in the format of the database. */
const Kept = z.string()

const RouteState = z.object({
  status: z.enum(ROUTE_STATUSES),
  vehicle_uuid: UuidOut,
  driver_uuid: UuidOut.nullable(),
  planned_start: Kept.nullable(),
  planned_end: Kept.nullable(),
  dispatched_at: Kept.nullable(),
  started_at: Kept.nullable(),
  completed_at: Kept.nullable(),
  cancelled_at: Kept.nullable(),
})
const StopState = z.object({
  route_uuid: UuidOut,
  order_uuid: UuidOut,
  sequence: z.number(),
  status: z.enum(STOP_STATUSES),
  locked: z.boolean(),
  service_minutes: z.number(),
  planned_arrival: Kept,
  planned_departure: Kept,
  arrived_at: Kept.nullable(),
  finished_at: Kept.nullable(),
})
const entry = { at: InstantOut, record_uuid: UuidOut }

export const PlaybackOut = z.object({
  date: DayOut,
  /** Start of the recorded history. Earlier times can't be played back. */
  begins: InstantOut.nullable(),
  routes: z.array(
    z.object({
      route_uuid: UuidOut,
      name: z.string(),
      depot: z.object({ name: z.string(), lat: z.number(), lng: z.number() }),
    }),
  ),
  /** Names of the vehicles and drivers of the routes, keyed by ID. */
  names: z.record(z.string(), z.string()),
  orders: z.array(
    z.object({
      order_uuid: UuidOut,
      external_ref: z.string(),
      customer_name: z.string(),
      lat: z.number().nullable(),
      lng: z.number().nullable(),
      window_start: z.string().nullable(),
      window_end: z.string().nullable(),
    }),
  ),
  entries: z.array(
    z.discriminatedUnion('kind', [
      z.object({ ...entry, kind: z.literal('ROUTE'), state: RouteState.nullable() }),
      z.object({ ...entry, kind: z.literal('STOP'), state: StopState.nullable() }),
    ]),
  ),
  taps: z.array(
    z.object({
      at: InstantOut,
      kind: z.string(),
      route_uuid: UuidOut,
      stop_uuid: UuidOut.nullable(),
      /** Why the tap was refused. Null if it counted. */
      refused: z.string().nullable(),
      lat: z.number().nullable(),
      lng: z.number().nullable(),
    }),
  ),
  messages: z.array(
    z.object({
      message_uuid: UuidOut,
      at: InstantOut,
      kind: z.string(),
      channel: z.enum(['SMS', 'EMAIL']),
      status: z.string(),
      order_uuid: UuidOut.nullable(),
      route_uuid: UuidOut.nullable(),
    }),
  ),
  /**
   * Cursor for the entries after the last one. Null at the end. `orders` and `messages` belong to the entries of this
   * page.
   */
  next: z.string().nullable(),
})
export type PlaybackOut = z.output<typeof PlaybackOut>

export const readPlayback = endpoint({
  method: 'GET',
  path: '/day/playback',
  compresses: true,
  permission: 'readRoutes',
  query: z.strictObject({
    date: Day,
    after: z
      .string()
      .regex(/^\d{1,18}$/, faultText('must be the value of next in the previous response'))
      .optional(),
  }),
  reply: PlaybackOut,
  office: {},
})
