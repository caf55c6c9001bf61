// Ending the search of a running build.
import { z } from 'zod'
import { BuildId } from '../builds.ts'
import { endpoint } from '../endpoint.ts'

/** Ends the search. The build then writes its best plan so far, as if its time were over. */
export const stopBuild = endpoint({
  method: 'POST',
  path: '/build/{build_uuid}/stop',
  params: BuildId,
  reply: z.null(),
  permission: 'planRoutes',
  audit: [],
  office: {},
})
