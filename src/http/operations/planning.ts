// Handlers for planning routes.
import { milesOf, minutesOf } from '../../domain/planning/units.ts'
import { acceptBuild } from '../../app/planning/build/accept-build.ts'
import { buildDays } from '../../app/planning/build/build-days.ts'
import { buildRoutes, buildWatched } from '../../app/planning/build/build-routes.ts'
import { proposeBuilds } from '../../app/planning/build/propose-build.ts'
import { stopBuild } from '../../app/planning/build/stop-build.ts'
import { listBuilds } from '../../app/planning/kept-builds/list-builds.ts'
import { readBuild } from '../../app/planning/kept-builds/read-build.ts'
import { runAgain } from '../../app/planning/kept-builds/run-again.ts'
import { optimize } from '../../app/planning/optimize/optimize.ts'
import { acceptReplan } from '../../app/planning/replan/accept-replan.ts'
import { proposeReplan } from '../../app/planning/replan/propose-replan.ts'
import type { SolveProgress } from '../../app/ports/solver.ts'
import * as build from '../../contract/build.ts'
import * as days from '../../contract/build-days.ts'
import * as builds from '../../contract/builds.ts'
import * as stopped from '../../contract/office/stop-build.ts'
import * as engine from '../../contract/optimize.ts'
import * as proposed from '../../contract/propose-build.ts'
import * as replan from '../../contract/replan.ts'
import { streamLines } from '../office/streams.ts'
import { bind, byKey, office } from './operation.ts'

export const planningOperations = [
  byKey(engine.optimize, (ctx, { body }, hungUp) => optimize(ctx, body, hungUp)),
  byKey(build.buildRoutes, (ctx, { body }) => buildRoutes(ctx, body)),
  office(build.buildRoutes, async (ctx, { body }, exchange) =>
    streamLines(build.buildRoutes, exchange, (say, signal) =>
      buildWatched(ctx, body, {
        signal,
        onProgress: (buildId, progress) => say({ progress: progressToWire(buildId, progress) }),
      }),
    ),
  ),
  office(stopped.stopBuild, (ctx, { params }) => stopBuild(ctx, params.build_uuid)),
  bind(days.buildDays, (ctx, { body }) => buildDays(ctx, body)),
  bind(builds.listBuilds, (ctx, { query }) => listBuilds(ctx, query.date)),
  bind(builds.readBuild, (ctx, { params, query }) => readBuild(ctx, params.build_uuid, query.compared_with)),
  byKey(builds.runAgain, (ctx, { params }, hungUp) => runAgain(ctx, params.build_uuid, hungUp)),
  office(builds.runAgain, (ctx, { params }) => runAgain(ctx, params.build_uuid)),
  byKey(replan.replanRoutes, (ctx, { body }, hungUp) => proposeReplan(ctx, body, { signal: hungUp })),
  office(replan.replanRoutes, async (ctx, { body }, exchange) =>
    streamLines(replan.replanRoutes, exchange, (say, signal) =>
      proposeReplan(ctx, body, { signal, onPlan: (goal, made) => say({ progress: { goal, made } }) }),
    ),
  ),
  bind(replan.acceptReplan, (ctx, { params, body }) => acceptReplan(ctx, params.replan_uuid, body.plan)),
  byKey(proposed.proposeBuild, (ctx, { body }, signal) =>
    proposeBuilds(ctx, body, { signal, most: ctx.buildMaxDeliveries }),
  ),
  office(proposed.proposeBuild, async (ctx, { body }, exchange) =>
    streamLines(proposed.proposeBuild, exchange, (say, signal) =>
      proposeBuilds(ctx, body, { signal, onPlan: (balance, made) => say({ progress: { balance, made } }) }),
    ),
  ),
  bind(proposed.acceptBuild, (ctx, { params }) => acceptBuild(ctx, params.build_uuid)),
]

const progressToWire = (
  buildId: string,
  { seconds, unassigned, distance, driveSeconds }: SolveProgress,
): build.BuildProgress => ({
  build_uuid: buildId,
  seconds,
  unassigned,
  distance_miles: milesOf(distance),
  drive_minutes: minutesOf(driveSeconds),
})
