// Deletes what has served its time (docs/spec/authentication.md#idempotency; deliveries and road legs are kept 30 days, the request log 7).
import { deleteExpired } from '../store/clean-up.ts'
import type { Job } from './runner.ts'

/** So many of each kind at a time. */
export const BATCH = 1_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export const cleanUpJob: Job = {
  name: 'clean-up',
  everyMs: 10 * MINUTE_MS,
  run: async (app) => {
    const now = app.clock().getTime()
    return app.db.asSystem((tx) =>
      deleteExpired(
        tx,
        {
          deliveriesSettledBefore: new Date(now - 30 * DAY_MS),
          idempotencyKeysBefore: new Date(now - 7 * DAY_MS),
          rateCountsBefore: new Date(now - 10 * MINUTE_MS),
          distancePairsBefore: new Date(now - 30 * DAY_MS),
          uploadsBefore: new Date(now - DAY_MS),
          requestsBefore: new Date(now - 7 * DAY_MS),
          overBefore: new Date(now),
        },
        BATCH,
      ),
    )
  },
}
