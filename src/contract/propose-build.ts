// Proposing several plans of a day.
import { endpoint } from './endpoint.ts'
import { exampleRoute, exampleStop } from './routes.ts'
import { z } from 'zod'
import { InstantOut, UuidOut } from './fields.ts'
import { MAX_BODY_BYTES } from './limits.ts'
import { BALANCES } from '../domain/planning/balance.ts'
import { BuildId } from './builds.ts'
import { BuildBody, EstimateReason, OfficeBuildOut } from './build.ts'

const BuildPlanOut = z.object({
  build_uuid: UuidOut,
  balance: z.enum(BALANCES),
  routes: z.number(),
  stop_count: z.number(),
  unassigned_count: z.number(),
  distance_miles: z.number(),
  drive_minutes: z.number(),
  /** Minutes from departure to return, of the shortest and the longest route. */
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
  path: '/routes/build/propose',
  permission: 'planRoutes',
  body: BuildBody,
  maxBytes: MAX_BODY_BYTES,
  reply: BuildPlansOut,
  audit: [],
  office: {
    path: '/build/propose',
    /** The plan that is being made, and the number of finished plans. */
    line: z.object({ progress: z.object({ balance: z.enum(BALANCES), made: z.number() }) }),
  },
  key: {
    tag: 'Routes',
    operation: 'proposeBuild',
    summary: 'Propose two plans',
    description:
      'Proposes the requested plan and one with another balance, each with its figures. Nothing changes until one is accepted, within 15 minutes.',
    success: { 201: 'Proposed.' },
    errors: { 404: 'A reference, vehicle or depot does not exist.', 409: 'The same errors as for building.' },
    limits: () => ['builds'] as const,
    examples: {
      body: { date: '11/23/2026' },
      reply: {
        expires_at: '2026-11-22T18:20:00.000Z',
        plans: [
          {
            build_uuid: '019ab3f4-11c2-7f0b-b7c3-90a1b2c3d4e5',
            balance: 'FAIR',
            routes: 4,
            stop_count: 86,
            unassigned_count: 1,
            distance_miles: 142.6,
            drive_minutes: 431,
            shortest_minutes: 389,
            longest_minutes: 412,
            fewest_stops: 19,
            most_stops: 24,
            crossings: 2,
          },
        ],
        distances_estimated: false,
        estimate_reason: null,
      },
    },
  },
})
export const acceptBuild = endpoint({
  method: 'POST',
  path: '/routes/build/{build_uuid}/accept',
  permission: 'planRoutes',
  params: BuildId,
  reply: OfficeBuildOut,
  audit: ['route.built', 'route.replanned'],
  office: { path: '/build/{build_uuid}/accept', step: 'ROUTES_BUILT' },
  key: {
    tag: 'Routes',
    operation: 'acceptBuild',
    summary: 'Accept a proposed plan',
    description: 'Writes the routes of the plan, with the status PLANNED.',
    success: { 201: 'The routes.' },
    errors: {
      404: 'No such plan.',
      409: 'The plan has expired or was already accepted, or deliveries, routes or vehicles have changed.',
    },
    examples: {
      reply: {
        build_uuid: '019ab3f4-11c2-7f0b-b7c3-90a1b2c3d4e5',
        routes: [{ ...exampleRoute, stops: [exampleStop] }],
        unassigned: [],
        distance_source: 'osrm',
        distances_estimated: false,
        estimate_reason: null,
      },
    },
  },
})
