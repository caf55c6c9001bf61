// Customers' ratings of their deliveries.
import { insertOwn, selectOwn } from '../own.ts'
import type { Rating } from '../../domain/orders/rating.ts'
import type { Tx } from '../database.ts'

export async function ratingOf(tx: Tx, orderId: string): Promise<Rating | null> {
  const row = await selectOwn(tx, 'ratings', { orderId }).select(['stars', 'comment', 'ratedAt']).executeTakeFirst()
  return row ?? null
}

/** Saves a rating, or replaces the previous one. The time of the first rating stays. */
export async function saveRating(
  tx: Tx,
  { orderId, routeId, stars, comment }: { orderId: string; routeId: string; stars: number; comment: string | null },
  now: Date,
): Promise<void> {
  await insertOwn(tx, 'ratings', { orderId, routeId, stars, comment, ratedAt: now, changedAt: now })
    .onConflict((conflict) =>
      conflict.columns(['businessId', 'orderId']).doUpdateSet({ routeId, stars, comment, changedAt: now }),
    )
    .execute()
}
