// Push notifications that are still to be sent, one row per phone and route.
import { sql } from 'kysely'
import type { Language } from '../../domain/customer-words/language.ts'
import { type DriverNotification, mergeNotifications } from '../../domain/routes/driver-notifications.ts'
import type { RouteStatus } from '../../domain/routes/route-status.ts'
import type { SystemTx, Tx } from '../database.ts'
import type { PushTarget } from './push-subscriptions.ts'
import { isNotPutOff, type WorkItem } from '../jobs/failed-work.ts'

/**
 * Schedules a notification for each phone of the driver. It covers all events until `dueAt`. The caller must hold the
 * route's lock.
 */
export async function addPushes(
  tx: Tx,
  driverId: string,
  { routeId, news, dueAt }: { routeId: string; news: DriverNotification; dueAt: Date },
): Promise<void> {
  const { rows } = await sql<{ subscriptionId: string; waiting: DriverNotification | null }>`
    select s.subscription_uuid, case when p.lease is null and p.attempts = 0 then p.news end as waiting
    from push_subscriptions s
    left join driver_pushes p on p.business_uuid = s.business_uuid and p.subscription_uuid = s.subscription_uuid
      and p.route_uuid = ${routeId}::uuid
    where s.business_uuid = ${tx.businessId}::uuid and s.driver_uuid = ${driverId}::uuid`.execute(tx)
  for (const { subscriptionId, waiting } of rows) {
    const said = waiting ? mergeNotifications(waiting, news) : news
    if (said) await setPush(tx, { subscriptionId, routeId, news: said, dueAt })
    else await deleteClaimedPush(tx, { subscriptionId, routeId })
  }
}

const setPush = (tx: Tx, { subscriptionId, routeId, news, dueAt }: Claim & { news: DriverNotification; dueAt: Date }) =>
  sql`
    insert into driver_pushes as p (business_uuid, subscription_uuid, route_uuid, news, due_at)
    values (${tx.businessId}::uuid, ${subscriptionId}::uuid, ${routeId}::uuid, ${news}, ${dueAt})
    on conflict (business_uuid, subscription_uuid, route_uuid) do update
      set news = excluded.news, attempts = 0, lease = null,
        -- What may be at the phone already is sent again, as it is by then.
        due_at = case when p.lease is null and p.attempts = 0 then p.due_at else excluded.due_at end`.execute(tx)

const deleteClaimedPush = (tx: Tx, claim: Claim) =>
  tx
    .deleteFrom('driverPushes')
    .where((eb) => eb.and({ businessId: tx.businessId, ...keyOf(claim) }))
    .execute()

/**
 * Returns phones with due notifications, longest due first. Each phone is a work item, so that a failing phone doesn't
 * delay the others. For the system role.
 */
export async function duePushes(tx: SystemTx, now: Date, limit: number): Promise<WorkItem[]> {
  const { rows } = await sql<WorkItem>`
    select p.business_uuid, p.subscription_uuid as item_uuid from driver_pushes p
    where p.due_at <= ${now}::timestamptz
      and ${isNotPutOff('send-pushes', sql`p.business_uuid`, sql`p.subscription_uuid`, now)}
    group by 1, 2 order by min(p.due_at) limit ${limit}`.execute(tx)
  return rows
}

export interface ClaimedPush extends PushTarget {
  subscriptionId: string
  routeId: string
  news: DriverNotification
  attempts: number
  driverId: string
  language: Language
  timeZone: string
  /** Whether the business is a test side. */
  isTest: boolean
  /** ID of the link to the driver page. */
  homeId: string
  route: {
    name: string
    day: string
    status: RouteStatus
    driverId: string | null
    plannedStart: string | null
    linkNonce: string | null
    /** Number of unfinished stops. */
    stops: number
  }
}

/** Leases the phone's due notifications until `until`. */
export async function claimPushes(
  tx: Tx,
  subscriptionId: string,
  { token, now, until }: { token: string; now: Date; until: Date },
  limit: number,
): Promise<ClaimedPush[]> {
  const { rows } = await sql<ClaimedPush>`
    with due as (
      select p.business_uuid, p.subscription_uuid, p.route_uuid from driver_pushes p
      where p.business_uuid = ${tx.businessId}::uuid and p.subscription_uuid = ${subscriptionId}::uuid
        and p.due_at <= ${now}::timestamptz
      order by p.due_at limit ${limit} for update skip locked)
    update driver_pushes p set lease = ${token}::uuid, attempts = p.attempts + 1, due_at = ${until}::timestamptz
    from due
    join push_subscriptions s on s.business_uuid = due.business_uuid and s.subscription_uuid = due.subscription_uuid
    join businesses b on b.business_uuid = due.business_uuid
    join drivers d on d.business_uuid = due.business_uuid and d.driver_uuid = s.driver_uuid
    join driver_homes h on h.business_uuid = due.business_uuid and h.driver_uuid = s.driver_uuid and h.ended_at is null
    join routes r on r.business_uuid = due.business_uuid and r.route_uuid = due.route_uuid
    where p.business_uuid = due.business_uuid and p.subscription_uuid = due.subscription_uuid
      and p.route_uuid = due.route_uuid
    returning p.subscription_uuid, p.route_uuid, p.news, p.attempts, s.driver_uuid,
      s.endpoint, s.public_key, s.auth_secret, b.time_zone, b.test_of is not null as is_test, h.home_uuid,
      coalesce(d.language, b.customer_language) as language,
      json_build_object('name', r.name, 'day', r.date, 'status', r.status, 'driverId', r.driver_uuid,
        'plannedStart', r.planned_start, 'linkNonce', r.link_nonce,
        'stops', (select count(*) from stops s
          where s.business_uuid = r.business_uuid and s.route_uuid = r.route_uuid and s.finished_at is null)) as route
  `.execute(tx)
  return rows
}

type Claim = Pick<ClaimedPush, 'subscriptionId' | 'routeId'>

/** Deletes a notification that was sent, is obsolete, or was given up. If it changed while it was sent, it stays. */
export async function endPush(tx: Tx, claim: Claim, token: string): Promise<void> {
  await tx
    .deleteFrom('driverPushes')
    .where((eb) => eb.and({ businessId: tx.businessId, ...keyOf(claim), lease: token }))
    .execute()
}

export async function postponePush(tx: Tx, claim: Claim, token: string, dueAt: Date): Promise<void> {
  await tx
    .updateTable('driverPushes')
    .set({ dueAt, lease: null })
    .where((eb) => eb.and({ businessId: tx.businessId, ...keyOf(claim), lease: token }))
    .execute()
}

const keyOf = ({ subscriptionId, routeId }: Claim) => ({ subscriptionId, routeId })
