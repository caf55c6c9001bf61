// Commands for operators that create a record of a business.
import { render } from '../texts/text.ts'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { createBusiness } from '../app/business/create-business.ts'
import { openTestSide } from '../app/business/test-side.ts'
import { createDepot } from '../app/fleet/create-depot.ts'
import { createDriver } from '../app/fleet/create-driver.ts'
import { createKey } from '../app/integrations/keys/create-key.ts'
import { createUser } from '../app/people/users/create-user.ts'
import { statedRules, type VehicleRules } from '../domain/planning/rules.ts'
import { createVehicle } from '../app/fleet/create-vehicle.ts'
import { createZone } from '../app/zones/create-zone.ts'
import {
  Instant,
  latitude,
  longitude,
  number,
  oneOf,
  Skills,
  TemperatureClass,
  TimeOfDay,
  text,
  Uuid,
} from '../contract/fields.ts'
import { VehicleBounds } from '../contract/vehicles.ts'
import { KeyAddresses, KeyScopes } from '../contract/office/integrations.ts'
import { areaFromGeoJson } from '../domain/geo/geojson.ts'
import { LANGUAGES } from '../domain/customer-words/language.ts'
import { COSTINGS } from '../domain/planning/costing.ts'
import type { ZoneGeometry } from '../domain/zones/zone.ts'
import { USER_ROLES } from '../domain/users/permissions.ts'
import { type Command, command } from './command.ts'
import { decimal, email, flag, list, timeSpan, weekdays, whole } from './options.ts'
const MIN_PASSWORD_CHARACTERS = 8
const MAX_COUNT = 1e9

const name = text(1, 200)

