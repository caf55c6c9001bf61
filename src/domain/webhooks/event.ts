// Events that a business can subscribe to (docs/spec/webhooks.md#events). All have the same payload shape; a fact that
// doesn't apply is null.
import type { OrderStatus } from '../orders/order.ts'
import type { RouteStatus } from '../routes/route-status.ts'
import type { DoorChecks } from '../routes/door-checks.ts'
import type { ItemOutcome } from '../routes/item-outcomes.ts'
import type { Outcome, StopStatus } from '../routes/stop.ts'
import type { EventName } from './event-names.ts'

/** Retention of the event log in days. */
export const EVENTS_KEPT_DAYS = 30

/**
 * Author of a change to an order. For a created order, API means the business's own systems, and SYSTEM a rule of this
 * system.
 */
export const EVENT_SOURCES = ['OFFICE', 'DRIVER', 'CUSTOMER', 'API', 'SYSTEM'] as const
export type EventSource = (typeof EVENT_SOURCES)[number]

/**
 * Facts at the time of the event. The tracking link and the links of the proof are not facts: each payload gets new
 * links, made from `order_uuid` and `stop_uuid`.
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
  /** Present only if the delivery was not completed in full. */
  item_outcomes?: ItemOutcome[]
  /** Present only if checks at the door were answered. */
  checks?: DoorChecks
  /** Present only in stop.eta_changed. Minutes are whole minutes after the planned arrival; negative if before. */
  eta?: string
  eta_from?: string
  eta_to?: string
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

/** Facts of the test event, which has no content. */
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

/** Facts as stored in the log. A fact that doesn't apply is omitted to keep writes small. */
export type FactsThatApply = Partial<EventFacts>

export interface Event {
  name: EventName
  facts: FactsThatApply
}

export const event = (name: EventName, facts: FactsThatApply): Event => ({ name, facts })

/** Returns the facts as sent to endpoints, with null for omitted facts. */
export const allFacts = (facts: FactsThatApply): EventFacts => ({ ...NO_FACTS, ...facts })
