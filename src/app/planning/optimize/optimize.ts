// POST /optimize: routes for any depot, vehicles and stops; nothing is stored (docs/spec/optimize.md).
import type { OptimizeBody } from '../../../contract/optimize.ts'
import type { TrafficFactors } from '../../../domain/planning/traffic.ts'
import { readTraffic } from '../../../store/settings/traffic.ts'
import type { Context } from '../../context.ts'
import type { KnownRoads } from '../roads/distances.ts'
import { knownRoads } from '../roads/known-roads.ts'
import { anyDay, datedDay } from '../compile/planned-day.ts'
import { solvePlan } from '../solve/solve-plan.ts'
import { conflicting } from '../../errors.ts'
import { answerOf } from './optimize-wire.ts'
import { bodyInput } from '../input/body-input.ts'

/** Maximum seconds of a search, even if the request limits iterations. */
const MAX_SECONDS = 30

export type OptimizeContext = Pick<Context, 'businessId' | 'calendar' | 'distances' | 'log' | 'solver'> & {
  knownRoads?: KnownRoads
}

/**
 * Solves the request. Uses the business's stored roads and traffic factors, but stores nothing. Ends when the caller
 * disconnects.
 */
export async function optimize(ctx: Context, body: OptimizeBody, hungUp?: AbortSignal) {
  const traffic = await ctx.read((tx) => readTraffic(tx))
  const solving = solveBody({ ...ctx, knownRoads: knownRoads(ctx) }, body, traffic, hungUp)
  return solving.catch((error: unknown) => {
    throw hungUp?.aborted
      ? conflicting('SOLVE_CALLED_OFF', 'The caller disconnected before the routes were ready.')
      : error
  })
}

export async function solveBody(
  ctx: OptimizeContext,
  body: OptimizeBody,
  traffic: TrafficFactors,
  signal?: AbortSignal,
) {
  const started = performance.now()
  const { iterations, time_limit_seconds, seed } = body.options ?? {}
  const day = body.date ? datedDay(ctx.calendar, body.date) : anyDay
  const solved = await solvePlan(
    ctx,
    bodyInput(body, day, traffic, ctx.distances),
    {
      ...(iterations ? { iterations, seconds: MAX_SECONDS } : { seconds: time_limit_seconds ?? undefined }),
      seed: seed ?? undefined,
      ...(signal && { signal }),
    },
    wireField,
  )
  return answerOf(solved, day, Math.round(performance.now() - started))
}

/** Converts a path in the engine's problem to the name of the field in the request body. */
const wireField = (path: string): string =>
  path
    .replace(/\.lock\.vehicle$/, '.locked.vehicle_id')
    .replace(/\.lock\.position$/, '.locked.sequence')
    .replace(/\.lock$/, '.locked')
