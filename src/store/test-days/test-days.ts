// Simulated days, and the due work of a business while one is running.
import { type RawBuilder, sql } from 'kysely'
import type { Shares } from '../../domain/test-days/stop-visit.ts'
import type { TestDayStatus } from '../../domain/test-days/test-day.ts'
import type { SystemTx, Tx } from '../database.ts'
import { isHere } from '../moves/business-gate.ts'

/**
 * A driver in the simulation: the route, and the next action. Times are milliseconds on the clock of the simulated day.
 */
export interface SimulatedDriver {
  routeId: string
  /** Time of the next action. */
  at: number
  /** Time of the last action. */
  since: number
  /** Taps that are still to be sent, in order. `at` is the time of sending. */
  taps: { at: number; tap: Record<string, unknown> }[]
  /** Number of taps so far, which makes the key of each tap unique. */
  count: number
  /** Number of locations sent since the last stop. */
  seen: number
}

export interface TestDay extends Shares {
  testDayId: string
  day: string
  seed: number
  speed: number | null
  status: TestDayStatus
  virtualNow: Date
  virtualStart: Date
  drivers: SimulatedDriver[]
  createdAt: Date
  nextAt: Date | null
  endedAt: Date | null
}

const COLUMNS = sql`test_day_uuid, date as day, seed, speed, failed_share, late_share, offline_share, undone_share, status,
  virtual_now, virtual_start, drivers, created_at, next_at, ended_at`

/** Inserts a simulated day. Returns false if the business already has a running one. */
export async function insertTestDay(tx: Tx, day: TestDay): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into test_days (business_uuid, test_day_uuid, date, seed, speed, failed_share, late_share, offline_share,
      undone_share, virtual_now, virtual_start, drivers, created_at, next_at)
    values (${tx.businessId}::uuid, ${day.testDayId}::uuid, ${day.day}::date, ${day.seed}, ${day.speed}, ${day.failedShare},
      ${day.lateShare}, ${day.offlineShare}, ${day.undoneShare}, ${day.virtualNow}, ${day.virtualStart},
      ${JSON.stringify(day.drivers)}::jsonb, ${day.createdAt}, ${day.nextAt})
    on conflict (business_uuid) where ended_at is null do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export async function findTestDay(tx: Tx, testDayId: string): Promise<TestDay | null> {
  const { rows } = await sql<TestDay>`
    select ${COLUMNS} from test_days
    where business_uuid = ${tx.businessId}::uuid and test_day_uuid = ${testDayId}::uuid`.execute(tx)
  return rows[0] ?? null
}

/** Counts the stops of these routes and the completed ones. */
export async function progressOf(tx: Tx, routeIds: readonly string[]): Promise<{ stopCount: number; done: number }> {
  const { rows } = await sql<{ stopCount: number; done: number }>`
    select count(*)::int as stop_count, count(finished_at)::int as done from stops
    where business_uuid = ${tx.businessId}::uuid and route_uuid = any(${routeIds}::uuid[])`.execute(tx)
  return rows[0] ?? { stopCount: 0, done: 0 }
}

export interface DueDay {
  businessId: string
  timeZone: string
  testDayId: string
}

/** Returns days whose next action is due and that no process is driving. For the system role. */
export async function dueTestDays(tx: SystemTx, now: Date, limit: number): Promise<DueDay[]> {
  const { rows } = await sql<DueDay>`
    select t.business_uuid, b.time_zone, t.test_day_uuid from test_days t join businesses b using (business_uuid)
    where t.next_at <= ${now}::timestamptz and (t.leased_until is null or t.leased_until <= ${now}::timestamptz)
      and ${isHere(sql`t.business_uuid`)}
    order by t.next_at limit ${limit}`.execute(tx)
  return rows
}

/**
 * Leases the day to one process until `until`. Returns null if another process holds the lease or the day has ended.
 */
