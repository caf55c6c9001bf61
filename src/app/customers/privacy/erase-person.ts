// Erases a customer: deliveries keep their figures, and nothing identifies the customer (docs/privacy.md#erasure). The
// first transaction records the whole erasure, so that it is completed after a crash.
import type { ErasedOut, PersonKeyBody } from '../../../contract/privacy.ts'
import { firstThreeOf, text } from '../../../texts/text.ts'
import { addressKey, earlierAddressKey } from '../../../domain/addresses/us-address.ts'
import { audit } from '../../../store/audit/audit.ts'
import { moveOrders } from '../../../store/orders/orders.ts'
import { anonymizeOrders, erasedRef, stopsOf } from '../../../store/privacy/anonymize.ts'
import { deleteRecurring, deleteUploads } from '../../../store/privacy/erase.ts'
import { addErasure, deleteErasure, type Erasure, erasuresDue, markSearched } from '../../../store/privacy/erasures.ts'
import { personsOrders, type PersonsOrder } from '../../../store/privacy/person.ts'
import { emptyAudit } from '../../../store/privacy/retention.ts'
import { lockRoute } from '../../../store/routes/routes.ts'
import { readStops } from '../../../store/routes/stops.ts'
import { operatorContext } from '../../business/audited-change.ts'
import type { App, Context, WriteTx } from '../../context.ts'
import { conflicting } from '../../errors.ts'
import { runRecordingFailure } from '../../operations/health/failed-work.ts'
import { cancelledEvent } from '../../orders/cancel-order.ts'
import { removeStops } from '../../routes/remove-stops.ts'
import { emit } from '../../integrations/webhooks/emit.ts'
import { discardFiles } from './discard-files.ts'
import { type ErasedPerson, openPerson, sealPerson } from './erased-person.ts'
import { eraseRest } from './erase-rest.ts'
import { listErased } from './list-erased.ts'
import {
  countsOf,
  distinct,
  idsOf,
  isUnderWay,
  lowerCased,
  type Person,
  personOf,
  normalizeSearch,
} from './find-person.ts'

const TOLD = 20
/** Deliveries per transaction. */
const PORTION = 100
/** Maximum time that the caller waits for the search through other records. Then the job continues it. */
const WAIT_MS = 15_000
const MINUTE_MS = 60_000
/**
 * Time after which a finished erasure searches the other records once more. Until then, work that began before the
 * erasure can still store the customer's data, for example a build or a phone without reception.
 */
const AGAIN_MS = 24 * 60 * MINUTE_MS

/**
 * Erases the customer. `evenUnderWay`: also if deliveries are under way, for a restored backup, in which these
 * deliveries ended long ago.
 */
export async function erasePerson(ctx: Context, key: PersonKeyBody, evenUnderWay = false): Promise<ErasedOut> {
  const sought = await normalizeSearch(ctx, key)
  const begun = await ctx.write(async (tx) => {
    const person = await personOf(tx, sought)
    if (!evenUnderWay) refuseUnderWay(person.orders)
    const counts = await countsOf(tx, person.orders, person.recurring)
    const erased = personToErase(person)
    const erasureId = ctx.newId()
    const dueAt = new Date(ctx.now.getTime() + 10 * MINUTE_MS)
    await addErasure(tx, { erasureId, erasedAt: ctx.now, person: sealPerson(ctx, erased) }, dueAt)
    audit(tx, ctx, { action: 'person.erased', entity: 'business', entityId: ctx.businessId, detail: counts })
    await deleteRecurring(
      tx,
      person.recurring.map(({ recurringOrderId }) => recurringOrderId),
    )
    await deleteUploads(tx)
    return {
      erased,
      erasureId,
      counts,
      fileNames: await eraseDeliveries(ctx, tx, erased.orderIds.slice(0, PORTION), false),
    }
  })
  const { erased, erasureId, counts, fileNames } = begun
  await discardFiles(ctx, ctx.businessId, fileNames)
  const until = new Date(ctx.clock().getTime() + WAIT_MS)
  const finished = await runErasure(ctx, { erasureId, erasedAt: ctx.now, again: false }, erased, until).catch(
    (error: unknown) => {
      ctx.log.error({ err: error, erasure_uuid: erasureId }, 'an erasure stopped halfway; the job resumes it')
      return false
    },
  )
  return { ...counts, finished }
}

/**
 * Resumes erasures that stopped halfway, and repeats the search of finished erasures once. Returns true if more
 * erasures may be due.
 */
