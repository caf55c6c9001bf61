// Push notifications to a driver's phone when the office assigns, changes or removes a route, and the result of an
// attempt to send one.
export const DRIVER_NEWS = ['GIVEN', 'CHANGED', 'TAKEN'] as const
export type DriverNotification = (typeof DRIVER_NEWS)[number]

/** Changes within this time are sent as one notification. */
export const GATHER_NEWS_MS = 15_000

/** Merges an unsent notification with the next one. Returns null if the two cancel each other out. */
export function mergeNotifications(waiting: DriverNotification, next: DriverNotification): DriverNotification | null {
  if (waiting === 'GIVEN' && next === 'TAKEN') return null
  if (next === 'CHANGED') return waiting === 'GIVEN' ? 'GIVEN' : 'CHANGED'
  return waiting === 'TAKEN' && next === 'GIVEN' ? 'CHANGED' : next
}

/**
 * Returns whether the notification still applies. Before it is sent, the route may end or be assigned to another
 * driver.
 */
export const isNotificationCurrent = (news: DriverNotification, isTheirs: boolean): boolean =>
  (news === 'TAKEN') !== isTheirs

/** Time for which a push service stores an undelivered notification. The phone has no use for a later one. */
export const NEWS_TTL_SECONDS = 4 * 3_600

const RETRY_SECONDS = [30, 120, 600, 1_800]

export type AfterPush = { kind: 'done' | 'unsubscribed' | 'given_up' } | { kind: 'retry'; at: Date }

/**
 * Returns what to do after a push. `statusCode` is the status of the push service's response, or null if there was
 * none.
 */
export function afterPush(statusCode: number | null, attempts: number, now: Date): AfterPush {
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return { kind: 'done' }
  // 404 and 410: the browser has ended the subscription. 403: the subscription was made for the key of another
  // installation.
  if (statusCode === 404 || statusCode === 410 || statusCode === 403) return { kind: 'unsubscribed' }
  const mayBeTaken = statusCode === null || statusCode === 429 || statusCode >= 500
  const seconds = RETRY_SECONDS[attempts - 1]
  if (!mayBeTaken || seconds === undefined) return { kind: 'given_up' }
  return { kind: 'retry', at: new Date(now.getTime() + seconds * 1000) }
}
