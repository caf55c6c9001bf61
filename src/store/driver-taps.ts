// What drivers tapped, and where they are.
import type { Point } from '../domain/order.ts'
import type { Tx } from './database.ts'

export interface RecordedTap {
  routeId: string
  key: string
  kind: string
  stopId: string | null
  claimedAt: Date
  countedAt: Date
  receivedAt: Date
  place: Point | null
  refused: string | null
}

/** Keeps the tap; sent again, only what came of it is written anew. */
export async function keepTap(tx: Tx, businessId: string, tap: RecordedTap): Promise<void> {
  await tx
    .insertInto('driver_taps')
    .values({
      business_uuid: businessId,
      route_uuid: tap.routeId,
      tap_key: tap.key,
      kind: tap.kind,
      stop_uuid: tap.stopId,
      claimed_at: tap.claimedAt,
      counted_at: tap.countedAt,
      received_at: tap.receivedAt,
      lat: tap.place?.lat ?? null,
      lng: tap.place?.lng ?? null,
      refused: tap.refused,
    })
    .onConflict((conflict) =>
      conflict.columns(['business_uuid', 'route_uuid', 'tap_key']).doUpdateSet({ refused: tap.refused }),
    )
    .execute()
}

export async function savePosition(
  tx: Tx,
  businessId: string,
  routeId: string,
  seen: { point: Point; at: Date },
): Promise<void> {
  await tx
    .updateTable('routes')
    .set({ position_lat: seen.point.lat, position_lng: seen.point.lng, position_at: seen.at })
    .where('business_uuid', '=', businessId)
    .where('route_uuid', '=', routeId)
    .execute()
}
