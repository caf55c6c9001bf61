// Messages in words, as the office shows them.
import type { MessageKind } from '../../src/domain/messages/message.ts'

export const MESSAGE_TITLES: Record<MessageKind, string> = {
  DRIVER_ROUTE: 'To the driver: the route is ready',
  DRIVER_HOME: 'To the driver: the link of their own page',
  SCHEDULED: 'Scheduled: the delivery is on a route',
  OUT_FOR_DELIVERY: 'Out for delivery: the driver has started',
  NEXT_STOP: 'Next stop: the driver is on the way',
  DELAYED: 'Delayed: it will be later than promised',
  NOT_COMING: 'Not coming: skipped or removed from its route after the driver started',
  DELIVERED: 'Delivered',
  FAILED: 'Could not be delivered',
}

/** With as many decimals as a text's price needs; null when no price is known. */
export const priceInWords = (price: number | null, currency: string | null): string | null =>
  price === null || currency === null
    ? null
    : `${price.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })} ${currency}`
