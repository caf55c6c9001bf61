// GET /first-steps of the office: the steps that the business has completed on the way to its first plan. Also hides
// them.
import type { FirstStepsOut } from '../../../contract/office/first-steps.ts'
import { dayToWire } from '../../../contract/fields.ts'
import { stepsOf } from '../../../domain/settings/first-steps.ts'
import { firstStepsState, setFirstStepsHidden } from '../../../store/settings/first-steps.ts'
import type { Context } from '../../context.ts'
import { missing } from '../../errors.ts'

export async function readFirstSteps(ctx: Context): Promise<FirstStepsOut> {
  const state = await ctx.read((tx) => firstStepsState(tx, ctx.calendar.dayOf(ctx.now)))
  if (!state) throw missing('business')
  const steps = stepsOf({
    ADDRESSES: ctx.geocoder.name !== 'none',
    DEPOT: state.depots,
    VEHICLES: state.vehicles,
    DRIVERS: state.drivers,
    ORDERS: state.orders,
    PLAN: state.routes,
  })
  return { steps, plan_date: state.planDate && dayToWire(state.planDate), hidden: state.hidden, sample: state.sample }
}

export const hideFirstSteps = (ctx: Context): Promise<void> => ctx.write((tx) => setFirstStepsHidden(tx))
