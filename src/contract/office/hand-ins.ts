// Goods and cash that drivers bring back at the end of a day's routes, and that the office received.
import { z } from 'zod'
import { TEMPERATURE_CLASSES } from '../../domain/orders/order.ts'
import { PAY_METHODS } from '../../domain/routes/door-checks.ts'
import { ROUTE_STATUSES } from '../../domain/routes/route-status.ts'
import { STOP_STATUSES } from '../../domain/routes/stop.ts'
import { Day, DayOut, InstantOut, nonBlankText, optional, text, Uuid, UuidOut } from '../fields.ts'
import { MAX_REORDERED_STOPS } from '../limits.ts'
import { endpoint } from '../endpoint.ts'

const HandInOut = z.object({
  at: InstantOut,
  expected: z.string(),
  cash: z.string(),
  currency: z.string(),
  missing: z.array(z.string()),
  note: z.string().nullable(),
})

export const HandInsOut = z.object({
  date: DayOut,
  routes: z.array(
    z.object({
      route_uuid: UuidOut,
      name: z.string(),
      status: z.enum(ROUTE_STATUSES),
      driver: z.string().nullable(),
      delivered: z.number(),
      failed: z.number(),
      skipped: z.number(),
      /** Null if the phone sent no locations. */
      driven_miles: z.number().nullable(),
      /** Minutes from the start to the last finished stop. Null if no stop is finished. */
      minutes: z.number().nullable(),
      /** The driver's note. */
      note: z.string().nullable(),
      goods: z.array(
        z.object({
          order_uuid: UuidOut,
          external_ref: z.string(),
          status: z.enum(STOP_STATUSES),
          reason: z.string().nullable(),
          temperature_class: z.enum(TEMPERATURE_CLASSES),
          /** Empty if the items are unknown. */
          items: z.array(z.object({ name: z.string(), quantity: z.number() })),
        }),
      ),
      /** Cash and checks by delivery, as exact decimals. */
      cash: z.array(
        z.object({
          order_uuid: UuidOut,
          external_ref: z.string(),
          amount: z.string(),
          currency: z.string(),
          reason: z.string().nullable(),
          method: z.enum(PAY_METHODS),
        }),
      ),
      /** Sum of the cash and checks in the business's currency. */
      cash_expected: z.string(),
      currency: z.string(),
      handed_in: HandInOut.nullable(),
    }),
  ),
})
export type HandInsOut = z.output<typeof HandInsOut>

export const readHandIns = endpoint({
  method: 'GET',
  path: '/hand-ins',
  compresses: true,
  permission: 'checkLoads',
  query: z.strictObject({ date: Day }),
  reply: HandInsOut,
  office: {},
})

export const confirmHandIn = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/hand-in',
  permission: 'checkLoads',
  params: z.object({ route_uuid: Uuid }),
  body: z.strictObject({
    /** Counted cash in the business's currency. */
    cash: text(1, 31),
    /** Deliveries whose goods did not come back. */
    missing: z.array(Uuid).max(MAX_REORDERED_STOPS),
    /** Required if the cash differs or goods are missing. */
    note: optional(nonBlankText(500)),
  }),
  reply: z.null(),
  audit: ['route.handed_in'],
  office: {},
})

export const undoHandIn = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/hand-in/undo',
  permission: 'checkLoads',
  params: z.object({ route_uuid: Uuid }),
  reply: z.null(),
  audit: ['route.hand_in_undone'],
  office: {},
})
