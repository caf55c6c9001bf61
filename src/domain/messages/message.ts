// Messages to customers and drivers: their kinds, the result of a sending attempt, and quiet hours.
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
  'ON_MY_WAY',
  'AT_THE_DOOR',
  'CANNOT_FIND',
  'DELIVERED',
  'FAILED',
  'CORRECTED',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** Texts to the customer that a driver chooses on the phone. */
export const DRIVER_TEXTS = ['ON_MY_WAY', 'AT_THE_DOOR', 'CANNOT_FIND'] as const
export type DriverText = (typeof DRIVER_TEXTS)[number]
export const isDriverText = (kind: MessageKind): kind is DriverText => DRIVER_TEXTS.some((one) => one === kind)

/** Returns whether the text is true of a stop with this status. */
export const isTrueOfStop = (kind: DriverText, status: StopStatus | null): boolean =>
  status === 'EN_ROUTE' ? kind !== 'AT_THE_DOOR' : status === 'ARRIVED' && kind !== 'ON_MY_WAY'

/** States of a text that the driver sees. `DOUBTFUL`: the text failed or may not have arrived. */
export const DRIVER_TEXT_STATES = ['WAITING', 'SENT', 'DOUBTFUL'] as const
export type DriverTextState = (typeof DRIVER_TEXT_STATES)[number]

/** Returns the state that the driver sees for a message status. Null if the driver can choose the text again. */
export function driverTextState(status: MessageStatus): DriverTextState | null {
  if (status === 'DROPPED') return null
  if (status === 'PENDING' || status === 'SENDING') return 'WAITING'
  return status === 'SENT' || status === 'LOGGED' ? 'SENT' : 'DOUBTFUL'
}

/** Texts to drivers: the link of a route, and the link of their driver page. */
export type DriverMessageKind = 'DRIVER_ROUTE' | 'DRIVER_HOME'

/**
 * Kinds of messages to customers, each with the setting that switches it. Contains all kinds except those for drivers.
 */
export const NOTICE_GROUPS = {
  SCHEDULED: 'notifyScheduled',
  OUT_FOR_DELIVERY: 'notifyOnTheWay',
  NEXT_STOP: 'notifyOnTheWay',
  DELAYED: 'notifyOnTheWay',
  NOT_COMING: 'notifyOnTheWay',
  ON_MY_WAY: 'notifyOnTheWay',
  AT_THE_DOOR: 'notifyOnTheWay',
  CANNOT_FIND: 'notifyOnTheWay',
  DELIVERED: 'notifyOutcome',
  FAILED: 'notifyOutcome',
  CORRECTED: 'notifyOutcome',
} as const satisfies Record<Exclude<MessageKind, DriverMessageKind>, string>
export type NoticeKind = keyof typeof NOTICE_GROUPS
type NoticeGroup = (typeof NOTICE_GROUPS)[NoticeKind]
/** Returns whether messages of this kind are for customers. */
export const isNotice = (kind: MessageKind): kind is NoticeKind => kind in NOTICE_GROUPS
export const NOTICE_KINDS = MESSAGE_KINDS.filter(isNotice)

export type NoticeSwitches = Record<NoticeGroup, boolean> & { noticesOff: readonly MessageKind[] }

/** Returns whether customers receive this kind of message. */
export const isNoticeOn = (switches: NoticeSwitches, kind: NoticeKind): boolean =>
  switches[NOTICE_GROUPS[kind]] && !switches.noticesOff.includes(kind)

/** Returns the switches that enable exactly these kinds. */
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
/** ONE: a notice is sent by text message, else by email. BOTH: by text message and email. */
export type NoticeChannels = (typeof NOTICE_CHANNELS)[number]

/**
 * Kinds of messages that are outdated by the morning. They are not sent as texts during quiet hours, and don't wait for
 * the end of these hours.
 */
export const ONLY_NOW: readonly MessageKind[] = ['OUT_FOR_DELIVERY', 'NEXT_STOP', 'DELAYED', ...DRIVER_TEXTS]

