// Sets the hours of the street for the address of a delivery. They replace the hours of the map for this address.
import type { OrderOut } from '../../contract/order.ts'
import { changesBetween } from '../../domain/audit.ts'
import type { Address } from '../../domain/orders/order.ts'
import { atAddresses, setAddressHours } from '../../store/addresses/address-street-hours.ts'
import { audit } from '../../store/audit/audit.ts'
import { openRoutesTo } from '../../store/orders/open-at-address.ts'
import { resolveStreetReportsAt } from '../../store/routes/street-reports.ts'
import type { Context, WriteTx } from '../context.ts'
import { lockedRoutes } from '../routes/locked-route.ts'
import { expectAgain, retime } from '../routes/retime.ts'
import { requireOrder } from './edit-orders.ts'
import { orderToWire } from './order-wire.ts'
import { hoursOfStreet, streetFrom } from './street-of.ts'

/** Null removes the hours of the address, so that those of the map apply again. */
export async function setStreetHours(ctx: Context, orderId: string, hours: string | null): Promise<OrderOut> {
  const { address, point } = await requireOrder(ctx, orderId)
  // The hours of the map are requested before the transaction, so that it doesn't wait for them.
  const onMap = await hoursOfStreet(ctx, point)
  return ctx.write(async (tx) => {
    const before = await setAddressHours(tx, address, hours, ctx.now)
    if (before !== hours) {
      const detail = { changes: changesBetween({ street_hours: before }, { street_hours: hours }) }
      audit(tx, ctx, { action: 'order.street_hours_set', entity: 'order', entityId: orderId, detail })
      await retimeRoutesTo(ctx, tx, address)
    }
    await resolveStreetReportsAt(tx, address, ctx.now)
    const order = await requireOrder(ctx.joining(tx), orderId)
    const [place = order] = await atAddresses(tx, [order])
    const street = streetFrom(ctx, { ...place, point, day: order.deliveryDate }, onMap)
    return { ...orderToWire(order, ctx), ...(street && { street }) }
  })
}

/** Calculates the times of the routes with open deliveries to the address again. */
async function retimeRoutesTo(ctx: Context, tx: WriteTx, address: Address): Promise<void> {
  for (const route of await lockedRoutes(tx, await openRoutesTo(tx, address)))
    if (route.status === 'PLANNED') await retime(ctx, tx, route)
    else await expectAgain(ctx, tx, route)
}
