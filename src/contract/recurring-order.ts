// One recurring order on the wire: what is sent of it and what is replied (docs/spec/recurring-orders.md).
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { ORDER_STATUSES } from '../domain/orders/order.ts'
import { CLOSED_DAYS, nextDates, UNITS, WEEKDAYS } from '../domain/orders/recurrence.ts'
import { boolean, Day, DayOut, InstantOut, integer, oneOf, optional, text, UuidOut, requiredOr } from './fields.ts'
import { orderFaults, orderFields, OrderOut } from './order.ts'

/** An order's reference has at most 200 characters, of which its date takes some. */
const LONGEST_REFERENCE = 180
export const MOST_DAYS_AHEAD = 60
const DEFAULT_DAYS_AHEAD = 14
/** Dates that an answer shows. */
export const DATES_SHOWN = 10

// What another order is called changes with its date.
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

/** An order but for its reference and its date. */
export const OrderTemplate = z.strictObject(templateFields, object).superRefine(orderFaults).meta({
  id: 'OrderTemplate',
  description:
    'As the body of POST /orders, without external_ref, delivery_date, delivery_by, goods_from and max_ride_minutes.',
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
      ).meta({ description: 'With the unit WEEK: on these days of the week, which begins on Monday.' }),
      day_of_month: optional(integer(1, 31)).meta({
        description: 'With the unit MONTH: on this day, or on the last of a month that is shorter.',
      }),
      start_date: Day,
      end_date: optional(Day).meta({ description: 'The last day that may be one of its dates.' }),
      count: optional(integer(1, 1_000)).meta({ description: 'So many dates in all; goes without end_date.' }),
      closed_days: optional(oneOf(CLOSED_DAYS)).meta({
        description:
          'What becomes of a date on which no zone around the address is open: KEEP still makes its order, NEXT_OPEN_DAY makes it for the next day that one is. Default: KEEP.',
      }),
    },
    object,
  )
  .superRefine((schedule, context) => {
    const fault = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    const { unit, weekdays, day_of_month, start_date, end_date, count } = schedule
    if (unit === 'WEEK' && !weekdays?.length) return fault('weekdays', faultText('must name at least one weekday'))
    if (unit !== 'WEEK' && weekdays?.length) return fault('weekdays', faultText('goes only with the unit WEEK'))
    if (unit === 'MONTH' && day_of_month === null)
      return fault('day_of_month', faultText('is required with the unit MONTH'))
    if (unit !== 'MONTH' && day_of_month !== null)
      return fault('day_of_month', faultText('goes only with the unit MONTH'))
    if (end_date !== null && count !== null) return fault('count', faultText('goes without end_date'))
    if (end_date !== null && end_date < start_date) return fault('end_date', faultText('must not be before start_date'))
  })
  // Only of members that are all right by themselves: dates can't be told by others.
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

const daysAhead = integer(1, MOST_DAYS_AHEAD)

export const RecurringOrderBody = z
  .strictObject(
    {
      external_ref: text(1, LONGEST_REFERENCE).meta({
        description: 'Yours, unique among recurring orders. Its orders have the date after it: MILK-2026-12-01.',
      }),
      order: OrderTemplate,
      schedule: Schedule,
      days_ahead: optional(daysAhead)
        .transform((days) => days ?? DEFAULT_DAYS_AHEAD)
        .meta({ description: 'How many days before its date an order is made. Default: 14.' }),
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
        description: 'The version that the change is made on; it is refused when there is a newer one.',
      }),
    },
    { error: faultText('must be a JSON object') },
  )
  .meta({ id: 'RecurringOrderChange' })
export type RecurringOrderChange = z.output<typeof RecurringOrderChange>

export const RecurringDateBody = z
  .strictObject(
    {
      date: Day.meta({ description: 'One of the dates of the rule, from today on.' }),
      skipped: optional(boolean()),
      moved_to: optional(Day),
    },
    { error: faultText('must be a JSON object') },
  )
  .superRefine(({ skipped, moved_to }, context) => {
    if (skipped && moved_to)
      context.addIssue({ code: 'custom', path: ['moved_to'], message: faultText('goes without skipped') })
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
    order: z.object(shownFields).partial().meta({ description: 'What was sent of it.' }),
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
    version: z.number().meta({ description: 'Another one after each change.' }),
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
            .meta({ description: 'The order made for the date, once it is.' }),
        }),
      )
      .meta({ description: `The next ${DATES_SHOWN} dates of the rule, from today on.` }),
    created_at: InstantOut,
    changed_at: InstantOut,
    ended_at: InstantOut.nullable(),
  })
  .meta({ id: 'RecurringOrder' })
export type RecurringOrderOut = z.output<typeof RecurringOrderOut>
