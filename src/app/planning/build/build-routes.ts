// POST /routes/build: reads the input, solves off the event loop, checks that the input is unchanged, and commits
// (docs/spec/routes.md#build).
import type { BuildBody } from '../../../contract/build.ts'
import type { Context } from '../../context.ts'
import { conflicting } from '../../errors.ts'
import { runExclusively } from '../../exclusively.ts'
import type { SolveProgress } from '../../ports/solver.ts'
import { PlanOutdated } from './write-build.ts'
import { gather, type GatherOptions, type UnassignedOrder } from '../input/gather-build.ts'
import { runStoppable } from './stop-build.ts'
import { storeBuild, storedBuildOf } from './store-build.ts'
import {
  allUnassigned,
  buildRunningError,
  storeFetchedRoads,
  nothingRoutableError,
  isAnyRouted,
  solveBuild,
  unassignedToOffice,
  unassignedToWire,
  writeBuild,
} from './solve-build.ts'

/** Maximum attempts of a build if its input changes while it runs. */
const TRIES = 3

/** A caller that watches the progress of the build. It can cancel the build, or end its search early by its ID. */
export interface BuildObserver {
  signal: AbortSignal
  onProgress: (buildId: string, progress: SolveProgress) => void
}

/** Builds routes for an API key. The maximum is `ctx.buildMaxDeliveries` deliveries. */
export const buildRoutes = (ctx: Context, body: BuildBody) =>
  build(ctx, body, { most: ctx.buildMaxDeliveries }, unassignedToWire)

/**
 * Builds routes for the office, without the limit of API keys. The response contains the fix of each unassigned
 * delivery as data. A canceled build writes nothing.
 */
export const buildWatched = (ctx: Context, body: BuildBody, onlooker: BuildObserver) =>
  build(ctx, body, { onlooker }, unassignedToOffice)

type BuildCall = { onlooker?: BuildObserver } & Pick<GatherOptions, 'most'>

/** Builds routes. `toWire` converts unassigned deliveries to the wire format. */
const build = async <T>(
  ctx: Context,
  body: BuildBody,
  call: BuildCall,
  toWire: (ctx: Context, left: UnassignedOrder) => T,
) => runExclusively(ctx, 'build', buildRunningError, () => retryOnConflict(() => buildOnce(ctx, body, call, toWire)))

/** Runs the build again if its input has changed while it ran. Throws 409 after `TRIES` attempts. */
export async function retryOnConflict<T>(build: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await build()
    } catch (error) {
      if (!(error instanceof PlanOutdated)) throw error
      if (attempt === TRIES) throw keptChangingError()
    }
  }
}

async function buildOnce<T>(
  ctx: Context,
  body: BuildBody,
  { most, onlooker }: BuildCall,
  toWire: (ctx: Context, left: UnassignedOrder) => T,
) {
  const gathered = await ctx.read((tx) => gather(ctx, tx, body, { most }))
  if (gathered.wanted.size === 0) throw nothingRoutableError(gathered.leftOff.map((left) => toWire(ctx, left)))
  const buildId = ctx.newId()
  const budget = { seconds: body.options?.time_limit_seconds }
  const plan = onlooker
    ? await runStoppable(ctx, buildId, (stop) =>
        solveBuild(ctx, body, gathered, {
          ...budget,
          stop,
          signal: onlooker.signal,
          onProgress: (progress) => onlooker.onProgress(buildId, progress),
        }),
      )
    : await solveBuild(ctx, body, gathered, budget)
  const unassigned = allUnassigned(plan.solution, gathered).map((left) => toWire(ctx, left))
  if (!isAnyRouted(plan.solution, gathered)) throw nothingRoutableError(unassigned)
  const kept = await storedBuildOf(ctx, body, plan, buildId)
  return ctx.write(async (tx) => {
    await storeFetchedRoads(ctx, tx, plan)
    const built = await writeBuild(ctx, tx, { date: body.date, ...plan }, plan.roads, unassigned)
    await storeBuild(tx, kept, ctx.now)
    return { build_uuid: buildId, ...built }
  })
}

const keptChangingError = () =>
  conflicting('BUILD_OUTDATED', 'The deliveries or routes kept changing while they were planned; build again.')
