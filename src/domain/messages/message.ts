// Messages to customers and drivers: their kinds, what a sending attempt leads to, and when not to disturb.
import type { OrderStatus } from '../orders/order.ts'
import type { StopStatus } from '../routes/stop.ts'

export const MESSAGE_KINDS = [
  'DRIVER_ROUTE',
  'DRIVER_HOME',
  'SCHEDULED',
  'OUT_FOR_DELIVERY',
  'NEXT_STOP',
  'DELAYED',
  'NOT_COMING',
  'DELIVERED',
  'FAILED',
  'CORRECTED',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** What drivers are texted: the link of a route, and that of their own page. */
export type DriverMessageKind = 'DRIVER_ROUTE' | 'DRIVER_HOME'

/** What customers are told: every kind but the drivers' own, and the setting that it goes with. */
export const NOTICE_GROUPS = {
  SCHEDULED: 'notifyScheduled',
  OUT_FOR_DELIVERY: 'notifyOnTheWay',
  NEXT_STOP: 'notifyOnTheWay',
  DELAYED: 'notifyOnTheWay',
  NOT_COMING: 'notifyOnTheWay',
  DELIVERED: 'notifyOutcome',
  FAILED: 'notifyOutcome',
  CORRECTED: 'notifyOutcome',
} as const satisfies Record<Exclude<MessageKind, DriverMessageKind>, string>
export type NoticeKind = keyof typeof NOTICE_GROUPS
type NoticeGroup = (typeof NOTICE_GROUPS)[NoticeKind]
export const isNotice = (kind: MessageKind): kind is NoticeKind => kind in NOTICE_GROUPS
export const NOTICE_KINDS = MESSAGE_KINDS.filter(isNotice)

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

export const NOTICE_CHANNELS = ['ONE', 'BOTH'] as const
/** A notice goes out once, by text or else by mail; or by both. */
export type NoticeChannels = (typeof NOTICE_CHANNELS)[number]

/** News that is stale by the morning: no text waits for the end of quiet hours with it. */
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
  /** The outcome that the customer was told last, and that nobody has corrected. */
  toldOutcome: 'DELIVERED' | 'FAILED' | null
}

/** Whether a message of this kind is still true. */
export function stillHolds(
  kind: MessageKind,
  { status, onThatRoute, mayCome, stopStatus, toldOutcome }: OrderThen,
): boolean {
  if (kind === 'DELIVERED' || kind === 'FAILED') return status === kind
  // What was told may be so again.
  if (kind === 'CORRECTED') return toldOutcome !== null && status !== toldOutcome
  if (kind === 'NOT_COMING') return !mayCome && status !== 'DELIVERED' && status !== 'FAILED'
  if (status !== 'SCHEDULED') return false
  if (kind === 'NEXT_STOP') return onThatRoute && stopStatus === 'EN_ROUTE'
  return kind === 'SCHEDULED' || onThatRoute
}

export interface Price {
  amount: number
  /** ISO 4217 */
  currency: string
}

/** What the provider made of it, with the segments and the price as far as it says them. */
export type SendResult =
  | { kind: 'sent'; providerId: string | null; segments?: number; price?: Price }
  /** There is no provider, or none is to be asked: the log is where it ends. */
  | { kind: 'logged'; why?: string }
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
  if (result.kind === 'logged') return settled('LOGGED', result.why)
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
const HELP_WORDS = ['HELP', 'INFO', 'AYUDA', 'AIDE', 'HILFE']

/** What a reply asks for, if it is one of the words carriers know. */
export function replyAsks(text: string): 'stop' | 'start' | 'help' | null {
  const word = text
    .trim()
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
  if (STOP_WORDS.includes(word)) return 'stop'
  if (START_WORDS.includes(word)) return 'start'
  return HELP_WORDS.includes(word) ? 'help' : null
}
