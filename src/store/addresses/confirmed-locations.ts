// Where addresses really are: as somebody of the business put them on the map, or as its deliveries agreed.
import type { Address, Point } from '../../domain/orders/order.ts'
import { addressKey } from '../../domain/addresses/us-address.ts'
import type { KnownBy } from '../../domain/planning/visit.ts'
import type { Tx } from '../database.ts'

export async function confirmedLocation(tx: Tx, address: Address): Promise<{ point: Point; knownBy: KnownBy } | null> {
  const row = await tx
    .selectFrom('known_doors')
    .select(['lat', 'lng', 'known_by'])
    .where('business_uuid', '=', tx.businessId)
    .where('address', '=', addressKey(address))
    .executeTakeFirst()
  return row ? { point: { lat: row.lat, lng: row.lng }, knownBy: row.known_by } : null
}

/** What deliveries agree on never takes the place of what the office said. */
export async function confirmLocation(
  tx: Tx,
  address: Address,
  { lat, lng }: Point,
  knownBy: KnownBy,
  now: Date,
): Promise<void> {
  const door = { lat, lng, known_by: knownBy, known_at: now }
  await tx
    .insertInto('known_doors')
    .values({ business_uuid: tx.businessId, address: addressKey(address), ...door })
    .onConflict((conflict) => {
      const update = conflict.columns(['business_uuid', 'address']).doUpdateSet(door)
      return knownBy === 'OFFICE' ? update : update.where('known_doors.known_by', '=', 'DELIVERIES')
    })
    .execute()
}

/** Which of these orders are where somebody of the office said that their addresses are. */
export async function confirmedByOffice(tx: Tx, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set()
  const orders = await tx
    .selectFrom('orders')
    .select(['order_uuid', 'line1', 'city', 'region', 'postal_code', 'lat', 'lng'])
    .where('business_uuid', '=', tx.businessId)
    .where('order_uuid', 'in', orderIds)
    .execute()
  const keyed = orders.map((order) => ({ ...order, key: addressKey({ ...order, postalCode: order.postal_code }) }))
  const doors = await tx
    .selectFrom('known_doors')
    .select(['address', 'lat', 'lng'])
    .where('business_uuid', '=', tx.businessId)
    .where(
      'address',
      'in',
      keyed.map(({ key }) => key),
    )
    .where('known_by', '=', 'OFFICE')
    .execute()
  const doorAt = new Map(doors.map((door) => [door.address, door]))
  const confirmed = keyed.filter(({ key, lat, lng }) => {
    const door = doorAt.get(key)
    return door?.lat === lat && door.lng === lng
  })
  return new Set(confirmed.map(({ order_uuid }) => order_uuid))
}
