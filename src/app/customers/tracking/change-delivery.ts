// Changes that a customer may make on the tracking page until the delivery is out: instructions and consent to
// messages.
import { dayToWire } from '../../../contract/fields.ts'
import { changesBetween } from '../../../domain/audit.ts'
import { event } from '../../../domain/webhooks/event.ts'
import { changedFields, fieldChanges, type Order } from '../../../domain/orders/order.ts'
import type { RouteStatus } from '../../../domain/routes/route-status.ts'
import { audit } from '../../../store/audit/audit.ts'
import { findBusiness } from '../../../store/settings/businesses.ts'
import { readOrder, saveOrder } from '../../../store/orders/orders.ts'
import { lockOrderByReference } from '../../../store/orders/lock-orders.ts'
import type { Context } from '../../context.ts'
import { conflicting, missing } from '../../errors.ts'
import { emit } from '../../integrations/webhooks/emit.ts'

export interface CustomerChanges {
  instructions: string | null
  /**
   * The customer's new consent to text messages and emails: true or false. Null: the page did not show this question,
   * because the order has no phone number or, for `mails`, no email address.
   */
  texts: boolean | null
  mails: boolean | null
}

/** Returns whether the customer may still change anything. */
export const mayChangeDelivery = (order: Pick<Order, 'status'>, route: RouteStatus | null): boolean =>
  (order.status === 'OPEN' || order.status === 'SCHEDULED') && route !== 'IN_PROGRESS'

export const changeDelivery = (ctx: Context, orderId: string, wishes: CustomerChanges) =>
  ctx.write(async (tx) => {
    const seen = await readOrder(tx, { orderId })
    if (!seen) throw missing('delivery')
    const { locked, at } = await lockOrderByReference(tx, seen.externalRef)
    const business = await findBusiness(tx)
    if (!locked || !business) throw missing('delivery')
    const { order, route } = locked
    if (!mayChangeDelivery(order, route))
      throw conflicting(
        'OUT_FOR_DELIVERY',
        'Your delivery is on its way or done, so nothing can be changed here anymore.',
      )
    const agreed = (before: boolean | null, now: boolean | null): boolean | null =>
      now === null || now === (before ?? business.smsConsentDefault) ? before : now
    const wished = {
      ...order,
      customerInstructions: wishes.instructions,
      smsConsent: agreed(order.smsConsent, wishes.texts),
      emailConsent: agreed(order.emailConsent, wishes.mails),
    }
    const said = changesBetween(
      { customer_instructions: order.customerInstructions },
      { customer_instructions: wishes.instructions },
    )
    const changed = [...Object.keys(said), ...changedFields(order, wished)]
    if (changed.length === 0) return
    saveOrder(tx, wished, at)
    emit(ctx, tx, [
      event('order.updated', {
        external_ref: order.externalRef,
        order_uuid: order.orderId,
        attempt: order.attempt,
        stop_uuid: order.stopId,
        route_uuid: order.routeId,
        route_name: seen.route?.name ?? null,
        route_date: seen.route && dayToWire(order.deliveryDate),
        status: order.status,
        occurred_at: ctx.now.toISOString(),
        changed_fields: changed,
        source: 'CUSTOMER',
      }),
    ])
    audit(tx, ctx, {
      action: 'order.updated',
      entity: 'order',
      entityId: order.orderId,
      detail: { fields: changed, changes: { ...said, ...fieldChanges(order, wished) } },
    })
  })
