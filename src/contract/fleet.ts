// Depots, drivers and vehicles for a key, as the office has them.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as office from './office/fleet.ts'
import { PageQuery } from './pages.ts'

const shared = { tag: 'Fleet' } as const
const versioned =
  'All of it as it is to be, with the `version` that was read: 409 when someone else has changed it since. It is not deleted but becomes inactive.'

const list = { method: 'GET', permission: 'readFleet', query: PageQuery, compresses: true } as const
const listed = {
  ...shared,
  description: 'Oldest first, those no longer in use included.',
  success: { 200: 'A page.' },
  paged: true,
} as const

const depotBody = { name: 'Main depot', address: '100 Main St, Washington, DC', lat: 38.9, lng: -77, is_default: true }
const depot = { depot_uuid: '019ab3e0-0000-7000-8000-000000000001', version: 1, ...depotBody }
const driverBody = {
  name: 'Sample Driver',
  phone: '+1 202 555 0199',
  email: null,
  language: 'en' as const,
  active: true,
}
const driver = { driver_uuid: '019ab3e0-0000-7000-8000-0000000000d1', version: 1, ...driverBody, no_text: null }
const newVehicle = {
  name: 'Van 3',
  capacity_lbs: 2_000,
  temperature_classes: ['DRY', 'FROZEN'] as const,
  shift_start: '08:00',
  shift_end: '17:00',
  max_stops: 40,
  skills: ['lift gate'],
  breaks: [{ window_start: '12:00', window_end: '14:00', minutes: 30 }],
  active: true,
}
const vehicleBody = { ...newVehicle, driver_uuid: driver.driver_uuid, depot_uuid: depot.depot_uuid }
const vehicle = {
  vehicle_uuid: '019ab3e0-0000-7000-8000-000000000003',
  version: 1,
  ...vehicleBody,
  costing: 'CAR',
  capacity_pieces: null,
  capacity_cubic_feet: null,
  max_working_minutes: null,
  max_driving_minutes: null,
  overtime_after_minutes: null,
  overtime_factor: null,
  service_factor: null,
  reload_minutes: null,
  max_reloads: null,
  breaks: [{ window_start: '12:00', window_end: '14:00', minutes: 30, paid: true }],
  start: null,
  end: null,
  open_end: false,
  areas: [],
}

export const listDepots = endpoint({
  ...list,
  path: '/depots',
  reply: z.array(office.DepotOut.meta({ id: 'Depot' })),
  key: {
    ...listed,
    operation: 'listDepots',
    summary: 'Depots',
    examples: { reply: [depot] },
  },
})
export const createDepot = endpoint({
  ...office.createDepot,
  key: {
    ...shared,
    operation: 'createDepot',
    summary: 'Add a depot',
    description: "Where routes start and end. A business's first is its default.",
    success: { 201: 'Added.' },
    examples: { body: depotBody, reply: { depot_uuid: depot.depot_uuid } },
  },
})
export const updateDepot = endpoint({
  ...office.updateDepot,
  key: {
    ...shared,
    operation: 'updateDepot',
    summary: 'Change a depot',
    description:
      'All of it as it is to be, with the `version` that was read: 409 when someone else has changed it since. Routes planned before keep the place they were planned from.',
    errors: { 404: 'No such depot.', 409: 'Changed since that version.' },
    examples: { body: { ...depotBody, version: 1 }, reply: null },
  },
})

export const listDrivers = endpoint({
  ...list,
  path: '/drivers',
  reply: z.array(office.DriverOut.meta({ id: 'Driver' })),
  key: {
    ...listed,
    operation: 'listDrivers',
    summary: 'Drivers',
    examples: { reply: [driver] },
  },
})
export const createDriver = endpoint({
  ...office.createDriver,
  key: {
    ...shared,
    operation: 'createDriver',
    summary: 'Add a driver',
    description: 'The link of a dispatched route is texted to the phone.',
    success: { 201: 'Added.' },
    examples: { body: driverBody, reply: { driver_uuid: driver.driver_uuid } },
  },
})
export const updateDriver = endpoint({
  ...office.updateDriver,
  key: {
    ...shared,
    operation: 'updateDriver',
    summary: 'Change a driver',
    description: versioned,
    errors: { 404: 'No such driver.', 409: 'Changed since that version.' },
    examples: { body: { ...driverBody, version: 1 }, reply: null },
  },
})

export const textDriverPage = endpoint({
  ...office.textHome,
  key: {
    tag: 'Fleet',
    operation: 'textDriverPage',
    summary: 'Text a driver the link of their own page',
    description:
      'Of the page with their routes of today and tomorrow. The link itself is never returned; `no_text` is why no text will reach the driver, else null.',
    reply: office.textHome.reply.omit({ url: true }),
    errors: { 404: 'No such driver.', 409: 'The driver has no phone number, or no longer drives.' },
    examples: { reply: { driver: driver.name, no_text: null } },
  },
})

export const listVehicles = endpoint({
  ...list,
  path: '/vehicles',
  reply: z.array(office.VehicleOut.meta({ id: 'Vehicle' })),
  key: {
    ...listed,
    operation: 'listVehicles',
    summary: 'Vehicles',
    examples: { reply: [vehicle] },
  },
})
export const createVehicle = endpoint({
  ...office.createVehicle,
  key: {
    ...shared,
    operation: 'createVehicle',
    summary: 'Add a vehicle',
    description: 'With its shift, its usual driver and the depot it starts from.',
    success: { 201: 'Added.' },
    errors: { 404: 'No such driver, depot or zone.' },
    // Ready to send: whose ids there are is not known before.
    examples: { body: newVehicle, reply: { vehicle_uuid: vehicle.vehicle_uuid } },
  },
})
export const updateVehicle = endpoint({
  ...office.updateVehicle,
  key: {
    ...shared,
    operation: 'updateVehicle',
    summary: 'Change a vehicle',
    description: versioned,
    errors: { 404: 'No such vehicle, driver, depot or zone.', 409: 'Changed since that version.' },
    examples: { body: { ...vehicleBody, version: 1 }, reply: null },
  },
})
