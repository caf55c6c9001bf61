// Messages to customers and drivers: their kinds, what a sending attempt leads to, and when not to disturb.
import type { OrderStatus } from '../orders/order.ts'
import type { StopStatus } from '../routes/stop.ts'

export const MESSAGE_KINDS = [
  'DRIVER_ROUTE',
  'SCHEDULED',
  'OUT_FOR_DELIVERY',
  'NEXT_STOP',
  'DELAYED',
  'NOT_COMING',
  'DELIVERED',
  'FAILED',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** What is said when the business has no words of its own. {business} and the links are filled in. */
export const MESSAGE_TEXTS = {
  DRIVER_ROUTE: 'Your route {route} is ready: {driver_link}',
  SCHEDULED: 'Your delivery from {business} is scheduled. Follow it here: {tracking_link}',
  OUT_FOR_DELIVERY: 'Your delivery from {business} is out for delivery. Follow it here: {tracking_link}',
  NEXT_STOP: "{business}: you're next. Follow your driver here: {tracking_link}",
  DELAYED: 'Your delivery from {business} is running late. New time: {tracking_link}',
  NOT_COMING: "Your delivery from {business} won't come as planned. Details: {tracking_link}",
  DELIVERED: 'Your delivery from {business} was delivered. Details: {tracking_link}',
  FAILED: 'We could not complete your delivery from {business}. Details: {tracking_link}',
} as const satisfies Record<MessageKind, string>

/** What customers are told: every kind but the driver's own, and the setting that it goes with. */
export const NOTICE_GROUPS = {
  SCHEDULED: 'notifyScheduled',
  OUT_FOR_DELIVERY: 'notifyOnTheWay',
  NEXT_STOP: 'notifyOnTheWay',
  DELAYED: 'notifyOnTheWay',
  NOT_COMING: 'notifyOnTheWay',
  DELIVERED: 'notifyOutcome',
  FAILED: 'notifyOutcome',
} as const satisfies Record<Exclude<MessageKind, 'DRIVER_ROUTE'>, string>
export type NoticeKind = keyof typeof NOTICE_GROUPS
type NoticeGroup = (typeof NOTICE_GROUPS)[NoticeKind]
export const NOTICE_KINDS = MESSAGE_KINDS.filter((kind): kind is NoticeKind => kind in NOTICE_GROUPS)

export type NoticeSwitches = Record<NoticeGroup, boolean> & { noticesOff: readonly MessageKind[] }

/** Whether customers are told this. */
export const isNoticeOn = (switches: NoticeSwitches, kind: NoticeKind): boolean =>
  switches[NOTICE_GROUPS[kind]] && !switches.noticesOff.includes(kind)

/** The switches under which customers are told exactly these. */
export function switchesFor(on: readonly NoticeKind[]): Record<NoticeGroup, boolean> & { noticesOff: NoticeKind[] } {
  const groups = new Set(on.map((kind) => NOTICE_GROUPS[kind]))
  return {
    notifyScheduled: groups.has('notifyScheduled'),
    notifyOnTheWay: groups.has('notifyOnTheWay'),
    notifyOutcome: groups.has('notifyOutcome'),
    noticesOff: NOTICE_KINDS.filter((kind) => groups.has(NOTICE_GROUPS[kind]) && !on.includes(kind)),
  }
}

/** What may stand in braces in a message's text. */
export const placeholdersOf = (kind: MessageKind): readonly string[] =>
  kind === 'DRIVER_ROUTE' ? ['business', 'route', 'driver_link'] : ['business', 'tracking_link']

/** What is wrong with a business's own text, reading on from its name; null when nothing is. */
export function messageTextFault(kind: MessageKind, content: string): string | null {
  const allowed = placeholdersOf(kind)
  const named = [...content.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const unknown = named.find((name) => !allowed.includes(name))
  const list = allowed.map((name) => `{${name}}`).join(', ')
  if (unknown !== undefined) return `has {${unknown}}, which nothing is filled in for; there is ${list}`
  if (/[{}]/.test(content.replace(/\{[^{}]*\}/g, ''))) return `has a brace without its other; there is ${list}`
  if (kind === 'DRIVER_ROUTE' && !named.includes('driver_link'))
    return 'must have {driver_link}: it is how drivers start'
  return null
}

/** A message's text with what is known now filled in; links are made when it is sent. */
export const filledIn = (content: string, values: { business: string; route?: string }): string =>
  content.replaceAll('{business}', () => values.business).replaceAll('{route}', () => values.route ?? '')

/** News that is stale by the morning: not held over quiet hours. */
export const ONLY_NOW: readonly MessageKind[] = ['OUT_FOR_DELIVERY', 'NEXT_STOP', 'DELAYED']

const NEWS_MS = 10 * 60_000
/** Next stops are minutes apart: a phone that was away longer has more to tell, which comes after. */
const NEXT_STOP_NEWS_MS = 2 * 60_000

/** Whether what happened then is worth a message now: a phone without reception may tell of it hours later. */
export const isNews = (kind: MessageKind, happenedAt: Date, now: Date): boolean =>
  now.getTime() - happenedAt.getTime() <= (kind === 'NEXT_STOP' ? NEXT_STOP_NEWS_MS : NEWS_MS)

/** "You're next" waits that long for a later tap, or an undo, that makes it untrue. */
export const NEXT_STOP_HOLD_MS = 60_000

/** An order as it is when a message about it is due. */
export interface OrderThen {
  status: OrderStatus
  /** On the route that the message is about. */
  onThatRoute: boolean
  /** On a route of that route's day, so that it may come after all. */
  mayCome: boolean
  stopStatus: StopStatus | null
}

/** Whether a message of this kind is still true. */
export function stillHolds(kind: MessageKind, { status, onThatRoute, mayCome, stopStatus }: OrderThen): boolean {
  if (kind === 'DELIVERED' || kind === 'FAILED') return status === kind
  if (kind === 'NOT_COMING') return !mayCome && status !== 'DELIVERED' && status !== 'FAILED'
  if (status !== 'SCHEDULED') return false
  if (kind === 'NEXT_STOP') return onThatRoute && stopStatus === 'EN_ROUTE'
  return kind === 'SCHEDULED' || onThatRoute
}

/** What the provider made of it. */
export type SendResult =
  | { kind: 'sent'; providerId: string | null }
  /** There is no provider: the log is where it ends. */
  | { kind: 'logged' }
  /** Never reached the provider, or it asked to come again. */
  | { kind: 'not_sent'; error: string }
  | { kind: 'refused'; error: string }
  /** It may or may not have been taken: sending again could say it twice. */
  | { kind: 'unknown'; error: string }

export const MESSAGE_STATUSES = ['PENDING', 'SENDING', 'LOGGED', 'SENT', 'FAILED', 'UNKNOWN', 'DROPPED'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

const RETRY_MINUTES = [1, 5, 15, 60, 240]

/** What becomes of a message after its `attempts`-th attempt. */
export function afterAttempt(
  result: SendResult,
  attempts: number,
  now: Date,
): { status: MessageStatus; dueAt: Date; error: string | null; providerId: string | null } {
  const settled = (status: MessageStatus, error: string | null = null, providerId: string | null = null) => ({
    status,
    dueAt: now,
    error,
    providerId,
  })
  if (result.kind === 'sent') return settled('SENT', null, result.providerId)
  if (result.kind === 'logged') return settled('LOGGED')
  const minutes = RETRY_MINUTES[attempts - 1]
  if (result.kind === 'not_sent' && minutes !== undefined)
    return { ...settled('PENDING', result.error), dueAt: new Date(now.getTime() + minutes * 60_000) }
  return settled(result.kind === 'unknown' ? 'UNKNOWN' : 'FAILED', result.error)
}

/** Whether a time of day, HH:mm, is within quiet hours, which may go past midnight. */
export function isQuiet(time: string, quiet: { start: string; end: string } | null): boolean {
  if (!quiet || quiet.start === quiet.end) return false
  return quiet.start < quiet.end ? time >= quiet.start && time < quiet.end : time >= quiet.start || time < quiet.end
}

const STOP_WORDS = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']
const START_WORDS = ['START', 'YES', 'UNSTOP']

/** What a reply asks for, if it is one of the words carriers know. */
export function replyAsks(text: string): 'stop' | 'start' | null {
  const word = text
    .trim()
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
  if (STOP_WORDS.includes(word)) return 'stop'
  return START_WORDS.includes(word) ? 'start' : null
}
