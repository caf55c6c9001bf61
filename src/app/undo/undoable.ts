// What the office does to routes by hand, recorded so that it can be taken back: each use case, joined to a step.
import type { MovesBody, MovesOut } from '../../contract/office/day.ts'
import type { AcceptOut } from '../../contract/replan.ts'
import type { MovedStop, RoutesChange } from '../../domain/undo.ts'
import type { ReplanGoal } from '../../domain/routes/replan.ts'
import { FINISHED_STOP } from '../../domain/routes/stop.ts'
import { routesOfOrders } from '../../store/orders/orders.ts'
import { lockReplan } from '../../store/routes/replans.ts'
import { readRoutes, type Route } from '../../store/routes/routes.ts'
import { readStops, type StopRead } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { missing } from '../errors.ts'
import { changeVehicle } from '../routes/by-hand/change-vehicle.ts'
import { lockStops } from '../routes/by-hand/lock-stops.ts'
import { moveStops } from '../routes/by-hand/move-stops.ts'
import { reassignRoute } from '../routes/by-hand/reassign-route.ts'
import { reverseRoute } from '../routes/by-hand/reverse-route.ts'
import { lockedRoute, lockedRoutes } from '../routes/locked-route.ts'
import { acceptReplan } from '../routes/replan/accept.ts'
import { recordStep, stepUnderWay } from './record-step.ts'

export const moveUndoably = (ctx: Context, body: MovesBody): Promise<MovesOut> =>
  body.preview
    ? moveStops(ctx, body)
    : ctx.write(async (tx) => {
        const orderIds = body.moves.flatMap(({ order_uuids }) => order_uuids)
        const touched = [...orderIds, ...(body.load_again ? [body.load_again.order_uuid] : [])]
        const routeIds = [
          ...new Set([
            ...body.moves.flatMap(({ to }) => to?.route_uuid ?? []),
            ...(await routesOfOrders(tx, [...new Set(touched)])),
          ]),
        ]
        const { result } = await recordingStops(ctx, tx, routeIds, () => moveStops(ctx.joining(tx), body), orderIds)
        return result
      })

export const reverseUndoably = (ctx: Context, routeId: string, version: string) =>
  ctx.write(async (tx) => {
    await lockedRoute(tx, routeId)
    const { result } = await recordingStops(ctx, tx, [routeId], () => reverseRoute(ctx.joining(tx), routeId, version))
    return result
  })

export const acceptUndoably = (ctx: Context, replanId: string, goal: ReplanGoal): Promise<AcceptOut> =>
  ctx.write(async (tx) => {
    const plan = (await lockReplan(tx, replanId))?.plans.find(({ goals }) => goals.includes(goal))
    const { routes: planned = [], delays = [], grown = [] } = plan ?? {}
    const routeIds = planned.map(({ routeId }) => routeId)
    const routes = await lockedRoutes(tx, [...new Set([...planned, ...delays].map(({ routeId }) => routeId))])
    const before = await readStops(tx, routeIds)
    const result = await acceptReplan(ctx.joining(tx), replanId, goal)
    const after = await readStops(tx, routeIds)
    const moved = await stopsChange(tx, routeIds, before, after, elsewhere(before, after))
    const delayed = await readRoutes(tx, { routeIds: delays.map(({ routeId }) => routeId) })
    const dayOf = new Map(routes.map(({ routeId, day }) => [routeId, day]))
    // Taken back from the last to the first: what a stop takes and when its route goes on, once it stands where it did.
    const detail: RoutesChange[] = [
      ...before
        .filter(({ stopId }) => grown.some((one) => one.stopId === stopId))
        .map((stop) => grownFrom(dayOf.get(stop.routeId) ?? '', stop)),
      ...delayed.flatMap(({ routeId, delay }) => {
        const route = routes.find((one) => one.routeId === routeId)
        return route ? [delayOf(route, delay)] : []
      }),
      ...(moved ? [moved] : []),
    ]
    if (detail.length > 0) await recordStep(ctx, tx, stepUnderWay(ctx), { kind: 'ROUTES_CHANGED', detail })
    return result
  })

/** What the stop takes and its delivery weighs now. */
export const grownFrom = (date: string, { orderId, serviceMinutes, loadWeightLbs }: StopRead) =>
  ({ what: 'GROWN', date, orderId, serviceMinutes, loadWeightLbs }) as const satisfies RoutesChange

/** The delay that the route has, where another counts in its place now. */
export const delayOf = ({ routeId, day: date, delay }: Route, now: Route['delay']) =>
  ({
    what: 'DELAY',
    date,
    routeId,
    delay: delay && { until: delay.until.toISOString(), toldAt: delay.toldAt.toISOString() },
    since: now?.toldAt.toISOString() ?? null,
  }) as const satisfies RoutesChange

export const lockUndoably = (ctx: Context, routeId: string, stopIds: string[], locked: boolean) =>
  ctx.write((tx) => lockOn(ctx, tx, routeId, (stop) => stopIds.includes(stop.stopId), locked))

/** On whatever routes they are: one step. */
export const lockOrdersUndoably = (ctx: Context, orderIds: string[], locked: boolean) =>
  ctx.write(async (tx) => {
    const asked = new Set(orderIds)
    const isAsked = (stop: StopRead) => asked.has(stop.orderId) && isCurrent(stop) && !FINISHED_STOP[stop.status]
    const step = stepUnderWay(ctx)
    for (const routeId of (await routesOfOrders(tx, orderIds)).toSorted())
      await lockOn(ctx, tx, routeId, isAsked, locked, step)
    return null
  })

