// Webhook endpoints (docs/spec/webhooks.md#endpoints) and their subscriptions.
import { valueChecks } from './matching.ts'
import { accepted, type Call, type Json, refusal, type Step } from './step.ts'
import { type Endpoint, iso, type World } from './world.ts'

const MAX_COUNT = 10
const PATH = '/webhooks/subscriptions'

const shape = (endpoint: Endpoint) => ({
  endpoint_uuid: endpoint.endpointId,
  url: endpoint.url,
  events: endpoint.events,
  active: endpoint.active,
  created_at: iso(endpoint.createdAt),
  updated_at: iso(endpoint.updatedAt),
})

export interface Sent {
  url?: string
  events?: string[]
  active?: boolean
}

/** Adds an endpoint. `wrong`: names of the invalid fields in the request body. */
export function addEndpoint(world: World, body: Sent & { url: string }, wrong: string[]): Step {
  const call: Call = { method: 'POST', path: PATH, body }
  if (wrong.length > 0) return refusal(call, 400, 'INVALID', wrong)
  if (world.endpoints.length >= MAX_COUNT) return refusal(call, 409, 'TOO_MANY_ENDPOINTS')
  return accepted(call, ({ endpoint_uuid, secret }) => {
    const endpoint: Endpoint = {
      endpointId: String(endpoint_uuid),
      secret: String(secret),
      url: body.url,
      events: body.events ?? [],
      active: true,
      createdAt: world.now,
      updatedAt: world.now,
    }
    world.endpoints.push(endpoint)
    return { status: 201, data: shape(endpoint) }
  })
}

export function changeEndpoint(world: World, endpointId: string, body: Sent): Step {
  const call: Call = { method: 'PATCH', path: `${PATH}/${endpointId}`, body }
  const endpoint = world.endpoints.find((each) => each.endpointId === endpointId)
  if (!endpoint) return refusal(call, 404, 'NOT_FOUND')
  return accepted(call, () => {
    if (Object.keys(body).length > 0) Object.assign(endpoint, body, { updatedAt: world.now })
    return { status: 200, data: shape(endpoint) }
  })
}

export function removeEndpoint(world: World, endpointId: string): Step {
  const call: Call = { method: 'DELETE', path: `${PATH}/${endpointId}` }
  if (!world.endpoints.some((each) => each.endpointId === endpointId)) return refusal(call, 404, 'NOT_FOUND')
  return accepted(call, () => {
    world.endpoints = world.endpoints.filter((each) => each.endpointId !== endpointId)
    return { status: 200, data: { endpoint_uuid: endpointId } satisfies Json }
  })
}

export const listEndpoints = (world: World): Step =>
  accepted({ method: 'GET', path: PATH }, () => ({
    status: 200,
    data: valueChecks.anyOrder(world.endpoints.map(shape), 'endpoint_uuid'),
  }))
