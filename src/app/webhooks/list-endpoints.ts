// GET /webhooks/subscriptions (docs/spec/webhooks.md#endpoints).
import { readEndpoints } from '../../store/webhooks/webhook-endpoints.ts'
import type { Context } from '../context.ts'
import { endpointToWire } from './endpoint-wire.ts'

export async function listEndpoints(ctx: Context) {
  const endpoints = await ctx.read((tx) => readEndpoints(tx))
  return endpoints.map(endpointToWire)
}
