// The set-up screen of the fleet, and addresses looked up for it.
import { replaceHome, showHome, textHome } from '../../app/driver/hand-on-home.ts'
import { findPlace } from '../../app/geocoding/find-place.ts'
import { readFleet } from '../../app/fleet/read-fleet.ts'
import { createDepot } from '../../app/fleet/create-depot.ts'
import { createDriver } from '../../app/fleet/create-driver.ts'
import { createVehicle } from '../../app/fleet/create-vehicle.ts'
import { updateDepot } from '../../app/fleet/update-depot.ts'
import { updateDriver } from '../../app/fleet/update-driver.ts'
import { updateVehicle } from '../../app/fleet/update-vehicle.ts'
import * as fleet from '../../contract/office/fleet.ts'
import * as places from '../../contract/office/places.ts'
import { statedRules, type VehicleRules } from '../../domain/planning/rules.ts'
import { office } from './bind.ts'

export const fleetBindings = [
  office(places.findPlace, (ctx, { body }) => findPlace(ctx, body.address)),
  office(fleet.readFleet, (ctx) => readFleet(ctx)),
  office(fleet.createDepot, async (ctx, { body }) => ({
    depot_uuid: (await createDepot(ctx, ctx.businessId, depotOf(body))).depotId,
  })),
  office(fleet.updateDepot, (ctx, { params, body }) =>
    updateDepot(ctx, ctx.businessId, { depotId: params.id, version: body.version, ...depotOf(body) }),
  ),
  office(fleet.createDriver, async (ctx, { body: { active: _active, ...driver } }) => ({
    driver_uuid: (await createDriver(ctx, ctx.businessId, driver)).driverId,
  })),
  office(fleet.updateDriver, (ctx, { params, body }) =>
    updateDriver(ctx, ctx.businessId, { driverId: params.id, ...body }),
  ),
  office(fleet.showHome, (ctx, { params }) => showHome(ctx, params.driver_uuid)),
  office(fleet.textHome, (ctx, { params }) => textHome(ctx, params.driver_uuid)),
  office(fleet.renewHome, (ctx, { params }) => replaceHome(ctx, params.driver_uuid)),
  office(fleet.createVehicle, async (ctx, { body }) => ({
    vehicle_uuid: (await createVehicle(ctx, ctx.businessId, vehicleOf(body))).vehicleId,
  })),
  office(fleet.updateVehicle, (ctx, { params, body }) =>
    updateVehicle(ctx, ctx.businessId, {
      vehicleId: params.id,
      version: body.version,
      active: body.active,
      ...vehicleOf(body),
    }),
  ),
]

const depotOf = (body: fleet.DepotBody) => ({
  name: body.name,
  address: body.address,
  lat: body.lat,
  lng: body.lng,
  makeDefault: body.is_default === true,
})

const vehicleOf = (body: fleet.VehicleBody) => ({
  name: body.name,
  capacityLbs: body.capacity_lbs,
  temperatureClasses: body.temperature_classes,
  shiftStart: body.shift_start,
  shiftEnd: body.shift_end,
  maxStops: body.max_stops,
  costing: body.costing ?? ('CAR' as const),
  rules: statedRules<VehicleRules>({
    capacityPieces: body.capacity_pieces,
    capacityCubicFeet: body.capacity_cubic_feet,
    skills: body.skills,
    maxWorkingMinutes: body.max_working_minutes,
    maxDrivingMinutes: body.max_driving_minutes,
    overtimeAfterMinutes: body.overtime_after_minutes,
    overtimeFactor: body.overtime_factor,
    serviceFactor: body.service_factor,
    reloadMinutes: body.reload_minutes,
    maxReloads: body.max_reloads,
    start: body.start,
    end: body.end,
    openEnd: body.open_end ? true : null,
    areas: body.areas?.map(({ zone_uuid: zoneId, weekdays }) => ({ zoneId, weekdays })) ?? null,
    breaks:
      body.breaks?.map(({ window_start: start, window_end: end, minutes, paid }) => ({
        start,
        end,
        minutes,
        paid: paid ?? true,
      })) ?? null,
  }),
  driverId: body.driver_uuid,
  depotId: body.depot_uuid,
})
