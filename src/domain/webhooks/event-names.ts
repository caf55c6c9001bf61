// Names of the events that a business can subscribe to (docs/spec/webhooks.md#events).

/** Events that an endpoint receives if it has no event filter. */
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

/** Events that an endpoint receives only if its filter includes them. */
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

/** An event that people send from the integrations screen or the API, regardless of the endpoint's filter. */
export const TEST_EVENT = 'endpoint.test'

/** Every event that a webhook can carry. */
export const SENT_EVENTS = [...EVENT_NAMES, TEST_EVENT] as const
export type SentEvent = (typeof SENT_EVENTS)[number]
