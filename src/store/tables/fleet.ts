// Tables of depots, vehicles, drivers, and notifications to the phones of drivers.
import type { Language } from '../../domain/customer-words/language.ts'
import type { Costing } from '../../domain/planning/costing.ts'
import type { VehicleRules } from '../../domain/planning/rules.ts'
import type { DriverNotification } from '../../domain/routes/driver-notifications.ts'
import {
  boolean,
  bytes,
  each,
  instant,
  json,
  number,
  ofBusiness,
  ofInstallation,
  text,
  texts,
  time,
  uuid,
} from './table.ts'

export const depots = ofBusiness({ key: ['depotId'], depots: 'OWN' }).columns({
  depotId: uuid,
  name: text('NONE'),
  ...each(text('NONE').nullable, 'address', 'returnsPlace'),
  ...each(number, 'lat', 'lng'),
  isDefault: boolean,
  createdAt: instant.defaulted,
  version: number.defaulted,
})

export const drivers = ofBusiness({ key: ['driverId'], depots: ['routes', 'vehicles'] }).columns({
  driverId: uuid,
  name: text('NONE'),
  ...each(text('NONE').nullable, 'phone', 'email'),
  language: text<Language>('NONE').nullable,
  active: boolean.defaulted,
  createdAt: instant.defaulted,
  version: number.defaulted,
})

export const vehicles = ofBusiness({ key: ['vehicleId'], depots: ['depots'] }).columns({
  vehicleId: uuid,
  name: text('NONE'),
  costing: text<Costing>('NONE').defaulted,
  ...each(number.nullable, 'capacityLbs', 'maxStops'),
  temperatureClasses: texts('NONE').defaulted,
  ...each(time.defaulted, 'shiftStart', 'shiftEnd'),
  rules: json<VehicleRules>('NONE').nullable,
  ...each(uuid.nullable, 'driverId', 'depotId'),
  active: boolean.defaulted,
  createdAt: instant.defaulted,
  version: number.defaulted,
})

export const driverHomes = ofBusiness({ key: ['homeId'], depots: ['drivers'], findsBusiness: ['hash'] }).columns({
  ...each(uuid, 'homeId', 'driverId'),
  hash: bytes('NONE'),
  previousHash: bytes('NONE').nullable,
  madeAt: instant,
  endedAt: instant.nullable,
})

export const pushSubscriptions = ofBusiness({ key: ['subscriptionId'], depots: ['drivers'] }).columns({
  ...each(uuid, 'subscriptionId', 'driverId'),
  ...each(text('NONE'), 'endpoint', 'publicKey', 'authSecret'),
  madeAt: instant,
})

export const driverPushes = ofBusiness({ key: ['subscriptionId', 'routeId'], depots: ['routes'] }).columns({
  ...each(uuid, 'subscriptionId', 'routeId'),
  news: text<DriverNotification>('NONE'),
  dueAt: instant,
  attempts: number.defaulted,
  lease: uuid.nullable,
})

export const pushKey = ofInstallation({ key: ['onlyRow'], moves: true }).columns({
  onlyRow: boolean.defaulted,
  publicKey: text('NONE'),
  privateKey: bytes('NONE').sealed,
  madeAt: instant,
})
