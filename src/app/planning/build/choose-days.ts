// Assigns each open delivery to one of its allowed days. In the engine's problem, each vehicle is a separate vehicle on
// each day. A delivery excludes the vehicles of days on which it is not allowed (docs/spec/routes.md#several-days).
import { text } from '../../../texts/text.ts'
import type { BuildDaysBody } from '../../../contract/build-days.ts'
import { dayInFigures, type Formats } from '../../../domain/formats.ts'
import { MAX_OPTIMIZE_STOPS } from '../../../contract/limits.ts'
import { opensOn } from '../../../domain/zones/availability.ts'
import { type Business, findBusiness } from '../../../store/settings/businesses.ts'
import { closuresOf } from '../../../store/zones/zones.ts'
import type { Tx } from '../../../store/database.ts'
import { type BuildOrder, openOrdersOfDays, ordersPastSpan } from '../../../store/orders/orders-to-build.ts'
import type { Context } from '../../context.ts'
import { conflicting, invalid, missing } from '../../errors.ts'
import type { PlanInput, PlanVehicle } from '../compile/plan-input.ts'
import { knownRoads } from '../roads/known-roads.ts'
import { datedDay } from '../compile/planned-day.ts'
import { type SolveBudget, solvePlan } from '../solve/solve-plan.ts'
import { liesIn, zonesInUse } from '../../zones/zones-in-use.ts'
import {
  isPlaced,
  type UnassignedOrder,
  unplannableOrder,
  type PlacedOrder,
  vehiclesOf,
} from '../input/gather-build.ts'
import type { PlannedVehicle } from '../input/fleet.ts'
import { buildInput, startOf } from '../input/build-input.ts'
import { allUnassigned } from './solve-build.ts'

/** Maximum number of vehicles, with each vehicle counted once per day. */
const MAX_VEHICLES = 200
/**
 * Cost of a used vehicle for each day after the first day, in miles. It is so small that it only decides between equal
 * plans, in favor of earlier days.
 */
const LATER_COST = 0.001

/** A day with its deliveries and the vehicles that serve them. */
export interface ChosenDay {
  date: string
  orders: BuildOrder[]
  vehicleIds: string[]
}

interface VehicleOfDay {
  date: string
  planned: PlannedVehicle
}

interface Waiting {
  business: Business
  vehicles: VehicleOfDay[]
  orders: PlacedOrder[]
  leftOff: UnassignedOrder[]
}

export async function chooseDays(
  ctx: Context,
  { date, days, options }: BuildDaysBody,
  budget: SolveBudget,
): Promise<{ days: ChosenDay[]; leftOff: UnassignedOrder[] }> {
  const dates = Array.from({ length: days }, (_, i) => ctx.calendar.addDays(date, i))
  const waiting = await ctx.read((tx) => gatherDays(ctx, tx, dates))
  const { vehicles, orders } = waiting
  if (orders.length === 0) return { days: [], leftOff: waiting.leftOff }
  const daysOf = await daysOfOrders(ctx, orders, dates)
  const gathered = { ...waiting, vehicles: vehicles.map(({ planned }) => planned) }
  const plan = buildInput(ctx, gathered, { date }, datedDay(ctx.calendar, date))
  const { compactness: _, ...objective } = plan.objective
  const input: PlanInput = {
    ...plan,
    vehicles: vehicles.map((one, i) => ({
      ...(plan.vehicles[i] as PlanVehicle),
      shiftStart: startOf(one.planned.vehicle, datedDay(ctx.calendar, one.date), ctx.now),
      fixedCost: LATER_COST * dates.indexOf(one.date),
    })),
    stops: plan.stops.map((stop, i) => ({
      ...stop,
      forbiddenVehicles: vehicles.flatMap((one, vehicle) => (daysOf[i]?.has(one.date) ? [] : [vehicle])),
    })),
    objective: { ...objective, useAllVehicles: false, balance: 'none' },
  }
  const solving = { ...ctx, knownRoads: knownRoads(ctx) }
  const { solution } = await solvePlan(solving, input, { seed: options?.seed, ...budget })
  const chosen = dates.flatMap((day): ChosenDay[] => {
    const routes = solution.routes.filter(({ vehicle, visits }) => visits.length > 0 && vehicles[vehicle]?.date === day)
    if (routes.length === 0) return []
    return [
      {
        date: day,
        orders: routes.flatMap(({ visits }) => visits.map(({ stop }) => orders[stop] as PlacedOrder)),
        vehicleIds: routes.flatMap(({ vehicle }) => vehicles[vehicle]?.planned.vehicle.vehicleId ?? []),
      },
    ]
  })
  return { days: chosen, leftOff: allUnassigned(solution, gathered).map(withDays(ctx.formats)) }
}

