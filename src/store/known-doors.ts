// Where addresses really are: as somebody of the business put them on the map, or as its deliveries agreed.
import type { Address, Point } from '../domain/order.ts'
import { addressKey } from '../domain/us-address.ts'
import type { KnownBy } from '../domain/visit.ts'
import type { Tx } from './database.ts'

export async function knownDoor(
  tx: Tx,
  businessId: string,
  address: Address,
): Promise<{ point: Point; knownBy: KnownBy } | null> {
  const row = await tx
    .selectFrom('known_doors')
    .select(['lat', 'lng', 'known_by'])
    .where('business_uuid', '=', businessId)
    .where('address', '=', addressKey(address))
    .executeTakeFirst()
  return row ? { point: { lat: row.lat, lng: row.lng }, knownBy: row.known_by } : null
}

/** What deliveries agree on never takes the place of what the office said. */
export async function rememberDoor(
  tx: Tx,
  businessId: string,
  address: Address,
  { lat, lng }: Point,
  knownBy: KnownBy,
  now: Date,
): Promise<void> {
  const door = { lat, lng, known_by: knownBy, known_at: now }
  await tx
    .insertInto('known_doors')
    .values({ business_uuid: businessId, address: addressKey(address), ...door })
    .onConflict((conflict) => {
      const update = conflict.columns(['business_uuid', 'address']).doUpdateSet(door)
      return knownBy === 'OFFICE' ? update : update.where('known_doors.known_by', '=', 'DELIVERIES')
    })
    .execute()
}
