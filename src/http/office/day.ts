// The day screen: the day in one read, its changes as they come, and what a dispatcher does to it.
import { acceptBuild } from '../../app/planning/build/accept-build.ts'
import { buildDays } from '../../app/planning/build/build-days.ts'
import { buildWatched } from '../../app/planning/build/build-routes.ts'
import { listBuilds } from '../../app/planning/kept-builds/list-builds.ts'
import { readBuild } from '../../app/planning/kept-builds/read-build.ts'
import { runAgain } from '../../app/planning/kept-builds/run-again.ts'
import { proposeBuilds } from '../../app/planning/build/propose-build.ts'
import { offerPlaces } from '../../app/routes/by-hand/offer-places.ts'
import { changeVehicle } from '../../app/routes/by-hand/change-vehicle.ts'
import { lockOrders, lockStops } from '../../app/routes/by-hand/lock-stops.ts'
import { moveStops } from '../../app/routes/by-hand/move-stops.ts'
import { openRoute } from '../../app/routes/by-hand/open-route.ts'
import { reassignRoute } from '../../app/routes/by-hand/reassign-route.ts'
import { reverseRoute } from '../../app/routes/by-hand/reverse-route.ts'
import { acceptReplan } from '../../app/planning/replan/accept-replan.ts'
import { proposeReplan } from '../../app/planning/replan/propose-replan.ts'
import { cancelRoute } from '../../app/routes/cancel-route.ts'
import { correctStop } from '../../app/routes/correct-stop.ts'
import { dispatchRoute } from '../../app/routes/dispatch-route.ts'
import { recordOutcome } from '../../app/routes/record-outcome.ts'
import { resendLink } from '../../app/routes/resend-link.ts'
import { showLink } from '../../app/routes/show-link.ts'
import { waysOfDay } from '../../app/routes/ways.ts'
import { undoOutcome } from '../../app/routes/undo-outcome.ts'
import { milesOf, minutesOf } from '../../domain/planning/units.ts'
import type { SolveProgress } from '../../app/ports/solver.ts'
import type { Changes } from '../../app/routes/day/changes.ts'
import { readDay } from '../../app/routes/day/read-day.ts'
import { readPlayback } from '../../app/routes/playback/read-playback.ts'
import { readExceptions } from '../../app/routes/day/read-exceptions.ts'
import * as builds from '../../contract/office/builds.ts'
import * as day from '../../contract/office/day.ts'
import * as exceptions from '../../contract/office/exceptions.ts'
import * as playback from '../../contract/office/playback.ts'
import * as replan from '../../contract/office/replan.ts'
import { correctionOf, outcomeOf, stopOf } from '../input.ts'
import { office } from '../operation.ts'
import { streamChanges, streamLines } from './streams.ts'

export const dayBindings = (changes: Changes, closing: AbortSignal) => [
  office(day.readDay, (ctx, { query }) => readDay(ctx, query.date)),
  office(exceptions.readExceptions, (ctx, { query }) => readExceptions(ctx, query.date)),
  office(playback.readPlayback, (ctx, { query }) => readPlayback(ctx, query.date, query.after)),
  office(day.readWays, (ctx, { query }) => waysOfDay(ctx, query.date)),
  office(day.watchDay, async (ctx, _input, { request, reply }) =>
    ctx.places.streams.hold({ businessId: ctx.businessId, sender: ctx.session.sessionId }, () =>
      streamChanges(request, reply, (screen) => changes.watch({ session: ctx.session, ...screen }), closing),
    ),
  ),
  office(day.build, async (ctx, { body }, exchange) =>
    streamLines(day.build, exchange, (say, signal) =>
      buildWatched(ctx, body, { signal, onProgress: (progress) => say({ progress: progressToWire(progress) }) }),
    ),
  ),
  office(builds.buildDays, (ctx, { body }) => buildDays(ctx, body)),
  office(builds.proposeBuild, async (ctx, { body }, exchange) =>
    streamLines(builds.proposeBuild, exchange, (say, signal) =>
      proposeBuilds(ctx, body, { signal, onPlan: (balance, made) => say({ progress: { balance, made } }) }),
    ),
  ),
  office(builds.acceptBuild, (ctx, { params }) => acceptBuild(ctx, params.build_uuid)),
  office(builds.listBuilds, (ctx, { query }) => listBuilds(ctx, query.date)),
  office(builds.readBuild, (ctx, { params, query }) => readBuild(ctx, params.build_uuid, query.compared_with)),
  office(builds.runAgain, (ctx, { params }) => runAgain(ctx, params.build_uuid)),
  office(replan.replan, async (ctx, { body }, exchange) =>
    streamLines(replan.replan, exchange, (say, signal) =>
      proposeReplan(ctx, body, { signal, onPlan: (goal, made) => say({ progress: { goal, made } }) }),
    ),
  ),
  office(replan.acceptReplan, (ctx, { params, body }) => acceptReplan(ctx, params.replan_uuid, body.plan)),
  office(day.moveStops, (ctx, { body }) => moveStops(ctx, body)),
  office(day.offerPlaces, (ctx, { params }) => offerPlaces(ctx, params.order_uuid)),
  office(day.changeVehicle, (ctx, { params, body }) =>
    changeVehicle(ctx, params.route_uuid, {
      vehicleId: body.vehicle_uuid,
      version: body.version,
      trips: body.trips,
    }),
  ),
  office(day.openRoute, (ctx, { body }) => openRoute(ctx, { vehicleId: body.vehicle_uuid, day: body.date })),
  office(day.lockStops, (ctx, { params, body }) => lockStops(ctx, params.route_uuid, body.stop_uuids, body.locked)),
  office(day.lockOrders, (ctx, { body }) => lockOrders(ctx, body.order_uuids, body.locked)),
  office(day.reverseRoute, (ctx, { params, body }) => reverseRoute(ctx, params.route_uuid, body.version)),
  office(day.reassignRoute, (ctx, { params, body }) => reassignRoute(ctx, params.route_uuid, body.driver_uuid)),
  office(day.dispatchRoute, (ctx, { params }) => dispatchRoute(ctx, params.route_uuid)),
  office(day.resendLink, (ctx, { params }) => resendLink(ctx, params.route_uuid)),
  office(day.showLink, (ctx, { params }) => showLink(ctx, params.route_uuid)),
  office(day.cancelRoute, (ctx, { params }) => cancelRoute(ctx, params.route_uuid)),
  office(day.recordOutcome, (ctx, { params, body }) => recordOutcome(ctx, stopOf(params), outcomeOf(body))),
  office(day.undoOutcome, (ctx, { params }) => undoOutcome(ctx, stopOf(params))),
  office(day.correctStop, (ctx, { params, body }) => correctStop(ctx, stopOf(params), correctionOf(body))),
]

const progressToWire = ({ seconds, unassigned, distance, driveSeconds }: SolveProgress): day.BuildProgress => ({
  seconds,
  unassigned,
  distance_miles: milesOf(distance),
  drive_minutes: minutesOf(driveSeconds),
})
