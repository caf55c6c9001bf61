// The routes as they were before a build, unless one of them was changed since.
import type { Undone } from './undone.ts'
import type { BuiltRoutes } from '../../domain/undo.ts'
import { fieldChanges } from '../../domain/orders/order.ts'
import { lockOrders, setDeliveryDates } from '../../store/orders/orders.ts'
import { readStops } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { AppError, conflicting } from '../errors.ts'
import { noteUpdate } from '../orders/write-order.ts'
import { gatherPlan, type PlanStop } from '../routes/by-hand/gather-plan.ts'
import { writePlan } from '../routes/by-hand/write-plan.ts'
import { cancelLocked } from '../routes/cancel-route.ts'
import { lockedRoute } from '../routes/locked-route.ts'

export async function undoBuilt(ctx: Context, tx: WriteTx, built: readonly BuiltRoutes[]): Promise<Undone> {
  const routes = built.flatMap((one) => one.routes)
  const beforeOf = new Map(routes.map(({ routeId, before }) => [routeId, before]))
  const onThem = await readStops(tx, [...beforeOf.keys()])
  const wereOnThem = routes.flatMap(({ before }) => before ?? [])
  const gathered = await gathering(tx, {
    orderIds: [...new Set([...onThem, ...wereOnThem].map(({ orderId }) => orderId))],
    routeIds: [...beforeOf.keys()],
    versions: Object.fromEntries(routes.map(({ routeId, version }) => [routeId, version])),
  })
  const { plan } = gathered
  const stops = new Map(
    [...plan.routes.flatMap((route) => route.stops), ...plan.pool].map((stop) => [stop.orderId, stop]),
  )
  const again = plan.routes.map((route) => ({
    ...route,
    stops: (beforeOf.get(route.routeId) ?? []).flatMap(({ orderId, trip }): PlanStop[] => {
      const stop = stops.get(orderId)
      return stop ? [{ ...stop, trip }] : []
    }),
  }))
  const routed = new Set(wereOnThem.map(({ orderId }) => orderId))
  const pool = [...stops.values()].filter(({ orderId }) => !routed.has(orderId))
  await writePlan(ctx, tx, gathered, { routes: again, pool }, { action: 'route.build_undone' })
  for (const { routeId, before } of routes) if (!before) await cancelLocked(ctx, tx, await lockedRoute(tx, routeId))
  await daysAgain(
    ctx,
    tx,
    built.flatMap(({ moved }) => moved),
  )
  return { orders: pool.length, off_route: 0, left: [] }
}

/** Whoever takes a build back has made no change of their own that was overtaken. */
const gathering: typeof gatherPlan = (tx, touched) =>
  gatherPlan(tx, touched).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'ROUTE_CHANGED') throw error
    throw conflicting(
      'ROUTE_CHANGED',
      'Routes of this build were sent or changed since, so it can’t be undone. Nothing was changed.',
      error.details,
    )
  })

/** Deliveries that a build of several days put on one of their days: on the day they had, unless that is another now. */
async function daysAgain(ctx: Context, tx: WriteTx, moved: BuiltRoutes['moved']): Promise<void> {
  const dayOf = new Map(moved.map(({ orderId, from, to }) => [orderId, { from, to }]))
  const orders = await lockOrders(tx, [...dayOf.keys()])
  const back = orders.flatMap((order) => {
    const days = dayOf.get(order.orderId)
    return days && order.deliveryDate === days.to && !order.routeId ? [{ order, from: days.from }] : []
  })
  await setDeliveryDates(tx, new Map(back.map(({ order, from }) => [order.orderId, from])))
  for (const { order, from } of back) {
    const after = { ...order, deliveryDate: from }
    await noteUpdate(ctx, tx, after, ['delivery_date'], fieldChanges(order, after))
  }
}
