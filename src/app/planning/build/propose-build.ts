// POST /build/propose of the office: proposes two plans, one with the least driving and one with the requested balance.
// If the least driving was requested, the other plan is the fair one. Nothing changes until one of them is accepted.
import { createHash } from 'node:crypto'
import type { BuildPlanOut, BuildPlansOut } from '../../../contract/propose-build.ts'
import type { BuildBody } from '../../../contract/build.ts'
import type { Balance } from '../../../domain/planning/balance.ts'
import type { Solution } from '../../../engine/solution.ts'
import { insertBuildProposal } from '../../../store/routes/build-proposals.ts'
import type { ProposedPlan } from '../../../domain/planning/proposed-plan.ts'
import type { Context } from '../../context.ts'
import { runExclusively } from '../../exclusively.ts'
import { knownRoads } from '../roads/known-roads.ts'
import { datedDay } from '../compile/planned-day.ts'
import { roadsOf } from '../solve/solve-plan.ts'
import { figuresToWire } from '../kept-builds/build-wire.ts'
import { type GatheredBuild, type GatherOptions, gather } from '../input/gather-build.ts'
import { storeBuild, type StoredBuild, storedBuildOf } from './store-build.ts'
import { buildInput } from '../input/build-input.ts'
import {
  allUnassigned,
  buildRunningError,
  type BuildPlan,
  storeFetchedRoads,
  nothingRoutableError,
  isAnyRouted,
  solveBuild,
  unassignedToOffice,
} from './solve-build.ts'

const EXPIRES_AFTER_MS = 15 * 60_000

/** Callbacks of a caller that watches which plan is being made and can cancel it. */
export interface ProposalObserver {
  signal?: AbortSignal
  onPlan?: (balance: Balance, made: number) => void
}

export const proposeBuilds = (
  ctx: Context,
  body: BuildBody,
  { signal, onPlan, most }: ProposalObserver & Pick<GatherOptions, 'most'> = {},
) =>
  runExclusively(ctx, 'build', buildRunningError, async (): Promise<BuildPlansOut> => {
    const gathered = await ctx.read((tx) => gather(ctx, tx, body, { most }))
    if (gathered.wanted.size === 0)
      throw nothingRoutableError(gathered.leftOff.map((left) => unassignedToOffice(ctx, left)))
    const input = buildInput(ctx, gathered, body, datedDay(ctx.calendar, body.date))
    const roads = await roadsOf({ ...ctx, knownRoads: knownRoads(ctx) }, input)
    const seconds = body.options?.time_limit_seconds
    const made: { asked: BuildBody; balance: Balance; plan: BuildPlan; kept: StoredBuild }[] = []
    for (const balance of balancesToPropose(body.options?.balance ?? 'FAIR')) {
      onPlan?.(balance, made.length)
      const asked = { ...body, options: { ...body.options, balance } }
      const budget = { ...(seconds && { seconds: seconds / 2 }), ...(signal && { signal }) }
      const plan = await solveBuild(ctx, asked, gathered, budget, roads)
      if (!isAnyRouted(plan.solution, gathered))
        throw nothingRoutableError(allUnassigned(plan.solution, gathered).map((left) => unassignedToOffice(ctx, left)))
      made.push({ asked, balance, plan, kept: await storedBuildOf(ctx, asked, plan) })
    }

    const expiresAt = new Date(ctx.now.getTime() + EXPIRES_AFTER_MS)
    return ctx.write(async (tx) => {
      const plans: BuildPlanOut[] = []
      for (const { asked, balance, plan, kept } of made) {
        await storeFetchedRoads(ctx, tx, plan)
        const { buildId } = kept
        await storeBuild(tx, kept, null)
        await insertBuildProposal(tx, {
          buildId,
          createdAt: ctx.now,
          expiresAt,
          acceptedAt: null,
          body: asked,
          basis: basisOf(gathered),
          plan: proposedPlan(plan),
        })
        const { figures } = kept.answer
        plans.push({ build_uuid: buildId, balance, routes: figures.routes, ...figuresToWire(figures) })
      }
      return {
        expires_at: expiresAt.toISOString(),
        plans,
        distances_estimated: made.some(({ plan }) => plan.roads.estimated),
        estimate_reason: made.find(({ plan }) => plan.roads.estimated)?.plan.roads.estimateReason ?? null,
      }
    })
  })

const balancesToPropose = (balance: Balance): Balance[] => (balance === 'NONE' ? ['NONE', 'FAIR'] : ['NONE', balance])

/** Returns a digest of the plan's input. A proposal can be accepted only while the digest is unchanged. */
export function basisOf({ business, vehicles, orders, wanted }: GatheredBuild): string {
  const { serviceMinutes, trafficFactors, pace } = business
  const planned = orders.map(({ orderId, changedAt }) => [orderId, changedAt])
  const all = JSON.stringify([serviceMinutes, trafficFactors, pace, vehicles, planned, [...wanted]])
  return createHash('sha256').update(all).digest('base64url')
}

const proposedPlan = ({ solution, roads, input, sourceOf }: BuildPlan): ProposedPlan<Solution> => ({
  solution,
  distances: { source: roads.source, estimated: roads.estimated, estimateReason: roads.estimateReason },
  sources: input.vehicles.map((_, vehicle) => {
    const { source, estimated } = sourceOf(vehicle)
    return { source, estimated }
  }),
})
