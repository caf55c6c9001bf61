// Decides which messages to drivers and customers a change causes. Records them in the transaction of the change.
import { CUSTOMER_WORDS } from '../../../domain/customer-words/of-language.ts'
import { LINK_TEXTS } from '../../../domain/driver-words/link-texts.ts'
import { type Channel, openChannels } from '../../../domain/orders/consent.ts'
import {
  type DriverMessageKind,
  type DriverText,
  isRecentEnough,
  isNoticeOn,
  isQuiet,
  type NoticeKind,
  NEXT_STOP_HOLD_MS,
  ONLY_NOW,
} from '../../../domain/messages/message.ts'
import { fillPlaceholders } from '../../../domain/messages/message-text.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { type Business, findBusiness } from '../../../store/settings/businesses.ts'
import type { Driver } from '../../../store/fleet/fleet.ts'
import {
  insertMessages,
  type Message,
  ordersToldOutForDelivery,
  lastOutcomeTold,
} from '../../../store/messages/messages.ts'
import { lockOrders } from '../../../store/orders/lock-orders.ts'
import type { Route } from '../../../store/routes/routes.ts'
import type { StopRead } from '../../../store/routes/stops.ts'
import { doorNeeds } from '../../orders/door-code.ts'
import { brandNameOf } from '../../business/settings/branding.ts'
import type { Context, WriteTx } from '../../context.ts'

/** Texts the route's link to the driver, if the driver has a phone number. */
export const notifyDriver = async (ctx: Context, tx: WriteTx, route: Route, driver: Driver | null): Promise<void> =>
  textDriver(ctx, tx, driver, 'DRIVER_ROUTE', route)

/** Texts the link of the driver page to the driver. */
export const sendDriverPageLink = async (ctx: Context, tx: WriteTx, driver: Driver): Promise<void> =>
  textDriver(ctx, tx, driver, 'DRIVER_HOME', null)

async function textDriver(
  ctx: Context,
  tx: WriteTx,
  driver: Driver | null,
  kind: DriverMessageKind,
  route: Pick<Route, 'routeId' | 'name'> | null,
): Promise<void> {
  const business = driver?.phone ? await findBusiness(tx) : null
  if (!driver?.phone || !business) return
  const values = { business: business.name, ...(route && { route: route.name }) }
  const message: Message = {
    messageId: ctx.newId(),
    channel: 'SMS',
    kind,
    recipient: driver.phone,
    body: fillPlaceholders(linkText(business, driver, kind), values),
    orderId: null,
    routeId: route?.routeId ?? null,
    driverId: driver.driverId,
    dueAt: ctx.now,
  }
  insertMessages(tx, [message], ctx.now)
  ctx.wake('send-messages')
}

/** The text is in the driver's language. A business's own texts are only in the business's language. */
function linkText({ customerLanguage, messageTexts }: Business, driver: Driver, kind: DriverMessageKind): string {
  const language = driver.language ?? customerLanguage
  const own = language === customerLanguage ? messageTexts[kind] : undefined
  return own ?? LINK_TEXTS[kind][language]
}

/** Notifies customers that their delivery is on a route, if the business has enabled this notice and they agreed. */
export async function notifyScheduled(
  ctx: Context,
  tx: WriteTx,
  business: Business,
  orders: readonly Order[],
): Promise<void> {
  if (isNoticeOn(business, 'SCHEDULED')) await notifyCustomers(ctx, tx, business, orders, 'SCHEDULED', null)
}

/** Notifies a customer of the outcome at the end of its undo window. */
export async function notifyOutcome(ctx: Context, tx: WriteTx, stop: StopRead): Promise<void> {
  const business = await findBusiness(tx)
  if (stop.status !== 'DELIVERED' && stop.status !== 'FAILED') return
  if (!business || !isNoticeOn(business, stop.status)) return
  // The customer already knows this outcome: it was undone and recorded again before a correction was sent.
  if ((await lastOutcomeTold(tx, stop.orderId))?.kind === stop.status) return
  const orders = await lockOrders(tx, [stop.orderId])
  await notifyCustomers(ctx, tx, business, orders, stop.status, null)
}

/**
 * Notifies a customer once that a reported outcome was wrong, after it was undone or corrected. Uses the channels of
 * the earlier message. Waits for the undo window, because the same outcome may be recorded again.
 */
export async function notifyCorrected(ctx: Context, tx: WriteTx, orderId: string): Promise<void> {
  const told = await lastOutcomeTold(tx, orderId)
  const business = told && (await findBusiness(tx))
  if (!business || !isNoticeOn(business, 'CORRECTED')) return
  const holdMs = business.undoWindowSeconds * 1000
  const { channels: by } = told
  await notifyCustomers(ctx, tx, business, await lockOrders(tx, [orderId]), 'CORRECTED', null, holdMs, by)
}

/**
 * Notifies customers of a route under way that their delivery is out, that they are next, or that it will be later than
 * promised.
 */
