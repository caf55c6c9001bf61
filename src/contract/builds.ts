// Stored builds: reading, comparing and running them again (docs/spec/routes.md#kept-builds).
import { z } from 'zod'
import { BALANCES } from '../domain/planning/balance.ts'
import { PLAN_CHANGE_KINDS } from '../domain/planning/plan-changes.ts'
import { endpoint } from './endpoint.ts'
import { Day, DayOut, InstantOut, Uuid, UuidOut } from './fields.ts'
import { Reason } from './build.ts'

export const KeptBuildOut = z
  .object({
    build_uuid: UuidOut,
    date: DayOut,
    created_at: InstantOut,
    made_at: InstantOut.nullable().meta({
      description: 'Time when its routes became the routes of the day. Null for a proposed plan that was not chosen.',
    }),
    balance: z.enum(BALANCES),
    seed: z.number(),
    engine: z.string().meta({ description: 'Version of the engine that found the plan.' }),
    same_engine: z.boolean().meta({ description: 'Whether this server runs the same engine version.' }),
    routes_count: z.number(),
    stop_count: z.number(),
    unassigned_count: z.number(),
    distance_miles: z.number(),
    drive_minutes: z.number(),
    shortest_minutes: z.number().meta({ description: 'Minutes from departure to return of the shortest route.' }),
    longest_minutes: z.number(),
    fewest_stops: z.number(),
    most_stops: z.number(),
    crossings: z.number().meta({ description: 'Number of pairs of legs between stops that cross on the map.' }),
    distances_estimated: z.boolean(),
  })
  .meta({ id: 'KeptBuild' })
export type KeptBuildOut = z.output<typeof KeptBuildOut>

const KeptStop = z.object({
  order_uuid: UuidOut,
  external_ref: z.string(),
  line1: z.string(),
  sequence: z.number(),
  lat: z.number(),
  lng: z.number(),
  arrival: InstantOut,
  reloads: z
    .literal(true)
    .optional()
    .meta({ description: 'Present if the vehicle reloads at the depot before this stop.' }),
})

export const KeptPlanOut = KeptBuildOut.extend({
  routes: z.array(
    z.object({
      vehicle_uuid: UuidOut,
      vehicle_name: z.string(),
      depot: z.object({ name: z.string(), lat: z.number(), lng: z.number() }),
      planned_start: InstantOut,
      planned_end: InstantOut.nullable(),
      distance_miles: z.number(),
      drive_minutes: z.number(),
      stops: z.array(KeptStop),
    }),
  ),
  unassigned: z.array(
    z.object({
      order_uuid: UuidOut,
      external_ref: z.string(),
      line1: z.string(),
      reason: Reason,
      nearest_fix: z.string().nullable(),
    }),
  ),
}).meta({ id: 'KeptPlan' })
export type KeptPlanOut = z.output<typeof KeptPlanOut>

const Place = z.object({ vehicle_uuid: UuidOut, vehicle_name: z.string(), sequence: z.number() }).nullable()

export const BuildChangeOut = z
  .object({
    order_uuid: UuidOut,
    external_ref: z.string(),
    line1: z.string(),
    change: z.enum(PLAN_CHANGE_KINDS),
    before: Place,
    after: Place,
  })
  .meta({ id: 'BuildChange' })
export type BuildChangeOut = z.output<typeof BuildChangeOut>

export const ComparedPlanOut = KeptPlanOut.extend({
  changes: z.array(BuildChangeOut).nullable().meta({
    description: 'Differences from `compared_with`, by stop. Null if `compared_with` is not sent.',
  }),
}).meta({ id: 'ComparedPlan' })
export type ComparedPlanOut = z.output<typeof ComparedPlanOut>

export const RunAgainOut = z
  .object({
    build_uuid: UuidOut,
    same: z.boolean().meta({ description: 'Whether every route and time is identical.' }),
    engine: z.string(),
    engine_now: z.string(),
    changes: z.array(BuildChangeOut).nullable().meta({
      description:
        'Stops with another position in the new plan. Null if this server’s engine can’t repeat the steps of the original engine.',
    }),
  })
  .meta({ id: 'BuildRunAgain' })
export type RunAgainOut = z.output<typeof RunAgainOut>

export const BuildId = z.object({ build_uuid: Uuid })
export const BuildQuery = z.object({
  compared_with: Uuid.optional().meta({ description: 'ID of a build for comparison.' }),
})

