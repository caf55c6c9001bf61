// Finds obstacles to undoing the change of a row. The row itself may be unchanged, but its vehicle, driver or day may
// be unavailable, or its order may have been canceled or repeated elsewhere.
import { type Text, text } from '../../../texts/text.ts'
import { isActiveRepeat } from '../../../domain/orders/repeat.ts'
import { type Obstacle, type StepRow, textOf } from '../../../domain/undo/take-back.ts'
import { lockDriver } from '../../../store/fleet/fleet.ts'
import { repeatsOf } from '../../../store/orders/repeated-orders.ts'
import { erasedRef } from '../../../store/privacy/anonymize.ts'
import { vehiclesInTheWay } from '../../../store/undo/step-rows.ts'
import type { UndoStep } from '../../../store/undo/undo-steps.ts'
import type { Context, WriteTx } from '../../context.ts'
import type { Scene } from './scene.ts'

export async function obstacleFinder(
  ctx: Context,
  tx: WriteTx,
  step: UndoStep,
  rows: readonly StepRow[],
  scene: Scene,
): Promise<(row: StepRow) => Obstacle | null> {
  const obstacles = new Map<string, Obstacle>()
  for (const [routeId, message] of await routesForbidden(tx, rows)) obstacles.set(routeId, { orderId: null, message })
  const today = ctx.calendar.dayOf(ctx.now)
  for (const { kind, recordId, before, after } of rows) {
    if (kind !== 'ORDER') continue
    const day = textOf(before, 'delivery_date')
    const comesBack = textOf(after, 'status') === 'CANCELLED' && textOf(before, 'status') !== 'CANCELLED'
    const message = comesBack
      ? await whyCancelled(tx, step, recordId, scene)
      : day && day < today && day !== textOf(after, 'delivery_date')
        ? text('Its day has passed.')
        : null
    if (message) obstacles.set(recordId, { orderId: recordId, message })
  }
  return ({ recordId }) => obstacles.get(recordId) ?? null
}

/** Returns reasons why routes can't be reopened, or can't get back their vehicle or driver, keyed by route ID. */
async function routesForbidden(tx: WriteTx, rows: readonly StepRow[]): Promise<Map<string, Text>> {
  const forbidden = new Map<string, Text>()
  const changing = rows.filter(({ kind, before }) => kind === 'ROUTE' && before)
  const isOther = ({ before, after }: StepRow, column: string) => textOf(before, column) !== textOf(after, column)
  const opens = ({ before }: StepRow) =>
    ['PLANNED', 'DISPATCHED', 'IN_PROGRESS'].includes(textOf(before, 'status') ?? '')
  const taking = changing.filter((row) => opens(row) && (isOther(row, 'vehicle_uuid') || isOther(row, 'status')))
  const busy = await vehiclesInTheWay(
    tx,
    taking.map(({ recordId, before }) => ({
      routeId: recordId,
      vehicleId: textOf(before, 'vehicle_uuid') ?? '',
      day: textOf(before, 'date') ?? '',
    })),
    rows.flatMap(({ kind, recordId }) => (kind === 'ROUTE' ? recordId : [])),
  )
  for (const [routeId, { name, active }] of busy)
    forbidden.set(
      routeId,
      active
        ? text('{vehicle} has another route that day now.', { vehicle: name })
        : text('{vehicle} is no longer active.', { vehicle: name }),
    )
  for (const row of changing) {
    const driverId = textOf(row.before, 'driver_uuid')
    if (!driverId || !isOther(row, 'driver_uuid')) continue
    const driver = await lockDriver(tx, driverId)
    if (!driver?.active)
      forbidden.set(
        row.recordId,
        text('The driver of {route} is no longer active.', { route: textOf(row.before, 'name') ?? '' }),
      )
  }
  return forbidden
}

/**
 * Returns the reason why a canceled order must stay canceled, or null. If it was repeated, or if it is itself a repeat
 * and its original was repeated again, the goods would be delivered twice.
 */
async function whyCancelled(tx: WriteTx, step: UndoStep, orderId: string, scene: Scene): Promise<Text | null> {
  if (scene.orders.get(orderId)?.externalRef === erasedRef(orderId)) return text('Its customer has been erased since.')
  const { of, as } = await repeatsOf(tx, orderId)
  if (isActiveRepeat(as)) return text('It is delivered again as {delivery}.', { delivery: as.externalRef })
  const other = of && (await repeatsOf(tx, of.orderId)).as
  if (of && isActiveRepeat(other))
    return text('{delivery} is delivered again as {repeat}.', { delivery: of.externalRef, repeat: other.externalRef })
  const noted = step.kind !== 'ORDERS_CANCELLED' || step.detail.some((one) => one.orderId === orderId)
  return noted ? null : text('Your order system canceled it, too.')
}