/** Returns whether the order may be delivered on this day. */
const mayDeliverOn = ({ deliveryDate, allowedDays }: BuildOrder, day: string): boolean =>
  allowedDays ? allowedDays.first <= day && day <= allowedDays.last : deliveryDate === day

/**
 * Returns, for each order, the days on which it may be delivered. An order with a span of days gets only those days of
 * its span on which a zone around its location is open. If no zone is open, it gets all days of the span.
 */
async function daysOfOrders(
  ctx: Context,
  orders: readonly PlacedOrder[],
  dates: readonly string[],
): Promise<ReadonlySet<string>[]> {
  const zones = orders.some(({ allowedDays }) => allowedDays) ? await zonesInUse(ctx) : []
  const zoneIds = zones.map(({ zoneId }) => zoneId)
  const closures = await ctx.read((tx) => closuresOf(tx, zoneIds, dates[0] ?? '', dates.at(-1) ?? ''))
  return orders.map((order) => {
    const allowed = dates.filter((date) => mayDeliverOn(order, date))
    const around = order.allowedDays ? zones.filter((zone) => liesIn(order.point, zone)) : []
    const open = allowed.filter((date) =>
      around.some((zone) => opensOn({ ...zone, closures: closures.get(zone.zoneId) ?? new Map() }, date, ctx.calendar)),
    )
    return new Set(open.length > 0 ? open : allowed)
  })
}

async function gatherDays(ctx: Context, tx: Tx, dates: readonly string[]): Promise<Waiting> {
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const today = ctx.calendar.dayOf(ctx.now)
  if (first < today) throw invalid('date', 'has passed')
  const business = await findBusiness(tx)
  if (!business) throw missing('business')
  const vehicles: VehicleOfDay[] = []
  for (const date of dates)
    for (const planned of await vehiclesOf(tx, { date }))
      if (ctx.now < ctx.calendar.instantOf(date, planned.vehicle.shiftEnd)) vehicles.push({ date, planned })
  if (vehicles.length === 0)
    throw conflicting(
      'NO_VEHICLE',
      'No vehicle is available: on each of these days, every active vehicle has a route, or its shift is over.',
    )
  if (vehicles.length > MAX_VEHICLES)
    throw invalid(
      'days',
      text('are too many: they have {count} vehicles, but at most {most} can be planned together', {
        count: vehicles.length,
        most: MAX_VEHICLES,
      }),
    )
  const open = await openOrdersOfDays(tx, first, last, MAX_OPTIMIZE_STOPS + 1)
  if (open.length > MAX_OPTIMIZE_STOPS)
    throw invalid(
      'days',
      text('are too many: they have more than {most} deliveries without a route', { most: MAX_OPTIMIZE_STOPS }),
    )
  const unplaced = open.flatMap((order) => unplannableOrder(order, new Set()) ?? [])
  const over = (await ordersPastSpan(tx, today)).map(spanOver(ctx.formats))
  return {
    business,
    vehicles,
    orders: open.filter(isPlaced),
    leftOff: [...unplaced.map(withDays(ctx.formats)), ...over],
  }
}

const withDays =
  (formats: Formats) =>
  (left: UnassignedOrder): UnassignedOrder => {
    const days = left.order.allowedDays
    if (!days || left.reason.code === 'SPAN_OVER') return left
    const message = text('{reason}, on any day from {first} to {last}', {
      reason: left.reason.message,
      first: dayInFigures(days.first, formats),
      last: dayInFigures(days.last, formats),
    })
    return { ...left, reason: { ...left.reason, message } }
  }

const spanOver =
  (formats: Formats) =>
  (order: BuildOrder): UnassignedOrder => ({
    order,
    reason: {
      code: 'SPAN_OVER',
      message: text('could be delivered until {day}, which has passed', {
        day: dayInFigures(order.allowedDays?.last ?? order.deliveryDate, formats),
      }),
    },
    nearestFix: text('give it another day'),
    fix: null,
  })
