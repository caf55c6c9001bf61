// The payload of webhooks (docs/spec/webhooks.md#payload): one shape for all events, with null for members that don't
// apply. The description also states for each event which members are never null.
import { z } from 'zod'
import { ORDER_STATUSES } from '../domain/orders/order.ts'
import { ROUTE_STATUSES } from '../domain/routes/route-status.ts'
import { OUTCOMES, STOP_STATUSES } from '../domain/routes/stop.ts'
import { EVENT_SOURCES } from '../domain/webhooks/event.ts'
import { SENT_EVENTS, type SentEvent } from '../domain/webhooks/event-names.ts'
import { DayOut, InstantOut, UuidOut } from './fields.ts'
import { ChecksOut, ItemOutcomesOut, FileFaultsOut, ItemPhotosOut } from './order.ts'

const count = z.number()
/** Sources of an order's changes. */
const CHANGERS = ['OFFICE', 'DRIVER', 'CUSTOMER'] as const

const ABOUT_DATA = { description: 'Facts of the event. A member that does not apply is null.' }

const Data = z.object({
  external_ref: z.string().nullable(),
  order_uuid: UuidOut.nullable(),
  attempt: z
    .number()
    .nullable()
    .meta({ description: 'Delivery events only: 1 for the first attempt, plus 1 for each failed attempt before it.' }),
  stop_uuid: UuidOut.nullable(),
  route_uuid: UuidOut.nullable(),
  route_name: z.string().nullable(),
  route_date: DayOut.nullable(),
  status: z.enum([...new Set([...STOP_STATUSES, ...ORDER_STATUSES, ...ROUTE_STATUSES])]).nullable(),
  occurred_at: InstantOut.nullable().meta({ description: 'When the outcome occurred.' }),
  delivered_at: InstantOut.nullable(),
  delivered_on: DayOut.nullable(),
  arrived_at: InstantOut.nullable(),
  reason: z.string().nullable().meta({ description: 'Why the delivery failed or was canceled.' }),
  driver_notes: z.string().nullable(),
  left_where: z.string().nullable().meta({ description: 'Where the delivery was left, if it was not handed over.' }),
  item_outcomes: ItemOutcomesOut,
  checks: ChecksOut,
  eta: InstantOut.optional().meta({ description: 'New expected arrival. Present only in stop.eta_changed.' }),
  eta_from: InstantOut.optional().meta({
    description:
      'Start of the range that is designed to contain the arrival in 90 % of cases. Present only in stop.eta_changed.',
  }),
  eta_to: InstantOut.optional().meta({ description: 'End of that range. Present only in stop.eta_changed.' }),
  planned_arrival: InstantOut.optional().meta({ description: 'Planned arrival. Present only in stop.eta_changed.' }),
  late_minutes: z.number().optional().meta({
    description: 'Whole minutes from planned_arrival to eta, negative if early. Present only in stop.eta_changed.',
  }),
  previous_late_minutes: z
    .number()
    .optional()
    .meta({ description: 'late_minutes before this change. Present only in stop.eta_changed.' }),
  driver: z.object({ name: z.string() }).nullable(),
  proof: z
    .object({
      photo_urls: z.array(z.string()),
      signature_url: z.string().nullable(),
      item_photos: ItemPhotosOut,
      file_faults: FileFaultsOut,
      urls_expire_at: InstantOut,
    })
    .nullable()
    .meta({ description: 'Signed links that expire at urls_expire_at.' }),
  tracking_url: z.string().nullable(),
  undo_count: z.number().nullable(),
  undone_status: z.enum(OUTCOMES).nullable(),
  previous_status: z.enum(OUTCOMES).nullable(),
  corrected_fields: z.array(z.string()).nullable(),
  corrected_at: InstantOut.nullable(),
  changed_fields: z.array(z.string()).nullable(),
  source: z.enum(EVENT_SOURCES).nullable(),
  started_at: InstantOut.nullable(),
  completed_at: InstantOut.nullable(),
  cancelled_at: InstantOut.nullable(),
  counts: z.object({ total: count, delivered: count, failed: count, skipped: count, released: count }).nullable(),
  released_external_refs: z.array(z.string()).nullable(),
})
type Data = z.output<typeof Data>

