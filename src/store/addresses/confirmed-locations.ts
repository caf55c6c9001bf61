// Locations of addresses that the office has confirmed or on which deliveries agree.
import { insertOwn, selectOwn } from '../own.ts'
import { sql } from 'kysely'
import type { Address, Point } from '../../domain/orders/order.ts'
import { addressKey } from '../../domain/addresses/us-address.ts'
import type { KnownBy } from '../../domain/planning/visit.ts'
import type { Tx } from '../database.ts'

export async function findConfirmedLocation(
  tx: Tx,
  address: Address,
): Promise<{ point: Point; knownBy: KnownBy } | null> {
  const row = await selectOwn(tx, 'knownDoors', { address: addressKey(address) })
    .select(['lat', 'lng', 'knownBy'])
    .executeTakeFirst()
  return row ? { point: { lat: row.lat, lng: row.lng }, knownBy: row.knownBy } : null
}

/** Like `findConfirmedLocation`, but for several addresses, keyed by their address keys. */
export async function findConfirmedLocations(tx: Tx, keys: readonly string[]): Promise<ReadonlyMap<string, Point>> {
  const { rows } = await sql<{ address: string } & Point>`
    select address, lat, lng from known_doors
    where business_uuid = ${tx.businessId}::uuid and address = any(${keys}::text[])`.execute(tx)
  return new Map(rows.map(({ address, lat, lng }) => [address, { lat, lng }]))
}

/** Stores the location of an address. A location from deliveries never replaces one from the office. */
export async function confirmLocation(
  tx: Tx,
  address: Address,
  { lat, lng }: Point,
  knownBy: KnownBy,
  now: Date,
): Promise<void> {
  const door = { lat, lng, knownBy, knownAt: now }
  await insertOwn(tx, 'knownDoors', { address: addressKey(address), ...door })
    .onConflict((conflict) => {
      const update = conflict.columns(['businessId', 'address']).doUpdateSet(door)
      return knownBy === 'OFFICE' ? update : update.where('knownDoors.knownBy', '=', 'DELIVERIES')
    })
    .execute()
}

/** Returns the orders that are at the location that the office confirmed for their address. */
export async function findOrdersConfirmedByOffice(tx: Tx, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set()
  const orders = await selectOwn(tx, 'orders')
    .select(['orderId', 'line1', 'city', 'region', 'postalCode', 'lat', 'lng'])
    .where('orderId', 'in', orderIds)
    .execute()
  const keyed = orders.map((order) => ({ ...order, key: addressKey({ ...order, postalCode: order.postalCode }) }))
  const doors = await selectOwn(tx, 'knownDoors', { knownBy: 'OFFICE' })
    .select(['address', 'lat', 'lng'])
    .where(
      'address',
      'in',
      keyed.map(({ key }) => key),
    )
    .execute()
  const doorAt = new Map(doors.map((door) => [door.address, door]))
  const confirmed = keyed.filter(({ key, lat, lng }) => {
    const door = doorAt.get(key)
    return door?.lat === lat && door.lng === lng
  })
  return new Set(confirmed.map(({ orderId }) => orderId))
}
