// The end of a day's routes for the office: the goods and the cash that drivers bring back, and their confirmation.
import { dayToWire } from '../../contract/fields.ts'
import type { HandInsOut } from '../../contract/office/hand-ins.ts'
import { milesOf } from '../../domain/planning/units.ts'
import { cashCollected, isPickedUp, itemsToReturn, sumOfAmounts } from '../../domain/routes/day-end.ts'
import { exactAmount } from '../../domain/routes/door-checks.ts'
import { type Said, text } from '../../texts/text.ts'
import { audit } from '../../store/audit/audit.ts'
import type { Tx } from '../../store/database.ts'
import { type DayEnd, readDayEnds, saveHandIn } from '../../store/routes/hand-ins.ts'
import { type OrderDetails, readRoutesDetails } from '../../store/routes/order-details.ts'
import { readRoutes, type RouteRead } from '../../store/routes/routes.ts'
import { readStops, type StopRead } from '../../store/routes/stops.ts'
import { findBusiness } from '../../store/settings/businesses.ts'
import type { Context } from '../context.ts'
import { AppError, conflicting, missing } from '../errors.ts'
import { lockedRoute } from './locked-route.ts'

type RouteEnd = HandInsOut['routes'][number]

export const readHandIns = (ctx: Context, day: string): Promise<HandInsOut> =>
  ctx.read(async (tx) => {
    const started = (await readRoutes(tx, { day })).filter(({ status }) => hasStarted(status))
    return { date: dayToWire(day), routes: await endsOf(tx, started) }
  })

const hasStarted = (status: RouteRead['status']): boolean => status === 'IN_PROGRESS' || status === 'COMPLETED'

async function endsOf(tx: Tx, routes: readonly RouteRead[]): Promise<RouteEnd[]> {
  const business = await findBusiness(tx)
  if (!business) throw missing('business')
  const ids = routes.map(({ routeId }) => routeId)
  const [details, ends] = [await readRoutesDetails(tx, ids), await readDayEnds(tx, ids)]
  const stops = Map.groupBy(await readStops(tx, ids), ({ routeId }) => routeId)
  return routes.map((route) =>
    endOf(route, stops.get(route.routeId) ?? [], details, ends.get(route.routeId), business.currency),
  )
}

function endOf(
  route: RouteRead,
  stops: readonly StopRead[],
  details: ReadonlyMap<string, OrderDetails>,
  end: DayEnd | undefined,
  currency: string,
): RouteEnd {
  const count = (status: StopRead['status']): number => stops.filter((stop) => stop.status === status).length
  const last = Math.max(...stops.map(({ finishedAt }) => finishedAt?.getTime() ?? 0))
  const cash = stops.flatMap(cashLine)
  const { handIn } = end ?? {}
  const own = cash.filter((line) => line.currency === currency).map(({ amount }) => amount)
  return {
    route_uuid: route.routeId,
    name: route.name,
    status: route.status,
    driver: route.driverName,
    delivered: count('DELIVERED'),
    failed: count('FAILED'),
    skipped: count('SKIPPED'),
    driven_miles: end?.drivenMeters == null ? null : milesOf(end.drivenMeters),
    minutes: route.startedAt && last > 0 ? Math.max(0, Math.round((last - route.startedAt.getTime()) / 60_000)) : null,
    note: end?.note ?? null,
    goods: stops.flatMap((stop) => goodsLine(stop, stops, details)),
    cash,
    cash_expected: sumOfAmounts(own, currency),
    currency,
    handed_in: handIn ? { ...handIn, missing: handIn.missing.map(({ externalRef }) => externalRef) } : null,
  }
}

function goodsLine(stop: StopRead, stops: readonly StopRead[], details: ReadonlyMap<string, OrderDetails>) {
  const from = stop.rules?.goodsFrom
  const giver = stops.find(({ externalRef }) => externalRef === from) ?? null
  if (from !== undefined && !isPickedUp(giver)) return []
  const items = itemsToReturn({ ...stop, items: details.get(stop.stopId)?.items ?? [] })
  if (!items) return []
  const { orderId, externalRef, status, reason, temperatureClass } = stop
  return [
    { order_uuid: orderId, external_ref: externalRef, status, reason, temperature_class: temperatureClass, items },
  ]
}

function cashLine({ status, checks, orderId, externalRef }: StopRead): RouteEnd['cash'] {
  const paid = status === 'DELIVERED' ? cashCollected(checks) : null
  if (!paid) return []
  const { amount, currency, reason, method } = paid
  return [{ order_uuid: orderId, external_ref: externalRef, amount, currency, reason, method }]
}

interface Received {
  cash: string
  missing: readonly string[]
  note: string | null
}

/** Confirms the goods and the cash that the driver handed in. A discrepancy needs a note. A later confirmation replaces an earlier one. */
export const confirmHandIn = (ctx: Context, routeId: string, received: Received): Promise<void> =>
  ctx.write(async (tx) => {
    const { status } = await lockedRoute(tx, routeId)
    const route = (await readRoutes(tx, { routeIds: [routeId] }))[0]
    if (!route || !hasStarted(status))
      throw conflicting('ROUTE_NOT_RUNNING', 'Goods and cash are handed in only after the start of the route.')
    const [end] = await endsOf(tx, [route])
    if (!end) throw missing('route with that uuid')
    const { currency, cash_expected: expected } = end
    const cash = exactAmount(received.cash, currency)
    if (cash === null) throw invalid('cash', text('The cash is not an amount in {currency}.', { currency }))
    const lost = end.goods.filter(({ order_uuid }) => received.missing.includes(order_uuid))
    if (lost.length < new Set(received.missing).size)
      throw invalid('missing', 'A missing delivery is not one that the driver brings back.')
    const { note } = received
    if (note === null && (cash !== expected || lost.length > 0))
      throw invalid('note', 'Explain why the cash differs or goods are missing.')
    const gone = lost.map((line) => ({ orderId: line.order_uuid, externalRef: line.external_ref }))
    await saveHandIn(tx, routeId, { at: ctx.now.toISOString(), expected, cash, currency, missing: gone, note })
    const detail = { expected, cash, currency, missing: lost.length }
    audit(tx, ctx, { action: 'route.handed_in', entity: 'route', entityId: routeId, detail })
  })

const invalid = (field: string, said: Said): AppError => new AppError('invalid', 'INVALID', said, { fields: [field] })

/** Takes the confirmation back. Without one, there is nothing to do. */
export const undoHandIn = (ctx: Context, routeId: string): Promise<void> =>
  ctx.write(async (tx) => {
    await lockedRoute(tx, routeId)
    if (!(await readDayEnds(tx, [routeId])).get(routeId)?.handIn) return
    await saveHandIn(tx, routeId, null)
    audit(tx, ctx, { action: 'route.hand_in_undone', entity: 'route', entityId: routeId })
  })