async function lockOn(
  ctx: Context,
  tx: WriteTx,
  routeId: string,
  isMeant: (stop: StopRead) => boolean,
  locked: boolean,
  step = stepUnderWay(ctx),
) {
  const { day: date } = await lockedRoute(tx, routeId)
  const meant = (await readStops(tx, [routeId])).filter(isMeant)
  const stopIds = meant.map(({ stopId }) => stopId)
  const result = await lockStops(ctx.joining(tx), routeId, stopIds, locked)
  const orderIds = meant.filter((stop) => stop.locked !== locked).map(({ orderId }) => orderId)
  const change: RoutesChange = { what: 'LOCKS', date, routeId, orderIds, locked: !locked }
  if (orderIds.length > 0) await record(ctx, tx, change, step)
  return result
}

export const changeVehicleUndoably = (ctx: Context, routeId: string, to: Parameters<typeof changeVehicle>[2]) =>
  ctx.write(async (tx) => {
    const route = await lockedRoute(tx, routeId)
    const change = await vehicleOf(tx, route)
    const result = await changeVehicle(ctx.joining(tx), routeId, to)
    if (route.vehicleId !== to.vehicleId) await record(ctx, tx, change)
    return result
  })

export const reassignUndoably = (ctx: Context, routeId: string, driverId: string | null) =>
  ctx.write(async (tx) => {
    const route = await lockedRoute(tx, routeId)
    const result = await reassignRoute(ctx.joining(tx), routeId, driverId)
    if (route.driverId !== driverId) await record(ctx, tx, driverOf(route))
    return result
  })

const record = (ctx: Context, tx: WriteTx, change: RoutesChange, step = stepUnderWay(ctx)): Promise<void> =>
  recordStep(ctx, tx, step, { kind: 'ROUTES_CHANGED', detail: [change] })

/** The vehicle and the driver that the route has, with its loads. */
export async function vehicleOf(tx: WriteTx, { routeId, day: date, vehicleId, driverId }: Route) {
  const stops = await readStops(tx, [routeId])
  const trips = Object.fromEntries(stops.map(({ orderId, trip }) => [orderId, trip]))
  return { what: 'VEHICLE', date, routeId, vehicleId, driverId, trips } as const satisfies RoutesChange
}

export const driverOf = ({ routeId, day: date, driverId }: Route) =>
  ({ what: 'DRIVER', date, routeId, driverId }) as const satisfies RoutesChange

/** Does the work and records what it moved on the routes: the deliveries named, or else all that stand elsewhere after it. */
async function recordingStops<T>(
  ctx: Context,
  tx: WriteTx,
  routeIds: readonly string[],
  work: () => Promise<T>,
  named: readonly string[] | null = null,
): Promise<{ result: T }> {
  const before = await readStops(tx, routeIds)
  const result = await work()
  const after = await readStops(tx, routeIds)
  const change = await stopsChange(tx, routeIds, before, after, named ?? elsewhere(before, after))
  if (change) await record(ctx, tx, change)
  return { result }
}

/** Null where nothing changed. */
export async function stopsChange(
  tx: WriteTx,
  routeIds: readonly string[],
  before: readonly StopRead[],
  after: readonly StopRead[],
  orderIds: readonly string[],
): Promise<Extract<RoutesChange, { what: 'STOPS' }> | null> {
  const asked = new Set(orderIds)
  const routeNow = new Map(after.filter(isCurrent).map(({ orderId, routeId }) => [orderId, routeId]))
  const onRoutes = [...Map.groupBy(before, ({ routeId }) => routeId)].flatMap(([routeId, stops]) =>
    stops.flatMap((stop, position) =>
      isCurrent(stop) ? [{ orderId: stop.orderId, from: { routeId, position, trip: stop.trip } }] : [],
    ),
  )
  const were = new Set(onRoutes.map(({ orderId }) => orderId))
  const moved = [
    ...[...asked].filter((orderId) => !were.has(orderId)).map((orderId) => ({ orderId, from: null })),
    ...onRoutes.filter(({ orderId }) => asked.has(orderId)),
  ].map((one): MovedStop => ({ ...one, to: routeNow.get(one.orderId) ?? null }))
  const tripsOf = (stops: readonly StopRead[]) => stops.map(({ orderId, trip }) => [orderId, trip] as const)
  const reloads = [...before, ...after].some(({ trip }) => trip > 1)
  if (moved.length === 0 && !reloads) return null
  const [route] = await readRoutes(tx, { routeIds: routeIds.slice(0, 1) })
  if (!route) throw missing('route with that uuid')
  return {
    what: 'STOPS',
    date: route.day,
    routeIds: [...routeIds],
    moved,
    trips: reloads ? Object.fromEntries(tripsOf(before)) : null,
  }
}

/** Its delivery may be elsewhere, of one that was skipped. */
const isCurrent = ({ current }: StopRead): boolean => current

/** On another route, on none or on one only now, or at another place among those that stay on a route. */
function elsewhere(stopsBefore: readonly StopRead[], stopsAfter: readonly StopRead[]): string[] {
  const [before, after] = [stopsBefore.filter(isCurrent), stopsAfter.filter(isCurrent)]
  const was = new Map(before.map(({ orderId, routeId }) => [orderId, routeId]))
  const is = new Map(after.map(({ orderId, routeId }) => [orderId, routeId]))
  const stays = ({ orderId }: StopRead) => was.get(orderId) === is.get(orderId)
  const placesOf = (stops: readonly StopRead[]) =>
    [...Map.groupBy(stops.filter(stays), ({ routeId }) => routeId).values()].flatMap((own) =>
      own.map(({ orderId }, i) => [orderId, i] as const),
    )
  const placeNow = new Map(placesOf(after))
  return [
    ...[...before, ...after].filter((stop) => !stays(stop)).map(({ orderId }) => orderId),
    ...placesOf(before).flatMap(([orderId, i]) => (placeNow.get(orderId) === i ? [] : [orderId])),
  ]
}
