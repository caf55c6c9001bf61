// POST /fleet-rows of the office: creates vehicles and drivers from the rows of a table, all or none.
import { text } from '../../../texts/text.ts'
import type { FleetRow } from '../../../contract/office/first-steps.ts'
import { readDrivers, readVehicles } from '../../../store/fleet/fleet.ts'
import { findPhonePlace } from '../../../store/settings/businesses.ts'
import type { Context } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { createDriver, requirePhoneNumber } from '../../fleet/create-driver.ts'
import { createVehicle } from '../../fleet/create-vehicle.ts'
import { updateDriver } from '../../fleet/update-driver.ts'
import { isSamePhone } from '../../customers/messages/phone-number.ts'

const normalizedName = (name: string): string => name.trim().toLowerCase()

export const addFleetRows = (ctx: Context, rows: readonly FleetRow[]): Promise<{ vehicles: number; drivers: number }> =>
  ctx.write(async (tx) => {
    const inside = ctx.joining(tx)
    const place = await findPhonePlace(tx)
    const drivers = await readDrivers(tx)
    const driverOf = new Map(drivers.map(({ name, driverId }) => [normalizedName(name), driverId]))
    const phoneOf = new Map(drivers.map(({ name, phone }) => [normalizedName(name), phone]))
    const taken = new Set((await readVehicles(tx, 'all')).map(({ name }) => normalizedName(name)))
    const added = { vehicles: 0, drivers: 0 }
    const phoneInRows = (key: string): string | null =>
      rows.find(({ driver, driver_phone }) => driver_phone && normalizedName(driver ?? '') === key)?.driver_phone ??
      null
    const driverFor = async ({ driver, driver_phone: phone }: FleetRow, i: number): Promise<string | null> => {
      const name = driver?.trim()
      if (!name) return null
      const key = normalizedName(name)
      const field = `rows.${i}.driver_phone`
      requirePhoneNumber(phone, place, field)
      const other = phoneOf.get(key)
      if (phone && other && !isSamePhone(phone, other, place))
        throw invalid(field, text('differs from {name}’s number: {other}', { name, other }))
      const known = driverOf.get(key)
      const stored = drivers.find(({ driverId }) => driverId === known)
      if (phone && !other && stored) {
        await updateDriver(inside, ctx.businessId, { ...stored, phone })
        phoneOf.set(key, phone)
      }
      if (known) return known
      // A later row of the same driver may have the phone number.
      const said = { name, phone: phoneInRows(key), email: null, language: null }
      const { driverId } = await createDriver(inside, ctx.businessId, said)
      driverOf.set(key, driverId)
      phoneOf.set(key, said.phone)
      added.drivers++
      return driverId
    }
    for (const [i, row] of rows.entries()) {
      const driverId = await driverFor(row, i)
      const name = row.vehicle?.trim()
      if (!name) continue
      if (taken.has(normalizedName(name))) throw invalid(`rows.${i}.vehicle`, 'is the name of another vehicle already')
      await createVehicle(inside, ctx.businessId, {
        name,
        capacityLbs: row.capacity_lbs,
        temperatureClasses: ['DRY'],
        shiftStart: row.shift_start,
        shiftEnd: row.shift_end,
        maxStops: null,
        driverId,
        depotId: null,
      })
      taken.add(normalizedName(name))
      added.vehicles++
    }
    return added
  })
