// Depots, drivers, vehicles.
import { textHome } from '../../app/driving/hand-on-home.ts'
import { createDepot } from '../../app/fleet/create-depot.ts'
import { createDriver } from '../../app/fleet/create-driver.ts'
import { createVehicle } from '../../app/fleet/create-vehicle.ts'
import { listDepots, listDrivers, listVehicles } from '../../app/fleet/list-fleet.ts'
import { updateDepot } from '../../app/fleet/update-depot.ts'
import { updateDriver } from '../../app/fleet/update-driver.ts'
import { updateVehicle } from '../../app/fleet/update-vehicle.ts'
import * as fleet from '../../contract/fleet.ts'
import { depotOf, vehicleOf } from '../fleet-input.ts'
import { byKey, type Operation } from '../operation.ts'
import { nothing, paged } from './answers.ts'

export const fleetApi: readonly Operation[] = [
  byKey(fleet.listDepots, (ctx, { query }) => listDepots(ctx, query), paged),
  byKey(
    fleet.createDepot,
    (ctx, { body }) => createDepot(ctx, ctx.businessId, depotOf(body)),
    ({ depotId }) => ({ status: 201, data: { depot_uuid: depotId } }),
  ),
  byKey(
    fleet.updateDepot,
    (ctx, { params, body }) =>
      updateDepot(ctx, ctx.businessId, { depotId: params.depot_uuid, version: body.version, ...depotOf(body) }),
    nothing,
  ),
  byKey(fleet.listDrivers, (ctx, { query }) => listDrivers(ctx, query), paged),
  byKey(
    fleet.createDriver,
    (ctx, { body: { active: _active, ...driver } }) => createDriver(ctx, ctx.businessId, driver),
    ({ driverId }) => ({ status: 201, data: { driver_uuid: driverId } }),
  ),
  byKey(
    fleet.updateDriver,
    (ctx, { params, body }) => updateDriver(ctx, ctx.businessId, { driverId: params.driver_uuid, ...body }),
    nothing,
  ),
  byKey(
    fleet.textDriverPage,
    (ctx, { params }) => textHome(ctx, params.driver_uuid),
    ({ url: _link, ...texted }) => ({ status: 200, data: texted }),
  ),
  byKey(fleet.listVehicles, (ctx, { query }) => listVehicles(ctx, query), paged),
  byKey(
    fleet.createVehicle,
    (ctx, { body }) => createVehicle(ctx, ctx.businessId, vehicleOf(body)),
    ({ vehicleId }) => ({ status: 201, data: { vehicle_uuid: vehicleId } }),
  ),
  byKey(
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
]