/** The payload with the members that all events have. */
export const WebhookPayload = z.object({
  event: z.enum(SENT_EVENTS),
  occurred_at: InstantOut.meta({ description: 'When the event was sent.' }),
  test: z.literal(true).optional().meta({ description: 'Present for test data only.' }),
  data: Data.meta(ABOUT_DATA),
})

export type WebhookPayload = z.output<typeof WebhookPayload>

type Field = keyof typeof Data.shape
const OF_ORDER = ['external_ref', 'order_uuid', 'status', 'occurred_at', 'tracking_url'] as const
const OF_ROUTE = ['route_uuid', 'route_name', 'route_date', 'status', 'occurred_at'] as const
const OF_STOP = [...OF_ORDER, ...OF_ROUTE, 'attempt', 'stop_uuid', 'undo_count'] as const
const OF_ROUTE_END = [...OF_ROUTE, 'counts', 'released_external_refs'] as const

/** For each event, the members that are never null and the possible statuses and sources. */
const ALWAYS: Record<
  SentEvent,
  { fields: readonly Field[]; statuses?: readonly string[]; sources?: readonly string[] }
> = {
  'stop.scheduled': { fields: OF_STOP, statuses: ['SCHEDULED'] },
  'stop.en_route': { fields: OF_STOP, statuses: ['EN_ROUTE'] },
  'stop.delivered': { fields: [...OF_STOP, 'delivered_at', 'delivered_on', 'proof'], statuses: ['DELIVERED'] },
  'stop.failed': { fields: [...OF_STOP, 'reason', 'proof'], statuses: ['FAILED'] },
  'stop.skipped': { fields: [...OF_STOP, 'proof'], statuses: ['SKIPPED'] },
  'stop.undone': { fields: [...OF_STOP, 'undone_status'], statuses: ['PENDING', 'EN_ROUTE', 'ARRIVED'] },
  'stop.corrected': {
    fields: [...OF_STOP, 'proof', 'previous_status', 'corrected_fields', 'corrected_at'],
    statuses: OUTCOMES,
  },
  'order.unassigned': { fields: OF_STOP, statuses: ['OPEN'] },
  'order.updated': {
    fields: [...OF_ORDER, 'attempt', 'changed_fields', 'source'],
    statuses: ORDER_STATUSES,
    sources: CHANGERS,
  },
  'order.cancelled': { fields: [...OF_ORDER, 'cancelled_at', 'source'], statuses: ['CANCELLED'], sources: CHANGERS },
  'route.completed': { fields: [...OF_ROUTE_END, 'completed_at'], statuses: ['COMPLETED'] },
  'route.cancelled': { fields: [...OF_ROUTE_END, 'cancelled_at'], statuses: ['CANCELLED'] },
  'order.created': { fields: [...OF_ORDER, 'attempt', 'source'], statuses: ['OPEN'] },
  'route.dispatched': { fields: OF_ROUTE, statuses: ['DISPATCHED'] },
  'route.started': { fields: [...OF_ROUTE, 'started_at'], statuses: ['IN_PROGRESS'] },
  'route.replanned': { fields: OF_ROUTE, statuses: ROUTE_STATUSES },
  'stop.arrived': { fields: [...OF_STOP, 'arrived_at'], statuses: ['ARRIVED'] },
  'stop.eta_changed': {
    fields: [...OF_STOP, 'eta', 'eta_from', 'eta_to', 'planned_arrival', 'late_minutes', 'previous_late_minutes'],
    statuses: ['PENDING', 'EN_ROUTE'],
  },
  'endpoint.test': { fields: [] },
}

/** Returns the schema of one event's payload. */
export function payloadOf(name: SentEvent): z.ZodObject {
  const { fields, statuses, sources } = ALWAYS[name]
  const there = fields.map((field) => [field, neverNull(Data.shape[field])] as const)
  const status = statuses && Data.shape.status.unwrap().extract(statuses as [])
  const source = sources && Data.shape.source.unwrap().extract(sources as [])
  const data = Data.extend({ ...Object.fromEntries(there), ...(status && { status }), ...(source && { source }) }).meta(
    ABOUT_DATA,
  )
  const id = `Webhook_${name.replace('.', '_')}`.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return WebhookPayload.extend({ event: z.literal(name), data }).meta({ id })
}

