// Handlers for depots, drivers and vehicles.
import { replaceDriverPage, showDriverPage, textDriverPageLink } from '../../app/driving/share-driver-page.ts'
import { createDepot } from '../../app/fleet/create-depot.ts'
import { createDriver } from '../../app/fleet/create-driver.ts'
import { createVehicle } from '../../app/fleet/create-vehicle.ts'
import { listDepots, listDrivers, listVehicles } from '../../app/fleet/list-fleet.ts'
import { readFleet } from '../../app/fleet/read-fleet.ts'
import { updateDepot } from '../../app/fleet/update-depot.ts'
import { updateDriver } from '../../app/fleet/update-driver.ts'
import { updateVehicle } from '../../app/fleet/update-vehicle.ts'
import * as fleet from '../../contract/fleet.ts'
import * as screen from '../../contract/office/fleet.ts'
import * as vehicles from '../../contract/vehicles.ts'
import { depotOf, vehicleOf } from '../fleet-input.ts'
import { pageReply } from './answers.ts'
import { bind, byKey, office } from './operation.ts'

export const fleetOperations = [
  byKey(fleet.listDepots, (ctx, { query }) => listDepots(ctx, query), pageReply),
  bind(
    fleet.createDepot,
    (ctx, { body }) => createDepot(ctx, ctx.businessId, depotOf(body)),
    ({ depotId }) => ({ status: 201, data: { depot_uuid: depotId } }),
  ),
  bind(fleet.updateDepot, (ctx, { params, body }) =>
    updateDepot(ctx, ctx.businessId, { depotId: params.depot_uuid, version: body.version, ...depotOf(body) }),
  ),
  byKey(fleet.listDrivers, (ctx, { query }) => listDrivers(ctx, query), pageReply),
  bind(
    fleet.createDriver,
    (ctx, { body: { active: _active, ...driver } }) => createDriver(ctx, ctx.businessId, driver),
    ({ driverId }) => ({ status: 201, data: { driver_uuid: driverId } }),
  ),
  bind(fleet.updateDriver, (ctx, { params, body }) =>
    updateDriver(ctx, ctx.businessId, { driverId: params.driver_uuid, ...body }),
  ),
  byKey(
    fleet.textDriverPage,
    (ctx, { params }) => textDriverPageLink(ctx, params.driver_uuid),
    ({ url: _link, ...texted }) => ({ status: 200, data: texted }),
  ),
  office(fleet.textDriverPage, (ctx, { params }) => textDriverPageLink(ctx, params.driver_uuid)),
  byKey(vehicles.listVehicles, (ctx, { query }) => listVehicles(ctx, query), pageReply),
  bind(
    vehicles.createVehicle,
    (ctx, { body }) => createVehicle(ctx, ctx.businessId, vehicleOf(body)),
    ({ vehicleId }) => ({ status: 201, data: { vehicle_uuid: vehicleId } }),
  ),
  bind(vehicles.updateVehicle, (ctx, { params, body }) =>
    updateVehicle(ctx, ctx.businessId, {
      vehicleId: params.vehicle_uuid,
      version: body.version,
      active: body.active,
      ...vehicleOf(body),
    }),
  ),
  office(screen.readFleet, (ctx) => readFleet(ctx)),
  office(screen.showHome, (ctx, { params }) => showDriverPage(ctx, params.driver_uuid)),
  office(screen.renewHome, (ctx, { params }) => replaceDriverPage(ctx, params.driver_uuid)),
]
