// Operations that only the day screen uses.
import { z } from 'zod'
import { uuids } from '../fields.ts'
import { WaysOut, RouteId } from '../routes.ts'
import { endpoint } from '../endpoint.ts'
import { DateParam } from '../day.ts'

export const readWays = endpoint({
  method: 'GET',
  path: '/day/ways',
  compresses: true,
  permission: 'readRoutes',
  query: DateParam,
  reply: WaysOut,
  office: {},
})
export const watchDay = endpoint({ method: 'GET', path: '/changes', permission: 'any', reply: 'EVENTS', office: {} })

/** Locks orders that are on routes, also of several routes, in one step. */
export const lockOrders = endpoint({
  method: 'POST',
  path: '/locks',
  permission: 'planRoutes',
  body: z.strictObject({ order_uuids: uuids(1_000), locked: z.boolean() }),
  reply: z.null(),
  audit: ['stops.locked', 'stops.unlocked'],
  office: { step: 'ROUTES_CHANGED' },
})

/** Link of a route. `driver` is null if the route has no driver. `no_text`: reason why the driver was not texted. */
export const LinkOut = z.object({ url: z.string(), driver: z.string().nullable(), no_text: z.string().nullable() })

export const showLink = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/driver-link',
  permission: 'assignDrivers',
  params: RouteId,
  reply: LinkOut,
  audit: ['route.link-shown'],
  office: {},
})
