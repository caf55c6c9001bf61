// Writes one order that a program or a person enters. The response shows whether its windows fit the hours of its street.
import { Day } from '../../contract/fields.ts'
import type { OrderInput, Point } from '../../domain/orders/order.ts'
import { atAddresses } from '../../store/addresses/address-street-hours.ts'
import { findOrder } from '../../store/orders/orders.ts'
import type { Context } from '../context.ts'
import { knownLocation } from './geocode-order.ts'
import { hoursOfStreet, streetFrom } from './street-of.ts'
import { geocodeIfChanged, type WriteCheck, writeOrder, type WriteResult } from './write-order.ts'

export async function writeWithStreet(ctx: Context, input: OrderInput, guard?: WriteCheck): Promise<WriteResult> {
  const geocoded = await geocodeIfChanged(ctx, input)
  // The hours are requested before the transaction, so that it doesn't wait for them.
  const point = geocoded ? geocoded.point : await pointOf(ctx, input)
  const hours = await hoursOfStreet(ctx, point)
  return ctx.write(async (tx) => {
    const { outcome, order } = await writeOrder(ctx, tx, input, geocoded, guard)
    const [place] = await atAddresses(tx, [input])
    const street = streetFrom(ctx, { ...(place ?? input), point, day: Day.parse(order.delivery_date) }, hours)
    return { outcome, order: { ...order, ...(street && { street }) } }
  })
}

/** Returns the location that the order has without geocoding. Null if no hours of streets are known. */
async function pointOf(ctx: Context, input: OrderInput): Promise<Point | null> {
  if (!ctx.distances?.own) return null
  if (input.givenPoint) return input.givenPoint
  return knownLocation(input, await ctx.read((tx) => findOrder(tx, input.externalRef)))?.point ?? null
}
