// One recurring order in requests and responses (docs/spec/recurring-orders.md).
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { ORDER_STATUSES } from '../domain/orders/order.ts'
import { CLOSED_DAYS, nextDates, UNITS, WEEKDAYS } from '../domain/orders/recurrence.ts'
import { boolean, Day, DayOut, InstantOut, integer, oneOf, optional, text, UuidOut, requiredOr } from './fields.ts'
import { orderFaults, orderFields, OrderOut } from './order.ts'

/** Leaves room for the date in the references of the orders, which have at most 200 characters. */
const MAX_REFERENCE = 180
export const MAX_DAYS_AHEAD = 60
const DEFAULT_DAYS_AHEAD = 14
/** Number of dates in a response. */
export const DATES_SHOWN = 10

// References to other orders are left out, because they change with the date.
const {
  external_ref: _ref,
  delivery_date: _date,
  delivery_by: _by,
  goods_from: _from,
  max_ride_minutes: _ride,
  ...templateFields
} = orderFields
const object = {
  error: requiredOr(faultText('must be an object')),
}

/** An order without its reference and date. */
export const OrderTemplate = z.strictObject(templateFields, object).superRefine(orderFaults).meta({
  id: 'OrderTemplate',
  description:
    'The body of POST /orders without external_ref, delivery_date, delivery_by, goods_from and max_ride_minutes.',
})
export type OrderTemplate = z.output<typeof OrderTemplate>

const Schedule = z
  .strictObject(
    {
      every: optional(integer(1, 366)).transform((every) => every ?? 1),
      unit: oneOf(UNITS),
      weekdays: optional(
        z
          .array(oneOf(WEEKDAYS), { error: faultText('must be a list of weekdays') })
          .max(7, faultText('must name at most {most}', { most: 7 })),
      ),
      day_of_month: optional(integer(1, 31)).meta({
        description: 'Day of the month, or the last day in shorter months. Required if the unit is MONTH.',
      }),
      start_date: Day,
      end_date: optional(Day).meta({ description: 'Last possible date.' }),
      count: optional(integer(1, 1_000)).meta({
        description: 'Total number of dates. Not allowed together with end_date.',
      }),
      closed_days: optional(oneOf(CLOSED_DAYS)).meta({
        description:
          'Handling of dates on which no zone that contains the address is open. KEEP creates the order for that date. NEXT_OPEN_DAY creates it for the next day on which a zone is open. Default: KEEP.',
      }),
    },
    object,
  )
  .superRefine((schedule, context) => {
    const fault = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    const { unit, weekdays, day_of_month, start_date, end_date, count } = schedule
    if (unit === 'WEEK' && !weekdays?.length) return fault('weekdays', faultText('must name at least one weekday'))
    if (unit !== 'WEEK' && weekdays?.length) return fault('weekdays', faultText('is only allowed with the unit WEEK'))
    if (unit === 'MONTH' && day_of_month === null)
      return fault('day_of_month', faultText('is required with the unit MONTH'))
    if (unit !== 'MONTH' && day_of_month !== null)
      return fault('day_of_month', faultText('is only allowed with the unit MONTH'))
    if (end_date !== null && count !== null) return fault('count', faultText('is not allowed with end_date'))
    if (end_date !== null && end_date < start_date) return fault('end_date', faultText('must not be before start_date'))
  })
  // Runs only if all members are valid, because dates can't be computed from invalid members.
  .transform((body, context) => {
    const schedule = scheduleOf(body)
    if (nextDates(schedule, schedule.start, 1).length > 0) return schedule
    context.addIssue({ code: 'custom', path: ['end_date'], message: faultText('leaves the rule without a date') })
    return z.NEVER
  })
  .meta({ id: 'RecurringSchedule' })

interface ScheduleBody {
  every: number
  unit: (typeof UNITS)[number]
  weekdays: (typeof WEEKDAYS)[number][] | null
  day_of_month: number | null
  start_date: string
  end_date: string | null
  count: number | null
  closed_days: (typeof CLOSED_DAYS)[number] | null
}

