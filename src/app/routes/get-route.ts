// GET /routes/{route_uuid}
import { type Input, ok } from '../../contract/endpoint.ts'
import type { getRoute as endpoint } from '../../contract/routes.ts'
import type { Context } from '../context.ts'
import { routeWithStops } from './route-wire.ts'

export const getRoute = async (ctx: Context, { params }: Input<typeof endpoint>) =>
  ok(await ctx.read((tx) => routeWithStops(ctx, tx, params.route_uuid)))
