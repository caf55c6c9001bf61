// Converts depots and vehicles from the wire to the input of use cases.
import type { DepotBody } from '../contract/fleet.ts'
import type { VehicleBody } from '../contract/vehicles.ts'
import { statedRules, type VehicleRules } from '../domain/planning/rules.ts'

export const depotOf = (body: DepotBody) => ({
  name: body.name,
  address: body.address,
  returnsPlace: body.returns_place,
  lat: body.lat,
  lng: body.lng,
  makeDefault: body.is_default === true,
})

export const vehicleOf = (body: VehicleBody) => ({
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
    heightFeet: body.height_feet,
    widthFeet: body.width_feet,
    lengthFeet: body.length_feet,
    grossWeightLbs: body.gross_weight_lbs,
    axleLoadLbs: body.axle_load_lbs,
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
