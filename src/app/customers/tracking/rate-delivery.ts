// Saves the customer's rating of a delivery. Possible once the outcome is final, as long as the tracking page exists.
import { audit } from '../../../store/audit/audit.ts'
import { lockOrders } from '../../../store/orders/lock-orders.ts'
import { saveRating } from '../../../store/orders/ratings.ts'
import type { Context } from '../../context.ts'
import { conflicting, missing } from '../../errors.ts'
import { readTracking } from './read-tracking.ts'

export const rateDelivery = (
  ctx: Context,
  orderId: string,
  { stars, comment }: { stars: number; comment: string | null },
) =>
  ctx.write(async (tx) => {
    const [order] = await lockOrders(tx, [orderId])
    const { rating } = await readTracking(ctx, tx, orderId)
    if (!order) throw missing('delivery')
    if (!rating || order.routeId === null)
      throw conflicting('NOT_RATABLE', 'This delivery can’t be rated: it isn’t delivered, or ratings are off.')
    const { given } = rating
    if (given?.stars === stars && given.comment === comment) return
    if (given && !rating.open)
      throw conflicting('RATING_FINAL', 'A rating can be changed for a day; this one stands. Contact us instead.')
    await saveRating(tx, { orderId, routeId: order.routeId, stars, comment }, ctx.now)
    audit(tx, ctx, {
      action: 'order.rated',
      entity: 'order',
      entityId: orderId,
      detail: { stars, ...(given && { before: given.stars }) },
    })
  })
