// The names of the events that a business can be told of (docs/spec/webhooks.md#events).

/** The events that an endpoint receives if it chose none. */
export const DEFAULT_EVENTS = [
  'stop.scheduled',
  'stop.en_route',
  'stop.delivered',
  'stop.failed',
  'stop.skipped',
  'stop.undone',
  'stop.corrected',
  'order.unassigned',
  'order.updated',
  'order.cancelled',
  'route.completed',
  'route.cancelled',
] as const

/** The events that an endpoint receives only if it chose them. */
export const CHOSEN_EVENTS = [
  'order.created',
  'route.dispatched',
  'route.started',
  'route.replanned',
  'stop.arrived',
  'stop.eta_changed',
] as const

export const EVENT_NAMES = [...DEFAULT_EVENTS, ...CHOSEN_EVENTS] as const
export type EventName = (typeof EVENT_NAMES)[number]

/** Sent by hand from the integrations screen or the API, whatever the endpoint's filter. */
export const TEST_EVENT = 'endpoint.test'

/** Every event that a webhook can carry. */
export const SENT_EVENTS = [...EVENT_NAMES, TEST_EVENT] as const
export type SentEvent = (typeof SENT_EVENTS)[number]
