// Lists for the office the next days on which a delivery fits, with the time windows that customers may choose.
import { dayToWire } from '../../contract/fields.ts'
import type { DaysThatFit } from '../../contract/order-actions.ts'
import { findBusiness } from '../../store/settings/businesses.ts'
import { fittingDays } from '../zones/availability/fitting-days.ts'
import type { Context } from '../context.ts'
import { missing } from '../errors.ts'
import { requireOrder } from './edit-orders.ts'

const DAYS_AHEAD = 14

export async function daysThatFit(ctx: Context, orderId: string): Promise<DaysThatFit> {
  const order = await requireOrder(ctx, orderId)
  const business = await ctx.read((tx) => findBusiness(tx))
  if (!business) throw missing('business')
  const today = ctx.calendar.dayOf(ctx.now)
  const days = Array.from({ length: DAYS_AHEAD }, (_, i) => ctx.calendar.addDays(today, i + 1))
  const offers = await fittingDays(ctx, order, days, business.chooseWindows)
  return { days: offers.map(({ day, window }) => ({ date: dayToWire(day), window })) }
}
