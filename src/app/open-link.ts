// From a link to the business it belongs to: 404 when it leads nowhere, 410 when it has ended.
import { inEnglishOnly, type Said } from '../texts/text.ts'
import type { LinkLimit } from '../contract/limits.ts'
import type { DriverLanguages } from '../domain/driver-words/languages.ts'
import { en } from '../domain/driver-words/en.ts'
import type { LinkEnd } from '../domain/driver-words/words.ts'
import type { Actor } from '../domain/users/actor.ts'
import { homeByLink, type LinkedBusiness, type LinkedRoute, orderByLink, routeByLink } from '../store/routes/links.ts'
import { receiptByLink } from '../store/receipts/receipts.ts'
import type { SystemTx } from '../store/database.ts'
import { type App, type Context, type Idempotency, makeContext } from './context.ts'
import { languagesOfDriver, readLanguages } from './driving/languages.ts'
import { notePhone } from './driving/note-phone.ts'
import { AppError } from './errors.ts'
import { take } from './people/users/rate-limits.ts'

const DRIVER_LINK_OUTLIVES_MS = 24 * 60 * 60_000

export interface Visit {
  token: string
  network: string
  requestId: string
  /** What the link is limited by in what it is used for here. Null: the request was counted before, and is checked once more. */
  limit: LinkLimit | null
}

export const gone = (said: Said, details?: Record<string, unknown>): AppError =>
  new AppError('gone', 'LINK_ENDED', said, { details })

export interface DriverVisit {
  ctx: Context
  routeId: string
  /** Null while the link works. Once it has ended nothing is shown or taken by it; what is sent late is kept for the office. */
  ended: EndedLink | null
}

/** What a driver is told of a link that has ended. */
export interface EndedLink {
  why: LinkEnd
  /** Of the business, for questions. */
  phone: string | null
  languages: DriverLanguages
}

/** The context of a driver at work, and the route the link opens or opened. */
export async function followDriverLink(app: App, visit: Visit): Promise<DriverVisit> {
  const route = await find(app, visit, routeByLink)
  const endsAt = route.completedAt ? route.completedAt.getTime() + DRIVER_LINK_OUTLIVES_MS : Infinity
  const ctx = contextFor(app, visit, route, { kind: 'DRIVER', id: route.driverId })
  const why = whyEnded(route, endsAt <= ctx.now.getTime())
  if (!why) {
    await notePhone(ctx, route.routeId, route.phoneAt)
    return { ctx, routeId: route.routeId, ended: null }
  }
  const languages = await ctx.read((tx) => readLanguages(tx, route.routeId))
  return { ctx, routeId: route.routeId, ended: { why, phone: route.phone, languages } }
}

/** As `followDriverLink`, while the link works. */
export async function openDriverLink(app: App, visit: Visit): Promise<DriverVisit> {
  const followed = await followDriverLink(app, visit)
  if (followed.ended) throw linkEnded(followed.ended)
  return followed
}

/** The same visit as a write that counts once under its key. */
export const visitUnderKey = (app: App, visit: DriverVisit, idempotency: Idempotency): DriverVisit => {
  const { businessId, timeZone, actor, requestId } = visit.ctx
  return { ...visit, ctx: makeContext(app, { businessId, timeZone, actor, requestId, idempotency }) }
}

/** `counted`: what is sent again had its effect while the link worked. */
export function linkEnded({ why, phone, languages }: EndedLink, counted = false): AppError {
  const call = phone ? ` ${en.ended.call(phone)}` : ''
  return gone(inEnglishOnly(`${en.ended[why]}${call}`), { ended: why, phone, languages, ...(counted && { counted }) })
}

function whyEnded({ ended, status }: LinkedRoute, isOver: boolean): LinkEnd | null {
  if (status === 'CANCELLED') return 'CANCELLED'
  if (isOver) return 'FINISHED'
  return ended ? 'REPLACED' : null
}

/** The context of a driver at home, and who that is. */
export interface HomeVisit {
  ctx: Context
  driverId: string
}

export async function openHomeLink(app: App, visit: Visit): Promise<HomeVisit> {
  const { driverId, ended, phone, ...home } = await find(app, visit, homeByLink)
  const ctx = contextFor(app, visit, home, { kind: 'DRIVER', id: driverId })
  if (!ended) return { ctx, driverId }
  throw linkEnded({ why: 'HOME', phone, languages: await ctx.read((tx) => languagesOfDriver(tx, driverId)) })
}

/** The context of a customer who follows a delivery. */
export async function openTrackingLink(app: App, visit: Visit): Promise<{ ctx: Context; orderId: string }> {
  const order = await find(app, visit, orderByLink)
  return { ctx: contextFor(app, visit, order, { kind: 'CUSTOMER', id: null }), orderId: order.orderId }
}

/** The context of whoever holds a receipt, and which it is. */
export async function openReceiptLink(app: App, visit: Visit): Promise<{ ctx: Context; receiptId: string }> {
  const receipt = await find(app, visit, receiptByLink)
  return { ctx: contextFor(app, visit, receipt, { kind: 'CUSTOMER', id: null }), receiptId: receipt.receiptId }
}

async function find<T>(app: App, visit: Visit, look: (tx: SystemTx, hash: Buffer) => Promise<T | null>): Promise<T> {
  const wellFormed = /^[A-Za-z0-9_-]{43}$/.test(visit.token)
  const found = wellFormed ? await app.db.asSystem((tx) => look(tx, app.secrets.hash(visit.token))) : null
  // However many wrong links were tried from a network, a right one opens: 256 bits are not guessed.
  if (visit.limit) await take(app, found ? [visit.limit, visit.token] : ['unknown_links', visit.network])
  if (found) return found
  throw new AppError('missing', 'NOT_FOUND', 'There is nothing here. Check that the link is complete.', {
    details: { link: 'UNKNOWN' },
  })
}

const contextFor = (app: App, visit: Visit, linked: LinkedBusiness, actor: Actor): Context =>
  makeContext(app, {
    businessId: linked.businessId,
    timeZone: linked.timeZone,
    actor,
    requestId: visit.requestId,
    idempotency: null,
  })