function neverNull(field: z.ZodType): z.ZodType {
  if (!(field instanceof z.ZodNullable || field instanceof z.ZodOptional)) return field
  const inner = field.unwrap() as z.ZodType
  const description = field.description
  return description === undefined ? inner : inner.meta({ description })
}

const nothing = Object.fromEntries(
  Object.entries(Data.shape).flatMap(([name, field]) => (field instanceof z.ZodNullable ? [[name, null]] : [])),
) as { [Name in keyof Data as undefined extends Data[Name] ? never : Name]: null }

const ofOrder = {
  ...nothing,
  external_ref: '000481-A',
  order_uuid: '019ab3f0-6c1a-7a51-9d1e-6f6f0a1b2c3d',
  occurred_at: '2026-11-23T15:02:30.000Z',
  tracking_url: 'https://deliveries.example.com/t/EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXA',
}

const stopPlanRules = {
  ...ofOrder,
  stop_uuid: '019ab8e1-0a4f-7f3e-8f52-4d5e6f708192',
  route_uuid: '019ab8e1-0a4c-7d2b-9c41-3c4d5e6f7081',
  route_name: 'Van 1',
  route_date: '11/23/2026',
  attempt: 1,
  driver: { name: 'Sample Driver' },
  undo_count: 0,
}

const outcome = {
  ...stopPlanRules,
  status: 'DELIVERED',
  occurred_at: '2026-11-23T15:00:31.000Z',
  arrived_at: '2026-11-23T14:56:02.000Z',
  driver_notes: 'The bell is broken.',
  left_where: 'Front door',
  proof: {
    photo_urls: ['https://deliveries.example.com/files/EXAMPLE?expires=1796050951&signature=EXAMPLE'],
    signature_url: null,
    urls_expire_at: '2026-11-30T15:02:31.000Z',
  },
} satisfies Data

const delivered = { ...outcome, delivered_at: '2026-11-23T15:00:31.000Z', delivered_on: '11/23/2026' }

const ofRoute = {
  ...nothing,
  route_uuid: stopPlanRules.route_uuid,
  route_name: 'Van 1',
  route_date: '11/23/2026',
  driver: { name: 'Sample Driver' },
  occurred_at: '2026-11-23T15:02:30.000Z',
  started_at: '2026-11-23T13:05:00.000Z',
}

const sent = (event: WebhookPayload['event'], data: Partial<Data>): WebhookPayload => ({
  event,
  occurred_at: '2026-11-23T15:02:31.118Z',
  data: { ...nothing, ...data },
})

