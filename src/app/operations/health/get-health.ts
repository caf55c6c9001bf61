// GET /health: the current state of all parts. Responds within two seconds, even if a part hangs (docs/spec/health.md).
import type { CheckOut } from '../../../contract/health.ts'
import { STRAIGHT_LINE } from '../../../domain/planning/distance-source.ts'
import { isUnreachable } from '../../../store/database.ts'
import { failingCounts } from '../../../store/jobs/failed-work.ts'
import { lastTick } from '../../../store/jobs/job-ticks.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { ProviderCheck } from '../../ports/providers.ts'

/** Maximum time for the database. The rest of the two seconds is for the other checks. */
const DATABASE_BUDGET_MS = 1_500
/**
 * Age of the last tick above which the jobs count as stopped. They record a tick every five seconds, and a single
 * missed tick is normal.
 */
const OLD_TICK_MS = 30_000

/** Returns the state of all parts. Throws 503 with the same data in its details if the database is unreachable. */
export async function getHealth(ctx: Context) {
  const [{ database, jobsTick }, geocoder, distances, mapTiles, disk, replica, solvers] = await Promise.all([
    databaseChecks(ctx),
    ctx.providers.check('geocoder'),
    ctx.providers.check('distances'),
    ctx.providers.check('map_tiles'),
    ctx.providers.check('disk'),
    ctx.providers.check('replica'),
    ctx.providers.check('solvers'),
  ])
  const checks = {
    database,
    geocoder: toWire(geocoder),
    ...(ctx.distances && { distances: toWire(distances) }),
    map_tiles: toWire(mapTiles),
    disk: toWire(disk),
    ...(replica.status !== 'not_configured' && { replica: toWire(replica) }),
    ...(solvers.status !== 'not_configured' && { solvers: toWire(solvers) }),
    jobs_tick: jobsTick,
  }
  const allWell = Object.values(checks).every(({ status }) => status !== 'down') && !ctx.db.lacksMemory()
  const block = {
    status: allWell ? ('ok' as const) : ('degraded' as const),
    version: ctx.version,
    checks,
    distance_source: ctx.distances?.name ?? STRAIGHT_LINE,
  }
  const isFull = ctx.db.lacksRoom()
  if (database.status === 'down')
    throw new AppError('unavailable', isFull ? 'DISK_FULL' : 'DATABASE_UNREACHABLE', 'The database can’t be reached.', {
      details: block,
      retryAfterSeconds: 5,
    })
  return block
}

interface DatabaseChecks {
  database: CheckOut
  jobsTick: CheckOut & { last_tick_at: string | null; failing_work: number | null }
}

async function databaseChecks(ctx: Context): Promise<DatabaseChecks> {
  const checked_at = ctx.now.toISOString()
  const started = performance.now()
  try {
    const { tick, failing } = await withTimeout(
      ctx.db.asSystem(async (tx) => ({
        tick: await lastTick(tx, 'tick'),
        failing: (await failingCounts(tx, ctx.now)).reduce((sum, { count }) => sum + count, 0),
      })),
    )
    const latency_ms = Math.round(performance.now() - started)
    const old = !tick || ctx.now.getTime() - tick.getTime() > OLD_TICK_MS
    return {
      database: {
        status: 'ok',
        latency_ms,
        checked_at,
        ...(ctx.db.lacksMemory() && { detail: 'PostgreSQL had no memory for a statement.' }),
      },
      jobsTick: {
        status: old ? 'down' : 'ok',
        checked_at,
        last_tick_at: tick && tick.toISOString(),
        failing_work: failing,
        ...(old
          ? { detail: tick ? 'The jobs have stopped.' : 'The jobs have not run yet.' }
          : failing > 0 && {
              detail: `${failing === 1 ? '1 piece' : `${failing} pieces`} of work fails and is retried.`,
            }),
      },
    }
  } catch (error) {
    if (!(error instanceof CheckTimedOut) && !isUnreachable(error)) throw error
    const detail = ctx.db.lacksRoom()
      ? 'PostgreSQL has no room on its disk.'
      : ctx.db.server().isLost
        ? 'None of its servers takes writes right now.'
        : error instanceof CheckTimedOut
          ? 'It did not answer in time.'
          : 'It can not be reached.'
    return {
      database: { status: 'down', checked_at, detail },
      jobsTick: {
        status: 'down',
        checked_at,
        last_tick_at: null,
        failing_work: null,
        detail: 'Unknown without the database.',
      },
    }
  }
}

class CheckTimedOut extends Error {}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CheckTimedOut()), DATABASE_BUDGET_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const toWire = ({ status, latencyMs, checkedAt, detail }: ProviderCheck): CheckOut => ({
  status,
  ...(latencyMs !== undefined && { latency_ms: latencyMs }),
  checked_at: checkedAt.toISOString(),
  ...(detail !== undefined && { detail }),
})
