// The API: each endpoint with its use case.
import type { Context } from '../app/context.ts'
import { readDay } from '../app/routes/day/read-day.ts'
import { readExceptions } from '../app/routes/day/read-exceptions.ts'
import { textHome } from '../app/driving/hand-on-home.ts'
import { createDepot } from '../app/fleet/create-depot.ts'
import { createDriver } from '../app/fleet/create-driver.ts'
import { createVehicle } from '../app/fleet/create-vehicle.ts'
import { listDepots, listDrivers, listVehicles, type Page } from '../app/fleet/list-fleet.ts'
import { updateDepot } from '../app/fleet/update-depot.ts'
import { updateDriver } from '../app/fleet/update-driver.ts'
import { updateVehicle } from '../app/fleet/update-vehicle.ts'
import { findPlace } from '../app/addresses/geocoding/find-place.ts'
import { daysThatFit } from '../app/orders/days-that-fit.ts'
import { readOrder } from '../app/orders/read-order.ts'
import { repeatOrder } from '../app/orders/repeat-order.ts'
import { readReport } from '../app/business/reports/read-report.ts'
import { acceptBuild } from '../app/planning/build/accept-build.ts'
import { proposeBuilds } from '../app/planning/build/propose-build.ts'
import { changeVehicle } from '../app/routes/by-hand/change-vehicle.ts'
import { lockStops } from '../app/routes/by-hand/lock-stops.ts'
import { moveStops } from '../app/routes/by-hand/move-stops.ts'
import { openRoute } from '../app/routes/by-hand/open-route.ts'
import { reassignRoute } from '../app/routes/by-hand/reassign-route.ts'
import { reverseRoute } from '../app/routes/by-hand/reverse-route.ts'
import { correctStop } from '../app/routes/correct-stop.ts'
import { resendLink } from '../app/routes/resend-link.ts'
import { changeSettings, readSettings } from '../app/business/settings/read-settings.ts'
import { readTraffic, saveTraffic } from '../app/business/settings/traffic.ts'
import { createZone, deleteZone, updateZone } from '../app/zones/keep-zone.ts'
import { listZones } from '../app/zones/list-zones.ts'
import * as byHand from '../contract/by-hand.ts'
import type { Reply } from '../contract/endpoint.ts'
import * as fleet from '../contract/fleet.ts'
import * as orderDeeds from '../contract/order-deeds.ts'
import * as setUp from '../contract/set-up.ts'
import { depotOf, vehicleOf } from './fleet-input.ts'
import { getAvailability } from '../app/zones/availability/get-availability.ts'
import { getHealth } from '../app/operations/health/get-health.ts'
import { readKey } from '../app/integrations/keys/read-key.ts'
import { listCalls } from '../app/integrations/keys/request-log.ts'
import { optimize } from '../app/planning/optimize/optimize.ts'
import { cancelOrder } from '../app/orders/cancel-order.ts'
import { getOrder } from '../app/orders/get-order.ts'
import { listOrders } from '../app/orders/list-orders.ts'
import { putOrder } from '../app/orders/put-order.ts'
import { putOrders } from '../app/orders/put-orders.ts'
import { readTestDay, startTestDay, stopTestDay } from '../app/operations/test-days/start-test-day.ts'
import { changeRecurring, endRecurring } from '../app/orders/recurring/change-recurring.ts'
import { createRecurring } from '../app/orders/recurring/create-recurring.ts'
import { listRecurring, readRecurring } from '../app/orders/recurring/read-recurring.ts'
import { setRecurringDate } from '../app/orders/recurring/set-date.ts'
import { erasePerson } from '../app/customers/privacy/erase-person.ts'
import { exportPerson } from '../app/customers/privacy/export-person.ts'
import { findPerson } from '../app/customers/privacy/find-person.ts'
import { addProof } from '../app/driving/proofs/add-proof.ts'
import { listReceipts, readReceipt } from '../app/customers/receipts/read-receipts.ts'
import { buildDays } from '../app/planning/build/build-days.ts'
import { buildRoutes } from '../app/planning/build/build-routes.ts'
import { listBuilds } from '../app/planning/kept-builds/list-builds.ts'
import { readBuild } from '../app/planning/kept-builds/read-build.ts'
import { runAgain } from '../app/planning/kept-builds/run-again.ts'
import { cancelRoute } from '../app/routes/cancel-route.ts'
import { dispatchRoute } from '../app/routes/dispatch-route.ts'
import { offerPlaces, whyHere } from '../app/routes/by-hand/offer-places.ts'
import { acceptReplan } from '../app/planning/replan/accept.ts'
import { proposeReplan } from '../app/planning/replan/propose.ts'
import { getRoute } from '../app/routes/get-route.ts'
import { listRoutes } from '../app/routes/list-routes.ts'
import { recordOutcome } from '../app/routes/record-outcome.ts'
import { undoOutcome } from '../app/routes/undo-outcome.ts'
import { createEndpoint } from '../app/integrations/webhooks/create-endpoint.ts'
import { deleteEndpoint } from '../app/integrations/webhooks/delete-endpoint.ts'
import { listDeliveries } from '../app/integrations/webhooks/list-deliveries.ts'
import { listEndpoints } from '../app/integrations/webhooks/list-endpoints.ts'
import { listEvents } from '../app/integrations/webhooks/list-events.ts'
import { replayDelivery } from '../app/integrations/webhooks/replay-delivery.ts'
import { replayEvents } from '../app/integrations/webhooks/replay-events.ts'
import { rotateSecret } from '../app/integrations/webhooks/rotate-secret.ts'
import { testEndpoint } from '../app/integrations/webhooks/test-endpoint.ts'
import { updateEndpoint } from '../app/integrations/webhooks/update-endpoint.ts'
import * as availability from '../contract/availability.ts'
import * as days from '../contract/build-days.ts'
import * as builds from '../contract/builds.ts'
import * as eventLog from '../contract/event-log.ts'
import * as health from '../contract/health.ts'
import * as key from '../contract/key.ts'
import * as engine from '../contract/optimize.ts'
import * as orders from '../contract/orders.ts'
import * as privacy from '../contract/privacy.ts'
import * as proofs from '../contract/proofs.ts'
import * as receipts from '../contract/receipts.ts'
import * as recurring from '../contract/recurring-orders.ts'
import * as replan from '../contract/replan.ts'
import * as routes from '../contract/routes.ts'
import * as stopPlaces from '../contract/stop-places.ts'
import * as testDays from '../contract/test-days.ts'
import * as webhooks from '../contract/webhooks.ts'
import { batchToWire, ordersOf } from './batch.ts'
import { type Binding, bind } from './bind.ts'
import { correctionOf, offerOf, outcomeOf, stopOf } from './input.ts'

