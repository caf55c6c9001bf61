// The steps from an empty business to its first plan: progress, adding several vehicles and drivers at once, and sample
// data.
import { faultText } from '../../texts/as-string.ts'
import { z } from 'zod'
import { MAX_FLEET_ROWS, USUAL_SHIFT } from '../../domain/imports/fleet-table.ts'
import { FIRST_STEPS } from '../../domain/settings/first-steps.ts'
import { number, optional, text, TimeOfDay } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

export const FirstStepsOut = z.object({
  /** In the order in which the steps are shown. */
  steps: z.array(z.object({ step: z.enum(FIRST_STEPS), done: z.boolean() })),
  /** First day, today or later, with deliveries that wait for a route, MM/dd/yyyy. */
  plan_date: z.string().nullable(),
  /** Whether the business has hidden the steps. */
  hidden: z.boolean(),
  /** Whether sample data is loaded. */
  sample: z.boolean(),
})
export type FirstStepsOut = z.output<typeof FirstStepsOut>

export const readFirstSteps = endpoint({
  method: 'GET',
  path: '/first-steps',
  permission: 'changeFleet',
  reply: FirstStepsOut,
  office: {},
})

export const hideFirstSteps = endpoint({
  method: 'POST',
  path: '/first-steps/hide',
  permission: 'changeFleet',
  reply: z.null(),
  audit: [],
  office: {
    wholeBusiness: true,
  },
})

/** A vehicle, its driver, or both. */
const FleetRow = z
  .strictObject(
    {
      vehicle: optional(text(0, 200)),
      capacity_lbs: optional(number(0, 1e9)),
      shift_start: optional(TimeOfDay).transform((time) => time ?? USUAL_SHIFT.start),
      shift_end: optional(TimeOfDay).transform((time) => time ?? USUAL_SHIFT.end),
      /** An existing driver of this name is used, and gets the phone number if the driver has none. */
      driver: optional(text(0, 200)),
      driver_phone: optional(text(0, 50)),
    },
    { error: faultText('must be an object') },
  )
  .superRefine(({ vehicle, driver, shift_start, shift_end }, context) => {
    if (!vehicle && !driver)
      context.addIssue({
        code: 'custom',
        path: ['vehicle'],
        message: faultText('is required if there is no driver'),
      })
    if (shift_end <= shift_start)
      context.addIssue({
        code: 'custom',
        path: ['shift_end'],
        message: faultText('must be later than the start of the shift'),
      })
  })
export type FleetRow = z.output<typeof FleetRow>

/** Adds the rows in one transaction. */
export const addFleetRows = endpoint({
  method: 'POST',
  path: '/fleet-rows',
  permission: 'changeFleet',
  body: z.strictObject({
    rows: z
      .array(FleetRow, { error: faultText('must be a list') })
      .min(1, faultText('must have at least one row'))
      .max(MAX_FLEET_ROWS, faultText('must have at most {most} rows', { most: MAX_FLEET_ROWS })),
  }),
  reply: z.object({ vehicles: z.number(), drivers: z.number() }),
  audit: ['vehicle.created', 'driver.created', 'driver.changed'],
  office: {
    wholeBusiness: true,
  },
})

/** Loads sample data: a depot, vehicles, drivers, and orders for today and tomorrow, all named as samples. */
export const loadSample = endpoint({
  method: 'POST',
  path: '/sample-data',
  permission: 'changeFleet',
  reply: z.object({ vehicles: z.number(), orders: z.number() }),
  audit: ['sample.loaded', 'order.created'],
  office: {
    wholeBusiness: true,
  },
})

/**
 * Removes all sample data and the routes planned from it. Sample records that the business's own deliveries or vehicles
 * use stay.
 */
export const removeSample = endpoint({
  method: 'DELETE',
  path: '/sample-data',
  permission: 'changeFleet',
  reply: z.object({ kept: z.number() }),
  audit: ['sample.removed', 'order.cancelled', 'route.cancelled'],
  office: {
    wholeBusiness: true,
  },
})
