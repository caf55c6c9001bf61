// Undoes a step: restores its rows, updates the times of routes, and notifies drivers, customers and endpoints.
import { asText, type Said, type Text, text } from '../../../texts/text.ts'
import type { UndoneOut } from '../../../contract/office/undo.ts'
import { dayInFigures } from '../../../domain/formats.ts'
import { ROUTE_GATE } from '../../../domain/routes/route.ts'
import {
  type Obstacle,
  orderOf,
  undoParts,
  type RowWrite,
  type StepRow,
  takeBack,
  textOf,
} from '../../../domain/undo/take-back.ts'
import { lockVehicles } from '../../../store/fleet/fleet.ts'
import { touchOrders } from '../../../store/orders/orders.ts'
import { lockRoutes } from '../../../store/routes/routes.ts'
import type { StopRead } from '../../../store/routes/stops.ts'
import { redrawRoutes, readStepRows, recordsOfStep, restoreRows } from '../../../store/undo/step-rows.ts'
import type { UndoStep } from '../../../store/undo/undo-steps.ts'
import type { StepUnderWay } from '../../../domain/undo/step.ts'
import type { Context, WriteTx } from '../../context.ts'
import { conflicting } from '../../errors.ts'
import { followDetour, projectEtas, retime } from '../retime.ts'
import { announceOrders, announceRoutes } from './announce.ts'
import { obstacleFinder } from './forbidding.ts'
import { type Scene, sceneOf } from './scene.ts'

export type Undone = Omit<UndoneOut, 'redo_step_uuid'>

export async function takeBackStep(ctx: Context, tx: WriteTx, step: UndoStep, redo: StepUnderWay): Promise<Undone> {
  const { routeIds, orderIds } = await recordsOfStep(tx, step.stepId)
  const before = await sceneOf(tx, routeIds, orderIds)
  const rows = await readStepRows(tx, step.stepId)
  if (rows.length === 0) throw undoRefusedError('Its changes are no longer recorded.')
  await lockVehicles(
    tx,
    rows.flatMap(({ kind, before: was }) => (kind === 'ROUTE' && textOf(was, 'vehicle_uuid')) || []),
  )
  const { writes, timedAnew, left } = await decideTakeBack(ctx, tx, step, rows, before)
  await restoreRows(tx, step.stepId, writes)
  await redrawRoutes(tx, routeIds)
  await touchOrders(tx, ordersSeen(writes, rows, before.stops))
  await retimeRoute(ctx, tx, before, rows, timedAnew)
  const after = await sceneOf(tx, routeIds, orderIds)
  await announceRoutes(ctx, tx, redo, before, after)
  await announceOrders(ctx, tx, step, redo, before, after)
  return { orders: countOf(step, before, after) - left.length, left }
}

/**
 * Returns the rows to restore, and the orders that can't be restored, each with the reason. Throws if no row can be
 * restored.
 */
async function decideTakeBack(ctx: Context, tx: WriteTx, step: UndoStep, rows: StepRow[], scene: Scene) {
  const names = new Map(
    rows.flatMap(({ kind, recordId, before, after }) =>
      kind === 'ROUTE' ? [[recordId, textOf(before ?? after, 'name') ?? '']] : [],
    ),
  )
  const around = {
    nameOf: (routeId: string) => scene.routes.get(routeId)?.name ?? names.get(routeId) ?? '',
    dayInWords: (day: string) => dayInFigures(day, ctx.formats),
    stopsOf: (routeId: string) => scene.stops.filter((stop) => stop.routeId === routeId),
    forbids: await obstacleFinder(ctx, tx, step, rows, scene),
  }
  // If each order was canceled or moved separately, undo the step in parts. An order that can't be restored then
  // prevents only the undo of orders that share its routes.
  const byOrder = step.kind === 'ORDERS_CANCELLED' || step.kind === 'ORDERS_MOVED'
  const pieces = (byOrder ? undoParts(rows) : [rows]).map((piece) => ({ piece, ...takeBack(piece, around) }))
  const left = pieces.flatMap(({ piece, obstacle }) =>
    obstacle ? remainingOrdersOf(ctx, piece, obstacle, scene, byOrder) : [],
  )
  const [first] = pieces
  if (first?.obstacle && pieces.every(({ obstacle }) => obstacle))
    throw undoRefusedError(aboutOrder(first.obstacle, scene))
  const done = pieces.filter(({ obstacle }) => !obstacle)
  return {
    writes: done.flatMap(({ writes }) => writes),
    timedAnew: new Set(done.flatMap((one) => [...one.timedAnew])),
    left,
  }
}