const nothing = (): Reply<null> => ({ status: 200, data: null })

const paged = <T>({ items, nextCursor }: Page<T>): Reply<T[]> => ({ status: 200, data: items, next_cursor: nextCursor })

/** Zones and dates hold for what people of the office enter, not for an order system. */
const BY_API = { maySetZonesAside: true, override: true } as const

export const apiBindings: readonly Binding[] = [
  bind(
    orders.putOrder,
    (ctx, { body }) => putOrder(ctx, body),
    ({ outcome, order }) => ({ status: outcome === 'created' ? 201 : 200, data: order }),
  ),
  bind(
    orders.putOrders,
    (ctx, { body }) => putOrders(ctx, ordersOf(body.orders)),
    (results) => ({ status: 200, data: batchToWire(results) }),
  ),
  bind(orders.getOrder, (ctx, { params }) => getOrder(ctx, params.external_ref)),
  bind(
    orders.listOrders,
    (ctx, { query }) => listOrders(ctx, query),
    (page) => ({ status: 200, data: page.orders, next_cursor: page.nextCursor }),
  ),
  bind(orders.cancelOrder, (ctx, { params }) => cancelOrder(ctx, params.external_ref, null)),
  bind(recurring.createRecurringOrder, (ctx, { body }) => createRecurring(ctx, body)),
  bind(
    recurring.listRecurringOrders,
    (ctx, { query }) => listRecurring(ctx, query),
    (page) => ({ status: 200, data: page.recurring, next_cursor: page.nextCursor }),
  ),
  bind(recurring.readRecurringOrder, (ctx, { params }) => readRecurring(ctx, params.recurring_order_uuid)),
  bind(recurring.changeRecurringOrder, (ctx, { params, body }) =>
    changeRecurring(ctx, params.recurring_order_uuid, body),
  ),
  bind(recurring.endRecurringOrder, (ctx, { params }) => endRecurring(ctx, params.recurring_order_uuid)),
  bind(recurring.setRecurringDate, (ctx, { params, body }) => setRecurringDate(ctx, params.recurring_order_uuid, body)),
  bind(testDays.startTestDay, (ctx, { body }) => startTestDay(ctx, body)),
  bind(testDays.readTestDay, (ctx, { params }) => readTestDay(ctx, params.test_day_uuid)),
  bind(testDays.stopTestDay, (ctx, { params }) => stopTestDay(ctx, params.test_day_uuid)),
  bind(availability.findPlace, (ctx, { query }) => findPlace(ctx, query.address)),
  bind(availability.getAvailability, (ctx, { query }) => getAvailability(ctx, query)),
  bind(engine.optimize, (ctx, { body }, hungUp) => optimize(ctx, body, hungUp)),
  bind(health.getHealth, getHealth),
  bind(key.readKey, readKey),
  bind(key.listCalls, (ctx, { query }) => listCalls(ctx, query), paged),
  bind(routes.listRoutes, (ctx, { query }) => listRoutes(ctx, query.date)),
  bind(routes.buildRoutes, (ctx, { body }) => buildRoutes(ctx, body)),
  bind(days.buildDays, (ctx, { body }) => buildDays(ctx, body)),
  bind(builds.listBuilds, (ctx, { query }) => listBuilds(ctx, query.date)),
  bind(builds.readBuild, (ctx, { params, query }) => readBuild(ctx, params.build_uuid, query.compared_with)),
  bind(builds.runAgain, (ctx, { params }, hungUp) => runAgain(ctx, params.build_uuid, hungUp)),
  bind(replan.replanRoutes, (ctx, { body }, hungUp) => proposeReplan(ctx, body, { signal: hungUp })),
  bind(replan.acceptReplan, (ctx, { params, body }) => acceptReplan(ctx, params.replan_uuid, body.plan)),
  bind(routes.getRoute, (ctx, { params }) => getRoute(ctx, params.route_uuid)),
  bind(routes.dispatchRoute, (ctx, { params }) => dispatchRoute(ctx, params.route_uuid)),
  bind(routes.cancelRoute, (ctx, { params }) => cancelRoute(ctx, params.route_uuid)),
  bind(stopPlaces.readStopPlaces, (ctx, { params }) => whyHere(ctx, stopOf(params))),
  bind(routes.recordOutcome, (ctx, { params, body }) => recordOutcome(ctx, stopOf(params), outcomeOf(body))),
  bind(routes.undoOutcome, (ctx, { params }) => undoOutcome(ctx, stopOf(params))),
  bind(proofs.addProof, (ctx, { params, body }) => addProof(ctx, stopOf(params), body)),
  bind(webhooks.listEndpoints, listEndpoints),
  bind(webhooks.createEndpoint, (ctx, { body }) => createEndpoint(ctx, body)),
  bind(webhooks.updateEndpoint, (ctx, { params, body }) => updateEndpoint(ctx, params.endpoint_uuid, body)),
  bind(webhooks.deleteEndpoint, (ctx, { params }) => deleteEndpoint(ctx, params.endpoint_uuid)),
  bind(webhooks.rotateSecret, (ctx, { params }) => rotateSecret(ctx, params.endpoint_uuid)),
  bind(webhooks.testEndpoint, (ctx, { params }) => testEndpoint(ctx, params.endpoint_uuid)),
  bind(
    webhooks.listDeliveries,
    (ctx, { params, query }) => listDeliveries(ctx, params.endpoint_uuid, query),
    (page) => ({ status: 200, data: page.deliveries, next_cursor: page.nextCursor }),
  ),
  bind(
    eventLog.listEvents,
    (ctx, { query }) => listEvents(ctx, query),
    (page) => ({ status: 200, data: page.events, next_cursor: page.nextCursor }),
  ),
  bind(receipts.listReceipts, (ctx, { query }) => listReceipts(ctx, query), paged),
  bind(receipts.readReceipt, (ctx, { params }) => readReceipt(ctx, params.receipt_uuid)),
  bind(eventLog.replayEvents, (ctx, { params, body }) =>
    replayEvents(ctx, params.endpoint_uuid, { from: body.from, until: body.until ?? ctx.now }),
  ),
  bind(webhooks.replayDelivery, (ctx, { params }) => replayDelivery(ctx, params.endpoint_uuid, params.delivery_id)),
  bind(orderDeeds.readOrderDetails, async (ctx, { params }) => readOrder(ctx, await idOf(ctx, params))),
  bind(orderDeeds.readOrderDays, async (ctx, { params }) => daysThatFit(ctx, await idOf(ctx, params))),
  bind(orderDeeds.repeatOrder, async (ctx, { params, body }) =>
    repeatOrder(ctx, await idOf(ctx, params), { externalRef: body.external_ref, ...offerOf(body) }, BY_API),
  ),
  bind(byHand.readDay, (ctx, { query }) => readDay(ctx, query.date)),
  bind(byHand.proposeBuild, (ctx, { body }, signal) =>
    proposeBuilds(ctx, body, { signal, most: ctx.buildMaxDeliveries }),
  ),
  bind(byHand.acceptBuild, (ctx, { params }) => acceptBuild(ctx, params.build_uuid)),
  bind(byHand.moveStops, (ctx, { body }) => moveStops(ctx, body)),
  bind(byHand.readOrderPlaces, async (ctx, { params }) => offerPlaces(ctx, await idOf(ctx, params))),
  bind(byHand.openRoute, (ctx, { body }) => openRoute(ctx, { vehicleId: body.vehicle_uuid, day: body.date })),
  bind(byHand.lockStops, (ctx, { params, body }) => lockStops(ctx, params.route_uuid, body.stop_uuids, body.locked)),
  bind(byHand.reverseRoute, (ctx, { params, body }) => reverseRoute(ctx, params.route_uuid, body.version)),
  bind(byHand.changeVehicle, (ctx, { params, body }) =>
    changeVehicle(ctx, params.route_uuid, { vehicleId: body.vehicle_uuid, version: body.version, trips: body.trips }),
  ),
  bind(byHand.reassignRoute, (ctx, { params, body }) => reassignRoute(ctx, params.route_uuid, body.driver_uuid)),
  bind(byHand.resendLink, (ctx, { params }) => resendLink(ctx, params.route_uuid)),
  bind(byHand.correctStop, (ctx, { params, body }) => correctStop(ctx, stopOf(params), correctionOf(body))),
  bind(fleet.listDepots, (ctx, { query }) => listDepots(ctx, query), paged),
  bind(
    fleet.createDepot,
    (ctx, { body }) => createDepot(ctx, ctx.businessId, depotOf(body)),
    ({ depotId }) => ({ status: 201, data: { depot_uuid: depotId } }),
  ),
  bind(
    fleet.updateDepot,
    (ctx, { params, body }) =>
      updateDepot(ctx, ctx.businessId, { depotId: params.depot_uuid, version: body.version, ...depotOf(body) }),
    nothing,
  ),
  bind(fleet.listDrivers, (ctx, { query }) => listDrivers(ctx, query), paged),
  bind(
    fleet.createDriver,
    (ctx, { body: { active: _active, ...driver } }) => createDriver(ctx, ctx.businessId, driver),
    ({ driverId }) => ({ status: 201, data: { driver_uuid: driverId } }),
  ),
  bind(
    fleet.updateDriver,
    (ctx, { params, body }) => updateDriver(ctx, ctx.businessId, { driverId: params.driver_uuid, ...body }),
    nothing,
  ),
  bind(
    fleet.textDriverPage,
    (ctx, { params }) => textHome(ctx, params.driver_uuid),
    ({ url: _link, ...texted }) => ({ status: 200, data: texted }),
  ),
  bind(fleet.listVehicles, (ctx, { query }) => listVehicles(ctx, query), paged),
  bind(
    fleet.createVehicle,
    (ctx, { body }) => createVehicle(ctx, ctx.businessId, vehicleOf(body)),
    ({ vehicleId }) => ({ status: 201, data: { vehicle_uuid: vehicleId } }),
  ),
  bind(
    fleet.updateVehicle,
    (ctx, { params, body }) =>
      updateVehicle(ctx, ctx.businessId, {
        vehicleId: params.vehicle_uuid,
        version: body.version,
        active: body.active,
        ...vehicleOf(body),
      }),
    nothing,
  ),
  bind(
    setUp.listZones,
    (ctx, { query }) => listZones(ctx, query.cursor),
    (page) => ({ status: 200, data: page.zones, next_cursor: page.nextCursor }),
  ),
  bind(setUp.createZone, (ctx, { body }) => createZone(ctx, body)),
  bind(setUp.updateZone, (ctx, { params, body }) => updateZone(ctx, params.zone_uuid, body), nothing),
  bind(setUp.deleteZone, (ctx, { params, query }) => deleteZone(ctx, params.zone_uuid, query.version), nothing),
  bind(setUp.readSettings, (ctx) => readSettings(ctx)),
  bind(setUp.changeSettings, (ctx, { body }) => changeSettings(ctx, body)),
  bind(privacy.findPerson, (ctx, { body }) => findPerson(ctx, body)),
  bind(privacy.exportPerson, (ctx, { body }) => exportPerson(ctx, body)),
  bind(privacy.erasePerson, (ctx, { body }) => erasePerson(ctx, body)),
  bind(setUp.readTraffic, (ctx) => readTraffic(ctx)),
  bind(setUp.saveTraffic, (ctx, { body }) => saveTraffic(ctx, body.factors)),
  bind(setUp.readExceptions, (ctx, { query }) => readExceptions(ctx, query.date)),
  bind(setUp.readReport, (ctx, { query }) => readReport(ctx, query)),
]

const idOf = async (ctx: Context, { external_ref }: { external_ref: string }): Promise<string> =>
  (await getOrder(ctx, external_ref)).order_uuid
