// Re-planning routes under way: a proposal, and its acceptance (docs/spec/routes.md#re-plan).
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { DISTANCE_SOURCES } from '../domain/planning/distance-source.ts'
import { CHANGE_KINDS, REPLAN_GOALS } from '../domain/routes/replan.ts'
import { REASON_CODES } from '../engine/solution.ts'
import { endpoint } from './endpoint.ts'
import {
  Day,
  DayOut,
  InstantOut,
  integer,
  latitude,
  longitude,
  number,
  oneOf,
  optional,
  text,
  TimeOfDay,
  Uuid,
  UuidOut,
  uuids,
} from './fields.ts'
import { HandOverPlace, RouteWithStops } from './routes.ts'
import { EstimateReason } from './build.ts'
import { TakenWarnings } from './warnings.ts'

/** Maximum number of orders, vehicles or stops in one proposal. */
const MAX_COUNT = 50

const RouteUuid = Uuid
const list = <T extends z.ZodType>(of: T) =>
  z
    .array(of, { error: faultText('must be a list') })
    .min(1, faultText('must not be empty; omit it if there are none'))
    .max(MAX_COUNT, faultText('must name at most {most}', { most: MAX_COUNT }))
    .optional()
const object = { error: faultText('must be an object') }

const REASONS = ['order_uuids', 'broken_down', 'late', 'going_home', 'grown'] as const

const HandOverInput = z
  .strictObject(
    {
      route_uuid: RouteUuid,
      lat: optional(latitude()),
      lng: optional(longitude()),
      address: optional(text(1, 300)),
      depot_uuid: optional(Uuid),
      from: optional(TimeOfDay).meta({ description: 'Time from which the goods are at the location. Default: now.' }),
      minutes: optional(integer(0, 240)).meta({
        description: 'Minutes that a vehicle needs to take over the goods. Default: 10.',
      }),
    },
    object,
  )
  .superRefine(({ lat, lng, address, depot_uuid }, context) => {
    const fault = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if ((lat === null) !== (lng === null))
      return fault(lat === null ? 'lat' : 'lng', faultText('is missing, because lat and lng must be sent together'))
    const places = Object.entries({ lat, address, depot_uuid }).filter(([, value]) => value !== null)
    const [first, second] = places
    if (first && second) fault(second[0], faultText('is not allowed with {field}', { field: first[0] }))
  })

export const ReplanBody = z
  .strictObject(
    {
      date: Day,
      order_uuids: uuids(MAX_COUNT)
        .optional()
        .meta({ description: 'Deliveries to insert: OPEN, on no route, and for this date.' }),
      broken_down: uuids(MAX_COUNT).optional().meta({ description: 'Routes whose vehicle can’t continue.' }),
      late: list(
        z.strictObject({ route_uuid: RouteUuid, minutes: integer(0, 600), replace: z.boolean().optional() }, object),
      ).meta({
        description:
          'Routes that run late, with the minutes in addition to the known delay; 0 if there are none. If replace is true, the minutes replace a delay that was entered before, and 0 removes it.',
      }),
      going_home: list(z.strictObject({ route_uuid: RouteUuid, at: TimeOfDay }, object)).meta({
        description: 'Routes whose driver has to return by a given time.',
      }),
      grown: list(
        z
          .strictObject(
            {
              stop_uuid: Uuid,
              service_minutes: integer(0, 600).optional(),
              load_weight_lbs: number(0, 1_000_000).optional(),
            },
            object,
          )
          .superRefine(({ service_minutes, load_weight_lbs }, context) => {
            if (service_minutes === undefined && load_weight_lbs === undefined)
              context.addIssue({
                code: 'custom',
                path: ['service_minutes'],
                message: faultText('or load_weight_lbs is required'),
              })
          }),
      ).meta({ description: 'Stops that take longer or weigh more than planned.' }),
      hand_over: list(HandOverInput).meta({
        description:
          'Routes of broken_down or going_home whose loaded goods other vehicles may take over, with the hand-over location: the given location, a depot, or the last known location of the vehicle. For going_home it is the end of the route.',
      }),
      route_uuids: uuids(MAX_COUNT)
        .optional()
        .meta({ description: 'Routes that may change. Default: every open route of the date.' }),
      options: z
        .strictObject(
          { time_limit_seconds: number(0.1, 10).optional(), seed: integer(0, 2 ** 32 - 1).optional() },
          object,
        )
        .optional()
        .meta({ description: 'time_limit_seconds applies to each of the plans.' }),
    },
    { error: faultText('must be a JSON object') },
  )
  .superRefine((body, context) => {
    if (REASONS.every((reason) => body[reason] === undefined))
      context.addIssue({
        code: 'custom',
        path: ['order_uuids'],
        message: faultText('or another reason to re-plan is required: broken_down, late, going_home or grown'),
      })
    for (const field of ['order_uuids', 'broken_down', 'route_uuids'] as const)
      reportRepeatedIds(body[field] ?? [], (i) => [field, i], context)
    body.hand_over?.forEach(({ route_uuid: id, lat, address, depot_uuid }, i) => {
      const fault = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: ['hand_over', i, field], message })
      const home = body.going_home?.some(({ route_uuid }) => route_uuid === id)
      if (!home && !body.broken_down?.includes(id))
        fault('route_uuid', faultText('must be a route of broken_down or going_home'))
      const place = Object.entries({ lat, address, depot_uuid }).find(([, value]) => value !== null)
      if (home && place)
        fault(place[0], faultText('is only allowed with broken_down; a route of going_home hands over where it ends'))
    })
    for (const field of ['late', 'going_home', 'hand_over'] as const)
      reportRepeatedIds(
        (body[field] ?? []).map(({ route_uuid }) => route_uuid),
        (i) => [field, i, 'route_uuid'],
        context,
      )
    reportRepeatedIds(
      (body.grown ?? []).map(({ stop_uuid }) => stop_uuid),
      (i) => ['grown', i, 'stop_uuid'],
      context,
    )
  })
  .meta({ id: 'ReplanInput' })
