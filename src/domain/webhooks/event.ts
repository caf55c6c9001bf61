// The events a business can be told of (docs/spec/webhooks.md#events). One payload shape for all; what does not apply is null.
import type { OrderStatus } from '../orders/order.ts'
import type { RouteStatus } from '../routes/route-status.ts'
import type { DoorChecks } from '../routes/door-checks.ts'
import type { ItemOutcome } from '../routes/item-outcomes.ts'
import type { Outcome, StopStatus } from '../routes/stop.ts'
import type { EventName } from './event-names.ts'

/** How long the log of events goes back. */
export const EVENTS_KEPT_DAYS = 30

/** Who changed an order; of an order that was created also the business's own systems, and this one by a rule. */
export const EVENT_SOURCES = ['OFFICE', 'DRIVER', 'CUSTOMER', 'API', 'SYSTEM'] as const
export type EventSource = (typeof EVENT_SOURCES)[number]

/**
 * The facts frozen when it happened. The tracking link and the proof's links are not facts: they are made again for
 * each payload that carries them, from `order_uuid` and `stop_uuid`.
 */
export interface EventFacts {
  external_ref: string | null
  order_uuid: string | null
  attempt: number | null
  stop_uuid: string | null
  route_uuid: string | null
  route_name: string | null
  route_date: string | null
  status: StopStatus | OrderStatus | RouteStatus | null
  occurred_at: string | null
  delivered_at: string | null
  delivered_on: string | null
  arrived_at: string | null
  reason: string | null
  driver_notes: string | null
  left_where: string | null
  /** Only of a delivery that was not made in full. */
  item_outcomes?: ItemOutcome[]
  /** Only where something was answered at the door. */
  checks?: DoorChecks
  /** Only of stop.eta_changed; minutes are whole ones after the planned arrival, or before it where negative. */
  eta?: string
  planned_arrival?: string
  late_minutes?: number
  previous_late_minutes?: number
  driver: { name: string } | null
  undo_count: number | null
  undone_status: Outcome | null
  previous_status: Outcome | null
  corrected_fields: string[] | null
  corrected_at: string | null
  changed_fields: string[] | null
  source: EventSource | null
  started_at: string | null
  completed_at: string | null
  cancelled_at: string | null
  counts: { total: number; delivered: number; failed: number; skipped: number; released: number } | null
  released_external_refs: string[] | null
}

/** Those of the test event, which says nothing but that it was sent. */
export const NO_FACTS: EventFacts = {
  external_ref: null,
  order_uuid: null,
  attempt: null,
  stop_uuid: null,
  route_uuid: null,
  route_name: null,
  route_date: null,
  status: null,
  occurred_at: null,
  delivered_at: null,
  delivered_on: null,
  arrived_at: null,
  reason: null,
  driver_notes: null,
  left_where: null,
  driver: null,
  undo_count: null,
  undone_status: null,
  previous_status: null,
  corrected_fields: null,
  corrected_at: null,
  changed_fields: null,
  source: null,
  started_at: null,
  completed_at: null,
  cancelled_at: null,
  counts: null,
  released_external_refs: null,
}

/** As the log keeps them, for each write pays for it: what does not apply is left out. */
export type FactsThatApply = Partial<EventFacts>

export interface Event {
  name: EventName
  facts: FactsThatApply
}

export const event = (name: EventName, facts: FactsThatApply): Event => ({ name, facts })

/** As endpoints are told. */
export const allFacts = (facts: FactsThatApply): EventFacts => ({ ...NO_FACTS, ...facts })
