// GET /routes/{route_uuid}
import type { Context } from '../context.ts'
import { routeWithStops } from './route-wire.ts'

export const getRoute = (ctx: Context, routeId: string) => ctx.read((tx) => routeWithStops(ctx, tx, routeId))
