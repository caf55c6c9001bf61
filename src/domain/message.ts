// Messages to customers and drivers: their kinds, what a sending attempt leads to, and when not to disturb.

export const MESSAGE_KINDS = [
  'DRIVER_ROUTE',
  'SCHEDULED',
  'OUT_FOR_DELIVERY',
  'NEXT_STOP',
  'DELAYED',
  'DELIVERED',
  'FAILED',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** What is said when the business has no words of its own. {business} and the links are filled in. */
export const MESSAGE_TEXTS = {
  DRIVER_ROUTE: 'Your route {route} is ready: {driver_link}',
  SCHEDULED: 'Your delivery from {business} is scheduled. Follow it here: {tracking_link}',
  OUT_FOR_DELIVERY: 'Your delivery from {business} is out for delivery. Follow it here: {tracking_link}',
  NEXT_STOP: 'You are the next stop of the driver from {business}: {tracking_link}',
  DELAYED: 'Your delivery from {business} will be later than planned. The new time: {tracking_link}',
  DELIVERED: 'Your delivery from {business} has arrived. Details: {tracking_link}',
  FAILED: 'We could not complete your delivery from {business}. Details: {tracking_link}',
} as const satisfies Record<MessageKind, string>

/** News that is stale by the morning: not held over quiet hours. */
export const ONLY_NOW: readonly MessageKind[] = ['OUT_FOR_DELIVERY', 'NEXT_STOP', 'DELAYED']

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

export type MessageStatus = 'PENDING' | 'SENDING' | 'LOGGED' | 'SENT' | 'FAILED' | 'UNKNOWN' | 'DROPPED'

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

/** +12025550143 of a number as people write it (ten digits are of the US); null when it is none. */
export function phoneNumber(text: string): string | null {
  const digits = text.replace(/[^\d+]/g, '')
  if (/^\+[1-9]\d{7,14}$/.test(digits)) return digits
  if (/^1?[2-9]\d{9}$/.test(digits)) return `+1${digits.slice(-10)}`
  return null
}
