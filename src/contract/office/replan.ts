// Re-planning routes under way from the day screen: as the API has it, with progress.
import { z } from 'zod'
import { REPLAN_GOALS } from '../../domain/routes/replan.ts'
import * as api from '../replan.ts'
import { endpoint } from '../endpoint.ts'

export const replan = endpoint({
  method: 'POST',
  path: '/replan',
  permission: 'planRoutes',
  body: api.ReplanBody,
  reply: api.ReplanOut,
  audit: [],
  office: {
    /** Which plan is being made, and how many are made already. */
    line: z.object({ progress: z.object({ goal: z.enum(REPLAN_GOALS), made: z.number() }) }),
  },
})

export const acceptReplan = endpoint({
  method: 'POST',
  path: '/replan/{replan_uuid}/accept',
  permission: 'planRoutes',
  params: api.ReplanId,
  body: api.AcceptBody,
  reply: api.AcceptOut,
  audit: ['route.replanned', 'route.delayed'],
  office: { step: 'ROUTES_CHANGED' },
})