/** Every event with its meaning and an example payload. */
export const EVENTS: Record<SentEvent, { meaning: string; example: WebhookPayload }> = {
  'stop.scheduled': {
    meaning: 'The delivery was put on a route. Sent at dispatch.',
    example: sent('stop.scheduled', { ...stopPlanRules, status: 'SCHEDULED' }),
  },
  'stop.en_route': {
    meaning: 'The driver is heading to this stop next.',
    example: sent('stop.en_route', { ...stopPlanRules, status: 'EN_ROUTE' }),
  },
  'stop.delivered': {
    meaning:
      'The delivery was made. Sent after the undo window, so you don’t receive outcomes that are undone within it.',
    example: sent('stop.delivered', delivered),
  },
  'stop.failed': {
    meaning: 'The driver could not deliver; reason has the cause. Sent after the undo window, too.',
    example: sent('stop.failed', {
      ...outcome,
      status: 'FAILED',
      reason: 'Nobody there',
      driver_notes: null,
      left_where: null,
    }),
  },
  'stop.skipped': {
    meaning: 'The stop was skipped for now. The delivery returns to OPEN.',
    example: sent('stop.skipped', {
      ...outcome,
      status: 'SKIPPED',
      proof: { ...outcome.proof, photo_urls: [] },
      driver_notes: null,
    }),
  },
  'stop.undone': {
    meaning: 'An outcome that was already sent has been undone; undone_status is that outcome.',
    example: sent('stop.undone', { ...stopPlanRules, status: 'PENDING', undo_count: 1, undone_status: 'DELIVERED' }),
  },
  'stop.corrected': {
    meaning: 'The office or the API corrected an outcome after its undo window, also after the route.',
    example: sent('stop.corrected', {
      ...outcome,
      status: 'FAILED',
      reason: 'Wrong house',
      previous_status: 'DELIVERED',
      corrected_fields: ['status', 'reason'],
      corrected_at: '2026-11-23T19:30:00.000Z',
    }),
  },
  'order.unassigned': {
    meaning:
      'A scheduled delivery was removed from its dispatched route and is OPEN again. Also sent for each unfinished stop when a dispatched route is canceled.',
    example: sent('order.unassigned', { ...stopPlanRules, status: 'OPEN' }),
  },
  'order.updated': {
    meaning: 'Details of the delivery were changed in the service, not through your own API request.',
    example: sent('order.updated', {
      ...ofOrder,
      attempt: 1,
      status: 'SCHEDULED',
      changed_fields: ['instructions'],
      source: 'OFFICE',
    }),
  },
  'order.cancelled': {
    meaning: 'The delivery was canceled in the service, not through your own API request.',
    example: sent('order.cancelled', {
      ...ofOrder,
      status: 'CANCELLED',
      source: 'OFFICE',
      cancelled_at: '2026-11-23T12:10:00.000Z',
      reason: 'The customer called.',
    }),
  },
  'route.completed': {
    meaning: 'The driver finished the route.',
    example: sent('route.completed', {
      ...ofRoute,
      status: 'COMPLETED',
      occurred_at: '2026-11-23T18:42:10.000Z',
      completed_at: '2026-11-23T18:42:10.000Z',
      counts: { total: 18, delivered: 16, failed: 1, skipped: 1, released: 1 },
      released_external_refs: ['000497-A'],
    }),
  },
  'route.cancelled': {
    meaning: 'The route was canceled. Its unfinished deliveries are OPEN again.',
    example: sent('route.cancelled', {
      ...ofRoute,
      status: 'CANCELLED',
      occurred_at: '2026-11-23T16:20:00.000Z',
      cancelled_at: '2026-11-23T16:20:00.000Z',
      counts: { total: 18, delivered: 4, failed: 0, skipped: 0, released: 14 },
      released_external_refs: ['000481-A', '000497-A'],
    }),
  },
  'order.created': {
    meaning: 'A delivery was created; source names who created it. Sent only to endpoints that select it.',
    example: sent('order.created', { ...ofOrder, attempt: 1, status: 'OPEN', source: 'API' }),
  },
  'route.dispatched': {
    meaning: 'The route was sent to its driver. Sent only to endpoints that select it.',
    example: sent('route.dispatched', { ...ofRoute, status: 'DISPATCHED', started_at: null }),
  },
  'route.started': {
    meaning: 'The driver started the route. Sent only to endpoints that select it.',
    example: sent('route.started', { ...ofRoute, status: 'IN_PROGRESS' }),
  },
  'route.replanned': {
    meaning:
      'A plan that changes the route was accepted; read the route for its stops. Sent only to endpoints that select it.',
    example: sent('route.replanned', { ...ofRoute, status: 'IN_PROGRESS' }),
  },
  'stop.arrived': {
    meaning: 'The driver is at the stop. Sent only to endpoints that select it.',
    example: sent('stop.arrived', { ...stopPlanRules, status: 'ARRIVED', arrived_at: '2026-11-23T14:56:02.000Z' }),
  },
  'stop.eta_changed': {
    meaning:
      'The difference between the expected and the planned arrival has passed another whole step of eta_change_minutes, a setting of the endpoint. Sent only to endpoints that select it.',
    example: sent('stop.eta_changed', {
      ...stopPlanRules,
      status: 'PENDING',
      eta: '2026-11-23T15:26:00.000Z',
      eta_from: '2026-11-23T15:15:00.000Z',
      eta_to: '2026-11-23T15:45:00.000Z',
      planned_arrival: '2026-11-23T15:12:00.000Z',
      late_minutes: 14,
      previous_late_minutes: 8,
    }),
  },
  'endpoint.test': {
    meaning: 'A test that you requested. Sent regardless of the events that the endpoint selects.',
    example: sent('endpoint.test', {}),
  },
}
