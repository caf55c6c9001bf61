// The table of recurring orders.
import { z } from 'zod'
import { text } from '../fields.ts'
import { RecurringOrderOut } from '../recurring-order.ts'
import { endpoint } from '../endpoint.ts'

export const readRecurringTable = endpoint({
  method: 'GET',
  path: '/recurring-orders',
  permission: 'readOrders',
  query: z.strictObject({ cursor: text(1, 2_000).optional() }),
  reply: z.object({ recurring: z.array(RecurringOrderOut), next_cursor: z.string().nullable() }),
  office: {},
})
