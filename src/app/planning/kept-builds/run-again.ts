// POST /routes/builds/{build_uuid}/run-again: repeats a build from its stored input.
import { isDeepStrictEqual } from 'node:util'
import type { PlannedStops } from '../../../domain/planning/plan-changes.ts'
import type { Solution } from '../../../engine/solution.ts'
import { addressLines } from '../../../store/orders/address-lines.ts'
import { readBuildRecord } from '../../../store/routes/builds.ts'
import type { Context } from '../../context.ts'
import { conflicting } from '../../errors.ts'
import { repeatSolve } from '../solve/repeat-solve.ts'
import { type BuildRecord, recordOf } from '../build/store-build.ts'
import { changesToWire, stopsOfBuild } from './build-wire.ts'
import { readStoredBuild } from './read-build.ts'

export async function runAgain(ctx: Context, buildId: string, signal?: AbortSignal) {
  const { build, packed } = await ctx.read(async (tx) => ({
    build: await readStoredBuild(tx, buildId),
    packed: await readBuildRecord(tx, buildId),
  }))
  const record = await recordOf(packed as Buffer)
  if (!record)
    throw conflicting('BUILD_TOO_LARGE', 'A build this large can’t be run again, because only its result is stored.')
  const again = await repeatSolve(ctx, record.problem, record.search, signal).catch((error: unknown) => {
    if (signal?.aborted) throw conflicting('SOLVE_CALLED_OFF', 'The caller disconnected before the routes were ready.')
    // Another version of the engine may be unable to repeat the recorded search. In that case, the result counts as
    // different.
    if (build.engine !== ctx.engine) return null
    throw error
  })
  const same = again !== null && isDeepStrictEqual(again, { routes: record.routes, unassigned: record.unassigned })
  const before = { build, stops: stopsOfBuild(build) }
  const after = { build, stops: again ? stopsIn(again, record) : [] }
  const lines = await ctx.read((tx) =>
    addressLines(
      tx,
      [...before.stops, ...after.stops].flatMap(({ orderIds }) => orderIds),
    ),
  )
  return {
    build_uuid: buildId,
    same,
    engine: build.engine,
    engine_now: ctx.engine,
    changes: again && changesToWire(ctx, before, after, lines, vehicleNames(record)),
  }
}

const stopsIn = ({ routes }: Pick<Solution, 'routes'>, { vehicleIds, orderIds }: BuildRecord): PlannedStops[] =>
  routes.map(({ vehicle, visits }) => ({
    vehicleId: vehicleIds[vehicle] as string,
    orderIds: visits.map(({ stop }) => orderIds[stop] as string),
  }))

const vehicleNames = ({ problem, vehicleIds }: BuildRecord) =>
  new Map(vehicleIds.map((vehicleId, i) => [vehicleId, problem.vehicles[i]?.id ?? '']))
