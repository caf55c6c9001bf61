// Handlers for the routes of a day: their loads, late driver taps, and outcomes of their stops.
import { checkLoad } from '../../app/driving/check-load.ts'
import { dismissStreetReports } from '../../app/driving/report-street.ts'
import { dismissRefused } from '../../app/driving/dismiss-refused.ts'
import { solveProblem } from '../../app/driving/report-problem.ts'
import { addProof } from '../../app/driving/proofs/add-proof.ts'
import { readRefusedTaps } from '../../app/driving/read-refused-taps.ts'
import { recordLateOutcome } from '../../app/driving/record-late-outcome.ts'
import { changeVehicle } from '../../app/routes/manual/change-vehicle.ts'
import { lockOrders, lockStops } from '../../app/routes/manual/lock-stops.ts'
import { moveStops } from '../../app/routes/manual/move-stops.ts'
import { explainPosition } from '../../app/routes/manual/offer-places.ts'
import { openRoute } from '../../app/routes/manual/open-route.ts'
import { reassignRoute } from '../../app/routes/manual/reassign-route.ts'
import { reverseRoute } from '../../app/routes/manual/reverse-route.ts'
import { cancelRoute } from '../../app/routes/cancel-route.ts'
import { correctStop } from '../../app/routes/correct-stop.ts'
import type { Changes } from '../../app/routes/day/changes.ts'
import { readDay } from '../../app/routes/day/read-day.ts'
import { readExceptions } from '../../app/routes/day/read-exceptions.ts'
import { confirmHandIn, readHandIns, undoHandIn } from '../../app/routes/hand-ins.ts'
import { dispatchRoute } from '../../app/routes/dispatch-route.ts'
import { getRoute } from '../../app/routes/get-route.ts'
import { listRoutes } from '../../app/routes/list-routes.ts'
import { readLoads } from '../../app/routes/read-loads.ts'
import { readPlayback } from '../../app/routes/playback/read-playback.ts'
import { recordOutcome } from '../../app/routes/record-outcome.ts'
import { resendLink } from '../../app/routes/resend-link.ts'
import { showLink } from '../../app/routes/show-link.ts'
import { undoOutcome } from '../../app/routes/undo-outcome.ts'
import { waysOfDay } from '../../app/routes/route-geometry.ts'
import * as byHand from '../../contract/manual-planning.ts'
import * as day from '../../contract/day.ts'
import * as exceptions from '../../contract/exceptions.ts'
import * as screen from '../../contract/office/day.ts'
import * as handIns from '../../contract/office/hand-ins.ts'
import * as loads from '../../contract/office/loads.ts'
import * as playback from '../../contract/office/playback.ts'
import * as taps from '../../contract/office/taps.ts'
import * as outcomes from '../../contract/outcomes.ts'
import * as proofs from '../../contract/proofs.ts'
import * as routes from '../../contract/routes.ts'
import * as stopPlaces from '../../contract/stop-places.ts'
import { correctionOf, outcomeOf, stopOf } from '../input.ts'
import { streamChanges } from '../office/streams.ts'
import { bind, byKey, office, type Operation } from './operation.ts'

export const routeOperations = [
  byKey(routes.listRoutes, (ctx, { query }) => listRoutes(ctx, query.date)),
  byKey(routes.getRoute, (ctx, { params }) => getRoute(ctx, params.route_uuid)),
  bind(routes.dispatchRoute, (ctx, { params }) => dispatchRoute(ctx, params.route_uuid)),
  bind(routes.cancelRoute, (ctx, { params }) => cancelRoute(ctx, params.route_uuid)),
  byKey(stopPlaces.readStopPlaces, (ctx, { params }) => explainPosition(ctx, stopOf(params))),
  bind(outcomes.recordOutcome, (ctx, { params, body }) => recordOutcome(ctx, stopOf(params), outcomeOf(body))),
  bind(outcomes.undoOutcome, (ctx, { params }) => undoOutcome(ctx, stopOf(params))),
  byKey(proofs.addProof, (ctx, { params, body }) => addProof(ctx, stopOf(params), body)),
  bind(day.readDay, (ctx, { query }) => readDay(ctx, query.date)),
  bind(byHand.moveStops, (ctx, { body }) => moveStops(ctx, body)),
  bind(byHand.openRoute, (ctx, { body }) => openRoute(ctx, { vehicleId: body.vehicle_uuid, day: body.date })),
  bind(byHand.lockStops, (ctx, { params, body }) => lockStops(ctx, params.route_uuid, body.stop_uuids, body.locked)),
  office(screen.lockOrders, (ctx, { body }) => lockOrders(ctx, body.order_uuids, body.locked)),
  bind(byHand.reverseRoute, (ctx, { params, body }) => reverseRoute(ctx, params.route_uuid, body.version)),
  bind(byHand.changeVehicle, (ctx, { params, body }) =>
    changeVehicle(ctx, params.route_uuid, { vehicleId: body.vehicle_uuid, version: body.version, trips: body.trips }),
  ),
  bind(byHand.reassignRoute, (ctx, { params, body }) => reassignRoute(ctx, params.route_uuid, body.driver_uuid)),
  bind(byHand.resendLink, (ctx, { params }) => resendLink(ctx, params.route_uuid)),
  office(screen.showLink, (ctx, { params }) => showLink(ctx, params.route_uuid)),
  bind(byHand.correctStop, (ctx, { params, body }) => correctStop(ctx, stopOf(params), correctionOf(body))),
  bind(exceptions.readExceptions, (ctx, { query }) => readExceptions(ctx, query.date)),
  office(playback.readPlayback, (ctx, { query }) => readPlayback(ctx, query.date, query.after)),
  office(screen.readWays, (ctx, { query }) => waysOfDay(ctx, query.date)),
  office(loads.readLoads, (ctx, { query }) => readLoads(ctx, query.date)),
  office(loads.checkLoad, (ctx, { params, body }) => checkLoad(ctx, params.route_uuid, body, ctx.now)),
  office(handIns.readHandIns, (ctx, { query }) => readHandIns(ctx, query.date)),
  office(handIns.confirmHandIn, (ctx, { params, body }) => confirmHandIn(ctx, params.route_uuid, body)),
  office(handIns.undoHandIn, (ctx, { params }) => undoHandIn(ctx, params.route_uuid)),
  office(taps.readRefusedTaps, (ctx, { params }) => readRefusedTaps(ctx, params.route_uuid)),
  office(taps.recordLateOutcome, (ctx, { params, body }) =>
    recordLateOutcome(ctx, { routeId: params.route_uuid, stopId: body.stop_uuid }),
  ),
  office(taps.dismissStreetReports, (ctx, { params, body }) =>
    dismissStreetReports(ctx, { routeId: params.route_uuid, stopId: body.stop_uuid }),
  ),
  office(taps.dismissRefused, (ctx, { params, body }) => dismissRefused(ctx, params.route_uuid, body.stop_uuid)),
  office(taps.solveProblem, (ctx, { params, body }) => solveProblem(ctx, params.route_uuid, new Date(body.at))),
]

/** The stream of changes of the days, until the server closes. */
export const watchOperation = (changes: Changes, closing: AbortSignal): Operation =>
  office(screen.watchDay, async (ctx, _input, { request, reply }) =>
    ctx.workLimiters.streams.hold({ businessId: ctx.businessId, sender: ctx.session.sessionId }, () =>
      streamChanges(request, reply, (screens) => changes.watch({ session: ctx.session, ...screens }), closing),
    ),
  )
