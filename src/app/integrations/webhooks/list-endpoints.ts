// GET /webhooks/subscriptions (docs/spec/webhooks.md#endpoints).
import { readEndpoints } from '../../../store/webhooks/webhook-endpoints.ts'
import type { Context } from '../../context.ts'
import { creatorsIn } from '../../people/users/creators.ts'
import { endpointToWire } from './endpoint-wire.ts'

export async function listEndpoints(ctx: Context) {
  const endpoints = await ctx.read((tx) => readEndpoints(tx))
  return endpoints.map(endpointToWire)
}

/** Like `listEndpoints`, but for the office: also returns the user who created each endpoint. */
export async function listEndpointsWithCreators(ctx: Context, homeId: string) {
  const creatorOf = await creatorsIn(ctx, homeId)
  const endpoints = await ctx.read((tx) => readEndpoints(tx))
  return endpoints.map((endpoint) => ({ ...endpointToWire(endpoint), made_by: creatorOf(endpoint.madeBy) }))
}
