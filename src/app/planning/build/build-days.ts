// POST /routes/build-days: chooses a day for each delivery, builds the routes of each day, and writes all of them
// together (docs/spec/routes.md#several-days).
import type { BuildDaysBody, BuildDaysOut } from '../../../contract/build-days.ts'
import { dayToWire } from '../../../contract/fields.ts'
import type { BuildBody } from '../../../contract/build.ts'
import { fieldChanges } from '../../../domain/orders/order.ts'
import { lockOrders } from '../../../store/orders/lock-orders.ts'
import { setDeliveryDates } from '../../../store/orders/orders.ts'
import type { Context, WriteTx } from '../../context.ts'
import { runExclusively } from '../../exclusively.ts'
import { recordUpdate } from '../../orders/write-order.ts'
import { retryOnConflict } from './build-routes.ts'
import { chooseDays } from './choose-days.ts'
import { gather } from '../input/gather-build.ts'
import { storeBuild, type StoredBuild, storedBuildOf } from './store-build.ts'
import {
  allUnassigned,
  type BuildPlan,
  buildRunningError,
  storeFetchedRoads,
  nothingRoutableError,
  solveBuild,
  unassignedToWire,
  writeBuild,
} from './solve-build.ts'

interface DayPlan {
  date: string
  plan: BuildPlan
  kept: StoredBuild
}

export const buildDays = (ctx: Context, body: BuildDaysBody): Promise<BuildDaysOut> =>
  runExclusively(ctx, 'build', buildRunningError, () => retryOnConflict(() => buildOnce(ctx, body)))

async function buildOnce(ctx: Context, body: BuildDaysBody): Promise<BuildDaysOut> {
  const { balance, seed, time_limit_seconds: limit } = body.options ?? {}
  // Half of the time limit is for the choice of days, the other half for building the routes.
  const chosen = await chooseDays(ctx, body, { ...(limit && { seconds: limit / 2 }) })
  const unassigned = chosen.leftOff.map((left) => unassignedToWire(ctx, left))
  if (chosen.days.length === 0) throw nothingRoutableError(unassigned)
  const seconds = limit && limit / 2 / chosen.days.length
  const plans: DayPlan[] = []
  for (const { date, orders, vehicleIds } of chosen.days) {
    const asked: BuildBody = { date, vehicle_ids: vehicleIds, options: { balance, seed } }
    const gathered = await ctx.read((tx) => gather(ctx, tx, asked, { chosen: orders }))
    const plan = await solveBuild(ctx, asked, gathered, { ...(seconds && { seconds }) })
    plans.push({ date, plan, kept: await storedBuildOf(ctx, asked, plan) })
  }
  return ctx.write(async (tx) => {
    const days: BuildDaysOut['days'] = []
    for (const { date, plan, kept } of plans) {
      await storeFetchedRoads(ctx, tx, plan)
      const left = allUnassigned(plan.solution, plan.gathered).map((left) => unassignedToWire(ctx, left))
      const built = await writeBuild(ctx, tx, { date, ...plan }, plan.roads, left)
      await storeBuild(tx, kept, ctx.now)
      days.push({ date: dayToWire(date), build_uuid: kept.buildId, ...built })
    }
    return { days, moved: await moveToDays(ctx, tx, plans), unassigned }
  })
}

/** Changes the delivery date of orders that were planned on another day than their delivery date. */
async function moveToDays(ctx: Context, tx: WriteTx, plans: readonly DayPlan[]): Promise<BuildDaysOut['moved']> {
  const dayOf = new Map(
    plans.flatMap(({ date, plan: { solution, gathered } }) =>
      solution.routes.flatMap(({ visits }) =>
        visits.flatMap(({ stop }) => {
          const order = gathered.orders[stop]
          return order && order.deliveryDate !== date ? [[order.orderId, date] as const] : []
        }),
      ),
    ),
  )
  const orders = await lockOrders(tx, [...dayOf.keys()])
  await setDeliveryDates(tx, dayOf)
  const moved: BuildDaysOut['moved'] = []
  for (const order of orders) {
    const after = { ...order, deliveryDate: dayOf.get(order.orderId) ?? order.deliveryDate }
    await recordUpdate(ctx, tx, after, ['delivery_date'], fieldChanges(order, after))
    moved.push({
      external_ref: order.externalRef,
      order_uuid: order.orderId,
      from: dayToWire(order.deliveryDate),
      to: dayToWire(after.deliveryDate),
    })
  }
  return moved
}
