// Texts of messages: placeholders that a business may use in its own texts, and their values.
import { text, type Text } from '../../texts/text.ts'
import type { OrderItem } from '../orders/order.ts'
import { type Windowed, windowsOf } from '../planning/windows.ts'
import { dateInWords, windowInWords } from '../time-words.ts'
import type { CustomerWords } from '../customer-words/words.ts'
import { type DriverMessageKind, isNotice, type MessageKind } from './message.ts'

/** Placeholders of an email subject. */
export const SUBJECT_PLACEHOLDERS = ['business', 'order', 'date', 'window', 'eta'] as const

const CUSTOMER_PLACEHOLDERS = [...SUBJECT_PLACEHOLDERS, 'items', 'tracking_link', 'photo_link'] as const

/** Returns the placeholders of a message's text. */
export const placeholdersOf = (kind: MessageKind): readonly string[] =>
  isNotice(kind) ? CUSTOMER_PLACEHOLDERS : DRIVER_PLACEHOLDERS[kind]

const DRIVER_PLACEHOLDERS: Readonly<Record<DriverMessageKind, readonly string[]>> = {
  DRIVER_ROUTE: ['business', 'route', 'driver_link'],
  DRIVER_HOME: ['business', 'home_link'],
}

/**
 * Returns the problem with a business's own text, as a fragment that follows the name of the text. Null if there is
 * none.
 */
export const messageTextFault = (kind: MessageKind, content: string): Text | null =>
  braceFault(content, placeholdersOf(kind)) ?? (isNotice(kind) ? null : linkFault(DRIVER_LINKS[kind], content))

const DRIVER_LINKS: Readonly<Record<DriverMessageKind, string>> = {
  DRIVER_ROUTE: '{driver_link}',
  DRIVER_HOME: '{home_link}',
}

const linkFault = (link: string, content: string): Text | null =>
  content.includes(link) ? null : text('must contain {link}, which drivers need to start', { link })

/** Like `messageTextFault`, but for an email subject. */
export const subjectFault = (content: string): Text | null => braceFault(content, SUBJECT_PLACEHOLDERS)

function braceFault(content: string, allowed: readonly string[]): Text | null {
  const named = [...content.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const unknown = named.find((name) => !allowed.includes(name))
  const list = allowed.map((name) => `{${name}}`).join(', ')
  if (unknown !== undefined)
    return text('has the unknown placeholder {placeholder}; known are {placeholders}', {
      placeholder: `{${unknown}}`,
      placeholders: list,
    })
  return /[{}]/.test(content.replace(/\{[^{}]*\}/g, ''))
    ? text('has an unmatched brace; placeholders are {placeholders}', { placeholders: list })
    : null
}

/** Replaces known placeholders in a single pass, so that a value that looks like a placeholder stays unchanged. */
export const fillPlaceholders = (content: string, values: Readonly<Record<string, string>>): string =>
  content.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : whole))

/** Data of the order that a message refers to. */
export interface OrderFacts extends Windowed {
  externalRef: string
  items: readonly Pick<OrderItem, 'name' | 'quantity'>[] | null
  /** yyyy-MM-dd. */
  day: string
}

/**
 * Returns the values for `{order}` and the other placeholders. `arrival` is the expected range in words, or null if it
 * is unknown.
 */
export function orderValues(facts: OrderFacts, arrival: string | null, words: CustomerWords): Record<string, string> {
  const window = windowInWords(windowsOf(facts), words) ?? words.duringTheDay
  return {
    order: facts.externalRef,
    items: itemsInWords(facts.items ?? [], words),
    date: dateInWords(facts.day, words),
    window,
    eta: arrival ?? window,
  }
}

/** Maximum number of items in a text, because carriers charge by length. */
const MAX_ITEMS = 3

function itemsInWords(items: readonly Pick<OrderItem, 'name' | 'quantity'>[], words: CustomerWords): string {
  if (items.length === 0) return words.yourOrder
  const named = items.slice(0, MAX_ITEMS).map(({ name, quantity }) => (quantity === 1 ? name : `${quantity} × ${name}`))
  const more = items.length - named.length
  return [...named, ...(more > 0 ? [words.more(more)] : [])].join(', ')
}
