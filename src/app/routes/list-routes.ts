// GET /routes
import { readRoutes } from '../../store/routes/routes.ts'
import type { Context } from '../context.ts'
import { routeToWire } from './route-wire.ts'

export async function listRoutes(ctx: Context, day: string) {
  const routes = await ctx.read((tx) => readRoutes(tx, { day }))
  return routes.map(routeToWire)
}
