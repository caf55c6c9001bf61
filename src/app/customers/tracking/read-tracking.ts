// What a customer sees of one delivery: never the rest of the route, and an outcome only when its hold is over.
import type { OrderItem, OrderStatus, Point } from '../../../domain/orders/order.ts'
import { arrivalRange } from '../../../domain/routes/arrival.ts'
import { isPartial, type ItemOutcome } from '../../../domain/routes/item-outcomes.ts'
import { FINISHED_STOP } from '../../../domain/routes/stop.ts'
import { isOut } from '../../../domain/routes/trips.ts'
import type { TrackingStep } from '../../../domain/routes/tracking-step.ts'
import type { Formats } from '../../../domain/formats.ts'
import type { Language } from '../../../domain/customer-words/language.ts'
import { windowsOf } from '../../../domain/planning/windows.ts'
import { stands } from '../../../domain/orders/repeat.ts'
import { mayRateAgain, type Rating } from '../../../domain/orders/rating.ts'
import { repeatsOf } from '../../../store/orders/repeated-orders.ts'
import { ratingOf } from '../../../store/orders/ratings.ts'
import { findBusiness } from '../../../store/settings/businesses.ts'
import type { Tx } from '../../../store/database.ts'
import { readOrder } from '../../../store/orders/orders.ts'
import type { OrderRead } from '../../../store/orders/order-rows.ts'
import { toldNotComing, wasToldOut } from '../../../store/messages/messages.ts'
import { lastPositions, readRoute } from '../../../store/routes/routes.ts'
import { readStops } from '../../../store/routes/stops.ts'
import { type Branding, brandingOf } from '../../business/settings/branding.ts'
import type { Context } from '../../context.ts'
import { missing } from '../../errors.ts'
import { phoneNumber } from '../messages/phone-number.ts'
import { gone } from '../../open-link.ts'
import { type ProofLinks, proofLinks } from '../../driving/proofs/proof-links.ts'
import { doorCode, doorNeeds } from '../../orders/door-code.ts'
import { trackingToken } from '../../orders/order-wire.ts'
import { mayWish } from './change-wishes.ts'
import { canChoose } from './choose-day.ts'

const LINK_OUTLIVES_MS = 14 * 24 * 60 * 60_000
/** A phone that stands still says so every five minutes. */
const POSITION_LASTS_MS = 10 * 60_000

export interface Tracking {
  business: Branding & { timeZone: string; formats: Formats; language: Language }
  /** The order's; null when it says none. */
  language: Language | null
  step: TrackingStep
  /** The order's status as the customer may know it by now. */
  status: OrderStatus
  externalRef: string
  items: Pick<OrderItem, 'name' | 'quantity'>[]
  /** Not done yet before this one, on the route that is under way; null where there is none, or it is next. */
  stopsBefore: number | null
  /** What the customer tells the driver at the door; null where it isn't asked for, or no more. */
  doorCode: string | null
  /** Whether the driver heads here next. */
  next: boolean
  driverFirstName: string | null
  day: string
  windows: ReturnType<typeof windowsOf>
  arrival: { from: Date; to: Date } | null
  finishedAt: Date | null
  /** The customer was told that it won't come as planned, and nothing new is planned yet. */
  postponed: boolean
  /** It was out, and is on no route by now. */
  passedBy: boolean
  reason: string | null
  /** Where it was left, when nobody took it. */
  leftWhere: string | null
  /** Items of which not all were delivered as ordered. */
  notInFull: ItemOutcome[]
  address: string
  instructions: string | null
  /** What the customer says beside them. */
  customerInstructions: string | null
  /** Whether the customer may choose another day. */
  mayChoose: boolean
  /** The delivery that makes this one again. */
  again: { day: string; path: string } | null
  /** Where the driver is, while on the way here and known. */
  driverAt: { lat: number; lng: number; at: Date } | null
  /** Where it is brought to. */
  destination: Point | null
  /** What the customer may still change; null once it is out. A channel without a number or address is null. */
  wishes: { texts: boolean | null; mails: boolean | null } | null
  /** Where texts about it go, while there may be more of them. */
  textsTo: string | null
  proof: (ProofLinks & { proofIds: string[] }) | null
  /** What the customer said of the delivery, and whether that is still to be said or changed; null when it isn't asked. */
  rating: { given: Rating | null; open: boolean } | null
}

