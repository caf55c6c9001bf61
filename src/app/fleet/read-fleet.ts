// Depots, drivers and vehicles for the configuration screen, including inactive ones.
import type { FleetOut } from '../../contract/office/fleet.ts'
import { readDepots, readDrivers, readVehicles } from '../../store/fleet/fleet.ts'
import type { Context } from '../context.ts'
import { textObstacle, textingStatus } from '../customers/messages/text-obstacle.ts'

export async function readFleet(ctx: Context): Promise<FleetOut> {
  const { depots, drivers, vehicles } = await ctx.read(async (tx) => ({
    depots: await readDepots(tx),
    drivers: await readDrivers(tx),
    vehicles: await readVehicles(tx, 'all'),
  }))
  const texting = await textingStatus(
    ctx,
    drivers.map(({ phone }) => phone),
  )
  return {
    depots: depots.map(({ depotId, isDefault, returnsPlace, ...depot }) => ({
      depot_uuid: depotId,
      is_default: isDefault,
      returns_place: returnsPlace,
      ...depot,
    })),
    drivers: drivers.map(({ driverId, ...driver }) => ({
      driver_uuid: driverId,
      ...driver,
      no_text: textObstacle(ctx, driver.phone, texting),
    })),
    vehicles: vehicles.map((vehicle) => ({
      vehicle_uuid: vehicle.vehicleId,
      version: vehicle.version,
      name: vehicle.name,
      capacity_lbs: vehicle.capacityLbs,
      temperature_classes: vehicle.temperatureClasses,
      shift_start: vehicle.shiftStart,
      shift_end: vehicle.shiftEnd,
      max_stops: vehicle.maxStops,
      costing: vehicle.costing,
      capacity_pieces: vehicle.rules?.capacityPieces ?? null,
      capacity_cubic_feet: vehicle.rules?.capacityCubicFeet ?? null,
      height_feet: vehicle.rules?.heightFeet ?? null,
      width_feet: vehicle.rules?.widthFeet ?? null,
      length_feet: vehicle.rules?.lengthFeet ?? null,
      gross_weight_lbs: vehicle.rules?.grossWeightLbs ?? null,
      axle_load_lbs: vehicle.rules?.axleLoadLbs ?? null,
      skills: [...(vehicle.rules?.skills ?? [])],
      max_working_minutes: vehicle.rules?.maxWorkingMinutes ?? null,
      max_driving_minutes: vehicle.rules?.maxDrivingMinutes ?? null,
      overtime_after_minutes: vehicle.rules?.overtimeAfterMinutes ?? null,
      overtime_factor: vehicle.rules?.overtimeFactor ?? null,
      service_factor: vehicle.rules?.serviceFactor ?? null,
      reload_minutes: vehicle.rules?.reloadMinutes ?? null,
      max_reloads: vehicle.rules?.maxReloads ?? null,
      start: vehicle.rules?.start ?? null,
      end: vehicle.rules?.end ?? null,
      open_end: vehicle.rules?.openEnd ?? false,
      breaks: (vehicle.rules?.breaks ?? []).map(({ start, end, ...rest }) => ({
        window_start: start,
        window_end: end,
        ...rest,
      })),
      areas: (vehicle.rules?.areas ?? []).map(({ zoneId, weekdays }) => ({ zone_uuid: zoneId, weekdays })),
      driver_uuid: vehicle.driverId,
      depot_uuid: vehicle.depotId,
      active: vehicle.active,
    })),
  }
}
