// Depots and drivers.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PageQuery } from './pages.ts'
import { LANGUAGES } from '../domain/customer-words/language.ts'
import { boolean, withDefault, integer, latitude, longitude, oneOf, optional, text, Uuid, UuidOut } from './fields.ts'
import { Email } from './office/sign-in.ts'

/** `version` identifies this state of the record; a change names the version that it is based on. */
export const DepotOut = z.object({
  depot_uuid: UuidOut,
  version: z.number(),
  name: z.string(),
  address: z.string().nullable(),
  returns_place: z.string().nullable(),
  lat: z.number(),
  lng: z.number(),
  is_default: z.boolean(),
})
export type DepotOut = z.output<typeof DepotOut>

/** `version` has the same meaning as in DepotOut. */
export const DriverOut = z.object({
  driver_uuid: UuidOut,
  version: z.number(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Language of the driver page and of texts to the driver. Null: the phone's language. */
  language: z.enum(LANGUAGES).nullable(),
  /** Reason why the driver can't be texted, else null. */
  no_text: z.string().nullable(),
  active: z.boolean(),
})
export type DriverOut = z.output<typeof DriverOut>

export const Depot = z.strictObject({
  name: text(1, 200),
  address: optional(text(0, 500)),
  /** Place for goods that drivers bring back. */
  returns_place: optional(text(0, 200)),
  lat: latitude(),
  lng: longitude(),
  /** True makes this depot the default instead of the current default. */
  is_default: optional(boolean()),
})

const Driver = z.strictObject({
  name: text(1, 200),
  phone: optional(text(0, 50)),
  email: optional(Email),
  language: optional(oneOf(LANGUAGES)),
  active: withDefault(boolean(), true),
})

const DepotId = z.object({ depot_uuid: Uuid })
export const DriverId = z.object({ driver_uuid: Uuid })
// A change sends the complete record. Otherwise defaults for new records would silently overwrite members that are not
// sent.
export const seen = { version: integer(1, 2 ** 31 - 1) }

/** Link of the driver page. `no_text`: reason why the driver can't be texted. */
export const DriverPageOut = z.object({ url: z.string(), driver: z.string(), no_text: z.string().nullable() })

export const versioned =
  'Send the complete record with the `version` that was read. The response is 409 if the record has changed since. Records can be made inactive, but not deleted.'

export const list = { method: 'GET', permission: 'readFleet', query: PageQuery, compresses: true } as const
export const listed = {
  tag: 'Fleet',
  description: 'Lists all records, including inactive ones, oldest first.',
  success: { 200: 'A page.' },
  paged: true,
} as const

const depotBody = {
  name: 'Main depot',
  address: '100 Main St, Washington, DC',
  returns_place: 'Ramp 2, red cage',
  lat: 38.9,
  lng: -77,
  is_default: true,
}
export const depot = { depot_uuid: '019ab3e0-0000-7000-8000-000000000001', version: 1, ...depotBody }
const driverBody = {
  name: 'Sample Driver',
  phone: '+1 202 555 0199',
  email: null,
  language: 'en' as const,
  active: true,
}
export const driver = { driver_uuid: '019ab3e0-0000-7000-8000-0000000000d1', version: 1, ...driverBody, no_text: null }

export const listDepots = endpoint({
  ...list,
  path: '/depots',
  reply: z.array(DepotOut.meta({ id: 'Depot' })),
  key: {
    ...listed,
    operation: 'listDepots',
    summary: 'List depots',
    examples: { reply: [depot] },
  },
})
export const createDepot = endpoint({
  method: 'POST',
  path: '/depots',
  permission: 'changeFleet',
  body: Depot,
  reply: z.object({ depot_uuid: UuidOut }),
  audit: ['depot.created'],
  office: { wholeBusiness: true },
  key: {
    tag: 'Fleet',
    operation: 'createDepot',
    summary: 'Add a depot',
    description: 'A depot is a location where routes start and end. The first depot of a business becomes its default.',
    success: { 201: 'Added.' },
    examples: { body: depotBody, reply: { depot_uuid: depot.depot_uuid } },
  },
})
export const updateDepot = endpoint({
  method: 'PATCH',
  path: '/depots/{depot_uuid}',
  permission: 'changeFleet',
  params: DepotId,
  body: Depot.safeExtend(seen),
  reply: z.null(),
  audit: ['depot.changed'],
  office: {},
  key: {
    tag: 'Fleet',
    operation: 'updateDepot',
    summary: 'Change a depot',
    description:
      'Send the complete record with the `version` that was read. The response is 409 if the record has changed since. Existing routes keep their start and end.',
    errors: { 404: 'No such depot.', 409: 'The depot has changed since that version.' },
    examples: { body: { ...depotBody, version: 1 }, reply: null },
  },
})

export const listDrivers = endpoint({
  ...list,
  path: '/drivers',
  reply: z.array(DriverOut.meta({ id: 'Driver' })),
  key: {
    ...listed,
    operation: 'listDrivers',
    summary: 'List drivers',
    examples: { reply: [driver] },
  },
})
export const createDriver = endpoint({
  method: 'POST',
  path: '/drivers',
  permission: 'changeDrivers',
  body: Driver,
  reply: z.object({ driver_uuid: UuidOut }),
  audit: ['driver.created'],
  office: {},
  key: {
    tag: 'Fleet',
    operation: 'createDriver',
    summary: 'Add a driver',
    description: 'Adds a driver. The links of dispatched routes are texted to the driver’s phone.',
    success: { 201: 'Added.' },
    examples: { body: driverBody, reply: { driver_uuid: driver.driver_uuid } },
  },
})
export const updateDriver = endpoint({
  method: 'PATCH',
  path: '/drivers/{driver_uuid}',
  permission: 'changeDrivers',
  params: DriverId,
  body: Driver.safeExtend({ ...seen, active: boolean() }),
  reply: z.null(),
  audit: ['driver.changed'],
  office: {},
  key: {
    tag: 'Fleet',
    operation: 'updateDriver',
    summary: 'Change a driver',
    description: versioned,
    errors: { 404: 'No such driver.', 409: 'The driver has changed since that version.' },
    examples: { body: { ...driverBody, version: 1 }, reply: null },
  },
})

export const textDriverPage = endpoint({
  method: 'POST',
  path: '/drivers/{driver_uuid}/page/text',
  permission: 'assignDrivers',
  params: DriverId,
  reply: DriverPageOut,
  audit: ['driver.home_texted'],
  office: {},
  key: {
    tag: 'Fleet',
    operation: 'textDriverPage',
    summary: 'Text a driver the link of the driver page',
    description:
      'The driver page shows the driver’s routes of today and tomorrow. The response doesn’t contain the link. `no_text` is the reason if no text can be sent, else null.',
    reply: DriverPageOut.omit({ url: true }),
    errors: { 404: 'No such driver.', 409: 'The driver has no phone number, or is inactive.' },
    examples: { reply: { driver: driver.name, no_text: null } },
  },
})
export type DepotBody = z.output<typeof Depot>
