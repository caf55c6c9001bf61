// Health of the API (docs/spec/health.md).
import { z } from 'zod'
import { DISTANCE_SOURCES } from '../domain/planning/distance-source.ts'
import { endpoint } from './endpoint.ts'
import { InstantOut } from './fields.ts'

const CheckOut = z
  .object({
    status: z.enum(['ok', 'down', 'not_configured']),
    latency_ms: z.int().optional(),
    checked_at: InstantOut,
    detail: z.string().optional(),
  })
  .meta({ id: 'HealthCheck' })

export type CheckOut = z.output<typeof CheckOut>

const HealthOut = z
  .object({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    checks: z.object({
      database: CheckOut,
      geocoder: CheckOut,
      distances: CheckOut.optional().meta({ description: 'Present if a road-distance provider is configured.' }),
      map_tiles: CheckOut,
      disk: CheckOut.meta({ description: 'Free space on the disk of DATA_DIR. The status is down below 256 MB.' }),
      replica: CheckOut.optional().meta({
        description:
          'Present if a replica is configured. The status is down if the replica is unreachable or more than a minute behind.',
      }),
      solvers: CheckOut.optional().meta({
        description:
          'Present if other processes solve (`SOLVER_THREADS=0`). The status is down if a plan has waited 30 seconds for a solver process.',
      }),
      jobs_tick: CheckOut.extend({
        last_tick_at: InstantOut.nullable(),
        failing_work: z.int().nullable().meta({
          description:
            'Number of items that background jobs have failed on for at least a minute and still retry. Null if unknown.',
        }),
      }).meta({ id: 'JobsTickCheck' }),
    }),
    distance_source: z.enum(DISTANCE_SOURCES).meta({ example: 'osrm' }),
  })
  .meta({ id: 'Health' })

const at = '2026-11-23T14:30:00.000Z'

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  reply: HealthOut,
  permission: null,
  key: {
    operation: 'getHealth',
    tag: 'Health',
    summary: 'Read the health of the service',
    description:
      'Returns the status of the service and its parts. Needs no key and responds within two seconds. The status is `degraded` if a provider is down, background jobs have not run recently, or PostgreSQL had no memory for a statement within the last minute. Providers are checked in the background. A provider counts as down if its most recent calls failed. A 503 carries the same block in `details`.',
    success: { 200: 'The API is up.' },
    errors: { 503: 'The database is unavailable.' },
    limits: () => [],
    examples: {
      reply: {
        status: 'ok',
        version: '1.0.0',
        checks: {
          database: { status: 'ok', latency_ms: 1, checked_at: at },
          geocoder: { status: 'ok', latency_ms: 42, checked_at: at },
          distances: { status: 'ok', latency_ms: 18, checked_at: at },
          map_tiles: { status: 'not_configured', checked_at: at },
          disk: { status: 'ok', latency_ms: 0, checked_at: at },
          jobs_tick: { status: 'ok', checked_at: at, last_tick_at: '2026-11-23T14:29:57.000Z', failing_work: 0 },
        },
        distance_source: 'osrm',
      },
    },
  },
})
