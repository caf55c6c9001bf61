// The report of a period.
import { faultText } from '../texts/as-string.ts'
import { endpoint } from './endpoint.ts'
import { z } from 'zod'
import { MESSAGE_KINDS } from '../domain/messages/message.ts'
import { Day, DayOut, UuidOut } from './fields.ts'

/** Maximum length of a report's period, in days. */
export const MAX_DAYS = 92

/**
 * Results of the deliveries on some routes. Miles and minutes include only routes with both a planned and an actual
 * value.
 */
export const Figures = z.object({
  /** Number of routes with an outcome. */
  routes: z.number(),
  delivered: z.number(),
  failed: z.number(),
  skipped: z.number(),
  /** Number of delivered stops that had a window. */
  windowed: z.number(),
  /** Number of these stops that were reached within the window, as defined by `wasOnTime` in app/routes/on-time.ts. */
  on_time: z.number(),
  /** Number of completed routes with a duration, from their start to their last finished stop. */
  timed_routes: z.number(),
  planned_minutes: z.number(),
  actual_minutes: z.number(),
  /** Number of completed routes whose driver's phone sent locations. */
  measured_routes: z.number(),
  planned_miles: z.number(),
  driven_miles: z.number(),
  /** Number of rated deliveries, and their mean rating from 1 to 5, null if there are none. */
  rated: z.number(),
  stars: z.number().nullable(),
})
export type Figures = z.output<typeof Figures>

export const ReportOut = z.object({
  /** First and last day, MM/dd/yyyy, inclusive. */
  from: DayOut,
  to: DayOut,
  days: z.array(Figures.extend({ date: DayOut })),
  /** Sorted by name. Routes without a driver have null. */
  drivers: z.array(Figures.extend({ driver_uuid: UuidOut.nullable(), name: z.string().nullable() })),
  /** Most frequent first. */
  failures: z.array(z.object({ reason: z.string().nullable(), count: z.number() })),
  /** Repeated deliveries due on these days, by attempt number. */
  attempts: z.array(
    z.object({ attempt: z.number(), deliveries: z.number(), delivered: z.number(), failed: z.number() }),
  ),
  /** Messages sent on these days, by channel, kind and currency. `price` is the sum of the known prices. */
  messages: z.array(
    z.object({
      channel: z.enum(['SMS', 'EMAIL']),
      kind: z.enum(MESSAGE_KINDS),
      sent: z.number(),
      segments: z.number(),
      price: z.number().nullable(),
      currency: z.string().nullable(),
    }),
  ),
  /** Amounts collected at the door, by day, driver and currency. Amounts are exact decimals. */
  collected: z.array(
    z.object({
      date: DayOut,
      driver_uuid: UuidOut.nullable(),
      name: z.string().nullable(),
      currency: z.string(),
      cash: z.string(),
      check: z.string(),
      card: z.string(),
      /** Number of deliveries with an amount to collect, and how many of them were not paid. */
      deliveries: z.number(),
      unpaid: z.number(),
    }),
  ),
  totals: Figures,
  /** Percentage of deliveries with a window that should be on time, by the settings. Null: no goal. */
  on_time_goal: z.number().nullable(),
})
export type ReportOut = z.output<typeof ReportOut>

/** Maximum number of customers in the list, and in its file. */
export const MAX_CUSTOMERS = 200
export const MAX_CUSTOMERS_IN_FILE = 10_000

/** A customer is a name with a phone number. Deliveries of customers whose data was deleted are one customer. */
export const CustomersOut = z.object({
  from: DayOut,
  to: DayOut,
  /** Most deliveries first. The last entry may be the customers whose data was deleted, whose name is null. */
  customers: z.array(
    Figures.pick({
      delivered: true,
      failed: true,
      skipped: true,
      windowed: true,
      on_time: true,
      rated: true,
      stars: true,
    }).extend({
      name: z.string().nullable(),
      phone: z.string().nullable(),
    }),
  ),
  count: z.number(),
})
export type CustomersOut = z.output<typeof CustomersOut>

export const range = { from: Day, to: Day }
export const inOrder = <T extends z.ZodObject<typeof range>>(schema: T) =>
  schema.superRefine(({ from, to }, context) => {
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
    const message =
      days < 0
        ? faultText('must not be before from')
        : faultText('must end a period of at most {most} days', { most: MAX_DAYS })
    if (days < 0 || days >= MAX_DAYS) context.addIssue({ code: 'custom', path: ['to'], message })
  })

const totals = {
  routes: 0,
  delivered: 0,
  failed: 0,
  skipped: 0,
  windowed: 0,
  on_time: 0,
  timed_routes: 0,
  planned_minutes: 0,
  actual_minutes: 0,
  measured_routes: 0,
  planned_miles: 0,
  driven_miles: 0,
  rated: 0,
  stars: null,
}
export const readReport = endpoint({
  method: 'GET',
  path: '/report',
  compresses: true,
  permission: 'readReports',
  query: inOrder(z.strictObject(range)),
  reply: ReportOut,
  office: {},
  key: {
    tag: 'Reports',
    operation: 'readReport',
    summary: 'Read the report of a period',
    description:
      'Returns figures by day and by driver: outcomes, punctuality, planned and actual minutes and miles, failure reasons, messages, and amounts that drivers collected. The period has at most 92 days.',
    examples: {
      reply: {
        from: '11/16/2026',
        to: '11/22/2026',
        days: [],
        drivers: [],
        failures: [],
        attempts: [],
        messages: [],
        collected: [],
        totals,
        on_time_goal: 95,
      },
    },
  },
})

export const readCustomers = endpoint({
  method: 'GET',
  path: '/report/customers',
  compresses: true,
  permission: 'readOrders',
  query: inOrder(z.strictObject(range)),
  reply: CustomersOut,
  office: {},
  key: {
    tag: 'Reports',
    operation: 'readCustomers',
    summary: 'Read the report of a period by customer',
    description:
      'Returns outcomes and punctuality of the customers with the most deliveries. A customer is a name with a phone number. The period has at most 92 days.',
    examples: {
      reply: {
        from: '11/16/2026',
        to: '11/22/2026',
        customers: [
          {
            name: 'Ada Young',
            phone: '(202) 555-0143',
            delivered: 8,
            failed: 1,
            skipped: 0,
            windowed: 8,
            on_time: 7,
            rated: 2,
            stars: 4.5,
          },
        ],
        count: 1,
      },
    },
  },
})