export async function readTracking(ctx: Context, tx: Tx, orderId: string): Promise<Tracking> {
  const business = await findBusiness(tx)
  const order = await readOrder(tx, { orderId })
  if (!business || !order) throw missing('delivery')
  const route = order.route && (await readRoute(tx, order.route.routeId))
  const stops = route ? await readStops(tx, [route.routeId]) : []
  const stop = stops.find(({ stopId }) => stopId === order.stopId) ?? null

  const status: OrderStatus = stop?.settlesAt ? 'SCHEDULED' : order.status
  const finishedAt = finishOf(order, status, stop?.finishedAt ?? null)
  if (finishedAt && finishedAt.getTime() + LINK_OUTLIVES_MS <= ctx.now.getTime())
    throw gone('This tracking link has expired.')

  const ofDelivery = stop?.proofs.filter(({ item }) => !item) ?? []
  const started = route?.status === 'IN_PROGRESS'
  const before = stops.filter((other) => stop && other.sequence < stop.sequence && !FINISHED_STOP[other.status])
  const scheduled = status === 'SCHEDULED'
  const out = started && (stop === null || isOut(stops, stop))
  const underWay = scheduled && started && (stop?.status === 'EN_ROUTE' || stop?.status === 'ARRIVED')
  // While an outcome is held, the driver is there as far as the customer knows; where the driver is by now is others'.
  const next = underWay || (scheduled && started && stop !== null && stop.settlesAt !== null)
  const opens = route && order.windowStart ? ctx.calendar.instantOf(route.day, order.windowStart) : ctx.now
  const earliest = opens > ctx.now ? opens : ctx.now
  const phone = order.customerPhone && phoneNumber(order.customerPhone, business)
  return {
    business: {
      ...brandingOf(business),
      timeZone: business.timeZone,
      formats: business,
      language: business.customerLanguage,
    },
    language: order.language,
    step: !scheduled ? (status === 'OPEN' ? 'RECEIVED' : 'DONE') : out ? 'OUT_FOR_DELIVERY' : 'SCHEDULED',
    status,
    next,
    externalRef: order.externalRef,
    items: business.showItems ? (order.items ?? []) : [],
    stopsBefore: out && !next && stop && scheduled ? before.length : null,
    doorCode:
      (status === 'OPEN' || scheduled) && doorNeeds(order.rules, business).doorCode ? doorCode(ctx, orderId) : null,
    driverFirstName: next ? (route?.driverName?.split(' ')[0] ?? null) : null,
    day: order.deliveryDate,
    windows: windowsOf(order),
    arrival:
      scheduled && stop && !FINISHED_STOP[stop.status] && stop.status !== 'ARRIVED'
        ? arrivalRange(stop.eta ?? stop.plannedArrival, { started, stopsBefore: next ? 0 : before.length }, earliest)
        : null,
    finishedAt: status === 'DELIVERED' || status === 'FAILED' ? finishedAt : null,
    postponed: status === 'OPEN' && (await toldNotComing(tx, orderId, order.deliveryDate)),
    // A skip that can still be undone is no news yet, but the driver has gone on.
    passedBy: status === 'OPEN' && route === null && (await wasToldOut(tx, orderId, order.deliveryDate)),
    reason: status === 'FAILED' ? (stop?.reason ?? null) : null,
    leftWhere: status === 'DELIVERED' ? (stop?.leftWhere ?? null) : null,
    notInFull: business.showItems && status === 'DELIVERED' ? (stop?.itemOutcomes ?? []).filter(isPartial) : [],
    address: [order.address.line1, order.address.city].filter(Boolean).join(', '),
    // A gate code is nobody's business once it was used.
    instructions: finishedAt ? null : order.instructions,
    customerInstructions: finishedAt ? null : order.customerInstructions,
    mayChoose: !stop?.settlesAt && (await canChoose(ctx, tx, business, order)),
    again: status === 'FAILED' || status === 'CANCELLED' ? await repeatOf(ctx, tx, orderId) : null,
    driverAt: underWay && route ? await driverAt(ctx, tx, route.routeId) : null,
    destination: order.point,
    wishes: mayWish({ status }, order.route?.status ?? null)
      ? {
          texts: phone ? (order.smsConsent ?? business.smsConsentDefault) : null,
          mails: order.customerEmail ? (order.emailConsent ?? business.smsConsentDefault) : null,
        }
      : null,
    textsTo: finishedAt ? null : phone,
    proof:
      business.shareProof && (status === 'DELIVERED' || status === 'FAILED') && ofDelivery.length > 0
        ? {
            ...proofLinks(ofDelivery, ctx.now, { ...ctx, publicUrl: '' }),
            proofIds: ofDelivery.map(({ proofId }) => proofId),
          }
        : null,
    rating: status === 'DELIVERED' && business.askRating ? await ratingNow(ctx, tx, orderId) : null,
  }
}

async function repeatOf(ctx: Context, tx: Tx, orderId: string): Promise<Tracking['again']> {
  const { as } = await repeatsOf(tx, orderId)
  const repeat = stands(as) ? await readOrder(tx, as) : null
  return repeat && { day: repeat.deliveryDate, path: `/t/${trackingToken(repeat.orderId, ctx)}` }
}

async function ratingNow(ctx: Context, tx: Tx, orderId: string): Promise<NonNullable<Tracking['rating']>> {
  const given = await ratingOf(tx, orderId)
  return { given, open: given === null || mayRateAgain(given, ctx.now) }
}

/** Where the driver was last seen, unless that is too long ago to say anything. */
async function driverAt(ctx: Context, tx: Tx, routeId: string): Promise<Tracking['driverAt']> {
  const seen = (await lastPositions(tx, [routeId])).get(routeId)
  return seen && ctx.now.getTime() - seen.at.getTime() <= POSITION_LASTS_MS ? seen : null
}

/** When it was over for the customer, if it is. */
function finishOf(order: OrderRead, status: OrderStatus, stopFinishedAt: Date | null): Date | null {
  if (status === 'CANCELLED') return order.changedAt
  return status === 'DELIVERED' || status === 'FAILED' ? (stopFinishedAt ?? order.changedAt) : null
}