export const createCommands: Record<string, Command> = {
  'create-business': command({
    options: z.object({ name, 'time-zone': text(1, 100) }),
    run: async ({ app }, { name, 'time-zone': timeZone }) => {
      const { businessId } = await createBusiness(app, { name, timeZone })
      return { business_uuid: businessId }
    },
  }),
  'create-key': command({
    options: z.object({
      business: Uuid,
      name,
      test: flag('has no value').optional(),
      scopes: list(z.string()).pipe(KeyScopes).optional(),
      'allowed-addresses': list(z.string()).pipe(KeyAddresses).optional(),
      'expires-at': Instant.optional(),
    }),
    run: async ({ app }, { business, name, test, scopes = null, ...given }) => {
      const { 'allowed-addresses': allowedAddresses = null, 'expires-at': expiresAt = null } = given
      const businessId = test ? await openTestSide(app, business) : business
      const { keyId, apiKey } = await createKey(app, {
        businessId,
        name,
        limits: { scopes, allowedAddresses, expiresAt },
      })
      return { key_uuid: keyId, api_key: apiKey }
    },
  }),
  'create-user': command({
    options: z.object({
      business: Uuid,
      email: email(),
      name,
      role: oneOf(USER_ROLES),
      'password-stdin': flag('is required: the password is read from standard input'),
    }),
    run: async ({ app, input }, { business, email, name, role }) => {
      const password = (await input()).replace(/\r?\n$/, '')
      if (password.length < MIN_PASSWORD_CHARACTERS)
        throw new Error(`The password must have at least ${MIN_PASSWORD_CHARACTERS} characters.`)
      const { userId } = await createUser(app, business, { email, name, role, password })
      return { user_uuid: userId }
    },
  }),
  'create-depot': command({
    options: z.object({
      business: Uuid,
      name,
      lat: decimal(latitude()),
      lng: decimal(longitude()),
      address: text(1, 300).optional(),
    }),
    run: async ({ app }, { business, name, lat, lng, address = null }) => {
      const { depotId } = await createDepot(app, business, { name, lat, lng, address })
      return { depot_uuid: depotId }
    },
  }),
  'create-driver': command({
    options: z.object({
      business: Uuid,
      name,
      phone: text(1, 40).optional(),
      email: email().optional(),
      language: oneOf(LANGUAGES).optional(),
    }),
    run: async ({ app }, { business, name, phone = null, email = null, language = null }) => {
      const { driverId } = await createDriver(app, business, { name, phone, email, language })
      return { driver_uuid: driverId }
    },
  }),
  'create-vehicle': command({
    options: z.object({
      business: Uuid,
      name,
      'capacity-lbs': decimal(number(0, MAX_COUNT)).optional(),
      'temperature-classes': list(TemperatureClass).default(['DRY']),
      shift: timeSpan().default({ start: '00:00', end: '23:59' }),
      'max-stops': whole(1, MAX_COUNT).optional(),
      costing: oneOf(COSTINGS).default('CAR'),
      skills: text(1, 1_000)
        .transform((skills) => skills.split(','))
        .pipe(Skills)
        .optional(),
      'capacity-pieces': decimal(number(0, MAX_COUNT)).optional(),
      'capacity-cubic-feet': decimal(number(0, MAX_COUNT)).optional(),
      'height-feet': decimal(VehicleBounds.height_feet).optional(),
      'width-feet': decimal(VehicleBounds.width_feet).optional(),
      'length-feet': decimal(VehicleBounds.length_feet).optional(),
      'gross-weight-lbs': decimal(VehicleBounds.gross_weight_lbs).optional(),
      'axle-load-lbs': decimal(VehicleBounds.axle_load_lbs).optional(),
      'max-working-minutes': whole(1, 1_440).optional(),
      'max-driving-minutes': whole(1, 1_440).optional(),
      'reload-minutes': whole(0, 240).optional(),
      'max-reloads': whole(1, 5).optional(),
      driver: Uuid.optional(),
      depot: Uuid.optional(),
    }),
    run: async ({ app }, { business, ...vehicle }) => {
      const { vehicleId } = await createVehicle(app, business, {
        name: vehicle.name,
        capacityLbs: vehicle['capacity-lbs'] ?? null,
        temperatureClasses: [...new Set(vehicle['temperature-classes'])],
        shiftStart: vehicle.shift.start,
        shiftEnd: vehicle.shift.end,
        maxStops: vehicle['max-stops'] ?? null,
        costing: vehicle.costing,
        rules: statedRules<VehicleRules>({
          skills: vehicle.skills ?? null,
          capacityPieces: vehicle['capacity-pieces'] ?? null,
          capacityCubicFeet: vehicle['capacity-cubic-feet'] ?? null,
          heightFeet: vehicle['height-feet'] ?? null,
          widthFeet: vehicle['width-feet'] ?? null,
          lengthFeet: vehicle['length-feet'] ?? null,
          grossWeightLbs: vehicle['gross-weight-lbs'] ?? null,
          axleLoadLbs: vehicle['axle-load-lbs'] ?? null,
          maxWorkingMinutes: vehicle['max-working-minutes'] ?? null,
          maxDrivingMinutes: vehicle['max-driving-minutes'] ?? null,
          reloadMinutes: vehicle['reload-minutes'] ?? null,
          maxReloads: vehicle['max-reloads'] ?? null,
        }),
        driverId: vehicle.driver ?? null,
        depotId: vehicle.depot ?? null,
      })
      return { vehicle_uuid: vehicleId }
    },
  }),
  'create-zone': command({
    options: z.object({
      business: Uuid,
      name,
      geojson: text(1, 4_096),
      days: weekdays(),
      window: timeSpan(),
      capacity: whole(0, MAX_COUNT).optional(),
      'cutoff-days': whole(0, 365).optional(),
      'cutoff-time': TimeOfDay.default('23:59'),
    }),
    run: async ({ app }, { business, ...zone }) => {
      const { zoneId } = await createZone(app, business, {
        name: zone.name,
        geometry: await areaInFile(zone.geojson),
        hours: zone.days.map((open) => (open ? zone.window : null)),
        capacity: zone.capacity ?? null,
        cutoffDays: zone['cutoff-days'] ?? null,
        cutoffTime: zone['cutoff-days'] === undefined ? null : zone['cutoff-time'],
      })
      return { zone_uuid: zoneId }
    },
  }),
}

async function areaInFile(file: string): Promise<ZoneGeometry> {
  let value: unknown
  try {
    value = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`--geojson ${file} can't be read: ${why}`, { cause: error })
  }
  const read = areaFromGeoJson(value)
  if ('fault' in read) throw new Error(`--geojson ${file}: ${render(read.fault)}`)
  return read.area
}
