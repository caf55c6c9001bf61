// The latest deliveries to each address of a business.
import { deleteOwn, selectOwn } from '../own.ts'
import { sql } from 'kysely'
import type { Address, Point } from '../../domain/orders/order.ts'
import { addressKey } from '../../domain/addresses/us-address.ts'
import { MIN_VISITS, VISITS_KEPT } from '../../domain/planning/visit.ts'
import type { Tx } from '../database.ts'

export interface PlaceVisit {
  stopId: string
  address: Address
  minutes: number
  at: Date
  /** Location of the hand-over. Null if the phone reported none. */
  handedOver: Point | null
}

/** Stores a visit and deletes the oldest visits above `VISITS_KEPT`. Safe to repeat. */
export async function storeVisit(tx: Tx, { stopId, address, minutes, at, handedOver }: PlaceVisit): Promise<void> {
  const key = addressKey(address)
  await sql`
    with old as (
      delete from place_visits where business_uuid = ${tx.businessId}::uuid and stop_uuid in (
        select stop_uuid from place_visits
        where business_uuid = ${tx.businessId}::uuid and address = ${key} and stop_uuid <> ${stopId}::uuid
        order by visited_at desc offset ${VISITS_KEPT - 1}))
    insert into place_visits (business_uuid, stop_uuid, address, minutes, visited_at, lat, lng)
    values (${tx.businessId}::uuid, ${stopId}::uuid, ${key}, ${minutes}, ${at}, ${handedOver?.lat ?? null},
      ${handedOver?.lng ?? null})
    on conflict (business_uuid, stop_uuid)
      do update set address = excluded.address, minutes = excluded.minutes, visited_at = excluded.visited_at,
        lat = excluded.lat, lng = excluded.lng`.execute(tx)
}

export async function forgetVisit(tx: Tx, stopId: string): Promise<void> {
  await deleteOwn(tx, 'placeVisits', { stopId }).execute()
}

/** Returns the latest visits to the address, newest first. */
export async function visitsTo(tx: Tx, address: Address): Promise<Pick<PlaceVisit, 'minutes' | 'handedOver'>[]> {
  const rows = await selectOwn(tx, 'placeVisits', { address: addressKey(address) })
    .select(['minutes', 'lat', 'lng'])
    .orderBy('visitedAt', 'desc')
    .limit(VISITS_KEPT)
    .execute()
  return rows.map(({ minutes, lat, lng }) => ({
    minutes,
    handedOver: lat === null || lng === null ? null : { lat, lng },
  }))
}

/** Returns which of these addresses have enough visits for a usual service time. */
export async function visitedOften(tx: Tx, addresses: readonly Address[]): Promise<(address: Address) => boolean> {
  const rows = await selectOwn(tx, 'placeVisits')
    .select('address')
    .where('address', 'in', ['', ...addresses.map(addressKey)])
    .groupBy('address')
    .having((eb) => eb.fn.countAll(), '>=', MIN_VISITS)
    .execute()
  const often = new Set(rows.map(({ address }) => address))
  return (address) => often.has(addressKey(address))
}
