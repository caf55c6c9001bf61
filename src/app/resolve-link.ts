// Finds the business that a link belongs to. Throws 404 for an unknown link and 410 for an ended one.
import { inEnglishOnly, type Said } from '../texts/text.ts'
import type { LinkLimit } from '../contract/limits.ts'
import type { DriverLanguages } from '../domain/driver-words/languages.ts'
import { en } from '../domain/driver-words/en.ts'
import type { LinkEnd } from '../domain/driver-words/words.ts'
import type { Actor } from '../domain/users/actor.ts'
import {
  driverPageByLink,
  type LinkedBusiness,
  type LinkedRoute,
  orderByLink,
  routeByLink,
} from '../store/routes/links.ts'
import { receiptByLink } from '../store/receipts/receipts.ts'
import type { SystemTx } from '../store/database.ts'
import { type App, type Context, type Idempotency, makeContext } from './context.ts'
import { languagesOfDriver, readLanguages } from './driving/languages.ts'
import { recordPhoneContact } from './driving/note-phone.ts'
import { AppError } from './errors.ts'
import { takeOrThrow } from './people/users/rate-limits.ts'

const DRIVER_LINK_OUTLIVES_MS = 24 * 60 * 60_000

export interface LinkVisit {
  token: string
  network: string
  requestId: string
  /**
   * Rate limit for this use of the link. Null if the request has been counted already and the link is only checked
   * again.
   */
  limit: LinkLimit | null
}

export const linkGoneError = (said: Said, details?: Record<string, unknown>): AppError =>
  new AppError('gone', 'LINK_ENDED', said, { details })

export interface DriverVisit {
  ctx: Context
  routeId: string
  /**
   * Null while the link is valid. An ended link shows no data and accepts no taps. Taps that arrive later are stored
   * for the office.
   */
  ended: EndedLink | null
}

/** Details of an ended link, for the driver. */
export interface EndedLink {
  why: LinkEnd
  /** The business's phone number, for questions. */
  phone: string | null
  languages: DriverLanguages
}

/** Returns the context of the driver and the route of the link, even if the link has ended. */
export async function followDriverLink(app: App, visit: LinkVisit): Promise<DriverVisit> {
  const route = await findByLink(app, visit, routeByLink)
  const endsAt = route.completedAt ? route.completedAt.getTime() + DRIVER_LINK_OUTLIVES_MS : Infinity
  const ctx = contextFor(app, visit, route, { kind: 'DRIVER', id: route.driverId })
  const why = whyEnded(route, endsAt <= ctx.now.getTime())
  if (!why) {
    await recordPhoneContact(ctx, route.routeId, route.phoneAt)
    return { ctx, routeId: route.routeId, ended: null }
  }
  const languages = await ctx.read((tx) => readLanguages(tx, route.routeId))
  return { ctx, routeId: route.routeId, ended: { why, phone: route.phone, languages } }
}

/** Like `followDriverLink`, but throws if the link has ended. */
export async function openDriverLink(app: App, visit: LinkVisit): Promise<DriverVisit> {
  const followed = await followDriverLink(app, visit)
  if (followed.ended) throw linkEndedError(followed.ended)
  return followed
}

/** Returns the same visit, but its write takes effect only once per idempotency key. */
export const visitUnderKey = (app: App, visit: DriverVisit, idempotency: Idempotency): DriverVisit => {
  const { businessId, timeZone, actor, requestId } = visit.ctx
  return { ...visit, ctx: makeContext(app, { businessId, timeZone, actor, requestId, idempotency }) }
}

/**
 * Creates the error for a request on an ended link. `counted`: the request is a retry, and the first attempt took
 * effect while the link was valid.
 */
export function linkEndedError({ why, phone, languages }: EndedLink, counted = false): AppError {
  const call = phone ? ` ${en.ended.call(phone)}` : ''
  return linkGoneError(inEnglishOnly(`${en.ended[why]}${call}`), {
    ended: why,
    phone,
    languages,
    ...(counted && { counted }),
  })
}

function whyEnded({ ended, status }: LinkedRoute, isOver: boolean): LinkEnd | null {
  if (status === 'CANCELLED') return 'CANCELLED'
  if (isOver) return 'FINISHED'
  return ended ? 'REPLACED' : null
}

/** The context of a driver on the driver page, and the driver's ID. */
export interface DriverPageVisit {
  ctx: Context
  driverId: string
}

export async function openDriverPageLink(app: App, visit: LinkVisit): Promise<DriverPageVisit> {
  const { driverId, ended, phone, ...home } = await findByLink(app, visit, driverPageByLink)
  const ctx = contextFor(app, visit, home, { kind: 'DRIVER', id: driverId })
  if (!ended) return { ctx, driverId }
  throw linkEndedError({ why: 'HOME', phone, languages: await ctx.read((tx) => languagesOfDriver(tx, driverId)) })
}

/** Returns the context of a customer who tracks a delivery, and the delivery's ID. */
export async function openTrackingLink(app: App, visit: LinkVisit): Promise<{ ctx: Context; orderId: string }> {
  const order = await findByLink(app, visit, orderByLink)
  return { ctx: contextFor(app, visit, order, { kind: 'CUSTOMER', id: null }), orderId: order.orderId }
}

/** Returns the context of a receipt link's holder, and the receipt's ID. */
export async function openReceiptLink(app: App, visit: LinkVisit): Promise<{ ctx: Context; receiptId: string }> {
  const receipt = await findByLink(app, visit, receiptByLink)
  return { ctx: contextFor(app, visit, receipt, { kind: 'CUSTOMER', id: null }), receiptId: receipt.receiptId }
}

async function findByLink<T>(
  app: App,
  visit: LinkVisit,
  look: (tx: SystemTx, hash: Buffer) => Promise<T | null>,
): Promise<T> {
  const wellFormed = /^[A-Za-z0-9_-]{43}$/.test(visit.token)
  const found = wellFormed ? await app.db.asSystem((tx) => look(tx, app.secrets.hash(visit.token))) : null
  // A valid link works even after many wrong ones from the same network, because nobody can guess 256 bits.
  if (visit.limit) await takeOrThrow(app, found ? [visit.limit, visit.token] : ['unknown_links', visit.network])
  if (found) return found
  throw new AppError('missing', 'NOT_FOUND', 'There is nothing here. Check that the link is complete.', {
    details: { link: 'UNKNOWN' },
  })
}

const contextFor = (app: App, visit: LinkVisit, linked: LinkedBusiness, actor: Actor): Context =>
  makeContext(app, {
    businessId: linked.businessId,
    timeZone: linked.timeZone,
    actor,
    requestId: visit.requestId,
    idempotency: null,
  })