const NEWS_MS = 10 * 60_000
/**
 * Maximum age of the event for a "next stop" message. It is shorter than for other messages, because stops are minutes
 * apart. If a phone was without reception for longer, it then also sends taps of later stops, which cause their own
 * messages.
 */
const NEXT_STOP_NEWS_MS = 2 * 60_000

/**
 * Returns whether an event is recent enough for a message, because a phone without reception may report it hours later.
 */
export const isRecentEnough = (kind: MessageKind, happenedAt: Date, now: Date): boolean =>
  now.getTime() - happenedAt.getTime() <= (kind === 'NEXT_STOP' ? NEXT_STOP_NEWS_MS : NEWS_MS)

/** Time for which "You're next" waits for a later tap or an undo that makes it wrong. */
export const NEXT_STOP_HOLD_MS = 60_000

/** State of an order when a message about it is due. */
export interface OrderAtSending {
  status: OrderStatus
  /** Whether the order is on the route that the message is about. */
  onThatRoute: boolean
  /** Whether the order is on a route of the same day, so that it may still come. */
  mayCome: boolean
  stopStatus: StopStatus | null
  /** Last outcome that the customer received and that was not corrected since. */
  toldOutcome: 'DELIVERED' | 'FAILED' | null
}

/** Returns whether a message of this kind is still true. */
export function isStillTrue(
  kind: MessageKind,
  { status, onThatRoute, mayCome, stopStatus, toldOutcome }: OrderAtSending,
): boolean {
  if (kind === 'DELIVERED' || kind === 'FAILED') return status === kind
  // If the outcome that the customer received applies again, there is nothing to correct.
  if (kind === 'CORRECTED') return toldOutcome !== null && status !== toldOutcome
  if (kind === 'NOT_COMING') return !mayCome && status !== 'DELIVERED' && status !== 'FAILED'
  if (status !== 'SCHEDULED') return false
  if (isDriverText(kind)) return onThatRoute && isTrueOfStop(kind, stopStatus)
  if (kind === 'NEXT_STOP') return onThatRoute && stopStatus === 'EN_ROUTE'
  return kind === 'SCHEDULED' || onThatRoute
}

export interface Price {
  amount: number
  /** ISO 4217. */
  currency: string
}

/** Result of the provider, with the segments and price if the provider returns them. */
export type SendResult =
  | { kind: 'sent'; providerId: string | null; segments?: number; price?: Price }
  /** There is no provider, or it must not be called, so the message is only logged. */
  | { kind: 'logged'; why?: string }
  /** The message never reached the provider, or the provider asked for a retry. */
  | { kind: 'not_sent'; error: string }
  | { kind: 'refused'; error: string }
  /** The provider may have accepted the message. A retry could send it twice. */
  | { kind: 'unknown'; error: string }

export const MESSAGE_STATUSES = ['PENDING', 'SENDING', 'LOGGED', 'SENT', 'FAILED', 'UNKNOWN', 'DROPPED'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

const RETRY_MINUTES = [1, 5, 15, 60, 240]

/** Returns the state of a message after attempt number `attempts`. */
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

/** Returns whether a time of day, HH:mm, is within quiet hours. Quiet hours may extend past midnight. */
export function isQuiet(time: string, quiet: { start: string; end: string } | null): boolean {
  if (!quiet || quiet.start === quiet.end) return false
  return quiet.start < quiet.end ? time >= quiet.start && time < quiet.end : time >= quiet.start || time < quiet.end
}

const STOP_WORDS = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']
const START_WORDS = ['START', 'YES', 'UNSTOP']
const HELP_WORDS = ['HELP', 'INFO', 'AYUDA', 'AIDE', 'HILFE']

/** Returns the request of a reply if it is one of the keywords that carriers define, else null. */
export function requestInReply(text: string): 'stop' | 'start' | 'help' | null {
  const word = text
    .trim()
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
  if (STOP_WORDS.includes(word)) return 'stop'
  if (START_WORDS.includes(word)) return 'start'
  return HELP_WORDS.includes(word) ? 'help' : null
}
