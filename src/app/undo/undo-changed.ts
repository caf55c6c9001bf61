// What was done to routes by hand is taken back, as far as nothing else was done there since.
import type { RoutesChange } from '../../domain/undo.ts'
import { isRefusal } from '../../domain/refusal.ts'
import { applyMove, onTrips } from '../../domain/routes/by-hand.ts'
import { ROUTE_GATE } from '../../domain/routes/route.ts'
import { FINISHED_STOP } from '../../domain/routes/stop.ts'
import { stateInWords } from '../../domain/state-words.ts'
import { audit } from '../../store/audit/audit.ts'
import { routesOfOrders, saveLoadWeight } from '../../store/orders/orders.ts'
import { ordersById } from '../../store/orders/orders-to-build.ts'
import { saveDelay, type Route } from '../../store/routes/routes.ts'
import { readStops, saveStop } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { conflicting } from '../errors.ts'
import { changeVehicle } from '../routes/by-hand/change-vehicle.ts'
import { gatherPlan } from '../routes/by-hand/gather-plan.ts'
import { lockStops } from '../routes/by-hand/lock-stops.ts'
import { reassignRoute } from '../routes/by-hand/reassign-route.ts'
import { versionOf } from '../routes/by-hand/version.ts'
import { writePlan } from '../routes/by-hand/write-plan.ts'
import { timeRest } from '../routes/retime.ts'
import { lockedRoute, lockedRoutes } from '../routes/locked-route.ts'
import { delayOf, driverOf, grownFrom, stopsChange, vehicleOf } from './undoable.ts'
import type { Undone } from './undone.ts'

/** What was taken back, and what makes it again: nothing where that could not be told from moves. */
export async function undoChanged(
  ctx: Context,
  tx: WriteTx,
  changes: readonly RoutesChange[],
): Promise<{ undone: Undone; again: RoutesChange[] }> {
  const undone: Undone = { orders: 0, off_route: 0, left: [] }
  const again: RoutesChange[] = []
  const back = new Set<string>()
  for (const change of changes.toReversed()) {
    const one = await undoOne(ctx, tx, change)
    for (const orderId of one.orderIds) back.add(orderId)
    undone.left.push(...(one.left ?? []))
    if (one.again) again.unshift(one.again)
  }
  return { undone: { ...undone, orders: back.size }, again }
}

interface UndoneChange {
  orderIds: string[]
  left?: Undone['left']
  again: RoutesChange | null
}

async function undoOne(ctx: Context, tx: WriteTx, change: RoutesChange): Promise<UndoneChange> {
  if (change.what === 'STOPS') return stopsBack(ctx, tx, change)
  if (change.what === 'GROWN') return grownBack(ctx, tx, change)
  const joined = ctx.joining(tx)
  const { routeId, date } = change
  const route = await lockedRoute(tx, routeId)
  const stops = await readStops(tx, [routeId])
  const all = stops.map(({ orderId }) => orderId)
  if (change.what === 'DELAY') return { orderIds: all, again: await delayBack(ctx, tx, route, change) }
  if (change.what === 'LOCKS') {
    const { orderIds, locked } = change
    const own = stops.filter((stop) => orderIds.includes(stop.orderId) && stop.locked !== locked)
    const stopIds = own.map(({ stopId }) => stopId)
    if (stopIds.length > 0) await lockStops(joined, routeId, stopIds, locked)
    const again = own.map(({ orderId }) => orderId)
    return { orderIds: again, again: { what: 'LOCKS', date, routeId, orderIds: again, locked: !locked } }
  }
  if (change.what === 'DRIVER') {
    await reassignRoute(joined, routeId, change.driverId)
    return { orderIds: all, again: driverOf(route) }
  }
  const again = await vehicleOf(tx, route)
  const { vehicleId, driverId, trips } = change
  await changeVehicle(joined, routeId, { vehicleId, version: versionOf(route, stops), trips })
  await reassignRoute(joined, routeId, driverId)
  return { orderIds: all, again }
}

/** The delay that was told of the route before, unless another was told since. */
async function delayBack(
  ctx: Context,
  tx: WriteTx,
  route: Route,
  { delay, since, routeId }: Extract<RoutesChange, { what: 'DELAY' }>,
): Promise<RoutesChange> {
  const { name, status } = route
  if (!ROUTE_GATE[status].cancel)
    throw conflicting(
      'UNDO_REFUSED',
      `${name} is ${stateInWords(status)}, so this can't be undone. Nothing was changed.`,
    )
  if ((route.delay?.toldAt.toISOString() ?? null) !== since)
    throw conflicting('UNDO_REFUSED', `Another delay of ${name} was entered since. Nothing was changed.`)
  const before = delay && { until: new Date(delay.until), toldAt: new Date(delay.toldAt) }
  await saveDelay(tx, routeId, before)
  audit(tx, ctx, {
    action: 'route.delayed',
    entity: 'route',
    entityId: routeId,
    detail: { until: delay?.until ?? null },
  })
  await timeRest(ctx, tx, { ...route, delay: before })
  return delayOf(route, before)
}

