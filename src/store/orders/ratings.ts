// Customers' ratings of their deliveries.
import type { Rating } from '../../domain/orders/rating.ts'
import type { Tx } from '../database.ts'

export async function ratingOf(tx: Tx, orderId: string): Promise<Rating | null> {
  const row = await tx
    .selectFrom('ratings')
    .select(['stars', 'comment', 'ratedAt'])
    .where('businessId', '=', tx.businessId)
    .where('orderId', '=', orderId)
    .executeTakeFirst()
  return row ?? null
}

/** The first, or another in its place, which stands as of the first. */
export async function saveRating(
  tx: Tx,
  { orderId, routeId, stars, comment }: { orderId: string; routeId: string; stars: number; comment: string | null },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('ratings')
    .values({ businessId: tx.businessId, orderId, routeId, stars, comment, ratedAt: now, changedAt: now })
    .onConflict((conflict) =>
      conflict.columns(['businessId', 'orderId']).doUpdateSet({ routeId, stars, comment, changedAt: now }),
    )
    .execute()
}