export async function notifyOnTheWay(
  ctx: Context,
  tx: WriteTx,
  route: Route,
  stops: readonly StopRead[],
  kind: 'OUT_FOR_DELIVERY' | 'NEXT_STOP' | 'DELAYED',
  happenedAt: Date = ctx.now,
): Promise<void> {
  if (!isRecentEnough(kind, happenedAt, ctx.now)) return
  const business = stops.length > 0 ? await findBusiness(tx) : null
  if (!business || !isNoticeOn(business, kind)) return
  const orderIds = stops.map(({ orderId }) => orderId)
  const holdMs = kind === 'NEXT_STOP' ? NEXT_STOP_HOLD_MS : 0
  await notifyCustomers(ctx, tx, business, await lockOrders(tx, orderIds), kind, route.routeId, holdMs)
}

/**
 * Notifies customers that their delivery won't come on this route. Skips customers who never received the message that
 * it is out. The message waits for the undo window, because the stop may return to the route or move to another route
 * of the day.
 */
export async function notifyNotComing(
  ctx: Context,
  tx: WriteTx,
  route: Route,
  stops: readonly StopRead[],
): Promise<void> {
  const told = await ordersToldOutForDelivery(
    tx,
    route.routeId,
    stops.map(({ orderId }) => orderId),
  )
  const business = told.length > 0 ? await findBusiness(tx) : null
  if (!business || !isNoticeOn(business, 'NOT_COMING')) return
  const holdMs = business.undoWindowSeconds * 1000
  await notifyCustomers(ctx, tx, business, await lockOrders(tx, told), 'NOT_COMING', route.routeId, holdMs)
}

/** Sends the text that a driver chose to the customer of a stop, once per order and route. */
export const sendDriverText = (
  ctx: Context,
  tx: WriteTx,
  business: Business,
  order: Order,
  routeId: string,
  kind: DriverText,
): Promise<void> => notifyCustomers(ctx, tx, business, [order], kind, routeId, 0, ['SMS'])

async function notifyCustomers(
  ctx: Context,
  tx: WriteTx,
  business: Business,
  orders: readonly Order[],
  kind: NoticeKind,
  routeId: string | null,
  holdMs = 0,
  by: readonly Channel['channel'][] | null = null,
): Promise<void> {
  const held = new Date(ctx.now.getTime() + holdMs)
  const isHeldBack = isQuiet(ctx.calendar.timeOf(held), business.quietHours)
  const textedAt = isHeldBack && business.quietHours ? nextTime(ctx, held, business.quietHours.end) : held
  const brand = { business: brandNameOf(business) }
  const messages = orders.flatMap((order) =>
    channelsFor(ctx, business, order, { noText: isHeldBack && ONLY_NOW.includes(kind), by }).map((to) => ({
      messageId: ctx.newId(),
      ...to,
      kind,
      body: bodyFor(business, order, kind, to.channel, brand),
      orderId: order.orderId,
      routeId,
      driverId: null,
      // Emails are sent during quiet hours, too, because they wake nobody.
      dueAt: to.channel === 'SMS' ? textedAt : held,
    })),
  )
  insertMessages(tx, messages, ctx.now)
  if (messages.length > 0) ctx.wake('send-messages')
}

/**
 * Returns the channels of a message to a customer. An open channel has a number or address and the customer's consent.
 * The business's setting selects the first open channel or all of them. If `noText` is set, text messages are excluded,
 * because they would be outdated at the end of the quiet hours. If `by` is set, it replaces the setting: all open
 * channels in `by` are used, which are those of an earlier message.
 */
function channelsFor(
  ctx: Context,
  business: Business,
  order: Order,
  { noText, by }: { noText: boolean; by: readonly Channel['channel'][] | null },
): Channel[] {
  const open = openChannels(order, business.smsConsentDefault).filter(({ channel }) => !(noText && channel === 'SMS'))
  if (by) return open.filter(({ channel }) => by.includes(channel))
  if (business.noticeChannels === 'BOTH') return open
  // Without a text provider, only an email reaches the customer, so email comes first.
  const [first] = ctx.sms.name === 'log' && ctx.email.name !== 'log' ? open.toReversed() : open
  return first ? [first] : []
}

/** The message is in the customer's language. A business's own texts are only in the business's language. */
function bodyFor(
  business: Business,
  order: Order,
  kind: NoticeKind,
  channel: Message['channel'],
  brand: { business: string },
): string {
  const language = order.language ?? business.customerLanguage
  const words = CUSTOMER_WORDS[language]
  const own = language === business.customerLanguage ? business.messageTexts[kind] : undefined
  const said = fillPlaceholders(own ?? words.messages[kind], brand)
  const withCode = kind === 'OUT_FOR_DELIVERY' && doorNeeds(order.rules, business).doorCode
  const body = withCode ? `${said} ${words.doorCodeText}` : said
  return channel === 'SMS' ? `${body} ${words.replyStop}` : body
}

/** Returns the next instant after `from` at which the business's clocks show this time. */
function nextTime(ctx: Context, from: Date, time: string): Date {
  const today = ctx.calendar.dayOf(from)
  const instant = ctx.calendar.instantOf(today, time)
  return instant > from ? instant : ctx.calendar.instantOf(ctx.calendar.addDays(today, 1), time)
}
