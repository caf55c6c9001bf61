// The words of a message at the time it is sent: the order's current values, and the links, which are never stored.
import { laterOf } from '../../../domain/forecast/expected-now.ts'
import type { Language } from '../../../domain/customer-words/language.ts'
import { customerWords } from '../../../domain/customer-words/of-language.ts'
import type { CustomerWords } from '../../../domain/customer-words/words.ts'
import type { MessageKind } from '../../../domain/messages/message.ts'
import { orderValues } from '../../../domain/messages/message-text.ts'
import { timeInWords } from '../../../domain/time-words.ts'
import type { ClaimedMessage } from '../../../store/messages/messages.ts'
import type { App } from '../../context.ts'
import { doorCode } from '../../orders/door-code.ts'
import { photoUrl, trackingUrl } from '../../orders/order-wire.ts'
import { driverPageUrl } from '../../driving/driver-page-link.ts'
import { driverUrl } from '../../routes/driver-link.ts'

type Values = Readonly<Record<string, string>>

/** Messages to drivers are in English. */
export const languageOf = ({ order, business }: Pick<ClaimedMessage, 'order' | 'business'>): Language =>
  order ? (order.language ?? business.language) : 'en'

/** Returns the current values of the placeholders in an order's message. Empty for a message to a driver. */
export function valuesOf(message: ClaimedMessage, now: Date): Values {
  const { order, business } = message
  if (!order) return {}
  const words = customerWords(languageOf(message), business)
  return orderValues(order, arrivalInWords(order, business.timeZone, now, words), words)
}

function arrivalInWords(
  order: NonNullable<ClaimedMessage['order']>,
  timeZone: string,
  now: Date,
  words: CustomerWords,
  join: (from: string, to: string) => string = words.between,
): string | null {
  if (order.etaFrom === null || order.etaTo === null) return null
  const [from, to] = [laterOf(new Date(order.etaFrom), now), laterOf(new Date(order.etaTo), now)]
  return join(timeInWords(from, timeZone, words), timeInWords(to, timeZone, words))
}

export interface MailFacts {
  /** The time or day that the email is about, and a note on it. Null if it is about no time. */
  hero: { time: string; note: string } | null
  rows: { name: string; value: string }[]
}

/** Returns the facts of the order that an email shows beside its text. `values` are those of `valuesOf`. */
export function mailFacts(message: ClaimedMessage, values: Values, now: Date): MailFacts {
  const { order, business, kind } = message
  if (!order) return { hero: null, rows: [] }
  const words = customerWords(languageOf(message), business)
  const { mail } = words
  const { order: reference = '', items = '', date = '', window = '' } = values
  const rows = [
    { name: mail.order, value: reference },
    ...(order.items?.length ? [{ name: mail.items, value: items }] : []),
  ]
  if (kind === 'SCHEDULED') return { hero: { time: date, note: window }, rows }
  const time = ABOUT_ARRIVAL.has(kind) ? arrivalInWords(order, business.timeZone, now, words, words.to) : null
  return { hero: time ? { time, note: mail.asOf(timeInWords(now, business.timeZone, words)) } : null, rows }
}

const ABOUT_ARRIVAL: ReadonlySet<MessageKind> = new Set(['OUT_FOR_DELIVERY', 'NEXT_STOP', 'DELAYED'])

export interface Links {
  values: Values
  /** The order's tracking page, or null in a message to a driver. */
  tracking: string | null
}

/** Returns null if the message needs a driver link that has ended. */
export function linksOf(app: App, { body, orderId, routeId, linkNonce, homeId }: ClaimedMessage): Links | null {
  const tracking = orderId === null ? null : trackingUrl(orderId, app)
  const values = {
    ...(tracking !== null && { tracking_link: tracking }),
    ...(orderId !== null && { photo_link: photoUrl(orderId, app), door_code: doorCode(app, orderId) }),
  }
  if (body.includes('{home_link}'))
    return homeId === null ? null : { values: { ...values, home_link: driverPageUrl(app, homeId) }, tracking }
  if (!body.includes('{driver_link}')) return { values, tracking }
  if (routeId === null || linkNonce === null) return null
  return { values: { ...values, driver_link: driverUrl(app, routeId, linkNonce) }, tracking }
}
