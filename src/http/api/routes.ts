// Routes of a day and what becomes of their stops.
import { readDay } from '../../app/routes/day/read-day.ts'
import { readExceptions } from '../../app/routes/day/read-exceptions.ts'
import { changeVehicle } from '../../app/routes/by-hand/change-vehicle.ts'
import { lockStops } from '../../app/routes/by-hand/lock-stops.ts'
import { moveStops } from '../../app/routes/by-hand/move-stops.ts'
import { openRoute } from '../../app/routes/by-hand/open-route.ts'
import { reassignRoute } from '../../app/routes/by-hand/reassign-route.ts'
import { reverseRoute } from '../../app/routes/by-hand/reverse-route.ts'
import { correctStop } from '../../app/routes/correct-stop.ts'
import { resendLink } from '../../app/routes/resend-link.ts'
import * as byHand from '../../contract/by-hand.ts'
import * as setUp from '../../contract/set-up.ts'
import { addProof } from '../../app/driving/proofs/add-proof.ts'
import { cancelRoute } from '../../app/routes/cancel-route.ts'
import { dispatchRoute } from '../../app/routes/dispatch-route.ts'
import { whyHere } from '../../app/routes/by-hand/offer-places.ts'
import { getRoute } from '../../app/routes/get-route.ts'
import { listRoutes } from '../../app/routes/list-routes.ts'
import { recordOutcome } from '../../app/routes/record-outcome.ts'
import { undoOutcome } from '../../app/routes/undo-outcome.ts'
import * as proofs from '../../contract/proofs.ts'
import * as routes from '../../contract/routes.ts'
import * as stopPlaces from '../../contract/stop-places.ts'
import { byKey, type Operation } from '../operation.ts'
import { correctionOf, outcomeOf, stopOf } from '../input.ts'

export const routesApi: readonly Operation[] = [
  byKey(routes.listRoutes, (ctx, { query }) => listRoutes(ctx, query.date)),
  byKey(routes.getRoute, (ctx, { params }) => getRoute(ctx, params.route_uuid)),
  byKey(routes.dispatchRoute, (ctx, { params }) => dispatchRoute(ctx, params.route_uuid)),
  byKey(routes.cancelRoute, (ctx, { params }) => cancelRoute(ctx, params.route_uuid)),
  byKey(stopPlaces.readStopPlaces, (ctx, { params }) => whyHere(ctx, stopOf(params))),
  byKey(routes.recordOutcome, (ctx, { params, body }) => recordOutcome(ctx, stopOf(params), outcomeOf(body))),
  byKey(routes.undoOutcome, (ctx, { params }) => undoOutcome(ctx, stopOf(params))),
  byKey(proofs.addProof, (ctx, { params, body }) => addProof(ctx, stopOf(params), body)),
  byKey(byHand.readDay, (ctx, { query }) => readDay(ctx, query.date)),
  byKey(byHand.moveStops, (ctx, { body }) => moveStops(ctx, body)),
  byKey(byHand.openRoute, (ctx, { body }) => openRoute(ctx, { vehicleId: body.vehicle_uuid, day: body.date })),
  byKey(byHand.lockStops, (ctx, { params, body }) => lockStops(ctx, params.route_uuid, body.stop_uuids, body.locked)),
  byKey(byHand.reverseRoute, (ctx, { params, body }) => reverseRoute(ctx, params.route_uuid, body.version)),
  byKey(byHand.changeVehicle, (ctx, { params, body }) =>
    changeVehicle(ctx, params.route_uuid, { vehicleId: body.vehicle_uuid, version: body.version, trips: body.trips }),
  ),
  byKey(byHand.reassignRoute, (ctx, { params, body }) => reassignRoute(ctx, params.route_uuid, body.driver_uuid)),
  byKey(byHand.resendLink, (ctx, { params }) => resendLink(ctx, params.route_uuid)),
  byKey(byHand.correctStop, (ctx, { params, body }) => correctStop(ctx, stopOf(params), correctionOf(body))),
  byKey(setUp.readExceptions, (ctx, { query }) => readExceptions(ctx, query.date)),
]
