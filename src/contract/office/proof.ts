// What is printed or kept: the proof of a delivery, and a route's manifest.
import { z } from 'zod'
import { Uuid } from '../fields.ts'
import { officeEndpoint } from './endpoint.ts'

/** Answers with a page, not JSON. */
export const showProof = officeEndpoint({
  method: 'GET',
  path: '/routes/{route_uuid}/stops/{stop_uuid}/proof',
  role: 'VIEWER',
  params: z.object({ route_uuid: Uuid, stop_uuid: Uuid }),
  reply: 'FILE',
})

/** These answer with a PDF. */
export const proofPdf = officeEndpoint({
  method: 'GET',
  path: '/routes/{route_uuid}/stops/{stop_uuid}/proof.pdf',
  role: 'VIEWER',
  params: z.object({ route_uuid: Uuid, stop_uuid: Uuid }),
  reply: 'FILE',
})
export const manifestPdf = officeEndpoint({
  method: 'GET',
  path: '/routes/{route_uuid}/manifest.pdf',
  role: 'VIEWER',
  params: z.object({ route_uuid: Uuid }),
  reply: 'FILE',
})
