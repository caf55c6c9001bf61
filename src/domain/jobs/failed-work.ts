// Delays and reporting of job items that fail individually while the rest of the job continues.

import type { JobName } from './job.ts'

/** Jobs whose items each belong to one business. */
export const WATCHED_JOBS = [
  'settle-outcomes',
  'expect-arrivals',
  'seal-receipts',
  'place-orders',
  'draw-routes',
  'send-messages',
  'send-pushes',
  'webhooks',
  'import-orders',
  'make-recurring-orders',
  'import-rows',
  'clean-up',
] as const satisfies readonly (JobName | 'import-rows')[]
export type WatchedJob = (typeof WATCHED_JOBS)[number]

/** The first retry comes after 1 s. Each further delay is twice as long, up to this maximum. */
export const MAX_RETRY_DELAY_SECONDS = 300
/** A failure is shown if it occurs again after this time, because most failures occur only once. */
export const SHOWN_AFTER_SECONDS = 60
/**
 * A failed item is retried when it is due. If it doesn't fail again within this time, it has succeeded or is no longer
 * needed.
 */
export const OVER_AFTER_SECONDS = 120