export type ReplanBody = z.output<typeof ReplanBody>

function reportRepeatedIds(
  values: readonly string[],
  pathOf: (i: number) => (string | number)[],
  context: z.core.$RefinementCtx,
): void {
  values.forEach((value, i) => {
    if (values.indexOf(value) < i)
      context.addIssue({ code: 'custom', path: pathOf(i), message: faultText('is named twice') })
  })
}

const Figures = z.object({
  stop_count: z.number(),
  distance_miles: z.number(),
  drive_minutes: z.number(),
  late_stops: z.number(),
  late_minutes: z.number(),
})
export type ReplanFigures = z.output<typeof Figures>

const StopPlace = z.object({
  route_uuid: UuidOut,
  route_name: z.string(),
  sequence: z.number(),
  arrival: InstantOut,
  late_minutes: z.number(),
})

export const ReplanChange = z.object({
  change: z.enum(CHANGE_KINDS),
  external_ref: z.string(),
  order_uuid: UuidOut,
  line1: z.string(),
  before: StopPlace.nullable(),
  after: StopPlace,
})
export type ReplanChange = z.output<typeof ReplanChange>

export const ReplanUnassigned = z.object({
  external_ref: z.string(),
  order_uuid: UuidOut,
  line1: z.string(),
  /** Current route of the delivery, or null. */
  route_uuid: UuidOut.nullable(),
  /**
   * True if the stop is locked or under way, so that it stays on its route. Otherwise it comes off its route and is
   * OPEN again.
   */
  stays_on_route: z.boolean(),
  reason: z.object({
    code: z.enum([...REASON_CODES, 'UNPLACED', 'LOADED', 'LOCKED', 'UNDER_WAY']),
    message: z.string(),
  }),
  nearest_fix: z.string().nullable(),
})
export type ReplanUnassigned = z.output<typeof ReplanUnassigned>

export const ReplanPlanOut = z.object({
  goals: z.array(z.enum(REPLAN_GOALS)),
  before: Figures,
  after: Figures,
  routes: z.array(
    z.object({
      route_uuid: UuidOut,
      name: z.string(),
      before: Figures,
      after: Figures,
      back_before: InstantOut,
      back_after: InstantOut,
      reloads_before: z.array(z.number()).optional().meta({
        description: 'Sequences of the stops before which the vehicle reloads at the depot. Present if there are any.',
      }),
      hand_overs: z
        .array(
          HandOverPlace.extend({ before_sequence: z.number(), start: InstantOut, end: InstantOut, stops: z.number() }),
        )
        .optional()
        .meta({
          description:
            'Locations where the vehicle takes over goods from another vehicle, each with the number of stops. Present if there are any.',
        }),
    }),
  ),
  changes: z.array(ReplanChange),
  left_off: z.array(ReplanUnassigned),
  delays: z
    .array(z.object({ route_uuid: UuidOut, minutes: z.number(), replace: z.boolean().optional() }))
    .optional()
    .meta({
      description: 'Delays that were entered for routes. Present if there are any. Accepting the plan stores them.',
    }),
})
export type ReplanPlanOut = z.output<typeof ReplanPlanOut>

export const ReplanOut = z
  .object({
    replan_uuid: UuidOut,
    date: DayOut,
    expires_at: InstantOut,
    plans: z.array(ReplanPlanOut),
    distance_source: z.enum(DISTANCE_SOURCES),
    distances_estimated: z.boolean(),
    estimate_reason: EstimateReason,
  })
  .meta({ id: 'Replan' })
export type ReplanOut = z.output<typeof ReplanOut>

export const AcceptBody = z
  .strictObject({ plan: oneOf(REPLAN_GOALS) }, { error: faultText('must be a JSON object') })
  .meta({ id: 'AcceptReplanInput' })

export const AcceptOut = z
  .object({ routes: z.array(RouteWithStops), warnings: TakenWarnings })
  .meta({ id: 'AcceptedReplan' })
export type AcceptOut = z.output<typeof AcceptOut>

export const ReplanId = z.object({ replan_uuid: Uuid })

const figures = { stop_count: 12, distance_miles: 31.2, drive_minutes: 96.5, late_stops: 0, late_minutes: 0 } as const
const figuresAfter = { ...figures, stop_count: 13, distance_miles: 31.9, drive_minutes: 99.1 } as const

