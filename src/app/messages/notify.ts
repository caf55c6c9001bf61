// Which messages a change owes to the driver and the customers, recorded in the change's own transaction.
import { openChannels } from '../../domain/consent.ts'
import type { Order } from '../../domain/order.ts'
import type { Business } from '../../store/businesses.ts'
import { findBusiness } from '../../store/businesses.ts'
import type { Driver } from '../../store/fleet.ts'
import { logMessages, type Message } from '../../store/messages.ts'
import { lockOrders } from '../../store/orders.ts'
import type { Route } from '../../store/routes.ts'
import type { StopRead } from '../../store/stops.ts'
import type { Context, WriteTx } from '../context.ts'

/** Texts the driver the link. False when there is no one to text. */
export async function notifyDriver(ctx: Context, tx: WriteTx, route: Route, driver: Driver | null): Promise<boolean> {
  if (!driver?.phone) return false
  const message: Message = {
    messageId: ctx.newId(),
    channel: 'SMS',
    kind: 'DRIVER_ROUTE',
    recipient: driver.phone,
    body: `Your route ${route.name} is ready: {driver_link}`,
    orderId: null,
    routeId: route.routeId,
  }
  await logMessages(tx, ctx.businessId, [message], ctx.now)
  return true
}

/** Tells customers that their delivery is on a route, where the business has that on and they agreed. */
export async function notifyScheduled(
  ctx: Context,
  tx: WriteTx,
  business: Business,
  orders: readonly Order[],
): Promise<void> {
  if (!business.notifyScheduled) return
  const text = `Your delivery from ${business.name} is scheduled. Follow it here: {tracking_link}`
  await logMessages(tx, ctx.businessId, customerMessages(ctx, business, orders, 'SCHEDULED', text), ctx.now)
}

/** Tells a customer of the outcome, at the end of its hold. */
export async function notifyOutcome(ctx: Context, tx: WriteTx, stop: StopRead): Promise<void> {
  const business = await findBusiness(tx, ctx.businessId)
  if (!business?.notifyOutcome || (stop.status !== 'DELIVERED' && stop.status !== 'FAILED')) return
  const orders = await lockOrders(tx, ctx.businessId, [stop.orderId])
  const text = {
    DELIVERED: `Your delivery from ${business.name} has arrived. Details: {tracking_link}`,
    FAILED: `We could not complete your delivery from ${business.name}. Details: {tracking_link}`,
  }[stop.status]
  await logMessages(tx, ctx.businessId, customerMessages(ctx, business, orders, stop.status, text), ctx.now)
}

const customerMessages = (
  ctx: Context,
  business: Business,
  orders: readonly Order[],
  kind: Message['kind'],
  body: string,
): Message[] =>
  orders.flatMap((order) =>
    openChannels(order, business.smsConsentDefault).map((to) => ({
      messageId: ctx.newId(),
      ...to,
      kind,
      body,
      orderId: order.orderId,
      routeId: null,
    })),
  )
