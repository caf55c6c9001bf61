// The customer's view of one delivery. Shows no other part of the route, and an outcome only after its undo window.
import type { OrderItem, OrderStatus, Point } from '../../../domain/orders/order.ts'
import { expectedNow } from '../../../domain/forecast/expected-now.ts'
import { isPartial, type ItemOutcome } from '../../../domain/routes/item-outcomes.ts'
import { FINISHED_STOP } from '../../../domain/routes/stop.ts'
import { hasTripStarted } from '../../../domain/routes/trips.ts'
import type { TrackingStep } from '../../../domain/routes/tracking-step.ts'
import type { Formats } from '../../../domain/formats.ts'
import type { Language } from '../../../domain/customer-words/language.ts'
import { windowsOf } from '../../../domain/planning/windows.ts'
import { isActiveRepeat } from '../../../domain/orders/repeat.ts'
import { mayRateAgain, type Rating } from '../../../domain/orders/rating.ts'
import { repeatsOf } from '../../../store/orders/repeated-orders.ts'
import { ratingOf } from '../../../store/orders/ratings.ts'
import { type Business, findBusiness } from '../../../store/settings/businesses.ts'
import type { Tx } from '../../../store/database.ts'
import { readOrder } from '../../../store/orders/orders.ts'
import type { OrderRead } from '../../../store/orders/order-rows.ts'
import { wasToldNotComing, wasToldOut } from '../../../store/messages/messages.ts'
import { lastPositions, readRoute } from '../../../store/routes/routes.ts'
import { readStops, type StopRead } from '../../../store/routes/stops.ts'
import { type Branding, brandingOf } from '../../business/settings/branding.ts'
import type { Context } from '../../context.ts'
import { missing } from '../../errors.ts'
import { phoneNumber } from '../messages/phone-number.ts'
import { linkGoneError } from '../../resolve-link.ts'
import { type ProofLinks, proofLinks } from '../../driving/proofs/proof-links.ts'
import { doorCode, doorNeeds } from '../../orders/door-code.ts'
import { trackingToken } from '../../orders/order-wire.ts'
import { mayChangeDelivery } from './change-delivery.ts'
import { canChoose } from './choose-day.ts'

const LINK_OUTLIVES_MS = 14 * 24 * 60 * 60_000
/** Maximum age of a driver location that is shown. Phones that don't move report their location every five minutes. */
const POSITION_LASTS_MS = 10 * 60_000

interface Range {
  from: Date
  to: Date
}

export interface Tracking {
  business: Branding & { timeZone: string; formats: Formats; language: Language }
  /** The order's language. Null if it has none. */
  language: Language | null
  step: TrackingStep
  /** The order's status that the customer may know now. */
  status: OrderStatus
  externalRef: string
  items: Pick<OrderItem, 'name' | 'quantity'>[]
  /**
   * Number of unfinished stops before this delivery's stop. Null unless its route is under way, or if its stop is the
   * next one.
   */
  stopsBefore: number | null
  /** Code that the customer tells the driver at the door. Null if none is required or the delivery has ended. */
  doorCode: string | null
  /** Whether the driver is heading to this stop next. */
  next: boolean
  driverFirstName: string | null
  day: string
  windows: ReturnType<typeof windowsOf>
  arrival: Range | null
  /** Arrival range that the customer was given before. Null unless the delivery is now expected after this range. */
  planned: Range | null
  finishedAt: Date | null
  /** The customer was notified that the delivery won't come as planned, and no new plan exists. */
  postponed: boolean
  /** The customer was notified that the delivery is out, but the delivery is on no route now. */
  passedBy: boolean
  reason: string | null
  /** Place where the goods were left, if nobody accepted them. */
  leftWhere: string | null
  /** Items that were not delivered in full. */
  notInFull: ItemOutcome[]
  address: string
  instructions: string | null
  /** The customer's own instructions, in addition to the order's. */
  customerInstructions: string | null
  /** Whether the customer may choose another day. */
  mayChoose: boolean
  /** Day, windows and page of the delivery that repeats this failed or canceled one. Null if there is none. */
  again: { day: string; windows: ReturnType<typeof windowsOf>; path: string } | null
  /** The driver's location if it is known and the driver is on the way to this stop. */
  driverAt: { lat: number; lng: number; at: Date } | null
  /** Location of the delivery. */
  destination: Point | null
  /**
   * Consent that the customer may still change, or null once the delivery is out. A channel without a number or address
   * is null.
   */
  wishes: { texts: boolean | null; mails: boolean | null } | null
  /**
   * Phone number that receives text messages about the delivery. Null if there is none, or if the delivery has ended.
   */
  textsTo: string | null
  proof: (ProofLinks & { proofIds: string[] }) | null
  /**
   * The customer's rating, and whether it may be given or changed now. Null if the business doesn't ask for ratings.
   */
  rating: { given: Rating | null; open: boolean } | null
}

