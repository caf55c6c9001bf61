// Why a shop itself would not deliver an order that it lists.
import { text, type Text } from '../../texts/text.ts'

export type LeftOutCause = 'CANCELLED' | 'REFUNDED' | 'FULFILLED' | 'PICKUP'

export const LEFT_OUT_REASONS: Record<LeftOutCause, Text> = {
  CANCELLED: text('canceled in the shop'),
  REFUNDED: text('refunded in the shop'),
  FULFILLED: text('already fulfilled in the shop'),
  PICKUP: text('picked up by the customer'),
}
