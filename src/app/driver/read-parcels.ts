// What other vehicles of the day carry, by what is on it to scan: so that a loader hears whose a piece is, also offline.
import type { Elsewhere } from '../../contract/driver.ts'
import { codeOf } from '../../domain/orders/pieces.ts'
import { ordersToLabel } from '../../store/orders/labels.ts'
import { readRoute } from '../../store/routes/routes.ts'
import type { Context } from '../context.ts'
import { missing } from '../errors.ts'

/** More than a yard loads in a morning. */
const MOST_ORDERS = 3_000

export const readParcels = (ctx: Context, routeId: string): Promise<Elsewhere> =>
  ctx.read(async (tx) => {
    const route = await readRoute(tx, routeId)
    if (!route) throw missing('route with that uuid')
    const orders = await ordersToLabel(tx, { day: route.day }, MOST_ORDERS)
    const others = orders.filter((order) => order.routeId !== routeId)
    return [...Map.groupBy(others, ({ routeName }) => routeName)].map(([name, theirs]) => ({
      route: name,
      codes: theirs.flatMap(({ orderId, items }) => [
        codeOf(orderId),
        ...(items ?? []).flatMap(({ barcodes }) => barcodes ?? []),
      ]),
    }))
  })
