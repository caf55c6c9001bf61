// Planning several days in one request (docs/spec/routes.md#several-days).
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { BALANCES } from '../domain/planning/balance.ts'
import { endpoint } from './endpoint.ts'
import { Day, DayOut, isPlannableDay, integer, number, oneOf, UuidOut } from './fields.ts'
import { BuildOut, buildRoutes, UnassignedOut } from './build.ts'

export const MAX_DAYS = 14

export const BuildDaysBody = z
  .strictObject(
    {
      date: Day.meta({ description: 'First day, today or later.' }),
      days: integer(2, MAX_DAYS).meta({ description: 'Number of consecutive days.' }),
      options: z
        .strictObject(
          {
            balance: oneOf(BALANCES).optional().meta({ description: 'Default: FAIR.' }),
            time_limit_seconds: number(2, 120)
              .optional()
              .meta({ description: 'Time limit in seconds for all days together.' }),
            seed: integer(0, 2 ** 32 - 1).optional(),
          },
          { error: faultText('must be an object') },
        )
        .optional(),
    },
    { error: faultText('must be a JSON object') },
  )
  .refine(({ date }) => isPlannableDay(date), { path: ['date'], message: faultText('is too far in the future') })
  .meta({ id: 'BuildDaysInput' })
export type BuildDaysBody = z.output<typeof BuildDaysBody>

export const BuildDaysOut = z
  .object({
    days: z
      .array(BuildOut.extend({ date: DayOut }))
      .meta({ description: 'Days that got deliveries, each with the result of its build.' }),
    moved: z
      .array(z.object({ external_ref: z.string(), order_uuid: UuidOut, from: DayOut, to: DayOut }))
      .meta({ description: 'Deliveries whose delivery_date was changed to another day of their span.' }),
    unassigned: z.array(UnassignedOut).meta({ description: 'Deliveries that got no day.' }),
  })
  .meta({ id: 'BuildDaysResult' })
export type BuildDaysOut = z.output<typeof BuildDaysOut>

const { routes, unassigned, ...built } = buildRoutes.key.examples.reply

export const buildDays = endpoint({
  method: 'POST',
  path: '/routes/build-days',
  body: BuildDaysBody,
  reply: BuildDaysOut,
  permission: 'planRoutes',
  audit: ['route.built', 'route.replanned', 'order.updated'],
  office: { path: '/build-days', step: 'ROUTES_BUILT' },
  key: {
    operation: 'buildDays',
    tag: 'Routes',
    summary: 'Build the routes of several days',
    description:
      'Plans every OPEN delivery that is on no route and can be made on one of the days. Each delivery gets a vehicle and a day, within its span if it has one; this day becomes its delivery_date. Existing routes stay unchanged. If one day can’t be written, no day is.',
    success: { 201: 'The new routes by day, and the unassigned deliveries with their reasons.' },
    errors: { 409: 'No vehicle is free on any of the days, a build is already running, or no delivery can be routed.' },
    limits: () => ['builds'],
    examples: {
      body: { date: '11/23/2026', days: 5 },
      reply: {
        days: [{ date: '11/23/2026', ...built, routes, unassigned: [] }],
        moved: [
          {
            external_ref: '000481-A',
            order_uuid: '019ab3f0-6c1a-7a51-9d1e-6f6f0a1b2c3d',
            from: '11/23/2026',
            to: '11/24/2026',
          },
        ],
        unassigned,
      },
    },
  },
})