const exampleBuild = {
  build_uuid: '019ab3f4-1bfe-7b3c-9c2e-5d1a2b3c4d5e',
  date: '11/23/2026',
  created_at: '2026-11-22T21:04:00.000Z',
  made_at: '2026-11-22T21:04:00.000Z',
  balance: 'FAIR' as const,
  seed: 1,
  engine: '3f8a61c0b2d4',
  same_engine: true,
  routes_count: 1,
  stop_count: 1,
  unassigned_count: 0,
  distance_miles: 11.4,
  drive_minutes: 31,
  shortest_minutes: 36,
  longest_minutes: 36,
  fewest_stops: 1,
  most_stops: 1,
  crossings: 0,
  distances_estimated: false,
}

const exampleChange = {
  order_uuid: '019ab3f0-7d2b-7a51-9d1e-6f6f0a1b2c3d',
  external_ref: '000482-B',
  line1: '1400 S St NW',
  change: 'MOVED' as const,
  before: { vehicle_uuid: '019ab3f0-7d2b-7a51-9d1e-6f6f0a1b2c40', vehicle_name: 'Van 1', sequence: 4 },
  after: { vehicle_uuid: '019ab3f0-7d2b-7a51-9d1e-6f6f0a1b2c41', vehicle_name: 'Van 3', sequence: 1 },
}

const examplePlan = {
  ...exampleBuild,
  routes: [
    {
      vehicle_uuid: exampleChange.after.vehicle_uuid,
      vehicle_name: 'Van 3',
      depot: { name: 'Depot', lat: 38.9072, lng: -77.0369 },
      planned_start: '2026-11-23T13:00:00.000Z',
      planned_end: '2026-11-23T13:36:00.000Z',
      distance_miles: 11.4,
      drive_minutes: 31,
      stops: [
        {
          order_uuid: exampleChange.order_uuid,
          external_ref: exampleChange.external_ref,
          line1: exampleChange.line1,
          sequence: 1,
          lat: 38.914,
          lng: -77.032,
          arrival: '2026-11-23T13:16:00.000Z',
        },
      ],
    },
  ],
  unassigned: [],
}

export const listBuilds = endpoint({
  method: 'GET',
  path: '/routes/builds',
  compresses: true,
  query: z.object({ date: Day }),
  reply: z.array(KeptBuildOut),
  permission: 'readRoutes',
  office: { path: '/builds' },
  key: {
    operation: 'listBuilds',
    tag: 'Routes',
    summary: 'List the builds of a day',
    description: 'Lists all builds of the date, executed or proposed, newest first. Builds are kept for 30 days.',
    success: { 200: 'The builds.' },
    examples: { reply: [exampleBuild] },
  },
})

export const readBuild = endpoint({
  method: 'GET',
  path: '/routes/builds/{build_uuid}',
  compresses: true,
  params: BuildId,
  query: BuildQuery,
  reply: ComparedPlanOut,
  permission: 'readRoutes',
  office: { path: '/builds/{build_uuid}' },
  key: {
    operation: 'readBuild',
    tag: 'Routes',
    summary: 'Read a build, or compare two',
    description: 'Returns the plan that the build found, without later changes to its routes.',
    success: { 200: 'The plan.' },
    errors: { 404: 'No build with that uuid.' },
    examples: { reply: { ...examplePlan, changes: [exampleChange] } },
  },
})

export const runAgain = endpoint({
  method: 'POST',
  path: '/routes/builds/{build_uuid}/run-again',
  params: BuildId,
  reply: RunAgainOut,
  permission: 'planRoutes',
  audit: [],
  office: { path: '/builds/{build_uuid}/run-again' },
  key: {
    operation: 'runBuildAgain',
    tag: 'Routes',
    summary: 'Run a build again',
    description:
      'Repeats the search with the deliveries, vehicles, distances, seed and steps of the build. The same engine version finds an identical plan. Nothing is changed, and no Idempotency-Key is needed.',
    success: { 200: 'Whether the plan is identical, and the differences.' },
    errors: {
      404: 'No build with that uuid.',
      409: 'The build has more than about 1,200 locations, so only its result is stored.',
    },
    limits: () => ['solves'],
    idempotent: false,
    examples: {
      reply: {
        build_uuid: exampleBuild.build_uuid,
        same: true,
        engine: exampleBuild.engine,
        engine_now: exampleBuild.engine,
        changes: [],
      },
    },
  },
})
