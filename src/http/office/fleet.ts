// The set-up screen of the fleet, and addresses looked up for it.
import { replaceHome, showHome, textHome } from '../../app/driving/hand-on-home.ts'
import { findPlace } from '../../app/addresses/geocoding/find-place.ts'
import { readFleet } from '../../app/fleet/read-fleet.ts'
import { createDepot } from '../../app/fleet/create-depot.ts'
import { createDriver } from '../../app/fleet/create-driver.ts'
import { createVehicle } from '../../app/fleet/create-vehicle.ts'
import { updateDepot } from '../../app/fleet/update-depot.ts'
import { updateDriver } from '../../app/fleet/update-driver.ts'
import { updateVehicle } from '../../app/fleet/update-vehicle.ts'
import * as fleet from '../../contract/office/fleet.ts'
import * as places from '../../contract/office/places.ts'
import { depotOf, vehicleOf } from '../fleet-input.ts'
import { office } from '../operation.ts'

export const fleetBindings = [
  office(places.findPlace, (ctx, { body }) => findPlace(ctx, body.address)),
  office(fleet.readFleet, (ctx) => readFleet(ctx)),
  office(fleet.createDepot, async (ctx, { body }) => ({
    depot_uuid: (await createDepot(ctx, ctx.businessId, depotOf(body))).depotId,
  })),
  office(fleet.updateDepot, (ctx, { params, body }) =>
    updateDepot(ctx, ctx.businessId, { depotId: params.depot_uuid, version: body.version, ...depotOf(body) }),
  ),
  office(fleet.createDriver, async (ctx, { body: { active: _active, ...driver } }) => ({
    driver_uuid: (await createDriver(ctx, ctx.businessId, driver)).driverId,
  })),
  office(fleet.updateDriver, (ctx, { params, body }) =>
    updateDriver(ctx, ctx.businessId, { driverId: params.driver_uuid, ...body }),
  ),
  office(fleet.showHome, (ctx, { params }) => showHome(ctx, params.driver_uuid)),
  office(fleet.textHome, (ctx, { params }) => textHome(ctx, params.driver_uuid)),
  office(fleet.renewHome, (ctx, { params }) => replaceHome(ctx, params.driver_uuid)),
  office(fleet.createVehicle, async (ctx, { body }) => ({
    vehicle_uuid: (await createVehicle(ctx, ctx.businessId, vehicleOf(body))).vehicleId,
  })),
  office(fleet.updateVehicle, (ctx, { params, body }) =>
    updateVehicle(ctx, ctx.businessId, {
      vehicleId: params.vehicle_uuid,
      version: body.version,
      active: body.active,
      ...vehicleOf(body),
    }),
  ),
]
