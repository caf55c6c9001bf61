// GET /routes
import { type Input, ok } from '../../contract/endpoint.ts'
import type { listRoutes as endpoint } from '../../contract/routes.ts'
import { readRoutes } from '../../store/routes/routes.ts'
import type { Context } from '../context.ts'
import { routeToWire } from './route-wire.ts'

export async function listRoutes(ctx: Context, { query }: Input<typeof endpoint>) {
  const routes = await ctx.read((tx) => readRoutes(tx, { day: query.date }))
  return ok(routes.map(routeToWire))
}