function aboutOrder({ orderId, message }: Obstacle, { orders }: Scene): Text {
  const order = orderId ? orders.get(orderId) : null
  return order ? text('{delivery}: {message}', { delivery: order.externalRef, message }) : message
}

/** Returns the orders of the part of the step that can't be undone. The order that prevents the undo comes first. */
function remainingOrdersOf(
  { say }: Context,
  piece: readonly StepRow[],
  obstacle: Obstacle,
  scene: Scene,
  byOrder: boolean,
): Undone['left'] {
  const own = piece.flatMap((row) => (row.kind === 'ORDER' && byOrder ? (orderOf(row) ?? []) : []))
  return own
    .toSorted((a, b) => Number(b === obstacle.orderId) - Number(a === obstacle.orderId))
    .map((orderId) => ({
      order_uuid: orderId,
      external_ref: scene.orders.get(orderId)?.externalRef ?? '',
      message: say(orderId === obstacle.orderId ? obstacle.message : aboutOrder(obstacle, scene)),
    }))
}

const undoRefusedError = (message: Said) =>
  conflicting('UNDO_REFUSED', text('{message} Nothing was changed.', { message: asText(message) }))

/** Returns the orders whose response in the API changes with these rows. */
function ordersSeen(writes: readonly RowWrite[], rows: readonly StepRow[], stops: readonly StopRead[]): string[] {
  const rowOf = new Map(rows.map((row) => [row.recordId, row]))
  const seen = new Set<string>()
  for (const { kind, recordId, write } of writes) {
    const columns = typeof write === 'string' ? null : write
    const row = rowOf.get(recordId)
    const orderId = row && orderOf(row)
    const isSeen = (names: readonly string[]) => !columns || names.some((name) => columns.includes(name))
    if (kind === 'ORDER' || (kind === 'STOP' && isSeen(['route_uuid', 'status', 'service_minutes'])))
      if (orderId) seen.add(orderId)
    if (kind === 'ROUTE' && isSeen(['name', 'status', 'vehicle_uuid', 'driver_uuid']))
      for (const stop of stops) if (stop.routeId === recordId && stop.current) seen.add(stop.orderId)
  }
  return [...seen].toSorted()
}

/** Recalculates the times of these routes, because they have changed since the step. */
async function retimeRoute(
  ctx: Context,
  tx: WriteTx,
  before: Scene,
  rows: readonly StepRow[],
  routeIds: ReadonlySet<string>,
): Promise<void> {
  for (const route of await lockRoutes(tx, [...routeIds].toSorted())) {
    if (!ROUTE_GATE[route.status].cancel) continue
    if (route.status !== 'IN_PROGRESS') {
      await retime(ctx, tx, route)
      continue
    }
    await projectEtas(ctx, tx, route)
    const row = rows.find(({ recordId }) => recordId === route.routeId)
    const isLonger = row?.now?.['distance_meters'] !== row?.after?.['distance_meters']
    const own = before.stops.filter((stop) => stop.routeId === route.routeId)
    if (isLonger) await followDetour(ctx, tx, route, own)
  }
}

/**
 * Returns the number of orders for the response. If the step was a build, counts the orders that are unassigned again.
 */
function countOf(step: UndoStep, before: Scene, after: Scene): number {
  if (step.kind !== 'ROUTES_BUILT') return step.count
  return [...after.orders.values()].filter(({ orderId, routeId }) => !routeId && before.orders.get(orderId)?.routeId)
    .length
}
