// Reads an order with its full history.
import { dayToWire } from '../../contract/fields.ts'
import { OrderDetailOut } from '../../contract/order-actions.ts'
import { pickForWire } from '../../contract/wire.ts'
import { isFarFromRoad } from '../../domain/planning/costing.ts'
import { sameJson } from '../../domain/orders/order.ts'
import { typicalMinutes } from '../../domain/planning/visit.ts'
import { findBusiness } from '../../store/settings/businesses.ts'
import { atAddresses } from '../../store/addresses/address-street-hours.ts'
import { findConfirmedLocation } from '../../store/addresses/confirmed-locations.ts'
import { orderReplies } from '../../store/messages/replies.ts'
import { orderHistory, orderMessages, orderWebhooks } from '../../store/orders/order-history.ts'
import { ratingOf } from '../../store/orders/ratings.ts'
import { readOrder as read } from '../../store/orders/orders.ts'
import { recurringOfOrder } from '../../store/orders/recurring-orders.ts'
import { lastReceiptOfOrder } from '../../store/receipts/receipts.ts'
import { visitsTo } from '../../store/routes/place-visits.ts'
import type { Context } from '../context.ts'
import { missing } from '../errors.ts'
import { textObstacle, type Texting, textingStatus } from '../customers/messages/text-obstacle.ts'
import { receiptUrl } from '../customers/receipts/receipt-link.ts'
import { orderToWire } from './order-wire.ts'
import { streetOf } from './street-of.ts'
import { readRepeat } from './repeat-order.ts'

const {
  history: { element: Entry },
  messages: { element: Message },
  webhooks: { element: Delivery },
} = OrderDetailOut.shape

export async function readOrder(ctx: Context, orderId: string): Promise<OrderDetailOut> {
  const { customer, place, ...detail } = await ctx.read(async (tx) => {
    const order = await read(tx, { orderId })
    if (!order) throw missing('delivery with that id')
    const business = await findBusiness(tx)
    if (!business) throw missing('business')
    const visits = await visitsTo(tx, order.address)
    const door = await findConfirmedLocation(tx, order.address)
    const [at] = await atAddresses(tx, [order])
    const usual = typicalMinutes(visits.map(({ minutes }) => minutes))
    const rating = await ratingOf(tx, orderId)
    const receiptId = await lastReceiptOfOrder(tx, orderId)
    const recurring = await recurringOfOrder(tx, orderId)
    const history = await orderHistory(tx, orderId)
    const messages = await orderMessages(tx, orderId)
    const replies = await orderReplies(tx, orderId)
    const webhooks = await orderWebhooks(tx, orderId)
    return {
      place: { ...(at ?? order), day: order.deliveryDate },
      address_street_hours: at?.rules?.addressHours ?? null,
      customer: { phone: order.customerPhone, agrees: order.smsConsent ?? business.smsConsentDefault },
      order: orderToWire(order, ctx),
      far_from_road_meters: isFarFromRoad(order.roadMeters) ? Math.round(order.roadMeters ?? 0) : null,
      service: {
        planned_minutes: order.serviceMinutes ?? business.serviceMinutes,
        usual: usual === null ? null : { minutes: usual, visits: visits.length },
      },
      repeat: await readRepeat(ctx, tx, order),
      place_known_by: door && sameJson(door.point, order.point) ? door.knownBy : null,
      recurring: recurring && {
        recurring_order_uuid: recurring.recurringOrderId,
        external_ref: recurring.externalRef,
        date: dayToWire(recurring.date),
      },
      receipt_url: receiptId && receiptUrl(receiptId, ctx),
      rating: rating && { stars: rating.stars, comment: rating.comment, at: rating.ratedAt.toISOString() },
      history: history.map((entry) => pickForWire(Entry, {}, entry)),
      messages: messages.map((message) => pickForWire(Message, { at: message.createdAt.toISOString() }, message)),
      replies: replies.map(({ receivedAt, body }) => ({ at: receivedAt.toISOString(), body })),
      webhooks: webhooks.map((delivery) => pickForWire(Delivery, { at: delivery.createdAt.toISOString() }, delivery)),
    }
  })
  const texting = await textingStatus(ctx, [customer.phone])
  const street = await streetOf(ctx, place)
  return { ...detail, street, no_text: customer.phone && messageObstacle(ctx, customer, texting) }
}

const messageObstacle = (
  ctx: Context,
  { phone, agrees }: { phone: string | null; agrees: boolean },
  texting: Texting,
) => (agrees ? textObstacle(ctx, phone, texting) : ctx.say('the customer has not agreed to texts'))
