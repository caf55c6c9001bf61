// The proof page of the office.
import { z } from 'zod'
import { Uuid } from '../fields.ts'
import { officeEndpoint } from './endpoint.ts'

/** Answers with a page, not JSON. */
export const showProof = officeEndpoint({
  method: 'GET',
  path: '/routes/{route_uuid}/stops/{stop_uuid}/proof',
  role: 'VIEWER',
  params: z.object({ route_uuid: Uuid, stop_uuid: Uuid }),
})
