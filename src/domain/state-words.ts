// Texts of states. On the wire the state is `IN_PROGRESS`, in messages it is "under way".
import { type PlainSentence, type Text, text } from '../texts/text.ts'

/** States of orders, routes and stops. */
const STATES = {
  OPEN: 'open',
  SCHEDULED: 'scheduled',
  DELIVERED: 'delivered',
  FAILED: 'failed',
  CANCELLED: 'canceled',
  PLANNED: 'planned',
  DISPATCHED: 'sent',
  IN_PROGRESS: 'under way',
  COMPLETED: 'completed',
  PENDING: 'pending',
  EN_ROUTE: 'on the way',
  ARRIVED: 'arrived',
  SKIPPED: 'skipped',
} as const satisfies Record<string, PlainSentence>

export type State = keyof typeof STATES

export const stateInWords = (state: State): Text => text(STATES[state])

const GOODS = {
  DRY: 'dry',
  REFRIGERATED: 'refrigerated',
  FROZEN: 'frozen',
} as const satisfies Record<string, PlainSentence>

export const goodsInWords = (temperatureClass: keyof typeof GOODS): Text => text(GOODS[temperatureClass])
