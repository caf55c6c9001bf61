// POST /build/{build_uuid}/accept of the office: writes a proposed plan as the day's routes, unless its input has
// changed.
import type { OfficeBuildOut, BuildBody } from '../../../contract/build.ts'
import type { Solution } from '../../../engine/solution.ts'
import { lockBuildProposal, markBuildAccepted } from '../../../store/routes/build-proposals.ts'
import type { ProposedPlan } from '../../../domain/planning/proposed-plan.ts'
import { markBuildMade } from '../../../store/routes/builds.ts'
import type { Context } from '../../context.ts'
import { AppError, conflicting, missing } from '../../errors.ts'
import { runExclusively } from '../../exclusively.ts'
import { datedDay } from '../compile/planned-day.ts'
import { PlanOutdated } from './write-build.ts'
import { gather } from '../input/gather-build.ts'
import { buildInput } from '../input/build-input.ts'
import { basisOf } from './propose-build.ts'
import { allUnassigned, buildRunningError, unassignedToOffice, writeBuild } from './solve-build.ts'

export const acceptBuild = (ctx: Context, buildId: string): Promise<OfficeBuildOut> =>
  runExclusively(ctx, 'build', buildRunningError, () =>
    ctx.write(async (tx) => {
      const proposal = await lockBuildProposal<BuildBody, Solution>(tx, buildId)
      if (!proposal) throw missing('plan with that uuid')
      if (proposal.acceptedAt) throw conflicting('BUILD_ACCEPTED', 'This plan was accepted already.')
      if (proposal.expiresAt <= ctx.now)
        throw conflicting('BUILD_EXPIRED', 'This plan is too old; build again. Nothing was changed.')
      const { body, basis, plan } = proposal
      // The same request was valid when the proposal was made. If it is refused now, the input has changed.
      const gathered = await gather(ctx, tx, body).catch((error: unknown) => {
        throw error instanceof AppError ? staleProposalError() : error
      })
      if (basisOf(gathered) !== basis) throw staleProposalError()
      const day = datedDay(ctx.calendar, body.date)
      const input = buildInput(ctx, gathered, body, day)
      const { solution, distances } = plan
      const unassigned = allUnassigned(solution, gathered).map((left) => unassignedToOffice(ctx, left))
      const build = { date: body.date, day, gathered, input, solution, sourceOf: sourcesOf(plan) }
      const built = await writeBuild(ctx, tx, build, distances, unassigned).catch((error: unknown) => {
        throw error instanceof PlanOutdated ? staleProposalError() : error
      })
      await markBuildAccepted(tx, buildId, ctx.now)
      await markBuildMade(tx, buildId, ctx.now)
      return { build_uuid: buildId, ...built }
    }),
  )

const sourcesOf =
  ({ sources, distances }: ProposedPlan) =>
  (vehicle: number) =>
    sources[vehicle] ?? distances

const staleProposalError = () =>
  conflicting(
    'BUILD_STALE',
    'The deliveries, routes or vehicles have changed since this was planned. Nothing was changed; build again.',
  )
