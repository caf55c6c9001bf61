// Two plans for a build, to choose between before anything changes.
import { z } from 'zod'
import { Day, InstantOut, UuidOut } from '../fields.ts'
import { MAX_BODY_BYTES } from '../limits.ts'
import { BALANCES } from '../../domain/planning/balance.ts'
import { BuildId, BuildQuery, ComparedPlanOut, KeptBuildOut, RunAgainOut } from '../builds.ts'
import { BuildDaysBody, BuildDaysOut } from '../build-days.ts'
import { BuildBody, EstimateReason } from '../routes.ts'
import { OfficeBuildOut } from './day.ts'
import { endpoint } from '../endpoint.ts'

const BuildPlanOut = z.object({
  build_uuid: UuidOut,
  balance: z.enum(BALANCES),
  routes: z.number(),
  stop_count: z.number(),
  unassigned_count: z.number(),
  distance_miles: z.number(),
  drive_minutes: z.number(),
  /** From departure to return, of the shortest and the longest route. */
  shortest_minutes: z.number(),
  longest_minutes: z.number(),
  fewest_stops: z.number(),
  most_stops: z.number(),
  crossings: z.number(),
})
export type BuildPlanOut = z.output<typeof BuildPlanOut>

export const BuildPlansOut = z.object({
  expires_at: InstantOut,
  plans: z.array(BuildPlanOut),
  distances_estimated: z.boolean(),
  estimate_reason: EstimateReason,
})
export type BuildPlansOut = z.output<typeof BuildPlansOut>

export const proposeBuild = endpoint({
  method: 'POST',
  path: '/build/propose',
  permission: 'planRoutes',
  body: BuildBody,
  maxBytes: MAX_BODY_BYTES,
  reply: BuildPlansOut,
  audit: [],
  office: {
    /** Which plan is being made, and how many are made already. */
    line: z.object({ progress: z.object({ balance: z.enum(BALANCES), made: z.number() }) }),
  },
})

export const acceptBuild = endpoint({
  method: 'POST',
  path: '/build/{build_uuid}/accept',
  permission: 'planRoutes',
  params: BuildId,
  reply: OfficeBuildOut,
  audit: ['route.built', 'route.replanned'],
  office: { step: 'ROUTES_BUILT' },
})

export const listBuilds = endpoint({
  method: 'GET',
  path: '/builds',
  compresses: true,
  permission: 'readRoutes',
  query: z.object({ date: Day }),
  reply: z.array(KeptBuildOut),
  office: {},
})

export const readBuild = endpoint({
  method: 'GET',
  path: '/builds/{build_uuid}',
  compresses: true,
  permission: 'readRoutes',
  params: BuildId,
  query: BuildQuery,
  reply: ComparedPlanOut,
  office: {},
})

export const runAgain = endpoint({
  method: 'POST',
  path: '/builds/{build_uuid}/run-again',
  permission: 'planRoutes',
  params: BuildId,
  reply: RunAgainOut,
  audit: [],
  office: {},
})

/** Several days at once. */
export const buildDays = endpoint({
  method: 'POST',
  path: '/build-days',
  permission: 'planRoutes',
  body: BuildDaysBody,
  reply: BuildDaysOut,
  audit: ['route.built', 'route.replanned', 'order.updated'],
  office: { step: 'ROUTES_BUILT' },
})