/** Reads the tracking page. Throws 410 from 14 days after the end of the delivery. */
export async function readTracking(ctx: Context, tx: Tx, orderId: string): Promise<Tracking> {
  const business = await findBusiness(tx)
  const order = await readOrder(tx, { orderId })
  if (!business || !order) throw missing('delivery')
  const route = order.route && (await readRoute(tx, order.route.routeId))
  const stops = route ? await readStops(tx, [route.routeId]) : []
  const stop = stops.find(({ stopId }) => stopId === order.stopId) ?? null

  const status: OrderStatus = stop?.settlesAt ? 'SCHEDULED' : order.status
  const finishedAt = deliveryEndOf(order, status, stop?.finishedAt ?? null)
  if (finishedAt && finishedAt.getTime() + LINK_OUTLIVES_MS <= ctx.now.getTime())
    throw linkGoneError('This tracking link has expired.')

  const started = route?.status === 'IN_PROGRESS'
  const before = stops.filter((other) => stop && other.sequence < stop.sequence && !FINISHED_STOP[other.status])
  const scheduled = status === 'SCHEDULED'
  const out = started && (stop === null || hasTripStarted(stops, stop))
  const underWay = scheduled && started && (stop?.status === 'EN_ROUTE' || stop?.status === 'ARRIVED')
  // During the undo window of its outcome, this stop is still shown as the next one, because the outcome is not final.
  // In this period `driverAt` is null, because the driver is already on the way to other stops.
  const next = underWay || (scheduled && started && stop !== null && stop.settlesAt !== null)
  const arrival = scheduled && stop ? (expectedNow(stop, ctx.now)?.range ?? null) : null
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
    arrival,
    planned: started && stop && arrival ? rangeIfLate(stop.told, arrival) : null,
    finishedAt: status === 'DELIVERED' || status === 'FAILED' ? finishedAt : null,
    postponed: status === 'OPEN' && (await wasToldNotComing(tx, orderId, order.deliveryDate)),
    // A skip that can still be undone is not shown, because the delivery keeps its route until the undo window ends.
    passedBy: status === 'OPEN' && route === null && (await wasToldOut(tx, orderId, order.deliveryDate)),
    reason: status === 'FAILED' ? (stop?.reason ?? null) : null,
    leftWhere: status === 'DELIVERED' ? (stop?.leftWhere ?? null) : null,
    notInFull: business.showItems && status === 'DELIVERED' ? (stop?.itemOutcomes ?? []).filter(isPartial) : [],
    address: [order.address.line1, order.address.city].filter(Boolean).join(', '),
    // A gate code must not stay visible after its use.
    instructions: finishedAt ? null : order.instructions,
    customerInstructions: finishedAt ? null : order.customerInstructions,
    mayChoose: !stop?.settlesAt && (await canChoose(ctx, tx, business, order)),
    again: status === 'FAILED' || status === 'CANCELLED' ? await repeatOf(ctx, tx, orderId) : null,
    driverAt: underWay && route ? await driverPosition(ctx, tx, route.routeId) : null,
    destination: order.point,
    wishes: mayChangeDelivery({ status }, order.route?.status ?? null) ? consentOf(order, business, phone) : null,
    textsTo: finishedAt ? null : phone,
    proof: business.shareProof && (status === 'DELIVERED' || status === 'FAILED') ? proofOf(ctx, stop) : null,
    rating: status === 'DELIVERED' && business.askRating ? await ratingNow(ctx, tx, orderId) : null,
  }
}

/**
 * Returns `told`, the range that the customer was given, if the middle of the current range is after its end. Otherwise
 * returns null.
 */
function rangeIfLate(told: Range | null, { from, to }: Range): Range | null {
  const middle = (from.getTime() + to.getTime()) / 2
  return told && middle > told.to.getTime() ? told : null
}

/** Returns the consent that the customer may change, by channel. Null for a channel without a number or address. */
function consentOf(order: OrderRead, { smsConsentDefault }: Business, phone: string | null): Tracking['wishes'] {
  return {
    texts: phone ? (order.smsConsent ?? smsConsentDefault) : null,
    mails: order.customerEmail ? (order.emailConsent ?? smsConsentDefault) : null,
  }
}

/** Returns links to the proofs of the delivery, without those of single items. Null if there are none. */
function proofOf(ctx: Context, stop: StopRead | null): Tracking['proof'] {
  const proofs = stop?.proofs.filter(({ item }) => !item) ?? []
  if (proofs.length === 0) return null
  return {
    ...proofLinks(proofs, ctx.now, { ...ctx, publicUrl: '' }),
    proofIds: proofs.map(({ proofId }) => proofId),
  }
}

async function repeatOf(ctx: Context, tx: Tx, orderId: string): Promise<Tracking['again']> {
  const { as } = await repeatsOf(tx, orderId)
  const repeat = isActiveRepeat(as) ? await readOrder(tx, as) : null
  return (
    repeat && { day: repeat.deliveryDate, windows: windowsOf(repeat), path: `/t/${trackingToken(repeat.orderId, ctx)}` }
  )
}

async function ratingNow(ctx: Context, tx: Tx, orderId: string): Promise<NonNullable<Tracking['rating']>> {
  const given = await ratingOf(tx, orderId)
  return { given, open: given === null || mayRateAgain(given, ctx.now) }
}

/** Returns the driver's last location unless it is too old. */
async function driverPosition(ctx: Context, tx: Tx, routeId: string): Promise<Tracking['driverAt']> {
  const seen = (await lastPositions(tx, [routeId])).get(routeId)
  return seen && ctx.now.getTime() - seen.at.getTime() <= POSITION_LASTS_MS ? seen : null
}

/** Returns when the delivery ended for the customer. Null if it hasn't. */
function deliveryEndOf(order: OrderRead, status: OrderStatus, stopFinishedAt: Date | null): Date | null {
  if (status === 'CANCELLED') return order.changedAt
  return status === 'DELIVERED' || status === 'FAILED' ? (stopFinishedAt ?? order.changedAt) : null
}
