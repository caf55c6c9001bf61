// All jobs.
import { cleanUpJob } from './clean-up.ts'
import { drawRoutesJob } from './draw-routes.ts'
import { driveTestDaysJob } from './drive-test-days.ts'
import { importOrdersJob } from './import-orders.ts'
import { makeRecurringOrdersJob } from './make-recurring-orders.ts'
import { expectArrivalsJob } from './expect-arrivals.ts'
import { placeOrdersJob } from './place-orders.ts'
import { reconcileWebhooksJob } from './reconcile-webhooks.ts'
import type { Job } from './runner.ts'
import { sendWebhooksJob } from './send-webhooks.ts'
import { sealReceiptsJob } from './seal-receipts.ts'
import { sendMessagesJob } from './send-messages.ts'
import { sendPushesJob } from './send-pushes.ts'
import { removeUnnamedFilesJob } from './remove-unnamed-files.ts'
import { settleOutcomesJob } from './settle-outcomes.ts'
import { tickJob } from './tick.ts'
import { turnPartitionsJob } from './turn-partitions.ts'

export const allJobs: readonly Job[] = [
  placeOrdersJob,
  importOrdersJob,
  makeRecurringOrdersJob,
  drawRoutesJob,
  sendMessagesJob,
  sendPushesJob,
  settleOutcomesJob,
  expectArrivalsJob,
  sealReceiptsJob,
  driveTestDaysJob,
  sendWebhooksJob,
  reconcileWebhooksJob,
  cleanUpJob,
  turnPartitionsJob,
  removeUnnamedFilesJob,
  tickJob,
]
