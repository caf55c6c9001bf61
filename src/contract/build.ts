// Building the routes of a day.
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { BALANCES } from '../domain/planning/balance.ts'
import { DISTANCE_SOURCES, ESTIMATE_REASONS } from '../domain/planning/distance-source.ts'
import { REASON_CODES, FIX_KINDS } from '../engine/solution.ts'
import { MAX_BODY_BYTES, MAX_DELIVERIES_PER_BUILD } from './limits.ts'
import { endpoint } from './endpoint.ts'
import { Day, integer, number, oneOf, text, Uuid, UuidOut } from './fields.ts'
import { RouteWithStops, exampleStop, exampleRoute } from './routes.ts'

/** Request to plan the deliveries of a day. */
export const BuildBody = z
  .strictObject(
    {
      date: Day,
      external_refs: z
        .array(text(1, 200), { error: faultText('must be a list of references') })
        .min(1, faultText('must name at least one delivery; omit it for all open deliveries'))
        .max(
          MAX_DELIVERIES_PER_BUILD,
          faultText('must name at most {most} deliveries', { most: MAX_DELIVERIES_PER_BUILD }),
        )
        .superRefine(reportRepeats)
        .optional()
        .meta({
          description:
            'Deliveries to plan, at most 300 unless the server’s BUILD_MAX_DELIVERIES allows more. Default: every OPEN delivery of the date that is on no route.',
        }),
      vehicle_ids: z
        .array(Uuid, { error: faultText('must be a list of vehicle uuids') })
        .min(1, faultText('must name at least one vehicle; omit it for all free vehicles'))
        .max(200, faultText('must name at most 200 vehicles'))
        .superRefine(reportRepeats)
        .optional(),
      depot_id: Uuid.optional(),
      options: z
        .strictObject(
          {
            balance: oneOf(BALANCES).optional().meta({ description: 'Default: FAIR.' }),
            time_limit_seconds: number(1, 60).optional(),
            seed: integer(0, 2 ** 32 - 1).optional(),
            vehicles: oneOf(['ALL', 'FEWEST']).optional().meta({
              description:
                'Number of vehicles to use. ALL: every vehicle gets deliveries. FEWEST: as few vehicles as the deliveries need; leaving a vehicle unused is worth 40 miles. Default: ALL, but if vehicle_ids is sent, some of these vehicles may stay unused.',
            }),
            usual_areas: z
              .boolean({ error: faultText('must be true or false') })
              .optional()
              .meta({
                description:
                  'Whether drivers preferably get the areas where they delivered in the last 60 days, if that adds no cost. Default: true.',
              }),
          },
          { error: faultText('must be an object') },
        )
        .optional(),
    },
    { error: faultText('must be a JSON object') },
  )
  .meta({ id: 'BuildInput' })
export type BuildBody = z.output<typeof BuildBody>

function reportRepeats(values: string[], context: z.core.$RefinementCtx): void {
  values.forEach((value, i) => {
    if (values.indexOf(value) < i) context.addIssue({ code: 'custom', path: [i], message: faultText('is named twice') })
  })
}

export const Reason = z.object({
  code: z.enum([...REASON_CODES, 'ALREADY_ON_ROUTE', 'UNPLACED', 'SPAN_OVER']),
  message: z.string(),
})
export type Reason = z.output<typeof Reason>

export const UnassignedOut = z.object({
  external_ref: z.string(),
  order_uuid: UuidOut,
  reason: Reason,
  nearest_fix: z.string().nullable(),
})
export type UnassignedOut = z.output<typeof UnassignedOut>

export const EstimateReason = z.enum(ESTIMATE_REASONS).nullable()

export const BuildOut = z
  .object({
    build_uuid: UuidOut.meta({ description: 'ID of the stored build.' }),
    routes: z.array(RouteWithStops),
    unassigned: z.array(UnassignedOut),
    distance_source: z.enum(DISTANCE_SOURCES),
    distances_estimated: z.boolean(),
    estimate_reason: EstimateReason,
  })
  .meta({ id: 'BuildResult' })

export const FixOut = z.object({
  kind: z.enum(FIX_KINDS),
  /** The vehicle to change. Null if the delivery has to change. */
  vehicle_uuid: UuidOut.nullable(),
  /** Additional minutes, units of load or stops, or the class or skill to add. */
  amount: z.union([z.number(), z.string()]),
})
export type FixOut = z.output<typeof FixOut>

/** Like an unassigned delivery in the API, but also contains the suggested fix as data. */
export const OfficeUnassigned = UnassignedOut.extend({ fix: FixOut.nullable() })
export type OfficeUnassigned = z.output<typeof OfficeUnassigned>

export const OfficeBuildOut = BuildOut.extend({ unassigned: z.array(OfficeUnassigned) })
export type OfficeBuildOut = z.output<typeof OfficeBuildOut>

export const BuildProgress = z.object({
  /** ID of the running build. It changes if the build starts over. */
  build_uuid: UuidOut,
  seconds: z.number(),
  unassigned: z.number(),
  distance_miles: z.number(),
  drive_minutes: z.number(),
})
export type BuildProgress = z.output<typeof BuildProgress>

export const buildRoutes = endpoint({
  method: 'POST',
  path: '/routes/build',
  body: BuildBody,
  reply: BuildOut,
  permission: 'planRoutes',
  audit: ['route.built', 'route.replanned'],
  office: {
    path: '/build',
    maxBytes: MAX_BODY_BYTES,
    reply: OfficeBuildOut,
    step: 'ROUTES_BUILT',
    line: z.object({ progress: BuildProgress }),
  },
  key: {
    operation: 'buildRoutes',
    tag: 'Routes',
    summary: 'Plan deliveries into routes',
    description:
      'Plans the named deliveries (default: every OPEN delivery of the date that is on no route) on the named vehicles (default: every active vehicle without a route that day). Temperature classes, capacities, windows and shifts are hard constraints. Unknown weights don’t count. Locked stops never move. A named vehicle with a PLANNED route that day is re-planned. A build takes at most 300 deliveries; the server’s setting BUILD_MAX_DELIVERIES raises this up to 5,000. If it has more, the response is 400 with external_refs in details.fields, or with date if no references are sent.',
    success: { 201: 'The new routes, and the unassigned deliveries with their reasons.' },
    errors: {
      404: 'A reference, vehicle or depot does not exist for this business.',
      409: 'A named delivery has another status than OPEN or another date, no vehicle is free, a build is already running, or no delivery can be routed.',
    },
    limits: () => ['builds'],
    examples: {
      body: { date: '11/23/2026', options: { time_limit_seconds: 3 } },
      reply: {
        build_uuid: '019ab3f4-1bfe-7b3c-9c2e-5d1a2b3c4d5e',
        routes: [{ ...exampleRoute, stops: [exampleStop] }],
        unassigned: [
          {
            external_ref: '000482-B',
            order_uuid: '019ab3f0-7d2b-7a51-9d1e-6f6f0a1b2c3d',
            reason: {
              code: 'TEMPERATURE',
              message: 'needs a vehicle that carries frozen goods; none in this build does',
            },
            nearest_fix: 'let vehicle Van 3 carry frozen goods',
          },
        ],
        distance_source: 'osrm',
        distances_estimated: false,
        estimate_reason: null,
      },
    },
  },
})
