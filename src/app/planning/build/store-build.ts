// Stores a build: its result for display, and its complete input so that the build can be repeated.
import type { BuildBody } from '../../../contract/build.ts'
import type { Problem } from '../../../engine/problem.ts'
import type { Solution } from '../../../engine/solution.ts'
import { type Build, insertBuild } from '../../../store/routes/builds.ts'
import type { BuildAnswer } from '../../../domain/planning/build-answer.ts'
import type { Context, WriteTx } from '../../context.ts'
import { pack, unpack } from '../../packed.ts'
import { LARGE_TABLE_POINTS } from '../roads/large-tables.ts'
import { planShapeMetrics } from '../solve/plan-shape-metrics.ts'
import type { PlanSearch } from '../solve/solve-plan.ts'
import type { PlannedVehicle } from '../input/fleet.ts'
import { allUnassigned, type BuildPlan } from './solve-build.ts'

/** Input and result of a build. */
export interface BuildRecord {
  problem: Problem
  /** IDs of the vehicles and orders, in the order of the problem's vehicles and stops. */
  vehicleIds: string[]
  orderIds: string[]
  search: PlanSearch
  routes: Solution['routes']
  unassigned: Solution['unassigned']
}

export type StoredBuild = Omit<Build, 'madeAt'> & { record: Buffer }

/** Returns the build in its stored form. Call this before the transaction, because compression takes a moment. */
export async function storedBuildOf(
  ctx: Pick<Context, 'newId' | 'now' | 'engine'>,
  body: BuildBody,
  plan: BuildPlan,
  buildId = ctx.newId(),
): Promise<StoredBuild> {
  const { problem, search, solution, gathered } = plan
  const { routes, unassigned } = solution
  const record: BuildRecord = {
    problem,
    search,
    routes,
    unassigned,
    vehicleIds: gathered.vehicles.map(({ vehicle }) => vehicle.vehicleId),
    orderIds: gathered.orders.map(({ orderId }) => orderId),
  }
  return {
    buildId,
    deliveryDate: body.date,
    createdAt: ctx.now,
    balance: body.options?.balance ?? 'FAIR',
    seed: search.course.seed,
    engine: ctx.engine,
    answer: answerOf(plan),
    record: problem.locations > LARGE_TABLE_POINTS ? Buffer.alloc(0) : await pack(record),
  }
}

export const storeBuild = (tx: WriteTx, build: StoredBuild, madeAt: Date | null): Promise<void> =>
  insertBuild(tx, { ...build, madeAt })

/**
 * Restores the record of a build. Returns null for a large build: its record is not stored, because its tables alone
 * would need hundreds of megabytes.
 */
export const recordOf = async (record: Buffer): Promise<BuildRecord | null> =>
  record.length === 0 ? null : unpack<BuildRecord>(record)

function answerOf({ gathered, day, solution, roads, problem }: BuildPlan): BuildAnswer {
  const { workSeconds: _work, inside: _inside, ...figures } = planShapeMetrics(problem, solution)
  const { source, estimated, estimateReason } = roads
  const leftOff = allUnassigned(solution, gathered)
  return {
    routes: solution.routes.map((route) => {
      const { vehicle, depot } = gathered.vehicles[route.vehicle] as PlannedVehicle
      return {
        vehicleId: vehicle.vehicleId,
        vehicleName: vehicle.name,
        depot: { name: depot.name, lat: depot.lat, lng: depot.lng },
        plannedStart: day.instantAt(route.departure).toISOString(),
        plannedEnd: route.returnTime === null ? null : day.instantAt(route.returnTime).toISOString(),
        distanceMeters: route.distance,
        driveSeconds: route.driveSeconds,
        stops: route.visits.map((visit) => {
          const order = gathered.orders[visit.stop] as (typeof gathered.orders)[number]
          const { orderId, externalRef, point } = order
          const arrival = day.instantAt(visit.arrival).toISOString()
          const reloads = visit.reload && { reloads: true as const }
          return { orderId, externalRef, lat: point.lat, lng: point.lng, arrival, ...reloads }
        }),
      }
    }),
    unassigned: leftOff.map(({ order, reason, nearestFix, fix }) => ({
      orderId: order.orderId,
      externalRef: order.externalRef,
      code: reason.code,
      message: reason.message,
      nearestFix,
      fix,
    })),
    distances: { source, estimated, estimateReason },
    figures: { ...figures, unassigned: leftOff.length },
  }
}
