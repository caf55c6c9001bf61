// Lists the codes of pieces on other vehicles of the day, so that a loader learns which route a piece belongs to, even
// offline.
import type { OtherVehiclePieces } from '../../contract/driver.ts'
import { codeOf } from '../../domain/orders/pieces.ts'
import { codesOfOtherOrders } from '../../store/orders/labels.ts'
import { readRoute } from '../../store/routes/routes.ts'
import type { Context } from '../context.ts'
import { missing } from '../errors.ts'

/** Maximum number of listed codes. No depot loads that many pieces in a morning. */
const MAX_CODES = 20_000

export const readParcels = (ctx: Context, routeId: string): Promise<OtherVehiclePieces> =>
  ctx.read(async (tx) => {
    const route = await readRoute(tx, routeId)
    if (!route) throw missing('route with that uuid')
    const others = await codesOfOtherOrders(tx, route, MAX_CODES)
    return [...Map.groupBy(others, ({ routeName }) => routeName)].map(([name, theirs]) => ({
      route: name,
      codes: [
        ...new Set(theirs.map(({ orderId }) => codeOf(orderId))),
        ...theirs.flatMap(({ code }) => (code === null ? [] : [code])),
      ],
    }))
  })
