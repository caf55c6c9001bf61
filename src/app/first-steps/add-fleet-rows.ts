// POST /fleet-rows of the office: vehicles and drivers as rows of a table, all of them or none.
import type { FleetRow } from '../../contract/office/first-steps.ts'
import { USUAL_SHIFT } from '../../domain/imports/fleet-table.ts'
import { audit } from '../../store/audit/audit.ts'
import { insertDriver, insertVehicle, readDrivers, readVehicles } from '../../store/fleet/fleet.ts'
import type { Context } from '../context.ts'
import { invalid } from '../errors.ts'
import { mustBePhone } from '../fleet/create-driver.ts'

const named = (name: string): string => name.trim().toLowerCase()

export const addFleetRows = (ctx: Context, rows: readonly FleetRow[]): Promise<{ vehicles: number; drivers: number }> =>
  ctx.write(async (tx) => {
    const driverOf = new Map((await readDrivers(tx)).map(({ name, driverId }) => [named(name), driverId]))
    const taken = new Set((await readVehicles(tx, 'all')).map(({ name }) => named(name)))
    const added = { vehicles: 0, drivers: 0 }
    const driverFor = async ({ driver, driver_phone: phone }: FleetRow, i: number): Promise<string | null> => {
      const name = driver?.trim()
      if (!name) return null
      const known = driverOf.get(named(name))
      if (known) return known
      mustBePhone(phone, ctx.timeZone, `rows.${i}.driver_phone`)
      const driverId = ctx.newId()
      await insertDriver(tx, { driverId, name, phone: phone || null, email: null, language: null })
      audit(tx, ctx, { action: 'driver.created', entity: 'driver', entityId: driverId })
      driverOf.set(named(name), driverId)
      added.drivers++
      return driverId
    }
    for (const [i, row] of rows.entries()) {
      const driverId = await driverFor(row, i)
      const name = row.vehicle?.trim()
      if (!name) continue
      if (taken.has(named(name))) throw invalid(`rows.${i}.vehicle`, 'is the name of another vehicle already')
      const shiftStart = row.shift_start ?? USUAL_SHIFT.start
      const shiftEnd = row.shift_end ?? USUAL_SHIFT.end
      if (shiftEnd <= shiftStart) throw invalid(`rows.${i}.shift_end`, 'must be later than the start of the shift')
      const vehicleId = ctx.newId()
      await insertVehicle(tx, {
        vehicleId,
        name,
        capacityLbs: row.capacity_lbs,
        temperatureClasses: ['DRY'],
        shiftStart,
        shiftEnd,
        maxStops: null,
        costing: 'CAR',
        rules: null,
        driverId,
        depotId: null,
        active: true,
      })
      audit(tx, ctx, { action: 'vehicle.created', entity: 'vehicle', entityId: vehicleId })
      taken.add(named(name))
      added.vehicles++
    }
    return added
  })
