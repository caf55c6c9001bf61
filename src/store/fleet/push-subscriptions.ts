// Phones on which drivers have enabled notifications.
import { deleteOwn, insertOwn } from '../own.ts'
import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** Maximum number of phones per driver. A further phone replaces the oldest. */
export const MAX_PHONES = 5

/** Push address and keys of a phone, from its browser. */
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

/**
 * Saves a phone's subscription. It replaces any previous subscription of the phone, also another driver's. The caller
 * must hold the driver's lock.
 */
export async function saveSubscription(tx: Tx, { now, ...subscription }: PushSubscription): Promise<void> {
  await endSubscription(tx, subscription.endpoint)
  await insertOwn(tx, 'pushSubscriptions', { ...subscription, madeAt: now }).execute()
  await sql`
    delete from push_subscriptions where business_uuid = ${tx.businessId}::uuid and subscription_uuid in (
      select subscription_uuid from push_subscriptions
      where business_uuid = ${tx.businessId}::uuid and driver_uuid = ${subscription.driverId}::uuid
      order by made_at desc, subscription_uuid desc offset ${MAX_PHONES})`.execute(tx)
}

/** Returns whether the driver has enabled notifications for this address. */
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

/** Deletes the subscription of a phone that no longer accepts notifications. */
export async function dropSubscription(tx: Tx, subscriptionId: string): Promise<void> {
  await deleteOwn(tx, 'pushSubscriptions', { subscriptionId }).execute()
}

/** Deletes the subscriptions of all the driver's phones. */
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
