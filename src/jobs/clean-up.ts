// Deletes expired data (docs/spec/authentication.md#idempotency; road legs are stored for 30 days). Partitioned data is
// deleted by turn-partitions.ts.
import type { App } from '../app/context.ts'
import { PAYLOADS_KEPT_DAYS } from '../domain/connectors/connector.ts'
import { EVENTS_KEPT_DAYS } from '../domain/webhooks/event.ts'
import { bisectFailures } from '../app/bisect-failures.ts'
import { eraseDue } from '../app/customers/privacy/erase-person.ts'
import { retainDue } from '../app/customers/privacy/retain.ts'
import { deleteAt, deleteExpired, type Expired, expired, findExpired } from '../store/jobs/clean-up.ts'
import { isUnreachable } from '../store/database.ts'
import type { Job } from './runner.ts'

/** Rows of each kind per transaction. */
export const BATCH = 1_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export const cleanUpJob: Job = {
  name: 'clean-up',
  everyMs: 10 * MINUTE_MS,
  run: async (app) => {
    const now = app.clock().getTime()
    const tables = expired({
      eventsBefore: new Date(now - EVENTS_KEPT_DAYS * DAY_MS),
      payloadsBefore: new Date(now - PAYLOADS_KEPT_DAYS * DAY_MS),
      idempotencyKeysBefore: new Date(now - 7 * DAY_MS),
      rateCountsBefore: new Date(now - 10 * MINUTE_MS),
      distancePairsBefore: new Date(now - 30 * DAY_MS),
      uploadsBefore: new Date(now - DAY_MS),
      overBefore: new Date(now),
      buildsBefore: new Date(now - 30 * DAY_MS),
      proposedBuildsBefore: new Date(now - DAY_MS),
      undoStepsBefore: new Date(now - DAY_MS),
      failuresOverBefore: new Date(now - DAY_MS),
    })
    let more = false
    for (const table of tables) more = (await cleanUp(app, table)) || more
    more = (await eraseDue(app)) || more
    return (await retainDue(app)) || more
  },
}

/** Deletes a batch of expired rows. Returns whether there may be more. */
async function cleanUp(app: App, table: Expired): Promise<boolean> {
  try {
    return (await app.db.asSystem((tx) => deleteExpired(tx, table, BATCH))) === BATCH
  } catch (error) {
    if (isUnreachable(error)) throw error
    return cleanUpByHalves(app, table)
  }
}

/** Deletes a batch even if it contains rows that can't be deleted. Logs these rows, which don't block the others. */
async function cleanUpByHalves(app: App, table: Expired): Promise<boolean> {
  const found = await app.db.asSystem((tx) => findExpired(tx, table, BATCH))
  const faults: unknown[] = []
  await bisectFailures(
    found,
    async (some) => {
      await app.db.asSystem((tx) => deleteAt(tx, table, some))
      return []
    },
    { isFatal: isUnreachable, failed: (_place, error) => void faults.push(error) },
  )
  if (faults.length > 0)
    app.log.error({ err: faults[0], table: table.table, rows: faults.length }, 'rows could not be deleted')
  return found.length === BATCH && faults.length < found.length
}
