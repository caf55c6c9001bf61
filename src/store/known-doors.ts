// Where addresses really are, as somebody of the business put them on the map.
import type { Address, Point } from '../domain/order.ts'
import { addressKey } from '../domain/us-address.ts'
import type { Tx } from './database.ts'

export async function knownDoor(tx: Tx, businessId: string, address: Address): Promise<Point | null> {
  const row = await tx
    .selectFrom('known_doors')
    .select(['lat', 'lng'])
    .where('business_uuid', '=', businessId)
    .where('address', '=', addressKey(address))
    .executeTakeFirst()
  return row ?? null
}

export async function rememberDoor(
  tx: Tx,
  businessId: string,
  address: Address,
  { lat, lng }: Point,
  now: Date,
): Promise<void> {
  const door = { lat, lng, known_at: now }
  await tx
    .insertInto('known_doors')
    .values({ business_uuid: businessId, address: addressKey(address), ...door })
    .onConflict((conflict) => conflict.columns(['business_uuid', 'address']).doUpdateSet(door))
    .execute()
}
