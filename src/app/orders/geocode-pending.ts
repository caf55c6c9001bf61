// Geocodes orders that could not be geocoded on arrival (docs/spec/orders.md#geocoding).
import { sameJson } from '../../domain/orders/order.ts'
import { timeoutLongerThan } from '../../domain/outlasting.ts'
import { audit } from '../../store/audit/audit.ts'
import { findConfirmedLocation } from '../../store/addresses/confirmed-locations.ts'
import { lockOrder } from '../../store/orders/lock-orders.ts'
import { placeOrder } from '../../store/orders/orders.ts'
import {
  type OrderToPlace,
  ordersToPlace,
  postponeGeocoding,
  takeOrdersToPlace,
} from '../../store/orders/orders-to-geocode.ts'
import { type App, makeContext } from '../context.ts'
import { runRecordingFailure, isolateFailures } from '../operations/health/failed-work.ts'
import type { GeocodeAnswer } from '../ports/geocoder.ts'
import { placedBy } from './geocode-order.ts'

const PORTION = 10
const LOOKUP_BUDGET_MS = 5_000
/** Time after which no further look-up starts in a portion. The lease of the orders must not end during a look-up. */
const PORTION_MS = 20_000
/** Time after which another process may take the orders of a process that died. */
const LEASE_MS = timeoutLongerThan(30_000, PORTION_MS + LOOKUP_BUDGET_MS, 'the lease of an order to place')
/** Delay of an order whose look-up failed, so that other orders come first. */
const PUT_OFF_MS = 15_000
/** After this number of failures in a row, the geocoder counts as down, and the portion ends. */
const FAILURES_IN_A_ROW = 2

/** Geocodes a portion of the due orders. Returns true if more orders may be due and the geocoder works. */
export async function geocodePendingOrders(app: App): Promise<boolean> {
  const now = app.clock()
  const taken = after(now, LEASE_MS)
  const items = await app.db.asSystem((tx) => ordersToPlace(tx, now, PORTION))
  const due = await isolateFailures(app, 'place-orders', items, (some) =>
    app.db.asSystem((tx) => takeOrdersToPlace(tx, some, now, taken)),
  )
  const failed: OrderToPlace[] = []
  let inARow = 0
  const begun = performance.now()
  while (due.length > 0 && inARow < FAILURES_IN_A_ROW && performance.now() - begun < PORTION_MS) {
    const order = due.shift() as OrderToPlace
    const answer = await geocodeAddress(app, order).catch((error: unknown) => {
      app.log.warn({ err: error, order_uuid: order.itemId }, 'an address could not be geocoded; it will be retried')
      return null
    })
    if (answer === null) failed.push(order)
    else await runRecordingFailure(app, 'place-orders', order, () => storeGeocodeAnswer(app, order, answer))
    inARow = answer === null ? inARow + 1 : 0
  }
  const until = app.clock()
  await app.db.asSystem(async (tx) => {
    await postponeGeocoding(tx, failed, taken, after(until, PUT_OFF_MS))
    await postponeGeocoding(tx, due, taken, until)
  })
  return items.length === PORTION && inARow < FAILURES_IN_A_ROW
}

async function geocodeAddress(app: App, { businessId, address }: OrderToPlace): Promise<GeocodeAnswer> {
  const door = await app.db.asBusiness(businessId, (tx) => findConfirmedLocation(tx, address))
  if (door) return { found: true, point: door.point, precision: 'PLACED', label: '' }
  return app.geocoder.find(address, AbortSignal.timeout(LOOKUP_BUDGET_MS))
}

/** Stores the location, unless the order has been changed, geocoded or canceled since it was read. */
async function storeGeocodeAnswer(app: App, order: OrderToPlace, answer: GeocodeAnswer): Promise<void> {
  const { businessId, timeZone, itemId: orderId, externalRef, address } = order
  const ctx = makeContext(app, {
    businessId,
    timeZone,
    actor: { kind: 'SYSTEM', id: null },
    requestId: null,
    idempotency: null,
  })
  const placed = placedBy(answer)
  await ctx.write(async (tx) => {
    const locked = await lockOrder(tx, externalRef)
    const current = locked?.order
    if (current?.placement !== 'PENDING' || current.status !== 'OPEN' || !sameJson(current.address, address)) return
    await placeOrder(tx, orderId, placed)
    audit(tx, ctx, {
      action: 'order.placed',
      entity: 'order',
      entityId: orderId,
      detail: { placement: placed.placement },
    })
  })
}

const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms)
