// Integrations: API keys, and webhook endpoints by the same schemas as the API's.
import { z } from 'zod'
import * as api from '../webhooks.ts'
import { text, Uuid } from '../fields.ts'
import { officeEndpoint } from './endpoint.ts'

export interface KeyOut {
  key_uuid: string
  name: string
  /** Its first characters, for recognizing it. */
  prefix: string
  created_at: string
  revoked_at: string | null
}

const owner = { role: 'OWNER' } as const

export const listKeys = officeEndpoint({ ...owner, method: 'GET', path: '/keys' })
export const createKey = officeEndpoint({
  ...owner,
  method: 'POST',
  path: '/keys',
  body: z.strictObject({ name: text(1, 200) }),
})
export const revokeKey = officeEndpoint({
  ...owner,
  method: 'POST',
  path: '/keys/{key_uuid}/revoke',
  params: z.object({ key_uuid: Uuid }),
})

/** As the API has it, for owners. */
const asApi = <const E extends { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: string }>(endpoint: E) => ({
  ...endpoint,
  ...owner,
})

export const listEndpoints = asApi(api.listEndpoints)
export const createEndpoint = asApi(api.createEndpoint)
export const updateEndpoint = asApi(api.updateEndpoint)
export const deleteEndpoint = asApi(api.deleteEndpoint)
export const rotateSecret = asApi(api.rotateSecret)
export const testEndpoint = asApi(api.testEndpoint)
export const listDeliveries = asApi(api.listDeliveries)
export const replayDelivery = asApi(api.replayDelivery)
