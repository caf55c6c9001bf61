// From deliveries to routes.
import { acceptBuild } from '../../app/planning/build/accept-build.ts'
import { proposeBuilds } from '../../app/planning/build/propose-build.ts'
import * as byHand from '../../contract/by-hand.ts'
import { optimize } from '../../app/planning/optimize/optimize.ts'
import { buildDays } from '../../app/planning/build/build-days.ts'
import { buildRoutes } from '../../app/planning/build/build-routes.ts'
import { listBuilds } from '../../app/planning/kept-builds/list-builds.ts'
import { readBuild } from '../../app/planning/kept-builds/read-build.ts'
import { runAgain } from '../../app/planning/kept-builds/run-again.ts'
import { acceptReplan } from '../../app/planning/replan/accept-replan.ts'
import { proposeReplan } from '../../app/planning/replan/propose-replan.ts'
import * as days from '../../contract/build-days.ts'
import * as builds from '../../contract/builds.ts'
import * as engine from '../../contract/optimize.ts'
import * as replan from '../../contract/replan.ts'
import * as routes from '../../contract/routes.ts'
import { byKey, type Operation } from '../operation.ts'

export const planningApi: readonly Operation[] = [
  byKey(engine.optimize, (ctx, { body }, hungUp) => optimize(ctx, body, hungUp)),
  byKey(routes.buildRoutes, (ctx, { body }) => buildRoutes(ctx, body)),
  byKey(days.buildDays, (ctx, { body }) => buildDays(ctx, body)),
  byKey(builds.listBuilds, (ctx, { query }) => listBuilds(ctx, query.date)),
  byKey(builds.readBuild, (ctx, { params, query }) => readBuild(ctx, params.build_uuid, query.compared_with)),
  byKey(builds.runAgain, (ctx, { params }, hungUp) => runAgain(ctx, params.build_uuid, hungUp)),
  byKey(replan.replanRoutes, (ctx, { body }, hungUp) => proposeReplan(ctx, body, { signal: hungUp })),
  byKey(replan.acceptReplan, (ctx, { params, body }) => acceptReplan(ctx, params.replan_uuid, body.plan)),
  byKey(byHand.proposeBuild, (ctx, { body }, signal) =>
    proposeBuilds(ctx, body, { signal, most: ctx.buildMaxDeliveries }),
  ),
  byKey(byHand.acceptBuild, (ctx, { params }) => acceptBuild(ctx, params.build_uuid)),
]