export async function eraseDue(app: App): Promise<boolean> {
  const due = await app.db.asSystem((tx) => erasuresDue(tx, app.clock(), PORTION))
  for (const erasure of due)
    await runRecordingFailure(
      app,
      'clean-up',
      { businessId: erasure.businessId, itemId: erasure.erasureId },
      async () => {
        const ctx = await operatorContext(app, erasure.businessId)
        await runErasure(ctx, erasure, openPerson(app, erasure.person), null)
      },
    )
  return due.length === PORTION
}

/**
 * Runs the steps of an erasure, all of which may run twice or in two processes at once. Returns false if the time
 * `until` came before the end.
 */
async function runErasure(
  ctx: Context,
  { erasureId, erasedAt, again }: Pick<Erasure, 'erasureId' | 'erasedAt' | 'again'>,
  person: ErasedPerson,
  until: Date | null,
): Promise<boolean> {
  if (!again) await listErased(ctx, person, erasedAt)
  const { orderIds } = person
  for (let i = 0; i < orderIds.length; i += PORTION) {
    const some = orderIds.slice(i, i + PORTION)
    const { fileNames, stopIds } = await ctx.write(async (tx) => ({
      fileNames: await eraseDeliveries(ctx, tx, some, again),
      stopIds: await stopsOf(tx, some),
    }))
    await ctx.db.asSystem((tx) => emptyAudit(tx, ctx.businessId, [...some, ...stopIds]))
    await discardFiles(ctx, ctx.businessId, fileNames)
  }
  if (!(await eraseRest(ctx, person, until))) return false
  await ctx.write((tx) =>
    again
      ? deleteErasure(tx, erasureId)
      : markSearched(tx, erasureId, ctx.now, new Date(erasedAt.getTime() + AGAIN_MS)),
  )
  return true
}

/**
 * Cancels those deliveries that are still to come, and anonymizes all of them. Returns the names of files that no row
 * refers to any more.
 */
async function eraseDeliveries(
  ctx: Context,
  tx: WriteTx,
  orderIds: readonly string[],
  again: boolean,
): Promise<string[]> {
  const orders = await personsOrders(tx, orderIds)
  if (orders.length === 0 && !again) return []
  const toCome = orders.filter(({ status }) => status === 'OPEN' || status === 'SCHEDULED')
  await moveOrders(tx, idsOf(toCome), { status: 'CANCELLED', routeId: null, stopId: null })
  const fileNames = await anonymizeOrders(tx, orderIds, ctx.now)
  await removeStopsOf(ctx, tx, toCome)
  const at = ctx.now.toISOString()
  emit(
    ctx,
    tx,
    idsOf(toCome).map((orderId) => cancelledEvent(erasedRef(orderId), { orderId, at, reason: null })),
  )
  return fileNames
}

/**
 * Removes the stops of canceled deliveries from their routes. The caller has already set the status of the deliveries.
 */
async function removeStopsOf(ctx: Context, tx: WriteTx, orders: readonly PersonsOrder[]): Promise<void> {
  const own = new Set(idsOf(orders))
  for (const routeId of distinct(orders.map((order) => order.routeId)).sort()) {
    const route = await lockRoute(tx, routeId)
    const stops = await readStops(tx, [routeId])
    if (!route) continue
    await removeStops(
      ctx,
      tx,
      route,
      stops.filter(({ orderId }) => own.has(orderId)),
    )
  }
}

function personToErase({ orders, recurring, phones, emails }: Person): ErasedPerson {
  const lines = [...orders.map(({ line1 }) => line1), ...recurring.map(({ line1 }) => line1)]
  return {
    orderIds: idsOf(orders),
    phones,
    emails,
    names: distinct([...orders, ...recurring].map(({ customerName }) => lowerCased(customerName))),
    lines: distinct(lines.map(lowerCased)),
    refs: [
      ...orders.map(({ orderId, externalRef }): [string, string] => [externalRef, erasedRef(orderId)]),
      ...recurring.map(({ recurringOrderId, externalRef }): [string, string] => [
        externalRef,
        erasedRef(recurringOrderId),
      ]),
    ],
    addresses: [
      ...new Map(
        orders.flatMap((order) =>
          [addressKey(order), earlierAddressKey(order)].map((key) => [key, order.line1.toLowerCase()] as const),
        ),
      ),
    ],
  }
}

function refuseUnderWay(orders: readonly PersonsOrder[]): void {
  const refs = orders.filter(isUnderWay).map(({ externalRef }) => externalRef)
  if (refs.length > 0)
    throw conflicting(
      'PERSON_UNDER_WAY',
      text(
        'Deliveries of this customer are under way: {deliveries}. They are on a route that was sent, can still be undone, or have a message that is being sent. Erase the customer afterwards.',
        { deliveries: firstThreeOf(refs) },
      ),
      { external_refs: refs.slice(0, TOLD) },
    )
}
