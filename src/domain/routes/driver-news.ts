// What a driver is told of a route on the phone when the office gives, changes or takes it, and what becomes of an attempt.
export const DRIVER_NEWS = ['GIVEN', 'CHANGED', 'TAKEN'] as const
export type DriverNews = (typeof DRIVER_NEWS)[number]

/** What changes again within this time is told once. */
export const GATHER_NEWS_MS = 15_000

/** News that was not sent is followed by other news: what both come to; null when all is as it was. */
export function newsAfter(waiting: DriverNews, next: DriverNews): DriverNews | null {
  if (waiting === 'GIVEN' && next === 'TAKEN') return null
  if (next === 'CHANGED') return waiting === 'GIVEN' ? 'GIVEN' : 'CHANGED'
  return waiting === 'TAKEN' && next === 'GIVEN' ? 'CHANGED' : next
}

/** Whether it is still true: a route may be given to another driver, or be over, before the phone is told. */
export const newsHolds = (news: DriverNews, isTheirs: boolean): boolean => (news === 'TAKEN') !== isTheirs

/** How long a push service keeps what it can't deliver yet. Later the phone has no use for it. */
export const NEWS_TTL_SECONDS = 4 * 3_600

const RETRY_SECONDS = [30, 120, 600, 1_800]

export type AfterPush = { kind: 'done' | 'unsubscribed' | 'given_up' } | { kind: 'retry'; at: Date }

/** `statusCode` is the push service's; null when it did not answer. */
export function afterPush(statusCode: number | null, attempts: number, now: Date): AfterPush {
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return { kind: 'done' }
  // 404 and 410: the browser has ended it. 403: it is another installation's key that it was made for.
  if (statusCode === 404 || statusCode === 410 || statusCode === 403) return { kind: 'unsubscribed' }
  const mayBeTaken = statusCode === null || statusCode === 429 || statusCode >= 500
  const seconds = RETRY_SECONDS[attempts - 1]
  if (!mayBeTaken || seconds === undefined) return { kind: 'given_up' }
  return { kind: 'retry', at: new Date(now.getTime() + seconds * 1000) }
}
