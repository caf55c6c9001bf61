// The report of some days.
import { faultText } from '../texts/as-string.ts'
import { endpoint } from './endpoint.ts'
import { z } from 'zod'
import { MESSAGE_KINDS } from '../domain/messages/message.ts'
import { Day, DayOut, UuidOut } from './fields.ts'

/** Longest range of one report, in days. */
export const MOST_DAYS = 92

/** What came of the deliveries of some routes. Miles and minutes are only of routes where both sides are known. */
export const Figures = z.object({
  /** Routes with an outcome. */
  routes: z.number(),
  delivered: z.number(),
  failed: z.number(),
  skipped: z.number(),
  /** Of the delivered that had a window: all, and those on time. */
  windowed: z.number(),
  /** Arrived within the window: see onTime in app/routes/on-time.ts, which defines it. */
  on_time: z.number(),
  /** Completed routes, from their start to the last stop done. */
  timed_routes: z.number(),
  planned_minutes: z.number(),
  actual_minutes: z.number(),
  /** Completed routes whose driver's phone told where it was. */
  measured_routes: z.number(),
  planned_miles: z.number(),
  driven_miles: z.number(),
  /** Deliveries that customers rated, and their mean, 1 to 5; null without any. */
  rated: z.number(),
  stars: z.number().nullable(),
})
export type Figures = z.output<typeof Figures>

export const ReportOut = z.object({
  /** MM/dd/yyyy, both included. */
  from: DayOut,
  to: DayOut,
  days: z.array(Figures.extend({ date: DayOut })),
  /** By name; null stands for routes without a driver. */
  drivers: z.array(Figures.extend({ driver_uuid: UuidOut.nullable(), name: z.string().nullable() })),
  /** Most frequent first. */
  failures: z.array(z.object({ reason: z.string().nullable(), count: z.number() })),
  /** Of deliveries due on these days, those that were made again after a failure, by which attempt they are. */
  attempts: z.array(
    z.object({ attempt: z.number(), deliveries: z.number(), delivered: z.number(), failed: z.number() }),
  ),
  /** What was sent on these days, by channel, kind and currency; `price` is what is known of it. */
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
  /** What drivers collected at the door, by day, driver and currency; amounts are exact decimals. */
  collected: z.array(
    z.object({
      date: DayOut,
      driver_uuid: UuidOut.nullable(),
      name: z.string().nullable(),
      currency: z.string(),
      cash: z.string(),
      card: z.string(),
      /** Deliveries, and those of them where nothing was collected. */
      deliveries: z.number(),
      unpaid: z.number(),
    }),
  ),
  totals: Figures,
})
export type ReportOut = z.output<typeof ReportOut>

export const range = { from: Day, to: Day }
export const inOrder = <T extends z.ZodObject<typeof range>>(schema: T) =>
  schema.superRefine(({ from, to }, context) => {
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
    const message =
      days < 0
        ? faultText('must not be before from')
        : faultText('must be at most {most} days with from', { most: MOST_DAYS })
    if (days < 0 || days >= MOST_DAYS) context.addIssue({ code: 'custom', path: ['to'], message })
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
    summary: 'The report of some days',
    description:
      'By day and by driver: outcomes, punctuality, planned and real minutes and miles, reasons of failures, messages and what drivers collected. At most 92 days.',
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
      },
    },
  },
})