export const replanRoutes = endpoint({
  method: 'POST',
  path: '/routes/replan',
  body: ReplanBody,
  reply: ReplanOut,
  permission: 'planRoutes',
  audit: [],
  office: {
    path: '/replan',
    /** The plan that is being made, and the number of finished plans. */
    line: z.object({ progress: z.object({ goal: z.enum(REPLAN_GOALS), made: z.number() }) }),
  },
  key: {
    operation: 'replanRoutes',
    tag: 'Routes',
    summary: 'Propose new plans for routes under way',
    description:
      'Inserts urgent deliveries into the open routes of a date. Also re-plans if a vehicle broke down, a route runs late, a driver returns early, or a stop grew. The response has up to three plans: FEWEST_CHANGES, LEAST_DRIVING and WINDOWS_KEPT. Equal plans are one plan with several goals. Stops that are done, under way or locked never move, and the goods of a started route stay in its vehicle. Nothing changes until one plan is accepted.',
    success: { 201: 'The proposal. Its list of plans is empty if the current routes can’t be improved.' },
    errors: {
      404: 'A delivery, route or stop does not exist for this business.',
      409: 'A delivery is not OPEN, is on a route, or is for another date. Or a route has ended or is for another date, a stop is finished, or no route of that date is open.',
    },
    limits: () => ['builds'],
    examples: {
      body: { date: '11/23/2026', order_uuids: ['019ab3f0-7d2b-7a51-9d1e-6f6f0a1b2c3d'] },
      reply: {
        replan_uuid: '019ab3f6-2b1a-7c3d-8e4f-5a6b7c8d9e0f',
        date: '11/23/2026',
        expires_at: '2026-11-23T16:05:00.000Z',
        plans: [
          {
            goals: ['FEWEST_CHANGES', 'LEAST_DRIVING', 'WINDOWS_KEPT'],
            before: figures,
            after: figuresAfter,
            routes: [
              {
                route_uuid: '019ab3f4-1bfe-7b3c-9c2e-5d1a2b3c4d5e',
                name: 'Van 3',
                before: figures,
                after: figuresAfter,
                back_before: '2026-11-23T19:40:00.000Z',
                back_after: '2026-11-23T19:47:30.000Z',
              },
            ],
            changes: [
              {
                change: 'ADDED',
                external_ref: '000482-B',
                order_uuid: '019ab3f0-7d2b-7a51-9d1e-6f6f0a1b2c3d',
                line1: '1400 S St NW',
                before: null,
                after: {
                  route_uuid: '019ab3f4-1bfe-7b3c-9c2e-5d1a2b3c4d5e',
                  route_name: 'Van 3',
                  sequence: 5,
                  arrival: '2026-11-23T16:31:00.000Z',
                  late_minutes: 0,
                },
              },
            ],
            left_off: [],
          },
        ],
        distance_source: 'osrm',
        distances_estimated: false,
        estimate_reason: null,
      },
    },
  },
})

const exampleAccepted = {
  route_uuid: '019ab3f4-1bfe-7b3c-9c2e-5d1a2b3c4d5e',
  name: 'Van 3',
  status: 'IN_PROGRESS',
  date: '11/23/2026',
  vehicle: { vehicle_uuid: '019ab3e0-0000-7000-8000-000000000003', name: 'Van 3' },
  driver: { driver_uuid: '019ab3e0-0000-7000-8000-0000000000d1', name: 'Sample Driver' },
  depot: { name: 'Main depot', lat: 38.9, lng: -77.0 },
  planned_start: '2026-11-23T13:48:10.000Z',
  planned_end: '2026-11-23T19:47:30.000Z',
  started_at: '2026-11-23T13:50:02.000Z',
  completed_at: null,
  distance_miles: 44.8,
  drive_minutes: 141.2,
  load_weight_lbs: 410,
  stop_count: 18,
  distance_source: 'osrm',
  distances_estimated: false,
  stops: [],
} as const

export const acceptReplan = endpoint({
  method: 'POST',
  path: '/routes/replan/{replan_uuid}/accept',
  params: ReplanId,
  body: AcceptBody,
  reply: AcceptOut,
  permission: 'planRoutes',
  audit: ['route.replanned', 'route.delayed'],
  office: { path: '/replan/{replan_uuid}/accept', step: 'ROUTES_CHANGED' },
  key: {
    operation: 'acceptReplan',
    tag: 'Routes',
    summary: 'Accept one plan of a proposal',
    description:
      'Applies the plan in one step. Deliveries join or leave routes or change their positions. Webhooks are sent as for manual changes, drivers see the new order, and customers are notified once if the promised time no longer holds. If the routes have changed since the proposal, it is rejected, and details.changes lists the changes.',
    success: { 200: 'Accepted: the routes that changed.' },
    errors: {
      404: 'No proposal with that uuid.',
      409: 'The proposal has expired, was already accepted, or its routes have changed since.',
    },
    examples: { body: { plan: 'FEWEST_CHANGES' }, reply: { routes: [exampleAccepted] } },
  },
})
