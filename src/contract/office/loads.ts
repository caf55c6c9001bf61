// Loads of a day's vehicles for people who load: the pieces, and the results of load checks.
import { z } from 'zod'
import { TEMPERATURE_CLASSES } from '../../domain/orders/order.ts'
import { ROUTE_STATUSES } from '../../domain/routes/route-status.ts'
import { LoadFound } from '../driver.ts'
import { Day, DayOut, InstantOut, Uuid, UuidOut } from '../fields.ts'
import { LoadCheckOut } from '../routes.ts'
import { endpoint } from '../endpoint.ts'

const LoadOut = z.object({
  /** Load number of the route, 1 for the first load. */
  trip: z.int(),
  check: LoadCheckOut.nullable(),
  /** In loading order: the last stop first. */
  stops: z.array(
    z.object({
      stop_uuid: UuidOut,
      order_uuid: UuidOut,
      sequence: z.number(),
      external_ref: z.string(),
      temperature_class: z.enum(TEMPERATURE_CLASSES),
      pieces: z.array(z.object({ code: z.string(), name: z.string().nullable() })),
    }),
  ),
})

export const LoadsOut = z.object({
  date: DayOut,
  routes: z.array(
    z.object({
      route_uuid: UuidOut,
      name: z.string(),
      status: z.enum(ROUTE_STATUSES),
      vehicle: z.string(),
      driver: z.string().nullable(),
      planned_start: InstantOut.nullable(),
      loads: z.array(LoadOut),
    }),
  ),
})
export type LoadsOut = z.output<typeof LoadsOut>

export const readLoads = endpoint({
  method: 'GET',
  path: '/loads',
  compresses: true,
  permission: 'checkLoads',
  query: z.strictObject({ date: Day }),
  reply: LoadsOut,
  office: {},
})
export const checkLoad = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/load-check',
  permission: 'checkLoads',
  params: z.object({ route_uuid: Uuid }),
  body: LoadFound,
  reply: z.null(),
  audit: ['route.load_checked'],
  office: {},
})
