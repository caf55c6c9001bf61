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
import { acceptReplan } from '../../app/planning/replan/accept.ts'
import { proposeReplan } from '../../app/planning/replan/propose.ts'
import * as days from '../../contract/build-days.ts'
import * as builds from '../../contract/builds.ts'
import * as engine from '../../contract/optimize.ts'
import * as replan from '../../contract/replan.ts'
import * as routes from '../../contract/routes.ts'
import { type Binding, bind } from '../bind.ts'

export const planningApi: readonly Binding[] = [
  bind(engine.optimize, (ctx, { body }, hungUp) => optimize(ctx, body, hungUp)),
  bind(routes.buildRoutes, (ctx, { body }) => buildRoutes(ctx, body)),
  bind(days.buildDays, (ctx, { body }) => buildDays(ctx, body)),
  bind(builds.listBuilds, (ctx, { query }) => listBuilds(ctx, query.date)),
  bind(builds.readBuild, (ctx, { params, query }) => readBuild(ctx, params.build_uuid, query.compared_with)),
  bind(builds.runAgain, (ctx, { params }, hungUp) => runAgain(ctx, params.build_uuid, hungUp)),
  bind(replan.replanRoutes, (ctx, { body }, hungUp) => proposeReplan(ctx, body, { signal: hungUp })),
  bind(replan.acceptReplan, (ctx, { params, body }) => acceptReplan(ctx, params.replan_uuid, body.plan)),
  bind(byHand.proposeBuild, (ctx, { body }, signal) =>
    proposeBuilds(ctx, body, { signal, most: ctx.buildMaxDeliveries }),
  ),
  bind(byHand.acceptBuild, (ctx, { params }) => acceptBuild(ctx, params.build_uuid)),
]