export async function claimTestDay(
  tx: Tx,
  testDayId: string,
  { lease, now, until }: { lease: string; now: Date; until: Date },
): Promise<TestDay | null> {
  const { rows } = await sql<TestDay>`
    update test_days set lease = ${lease}::uuid, leased_until = ${until}::timestamptz
    where business_uuid = ${tx.businessId}::uuid and test_day_uuid = ${testDayId}::uuid and ended_at is null
      and (leased_until is null or leased_until <= ${now}::timestamptz)
    returning ${COLUMNS}`.execute(tx)
  return rows[0] ?? null
}

/** Saves the progress of the day. Returns false if the day was stopped or another process drives it. */
export async function saveTestDay(
  tx: Tx,
  lease: string,
  { testDayId, virtualNow, drivers }: Pick<TestDay, 'testDayId' | 'virtualNow' | 'drivers'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update test_days set virtual_now = ${virtualNow}, drivers = ${JSON.stringify(drivers)}::jsonb
    where business_uuid = ${tx.businessId}::uuid and test_day_uuid = ${testDayId}::uuid and lease = ${lease}::uuid`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/** Ends the lease. The day continues at `nextAt`. If it is null, the day ends. */
export async function releaseTestDay(
  tx: Tx,
  testDayId: string,
  lease: string,
  nextAt: Date | null,
  now: Date,
): Promise<void> {
  const endedAt = nextAt ? null : now
  await sql`
    update test_days set next_at = ${nextAt}, ended_at = ${endedAt}, lease = null, leased_until = null,
      status = ${nextAt ? 'RUNNING' : 'FINISHED'}
    where business_uuid = ${tx.businessId}::uuid and test_day_uuid = ${testDayId}::uuid and lease = ${lease}::uuid`.execute(
    tx,
  )
}

/** Ends a day. A day that has already ended doesn't change. */
export async function endTestDay(tx: Tx, testDayId: string, status: TestDayStatus, now: Date): Promise<void> {
  await sql`
    update test_days set status = ${status}, ended_at = ${now}, next_at = null, lease = null, leased_until = null
    where business_uuid = ${tx.businessId}::uuid and test_day_uuid = ${testDayId}::uuid and ended_at is null`.execute(
    tx,
  )
}

/**
 * Condition on due work: this job must do it. Work that is due on the clock of a simulated day is done only by the
 * driver of that simulation, which passes its business (`of`). Jobs on the real clock pass null.
 */
export const isOnClock = (businessId: RawBuilder<unknown>, of: string | null) =>
  of === null
    ? sql<boolean>`not exists (
        select from test_days t where t.business_uuid = ${businessId} and t.ended_at is null)`
    : sql<boolean>`${businessId} = ${of}::uuid`

/**
 * Returns when the next undo window, step, end of a route or message of the business is due after `after`. Null if
 * there is none.
 */
export async function nextDue(tx: Tx, after: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select least(
      (select min(settles_at) from stops where business_uuid = ${tx.businessId}::uuid and settles_at > ${after}::timestamptz),
      (select min(settles_at) from undo_steps
       where business_uuid = ${tx.businessId}::uuid and settles_at > ${after}::timestamptz),
      (select min(ends_at) from routes
       where business_uuid = ${tx.businessId}::uuid and ends_at > ${after}::timestamptz),
      (select min(due_at) from messages
       where business_uuid = ${tx.businessId}::uuid and status in ('PENDING', 'SENDING')
         and due_at > ${after}::timestamptz)) as at`.execute(tx)
  return rows[0]?.at ?? null
}

/**
 * Makes webhooks that have not been attempted due now, because webhooks are posted at once, whatever the clock of the
 * simulated day.
 */
export async function makeWebhooksDueNow(tx: Tx, now: Date): Promise<void> {
  await sql`
    update webhook_deliveries set next_attempt_at = ${now}
    where business_uuid = ${tx.businessId}::uuid and next_attempt_at > ${now}::timestamptz and attempt_count = 0`.execute(
    tx,
  )
}