const scheduleOf = (body: ScheduleBody) => ({
  every: body.every,
  unit: body.unit,
  weekdays: WEEKDAYS.filter((weekday) => body.weekdays?.includes(weekday)),
  dayOfMonth: body.day_of_month,
  start: body.start_date,
  end: body.end_date,
  count: body.count,
  closedDays: body.closed_days ?? 'KEEP',
})

const daysAhead = integer(1, MAX_DAYS_AHEAD)

export const RecurringOrderBody = z
  .strictObject(
    {
      external_ref: text(1, MAX_REFERENCE).meta({
        description:
          'Your own reference, unique among recurring orders. The references of its orders add the date: MILK-2026-12-01.',
      }),
      order: OrderTemplate,
      schedule: Schedule,
      days_ahead: optional(daysAhead)
        .transform((days) => days ?? DEFAULT_DAYS_AHEAD)
        .meta({ description: 'Number of days before a date on which its order is created. Default: 14.' }),
    },
    { error: faultText('must be a JSON object') },
  )
  .meta({ id: 'RecurringOrderInput' })
export type RecurringOrderBody = z.output<typeof RecurringOrderBody>

export const RecurringOrderChange = z
  .strictObject(
    {
      order: optional(OrderTemplate),
      schedule: optional(Schedule),
      days_ahead: optional(daysAhead),
      version: optional(integer(1, 2 ** 31 - 1)).meta({
        description:
          'Version that the change is based on. The response is 409 if the recurring order has changed since.',
      }),
    },
    { error: faultText('must be a JSON object') },
  )
  .meta({ id: 'RecurringOrderChange' })
export type RecurringOrderChange = z.output<typeof RecurringOrderChange>

export const RecurringDateBody = z
  .strictObject(
    {
      date: Day.meta({ description: 'A date of the schedule, today or later.' }),
      skipped: optional(boolean()),
      moved_to: optional(Day),
    },
    { error: faultText('must be a JSON object') },
  )
  .superRefine(({ skipped, moved_to }, context) => {
    if (skipped && moved_to)
      context.addIssue({ code: 'custom', path: ['moved_to'], message: faultText('is not allowed with skipped') })
  })
  .meta({ id: 'RecurringDateInput' })
export type RecurringDateBody = z.output<typeof RecurringDateBody>

const {
  order_uuid: _uuid,
  external_ref: _reference,
  status: _status,
  delivery_date: _day,
  delivery_from: _first,
  delivery_by: _last,
  customer_instructions: _customers,
  placement: _placement,
  route: _route,
  stop: _stop,
  attempt: _attempt,
  repeat_of: _repeat,
  tracking_url: _tracking,
  created_at: _created,
  changed_at: _changed,
  ...shownFields
} = OrderOut.shape

export const RecurringOrderOut = z
  .object({
    recurring_order_uuid: UuidOut,
    external_ref: z.string(),
    order: z.object(shownFields).partial().meta({ description: 'Fields of the order that were sent.' }),
    schedule: z.object({
      every: z.number(),
      unit: z.enum(UNITS),
      weekdays: z.array(z.enum(WEEKDAYS)),
      day_of_month: z.number().nullable(),
      start_date: DayOut,
      end_date: DayOut.nullable(),
      count: z.number().nullable(),
      closed_days: z.enum(CLOSED_DAYS),
    }),
    days_ahead: z.number(),
    version: z.number().meta({ description: 'Changes with every change of the recurring order.' }),
    next_dates: z
      .array(
        z.object({
          date: DayOut,
          skipped: z.boolean(),
          moved_to: DayOut.nullable(),
          order: z
            .object({
              order_uuid: UuidOut,
              external_ref: z.string(),
              status: z.enum(ORDER_STATUSES),
              delivery_date: DayOut,
            })
            .nullable()
            .meta({ description: 'The order of the date. Null until it is created.' }),
        }),
      )
      .meta({ description: `The next ${DATES_SHOWN} dates of the schedule, starting today.` }),
    created_at: InstantOut,
    changed_at: InstantOut,
    ended_at: InstantOut.nullable(),
  })
  .meta({ id: 'RecurringOrder' })
export type RecurringOrderOut = z.output<typeof RecurringOrderOut>