/** What the stop took and its delivery weighed, while it is still to be driven to. */
async function grownBack(
  ctx: Context,
  tx: WriteTx,
  { date, orderId, ...before }: Extract<RoutesChange, { what: 'GROWN' }>,
): Promise<UndoneChange> {
  const [routeId] = await routesOfOrders(tx, [orderId])
  const route = routeId ? await lockedRoute(tx, routeId) : null
  const stop = (await readStops(tx, routeId ? [routeId] : [])).find((one) => one.orderId === orderId && one.current)
  if (!route || !stop || FINISHED_STOP[stop.status]) {
    const [order] = await ordersById(tx, [orderId])
    const message = stop ? `It is ${stateInWords(stop.status)} meanwhile.` : 'It is elsewhere meanwhile.'
    const external_ref = stop?.externalRef ?? order?.externalRef ?? ''
    return { orderIds: [], left: [{ order_uuid: orderId, external_ref, message }], again: null }
  }
  const again = grownFrom(date, stop)
  await saveStop(tx, { ...stop, serviceMinutes: before.serviceMinutes })
  await saveLoadWeight(tx, orderId, before.loadWeightLbs)
  await timeRest(ctx, tx, route)
  return { orderIds: [orderId], again }
}

type StopsChange = Extract<RoutesChange, { what: 'STOPS' }>

/** Each at the place that it had, where it still is where it was put and its route takes it. */
async function stopsBack(ctx: Context, tx: WriteTx, { routeIds, moved, trips }: StopsChange): Promise<UndoneChange> {
  const routes = await lockedRoutes(tx, routeIds)
  const before = await readStops(tx, routeIds)
  const stopsOf = Map.groupBy(before, ({ routeId }) => routeId)
  const versions = Object.fromEntries(
    routes.map((route) => [route.routeId, versionOf(route, stopsOf.get(route.routeId) ?? [])]),
  )
  const routeOf = new Map(before.filter(({ current }) => current).map(({ orderId, routeId }) => [orderId, routeId]))
  const orders = new Map(
    (
      await ordersById(
        tx,
        moved.map(({ orderId }) => orderId),
      )
    ).map((order) => [order.orderId, order]),
  )
  const left: Undone['left'] = []
  const leave = (orderId: string, message: string): void => {
    const external_ref =
      orders.get(orderId)?.externalRef ?? before.find((stop) => stop.orderId === orderId)?.externalRef
    left.push({ order_uuid: orderId, external_ref: external_ref ?? '', message })
  }
  const there = moved.filter(({ orderId, to }) => {
    const stays = to ? routeOf.get(orderId) === to : !routeOf.has(orderId) && orders.get(orderId)?.status === 'OPEN'
    if (!stays) leave(orderId, 'It is elsewhere meanwhile.')
    return stays
  })
  const gathered = await gatherPlan(tx, { orderIds: there.map(({ orderId }) => orderId), routeIds, versions })
  // Part of a plan is no plan: without a route that it emptied, the others would get stops that it had spared them.
  const over = gathered.routes.find(
    ({ route }) => !ROUTE_GATE[route.status].cancel && there.some(({ from }) => from?.routeId === route.routeId),
  )
  if (over) {
    const { name, status } = over.route
    const message = `${name} is ${stateInWords(status)} and takes no stops back, so this can't be undone. Nothing was changed.`
    throw conflicting('UNDO_REFUSED', message)
  }
  const handedOver = before.some(({ handOver }) => handOver)
  let { plan } = gathered
  for (const { orderId, from } of there) {
    const to = from && { routeId: from.routeId, position: from.position }
    const next = applyMove(plan, { orderIds: [orderId], to })
    if (isRefusal(next)) leave(orderId, next.message)
    else plan = next
  }
  if (moved.length > 0 && left.length === moved.length)
    throw conflicting('UNDO_REFUSED', `${left[0]?.external_ref}: ${left[0]?.message} Nothing was changed.`)
  if (trips) plan = onTrips(plan, trips)
  await writePlan(ctx, tx, gathered, plan)
  const after = await readStops(tx, routeIds)
  const back = there.map(({ orderId }) => orderId)
  return {
    orderIds: back.filter((orderId) => !left.some(({ order_uuid }) => order_uuid === orderId)),
    left,
    // Moves would put goods that are to be handed over on their new routes as if they were aboard.
    again: handedOver ? null : await stopsChange(tx, routeIds, before, after, back),
  }
}
