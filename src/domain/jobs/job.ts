// Names of the background jobs. src/jobs has one file for each.

export const JOB_NAMES = [
  'place-orders',
  'import-orders',
  'make-recurring-orders',
  'draw-routes',
  'send-messages',
  'send-pushes',
  'settle-outcomes',
  'expect-arrivals',
  'seal-receipts',
  'test-days',
  'webhooks',
  'reconcile-webhooks',
  'clean-up',
  'turn-partitions',
  'remove-unnamed-files',
  'tick',
] as const
export type JobName = (typeof JOB_NAMES)[number]
