// Drives simulated days in short slices. Therefore a day resumes after a restart, several days run concurrently, and
// each can be stopped. Only this job does the work that is due by a simulated clock.
import { timeoutLongerThan } from '../../../domain/outlasting.ts'
import { realTime, virtualTime } from '../../../domain/test-days/test-day.ts'
import { isUnreachable } from '../../../store/database.ts'
import {
  makeWebhooksDueNow,
  claimTestDay,
  type DueDay,
  dueTestDays,
  endTestDay,
  releaseTestDay,
  nextDue,
  saveTestDay,
  type TestDay,
} from '../../../store/test-days/test-days.ts'
import type { App } from '../../context.ts'
import { sendDueMessages } from '../../customers/messages/send-due.ts'
import { settleDue } from '../../routes/settle-due.ts'
import { OVER, type Scene, step } from './simulated-driver.ts'

const BATCH = 10
/** Maximum time for one day before the next day has its turn. */
const SLICE_MS = 1_000
/**
 * Time after which another process may continue the day. It is much longer than a slice, because one slow step after
 * the slice must not lose the lease.
 */
const LEASE_MS = timeoutLongerThan(60_000, 10 * SLICE_MS, 'the lease of a simulated day')
const AFTERWARDS_MS = 24 * 60 * 60_000

/** Returns true if a day has more to do immediately. */
export async function driveTestDays(app: App, stopping?: AbortSignal): Promise<boolean> {
  const due = await app.db.asSystem((tx) => dueTestDays(tx, app.clock(), BATCH))
  let more = false
  for (const day of due) {
    if (stopping?.aborted) return false
    more = (await advanceTestDay(app, day, stopping)) || more
  }
  return more
}

/** Returns true if there is more to do immediately. */
async function advanceTestDay(app: App, due: DueDay, stopping?: AbortSignal): Promise<boolean> {
  const { businessId, testDayId } = due
  const now = app.clock()
  const lease = app.newId()
  const until = new Date(now.getTime() + LEASE_MS)
  const day = await app.db.asBusiness(businessId, (tx) => claimTestDay(tx, testDayId, { lease, now, until }))
  if (!day) return false
  try {
    const nextAt = await advanceUnderLease(app, due, day, lease, stopping)
    await app.db.asBusiness(businessId, async (tx) => {
      await makeWebhooksDueNow(tx, app.clock())
      await releaseTestDay(tx, testDayId, lease, nextAt, app.clock())
    })
    app.wake('webhooks')
    return nextAt !== null && nextAt <= app.clock()
  } catch (error) {
    if (isUnreachable(error)) throw error
    app.log.error({ err: error, business_uuid: businessId, test_day_uuid: testDayId }, 'a simulated day failed')
    await app.db.asBusiness(businessId, (tx) => endTestDay(tx, testDayId, 'FAILED', app.clock()))
    return false
  }
}

/**
 * Advances the day as far as its clock and this slice allow. Returns when to continue, or null at the end of the day.
 * Each step is stored before the next step begins. After a crash, at most one step is repeated, and repeating a step
 * has no effect.
 */
async function advanceUnderLease(
  app: App,
  { businessId, timeZone }: DueDay,
  day: TestDay,
  lease: string,
  stopping?: AbortSignal,
): Promise<Date | null> {
  const scene: Scene = {
    day,
    app: { ...app, clock: () => day.virtualNow, simulatedBusinessId: businessId, wake: () => {} },
    businessId,
    timeZone,
  }
  const begun = performance.now()
  const dueAfter = (after: number) =>
    app.db.asBusiness(businessId, async (tx) => (await nextDue(tx, new Date(after)))?.getTime() ?? Infinity)
  // Work that was due up to this instant and is still not done has failed. It is ignored, so that it doesn't block the
  // day.
  let left = 0
  for (;;) {
    const [driver] = day.drivers.filter(({ at }) => at !== OVER).toSorted((a, b) => a.at - b.at)
    const due = await dueAfter(left)
    const isDue = due <= (driver?.at ?? lastDue(day))
    if (!driver && !isDue) return null
    const at = Math.max(day.virtualNow.getTime(), isDue ? due : (driver?.at ?? 0))
    if (at > virtualTime(day, app.clock())) return realTime(day, at)
    if (performance.now() - begun > SLICE_MS || stopping?.aborted) return app.clock()
    day.virtualNow = new Date(at)
    if (!isDue && driver) await step(scene, driver)
    else {
      await runDueWork(scene.app)
      if ((await dueAfter(left)) <= due) left = due
    }
    if (!(await app.db.asBusiness(businessId, (tx) => saveTestDay(tx, lease, day)))) return app.clock()
  }
}

/**
 * Latest due time of work that the day waits for. Work due later is ignored, for example messages that wait for the end
 * of the next night's quiet hours.
 */
const lastDue = ({ virtualStart, drivers }: TestDay): number =>
  Math.max(virtualStart.getTime(), ...drivers.map(({ since }) => since)) + AFTERWARDS_MS

async function runDueWork(app: App): Promise<void> {
  while (await settleDue(app));
  while (await sendDueMessages(app));
}
