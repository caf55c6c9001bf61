// The phones on which drivers have switched notifications on.
import { deleteOwn, insertOwn } from '../own.ts'
import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** A phone more than these takes the place of the oldest. */
export const MOST_PHONES = 5

/** Address and keys of a phone, from its browser. */
export interface PushTarget {
  endpoint: string
  publicKey: string
  authSecret: string
}

export interface PushSubscription extends PushTarget {
  subscriptionId: string
  driverId: string
  now: Date
}

/** In place of what the phone has had, for whomever. The caller holds the driver's lock. */
export async function saveSubscription(tx: Tx, { now, ...subscription }: PushSubscription): Promise<void> {
  await endSubscription(tx, subscription.endpoint)
  await insertOwn(tx, 'pushSubscriptions', { ...subscription, madeAt: now }).execute()
  await sql`
    delete from push_subscriptions where business_uuid = ${tx.businessId}::uuid and subscription_uuid in (
      select subscription_uuid from push_subscriptions
      where business_uuid = ${tx.businessId}::uuid and driver_uuid = ${subscription.driverId}::uuid
      order by made_at desc, subscription_uuid desc offset ${MOST_PHONES})`.execute(tx)
}

/** Whether the driver has notifications on by this address. */
export async function hasSubscription(tx: Tx, driverId: string, endpoint: string): Promise<boolean> {
  const found = await byEndpoint(tx, endpoint)
  return found.some((one) => one.driverId === driverId)
}

export async function endSubscription(tx: Tx, endpoint: string, driverId: string | null = null): Promise<boolean> {
  const ended = await sql`
    delete from push_subscriptions
    where business_uuid = ${tx.businessId}::uuid and sha256(endpoint::bytea) = sha256(${endpoint}::text::bytea)
      and (${driverId}::uuid is null or driver_uuid = ${driverId}::uuid)
    returning 1`.execute(tx)
  return ended.rows.length > 0
}

/** The phone takes nothing any more. */
export async function dropSubscription(tx: Tx, subscriptionId: string): Promise<void> {
  await deleteOwn(tx, 'pushSubscriptions', { subscriptionId }).execute()
}

/** Of all the driver's phones. */
export async function endSubscriptions(tx: Tx, driverId: string): Promise<void> {
  await deleteOwn(tx, 'pushSubscriptions', { driverId }).execute()
}

async function byEndpoint(tx: Tx, endpoint: string): Promise<{ driverId: string }[]> {
  const { rows } = await sql<{ driverId: string }>`
    select driver_uuid from push_subscriptions
    where business_uuid = ${tx.businessId}::uuid and sha256(endpoint::bytea) = sha256(${endpoint}::text::bytea)`.execute(
    tx,
  )
  return rows
}
