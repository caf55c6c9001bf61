// Work that fails by itself in a job, while the rest of the job goes on: how long it is put off, and when it is shown.

import type { JobName } from './job.ts'

/** Jobs whose work belongs to one business each. */
export const WATCHED_JOBS = [
  'settle-outcomes',
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

/** Put off for 1 s after the first failure, then twice as long each time, up to this. */
export const LONGEST_PUT_OFF_SECONDS = 300
/** Shown once it has failed again after as long: most of what fails does so once. */
export const SHOWN_AFTER_SECONDS = 60
/** Due again for as long without another failure, it has been done, or there is nothing to do any more. */
export const OVER_AFTER_SECONDS = 120
